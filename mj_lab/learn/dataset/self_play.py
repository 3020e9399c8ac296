"""Self-play games for a data set; each is determined by the seed and its number.

That a calculator's own games teach better than people's is from 当你迷茫的时候, an article on a
which-to-discard network.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from mj_bot.events import SEATS
from mj_engine.dataset import play_stored
from mj_lab.core.game.walls import Wall, seed_of, wall_of_seed
from mj_lab.core.options import engine_and_address
from mj_lab.core.runner.engine import close
from mj_lab.core.runner.fast_engine import at_once
from mj_lab.core.runner.identity import code_digest
from mj_lab.core.runner.named import engine_of
from mj_lab.core.runner.seatings import Seating
from mj_lab.core.runner.unit import Setup, Unit, match_name
from mj_lab.learn.dataset.making import GamesPiece, ShardGames
from mj_lab.learn.dataset.manifest import DatasetError
from mj_lab.learn.dataset.shard import Column, with_names

if TYPE_CHECKING:
    from mj_lab.core.records.match import Match

FAST = "fast"
SELF_PLAY_ENGINES = (FAST, "local", "ray")


@dataclass(frozen=True)
class SelfPlay:
    """Games to play. players: each seat of each game gets one of them at random.

    values: whether to store the values of `odds` for all legal actions (only at the fast table).
    jobs: threads or processes; the games depend neither on it nor on the engine.
    """

    players: tuple[str, ...]
    games: int
    seed: str
    engine: str = FAST
    values: bool = False
    jobs: int = 1

    def check(self) -> None:
        """Raise ValueError, one line, for players or options that cannot be played."""
        if engine_and_address(self.engine)[0] not in SELF_PLAY_ENGINES:
            raise DatasetError(
                f"no such engine: {self.engine!r:.40}; there are: {', '.join(SELF_PLAY_ENGINES)}"
            )
        if self.values and self.engine != FAST:
            raise DatasetError("only --engine fast gives the teacher's values")
        if self.engine == FAST:
            engine_of(FAST, self._setup()).close()

    def settings(self) -> dict[str, Any]:
        """What determines the games."""
        return {
            "self_play": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "values": self.values,
        }

    def versions(self) -> dict[str, Any]:
        """The versions of the code that the games depend on: referee and tactics."""
        return {"players": code_digest(self.players)}

    def count(self) -> int:
        """How many games there will be."""
        return self.games

    def parts(self, size: int) -> Iterator[ShardGames]:
        """The games, one shard after the other."""
        for first in range(0, self.games, size):
            yield partial(self._pieces, first, min(first + size, self.games))

    def _pieces(self, first: int, end: int, seen: int) -> Iterator[GamesPiece]:
        units = [self._unit(number) for number in range(first + seen, end)]
        played = self._play_fast(units) if self.engine == FAST else self._play_at_referee(units)
        return ((arrays, {}) for arrays in played)

    def _setup(self) -> Setup:
        return Setup(self.players, self.players, self.seed, record=True)

    def _unit(self, number: int) -> Unit:
        wall = Wall(wall_of_seed(f"{self.seed}/{number}"), number % SEATS)
        return Unit(str(number), wall, (self._seating(number),))

    def _seating(self, number: int) -> Seating:
        rng = Random(f"{self.seed}/seating/{number}")
        return tuple(rng.randrange(len(self.players)) for _ in range(SEATS))

    def _play_fast(self, units: Sequence[Unit]) -> Iterator[dict[str, Column]]:
        first, size = 0, self.jobs
        while some := units[first : first + size]:
            since = perf_counter()
            yield self._stored_fast(some)
            first, size = first + size, at_once((perf_counter() - since) / len(some))

    def _stored_fast(self, units: Sequence[Unit]) -> dict[str, Column]:
        arrays = play_stored(
            [unit.wall.tiles for unit in units],
            self.players,
            prevalent_winds=[unit.wall.prevalent_wind for unit in units],
            seatings=[unit.seatings[0] for unit in units],
            seeds=[
                [seed_of(self.seed, unit.key, 0, seat) for seat in range(SEATS)] for unit in units
            ],
            threads=self.jobs,
            values=self.values,
        )
        ids = [match_name(unit.key, 0) for unit in units]
        seated = [[self.players[player] for player in unit.seatings[0]] for unit in units]
        return with_names(arrays, ids, seated, [""] * len(ids))

    def _play_at_referee(self, units: Sequence[Unit]) -> Iterator[dict[str, Column]]:
        from mj_lab.learn.dataset.stored_game import arrays_of, stored_of

        setup, left = self._setup(), deque(unit.key for unit in units)
        early: dict[str, Match] = {}
        with closing(engine_of(self.engine, setup, self.jobs)) as engine:
            results = engine.run(setup, units)
            try:
                for played in results:
                    early[played.key] = played.matches[0]
                    while left and left[0] in early:
                        yield arrays_of([stored_of(early.pop(left.popleft()))])
            finally:
                close(results)
