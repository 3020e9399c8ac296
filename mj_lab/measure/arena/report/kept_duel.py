"""A duel as a small file: what its page needs, without its games."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from mj_bot import __version__
from mj_lab.core.database import DatabaseError, OtherFileError
from mj_lab.core.runner.identity import names_of
from mj_lab.core.runner.seatings import seatings_of
from mj_lab.core.runner.store import read_run
from mj_lab.core.runner.unit import Played
from mj_lab.core.wall_means import Estimate, estimate, ratio_of_sums
from mj_lab.measure.arena.duel import check_seatings
from mj_lab.measure.arena.tally import Tally, tally


def _total(counts: Mapping[int, int]) -> int:
    return sum(value * times for value, times in counts.items())


# A figure of a side is a ratio of two sums over all walls: by name both sums of a wall.
SIDE_FIGURES: dict[str, tuple[Callable[[Tally], int], Callable[[Tally], int]]] = {
    "points": (lambda wall: wall.score, lambda wall: wall.seats),
    "wins": (lambda wall: wall.wins, lambda wall: wall.seats),
    "self-drawn": (lambda wall: wall.self_drawn, lambda wall: wall.wins),
    "deal-ins": (lambda wall: wall.deal_ins, lambda wall: wall.seats),
    "drawn": (lambda wall: wall.drawn, lambda wall: wall.seats),
    "calls": (lambda wall: wall.calls, lambda wall: wall.call_seats),
    "fan": (lambda wall: _total(wall.fan_totals), lambda wall: wall.wins),
    "turn": (lambda wall: _total(wall.turns), lambda wall: wall.wins),
}


@dataclass(frozen=True)
class DuelSettings:
    """What determined the games of a duel: see `mj_lab.measure.arena.duel.Duel`. code: a digest."""

    players: tuple[str, str]
    mode: str
    quick: bool
    seed: str
    code: str
    clock: float | None = None
    given_walls: str | None = None
    common_wall: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError for an unknown mode."""
        seatings_of(self.mode, self.quick)


