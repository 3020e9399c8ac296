"""The games of a look: a duel, and both players in turn in the same seat of the same tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from mj_bot.events import SEATS
from mj_lab.core.game.walls import walls_of_seed
from mj_lab.core.options import engine_and_address
from mj_lab.core.runner.engine import LocalEngine
from mj_lab.core.runner.identity import code_digest, names_of, program_digest
from mj_lab.core.runner.named import ON_RAY, engine_of
from mj_lab.core.runner.play_stored import UnitWatch, finished, play_missing
from mj_lab.core.runner.seatings import league_seatings
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.unit import Setup, Unit
from mj_lab.core.sprt import Sprt
from mj_lab.core.wall_means import Estimate, estimate
from mj_lab.measure.arena.duel import MOST_WALLS, Duel, StopRule, run_duel
from mj_lab.measure.arena.tally import difference, mean_score

# Every wall is played with the candidate in each seat.
CHAIRS = league_seatings(SEATS)
# Of a table: each of the two in every seat.
GAMES_A_WALL = 2 * len(CHAIRS)


Say = Callable[[str], object]


class GateFigure(NamedTuple):
    """A difference in points a game and seat, and the number of games."""

    found: Estimate
    games: int

    def to_json(self) -> dict[str, Any]:
        """As the ledger stores it, with the walls."""
        return {**self.found.to_json(), "walls": self.found.draws, "games": self.games}

    def __str__(self) -> str:
        """In words."""
        return f"{self.found.mean:+.3f} +- {self.found.error:.3f} ({self.games:,} games)"


@dataclass(frozen=True)
class Workshop:
    """Where games are played and stored. folder: of the stores; a stopped look resumes there."""

    engine: str
    jobs: int
    folder: Path
    watch: UnitWatch | None = None

    def check(self, specs: tuple[str, ...], say: Say) -> str:
        """Where these players will play, in words; `say` gets the reason if not at the fast table.

        Raises EngineError, one line, if there is no such engine, or it lacks a player. What Ray's
        nodes lack shows only when they are asked to play.
        """
        setup = Setup(specs, names_of(specs), "check")
        if engine_and_address(self.engine)[0] in ON_RAY:
            if not self.engine.startswith("fast"):
                LocalEngine(self.jobs).check(setup)
            else:
                engine_of("fast", setup).close()
            return self.engine
        with closing(engine_of(self.engine, setup, self.jobs, say)) as engine:
            return engine.name

    def duel(
        self, pair: tuple[str, str], seed: str, walls: int | None, sprt: Sprt | None = None
    ) -> GateFigure:
        """The difference of a pair in a duel.

        walls: how many; None for as many as the test needs.
        """
        duel = Duel(pair, seed=seed)
        path = self.folder / f"{seed}.db"
        with (
            Store(path, duel.settings()) as store,
            closing(engine_of(self.engine, duel.setup(), self.jobs)) as workers,
        ):
            run = run_duel(
                duel, workers, store, walls or MOST_WALLS, StopRule(sprt=sprt), watch=self.watch
            )
        if not run.complete:
            raise KeyboardInterrupt
        difference_a_wall = estimate([difference(played.games) for played in run.played])
        return GateFigure(difference_a_wall, sum(len(played.games) for played in run.played))

    def leads(
        self, pair: tuple[str, str], others: tuple[str, ...], seed: str, number: int, walls: int
    ) -> list[float]:
        """By wall the first of a pair's lead over the second, each at a table of three others.

        Both play every wall in each seat. number: of the table, for the name of its stores.
        """
        means = [
            self._means(player, others, f"{seed}-{number}{side}", seed, walls)
            for side, player in zip("ab", pair, strict=True)
        ]
        return [first - second for first, second in zip(*means, strict=True)]

    def _means(
        self, player: str, others: tuple[str, ...], name: str, seed: str, walls: int
    ) -> list[float]:
        specs = (player, *others)
        setup = Setup(specs, names_of(specs), seed)
        settings = {
            "kind": "chair",
            "players": list(specs),
            "seed": seed,
            "code": code_digest(specs),
            "programs": [program_digest(spec) for spec in specs],
        }
        with (
            Store(self.folder / f"{name}.db", settings) as store,
            closing(engine_of(self.engine, setup, self.jobs)) as workers,
        ):
            known = finished(workers, store)
            play_missing(known, workers, store, setup, _units(seed, walls), self.watch)
        return [mean_score(known[str(number)].games, 0) for number in range(walls)]


def _units(seed: str, walls: int) -> Iterator[Unit]:
    return islice(
        (Unit(str(number), wall, CHAIRS) for number, wall in enumerate(walls_of_seed(seed))), walls
    )
