"""A duel: two players on the same walls from both sides' seats, and its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mj_lab.core.database import DatabaseError
from mj_lab.core.game.players import is_tactic, named
from mj_lab.core.game.walls import Wall, walls_of_seed
from mj_lab.core.runner.engine import Engine
from mj_lab.core.runner.identity import code_digest, names_of, program_digest
from mj_lab.core.runner.play_stored import UnitWatch, finished, play_missing
from mj_lab.core.runner.seatings import Seating, seatings_of
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.unit import Played, Setup, Unit
from mj_lab.core.sprt import Sprt
from mj_lab.core.wall_means import LEAST_WALLS, Running
from mj_lab.measure.arena.tally import difference

if TYPE_CHECKING:
    from mj_lab.core.game.sandbox import Limits

# The most walls of --until without --walls.
MOST_WALLS = 1_000_000


@dataclass(frozen=True)
class Duel:
    """Everything that determines the games of a duel.

    walls: None for those of the seed. common_wall: whether all draw from one wall, as at a real
    table.

    Raises ValueError for a program at a common wall, which Botzone's requests cannot express.
    """

    specs: tuple[str, str]
    mode: str = "2v2"
    quick: bool = False
    seed: str = "0"
    clock: float | None = None
    walls: tuple[Wall, ...] | None = None
    common_wall: bool = False

    def __post_init__(self) -> None:
        for spec in self.specs if self.common_wall else ():
            if not is_tactic(named(spec).spec):
                raise ValueError(f"{spec:.80}: programs cannot play with a common wall")

    def setup(self, record: bool = False, limits: Limits | None = None) -> Setup:
        """What every worker needs."""
        return Setup(self.specs, names_of(self.specs), self.seed, self.clock, record, limits)

    def units(self) -> Iterator[Unit]:
        """The walls with their seatings; endless if they come from a seed."""
        seatings = seatings_of(self.mode, self.quick)
        return (Unit(str(number), wall, seatings) for number, wall in enumerate(self.all_walls()))

    def all_walls(self) -> Iterator[Wall]:
        """The walls; endless if they come from a seed."""
        walls = walls_of_seed(self.seed) if self.walls is None else self.walls
        return (wall._replace(common=True) for wall in walls) if self.common_wall else iter(walls)

    def settings(self) -> dict[str, Any]:
        """The same as plain data for JSON; walls, code and programs as digests."""
        return {
            "kind": "duel",
            "players": list(self.specs),
            "mode": self.mode,
            "quick": self.quick,
            "seed": self.seed,
            "clock": self.clock,
            **({"common_wall": True} if self.common_wall else {}),
            "given_walls": wall_digest(self.walls) if self.walls is not None else None,
            "code": code_digest(self.specs),
            "programs": [program_digest(spec) for spec in self.specs],
        }


def wall_digest(walls: Sequence[Wall]) -> str:
    """A digest of a set of walls."""
    return blake2b(" ".join(wall.id for wall in walls).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True)
class StopRule:
    """When a duel ends before its last wall.

    until: an error of the difference that is small enough. sprt: a test that may be decided.
    """

    until: float | None = None
    sprt: Sprt | None = None

    def reached(self, running: Running) -> bool:
        """Whether these differences, in wall order, are enough."""
        if self.sprt is not None and self.sprt.decided(running) is not None:
            return True
        if self.until is None or running.count < LEAST_WALLS:
            return False
        error = running.error
        return error is not None and error < self.until


@dataclass(frozen=True)
class DuelRun:
    """The progress of a duel: the units that count, in wall order.

    complete: whether it reached its end, or that of its stop rule.
    """

    duel: Duel
    stop: StopRule
    played: list[Played]
    complete: bool


def run_duel(
    duel: Duel,
    engine: Engine,
    store: Store,
    limit: int,
    stop: StopRule | None = None,
    setup: Setup | None = None,
    watch: UnitWatch | None = None,
) -> DuelRun:
    """Play what the store lacks, up to `limit` walls or until `stop` ends it.

    `watch(played, new)` is called for every unit: first the stored ones, then new ones before they
    are stored. The result depends on neither engine nor interruptions, as the stop rule goes by
    wall order. KeyboardInterrupt ends it and returns what is finished.
    """
    stop = stop or StopRule()
    if duel.walls is not None:
        limit = min(limit, len(duel.walls))
    known = {key: one for key, one in finished(engine, store).items() if int(key) < limit}
    check_seatings(store.path, known, seatings_of(duel.mode, duel.quick))
    if watch is not None:
        for played in known.values():
            watch(played, False)
    front = _Front(known, limit, stop)
    if not front.reached():
        setup, units = setup or duel.setup(), islice(duel.units(), limit)
        with suppress(KeyboardInterrupt):
            play_missing(known, engine, store, setup, units, watch, front.reached)
    if front.reached():
        return DuelRun(duel, stop, front.played, True)
    return DuelRun(duel, stop, [known[key] for key in sorted(known, key=int)], False)


def check_seatings(path: Path, known: Mapping[str, Played], seatings: Sequence[Seating]) -> None:
    """Check that stored units are walls in these seatings.

    Raises DatabaseError, one line with the file's name, if one is not.
    """
    for key, played in known.items():
        if [game.seating for game in played.games] != list(seatings):
            raise DatabaseError(
                f"{path}: not readable: unit {key}: not in the seatings of this duel"
            )


class _Front:
    """The finished walls before the first gap, and whether they are enough."""

    def __init__(self, known: Mapping[str, Played], limit: int, stop: StopRule) -> None:
        self.played: list[Played] = []
        self._known = known
        self._limit = limit
        self._stop = stop
        self._running = Running()

    def reached(self) -> bool:
        """Whether the end is reached; later walls do not count."""
        while not self._enough():
            played = self._known.get(str(len(self.played)))
            if played is None:
                return False
            self.played.append(played)
            self._running.add(difference(played.games))
        return True

    def _enough(self) -> bool:
        return self._running.count >= self._limit or self._stop.reached(self._running)