@dataclass(frozen=True)
class KeptSide:
    """The results of one side.

    sums: by name of a figure, over the walls, of its numerator x and its denominator w: x, w, x x,
    x w, w w. fans: wins by fan, flowers included. main_fans: wins by their most valuable fan.
    """

    sums: dict[str, tuple[int, int, int, int, int]]
    fans: dict[int, int]
    main_fans: dict[str, int]

    def figure(self, name: str, walls: int) -> Estimate:
        """One of SIDE_FIGURES, with its error by wall."""
        return ratio_of_sums(walls, *self.sums[name])

    def median_fan(self) -> float:
        """The median fan of its wins.

        Raises ValueError if it never won.
        """
        fans = sorted(Counter(self.fans).elements())
        if not fans:
            raise ValueError("it never won")
        return (fans[(len(fans) - 1) // 2] + fans[len(fans) // 2]) / 2


@dataclass(frozen=True)
class KeptDuel:
    """A duel without its games.

    version: of mj_bot. games, faults: how many. seats: seats of each side in the games of a wall.
    points: of the first side by wall, over the games of the wall; the second has the opposite.
    """

    settings: DuelSettings
    version: str
    games: int
    faults: int
    seats: tuple[int, int]
    sides: tuple[KeptSide, KeptSide]
    points: list[int]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the two sides."""
        return names_of(self.settings.players)

    @property
    def walls(self) -> int:
        """How many walls were played."""
        return len(self.points)

    def differences(self) -> list[float]:
        """By wall, the first side's lead in points a game and seat."""
        first, second = self.seats
        return [points / first + points / second for points in self.points]

    def difference(self) -> Estimate:
        """The mean of the differences, with its error by wall."""
        return estimate(self.differences())

    def turned(self) -> KeptDuel:
        """The same with the sides swapped."""
        first, second = self.settings.players
        return replace(
            self,
            settings=replace(self.settings, players=(second, first)),
            seats=(self.seats[1], self.seats[0]),
            sides=(self.sides[1], self.sides[0]),
            points=[-points for points in self.points],
        )

    def to_text(self) -> str:
        """As JSON, the points on their own line."""
        plain = asdict(self)
        points = plain.pop("points")
        head = json.dumps(plain, ensure_ascii=False).removesuffix("}")
        return f'{head},\n"points": {json.dumps(points, separators=(",", ":"))}}}\n'


def read_duel(path: Path) -> KeptDuel:
    """Read the duel in a store of `mj duel`, or in a .json of `mj arena keep`.

    From a store, the walls before the first missing one. Raises OtherFileError if it contains
    something else, DatabaseError if no wall of it is finished.
    """
    if path.suffix == ".json":
        return _read_kept(path)
    settings, units = read_run(path)
    if settings.get("kind") != "duel":
        raise OtherFileError(f"{path}: the run of a {settings.get('kind')}, not of a duel")
    try:
        decided = TypeAdapter(DuelSettings).validate_python(settings)
    except ValidationError as error:
        raise DatabaseError(f"{path}: settings: {_first_of(error)}") from None
    played: list[Played] = []
    while (unit := units.get(str(len(played)))) is not None:
        played.append(unit)
    if not played:
        raise DatabaseError(f"{path}: its first wall is unfinished")
    seatings = seatings_of(decided.mode, decided.quick)
    check_seatings(path, {unit.key: unit for unit in played}, seatings)
    first, second = (_side(played, player) for player in (0, 1))
    seats = [sum(seating.count(player) for seating in seatings) for player in (0, 1)]
    return KeptDuel(
        decided,
        __version__,
        sum(len(unit.games) for unit in played),
        sum(len(unit.faults) for unit in played),
        (seats[0], seats[1]),
        (first, second),
        [tally(unit.games, 0).score for unit in played],
    )


def _read_kept(path: Path) -> KeptDuel:
    try:
        return TypeAdapter(KeptDuel).validate_json(path.read_bytes())
    except OSError as error:
        raise DatabaseError(f"{path}: {error.strerror}") from None
    except ValidationError as error:
        raise OtherFileError(f"{path}: no duel that was kept: {_first_of(error)}") from None


def _first_of(error: ValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


def _side(played: Iterable[Played], player: int) -> KeptSide:
    walls = [(unit, tally(unit.games, player)) for unit in played]
    fans: Counter[int] = Counter()
    main_fans: Counter[str] = Counter()
    for unit, wall in walls:
        fans.update(wall.fan_totals)
        main_fans.update(_main_fans(unit, player))
    sums = {
        name: _sums([(part(wall), whole(wall)) for _, wall in walls])
        for name, (part, whole) in SIDE_FIGURES.items()
    }
    ordered = sorted(main_fans.items(), key=lambda item: (-item[1], item[0]))
    return KeptSide(sums, dict(sorted(fans.items())), dict(ordered))


def _main_fans(unit: Played, player: int) -> list[str]:
    wins = [
        game
        for game in unit.games
        if game.player is not None and game.fans and game.seating[game.player] == player
    ]
    return [max(game.fans, key=lambda fan: fan[2])[0] for game in wins]


def _sums(parts: Sequence[tuple[int, int]]) -> tuple[int, int, int, int, int]:
    return (
        sum(x for x, _ in parts),
        sum(w for _, w in parts),
        sum(x * x for x, _ in parts),
        sum(x * w for x, w in parts),
        sum(w * w for _, w in parts),
    )


def read_duels(
    paths: Sequence[Path], pass_over: Callable[[OtherFileError], None]
) -> list[KeptDuel]:
    """The duels in these files. pass_over: gets the files with something else.

    Raises DatabaseError if one cannot be read, or there is no duel.
    """
    duels, others = [], []
    for path in paths:
        try:
            duels.append(read_duel(path))
        except OtherFileError as error:
            others.append(error)
    if not duels and others:
        raise others[0]
    for other in others:
        pass_over(other)
    return duels


def merged(duels: Sequence[KeptDuel]) -> KeptDuel:
    """Merge duels of the same two sides; the settings are the first one's.

    Raises ValueError if their sides or seatings differ.
    """
    first = duels[0]
    turned = [duel if duel.names == first.names else duel.turned() for duel in duels]
    if any(
        duel.names != first.names
        or duel.settings.mode != first.settings.mode
        or duel.seats != first.seats
        for duel in turned
    ):
        raise ValueError("only duels of the same players and seatings can be merged")
    sides = [
        KeptSide(
            {
                name: _added([duel.sides[player].sums[name] for duel in turned])
                for name in SIDE_FIGURES
            },
            dict(sum((Counter(duel.sides[player].fans) for duel in turned), Counter[int]())),
            dict(sum((Counter(duel.sides[player].main_fans) for duel in turned), Counter[str]())),
        )
        for player in (0, 1)
    ]
    return replace(
        first,
        games=sum(duel.games for duel in turned),
        faults=sum(duel.faults for duel in turned),
        sides=(sides[0], sides[1]),
        points=[points for duel in turned for points in duel.points],
    )


def _added(sums: Sequence[tuple[int, int, int, int, int]]) -> tuple[int, int, int, int, int]:
    x, w, xx, xw, ww = (sum(column) for column in zip(*sums, strict=True))
    return x, w, xx, xw, ww
