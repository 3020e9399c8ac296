"""Self-play: the games of a data set played for it, each a function of the seed and its number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from mj_bot.events import SEATS
from mj_lab.arena.running.identity import code_digest
from mj_lab.arena.running.named import engine_of
from mj_lab.arena.seatings import Seating
from mj_lab.arena.seeds import seed_of
from mj_lab.arena.unit import Setup, Unit, match_name
from mj_lab.dataset.making import GamesPart
from mj_lab.dataset.manifest import DatasetError
from mj_lab.dataset.readers import native
from mj_lab.dataset.shard import Column, with_names
from mj_lab.extras import engine_line
from mj_lab.game.walls import Wall, wall_of_seed
from mj_lab.options import engine_and_address

FAST = "fast"
SELF_PLAY_ENGINES = (FAST, "local", "ray")


@dataclass(frozen=True)
class SelfPlay:
    """Games to be played. players: who sits at each seat is drawn from them, game by game.

    values: whether `odds` tells its values of all legal actions (at the fast table only). jobs: in
    how many threads or processes; the games do not depend on it, nor on the engine.
    """

    players: tuple[str, ...]
    games: int
    seed: str
    engine: str = FAST
    values: bool = False
    jobs: int = 1

    def check(self) -> None:
        """Raises ValueError, one line, for what cannot be played so."""
        if engine_and_address(self.engine)[0] not in SELF_PLAY_ENGINES:
            raise DatasetError(
                f"no such engine: {self.engine!r:.40}; there are: {', '.join(SELF_PLAY_ENGINES)}"
            )
        if self.values and self.engine != FAST:
            raise DatasetError("only --engine fast gives the teacher's values")
        if self.engine == FAST:
            if not native.is_built():
                raise DatasetError(f"the fast table is not built here: {engine_line()}")
            engine_of(FAST, self._setup()).close()

    def settings(self) -> dict[str, Any]:
        """What decides the games."""
        return {
            "self_play": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "values": self.values,
        }

    def versions(self) -> dict[str, Any]:
        """Of the code that the games depend on: referee and tactics."""
        return {"players": code_digest(self.players)}

    def count(self) -> int:
        """How many games there will be."""
        return self.games

    def parts(self, size: int) -> Iterator[Callable[[], GamesPart]]:
        """So many games after the other."""
        for first in range(0, self.games, size):
            yield partial(self._part, first, min(first + size, self.games))

    def _part(self, first: int, end: int) -> GamesPart:
        return self._play(first, end), {}

    def _play(self, first: int, end: int) -> dict[str, Column]:
        units = [self._unit(number) for number in range(first, end)]
        if self.engine == FAST:
            return self._play_fast(units)
        return self._play_at_referee(units)

    def _setup(self) -> Setup:
        return Setup(self.players, self.players, self.seed, record=True)

    def _unit(self, number: int) -> Unit:
        wall = Wall(wall_of_seed(f"{self.seed}/{number}"), number % SEATS)
        return Unit(str(number), wall, (self._seating(number),))

    def _seating(self, number: int) -> Seating:
        rng = Random(f"{self.seed}/seating/{number}")
        return tuple(rng.randrange(len(self.players)) for _ in range(SEATS))

    def _play_fast(self, units: Sequence[Unit]) -> dict[str, Column]:
        arrays = native.play_stored(
            [unit.wall.tiles for unit in units],
            self.players,
            [unit.wall.prevalent_wind for unit in units],
            [unit.seatings[0] for unit in units],
            [[seed_of(self.seed, unit.key, 0, seat) for seat in range(SEATS)] for unit in units],
            self.jobs,
            self.values,
        )
        ids = [match_name(unit.key, 0) for unit in units]
        seated = [[self.players[place] for place in unit.seatings[0]] for unit in units]
        return with_names(arrays, ids, seated, [""] * len(ids))

    def _play_at_referee(self, units: Sequence[Unit]) -> dict[str, Column]:
        from mj_lab.dataset.folding import arrays_of, stored_of

        played = dict(self._matches(units))
        return arrays_of([stored_of(played[unit.key]) for unit in units])

    def _matches(self, units: Sequence[Unit]) -> Iterator[tuple[str, Any]]:
        setup = self._setup()
        with closing(engine_of(self.engine, setup, self.jobs)) as engine:
            for played in engine.run(setup, units):
                yield played.key, played.matches[0]
