"""One page of strength, docs/results/strength.md: players in stored duels, with errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

from mj_lab.arena.duel import check_seatings
from mj_lab.arena.report.duel_text import number, share, signed
from mj_lab.arena.running.identity import names_of
from mj_lab.arena.running.store import read_run
from mj_lab.arena.seatings import seatings_of
from mj_lab.arena.statistics.tally import Tally, difference, tally
from mj_lab.arena.statistics.wall_means import Estimate, estimate, ratio_estimate
from mj_lab.arena.unit import Played
from mj_lab.storage.database import DatabaseError, OtherFileError

_INTRODUCTION = """\
# How strong the tactics are

`mj arena strength STORES... > docs/results/strength.md` writes this page from duels that `mj duel
--store STORE` kept; nothing in it is written by hand. Every wall is played in all the seatings of
its mode, so both sides get the same tiles. ± is one standard error, with walls (not games) as the
independent draws: [measuring](../guide/measuring.md) says why. "Points" are points a game and seat.
"""

_PAIRS = """\
## Who is ahead of whom

The difference is proven where the 95% interval leaves out 0.
"""

_PLAYERS = """\
## What each player does

Shares are of all hands played, but self-drawn wins are a share of the wins. Drawn: nobody won. A
call is a hand with a claimed chow, pung or kong. Fan and turn are means over the wins; a turn is a
discard of the winner before it won. A player's figures depend on whom it plays.
"""

_COMMANDS = """\
## How each row was made

The same command gives the same games on any machine, as long as the code is the same.
"""

_SETTING_KINDS: dict[str, type | tuple[type, ...]] = {
    "players": list,
    "mode": str,
    "quick": bool,
    "seed": str,
    "clock": (float, int, type(None)),
    "given_walls": (str, type(None)),
    "code": str,
}
_SETTINGS = set(_SETTING_KINDS)


@dataclass(frozen=True)
class StoredDuel:
    """A stored duel: its settings, and its walls up to the first missing one."""

    settings: dict[str, Any]
    played: list[Played]

    @property
    def names(self) -> tuple[str, ...]:
        """The two sides by name."""
        return names_of(self.settings["players"])


def read_duel(path: Path) -> StoredDuel:
    """The duel that `mj duel --store` kept in this file.

    Raises OtherFileError if it has something else, DatabaseError if no wall of it is finished.
    """
    settings, units = read_run(path)
    if settings.get("kind") != "duel":
        raise OtherFileError(f"{path}: the run of a {settings.get('kind')}, not of a duel")
    _check_settings(path, settings)
    played: list[Played] = []
    while (unit := units.get(str(len(played)))) is not None:
        played.append(unit)
    if not played:
        raise DatabaseError(f"{path}: the first wall is not finished")
    seatings = seatings_of(settings["mode"], settings["quick"])
    check_seatings(path, {unit.key: unit for unit in played}, seatings)
    return StoredDuel(settings, played)


def read_duels(
    paths: Sequence[Path], pass_over: Callable[[OtherFileError], None]
) -> list[StoredDuel]:
    """The duels of these files. pass_over: gets the files with something else.

    Raises DatabaseError if one cannot be read, or there is no duel.
    """
    found, others = [], []
    for path in paths:
        try:
            found.append(read_duel(path))
        except OtherFileError as error:
            others.append(error)
    if not found and others:
        raise others[0]
    for other in others:
        pass_over(other)
    return found


def _check_settings(path: Path, settings: Mapping[str, Any]) -> None:
    lacking = sorted(_SETTINGS - set(settings))
    if lacking:
        raise DatabaseError(f"{path}: settings without {', '.join(lacking)}")
    for name, kinds in _SETTING_KINDS.items():
        if not isinstance(settings[name], kinds):
            raise DatabaseError(f"{path}: settings: {name}: {settings[name]!r:.40}")
    players = settings["players"]
    if len(players) != 2 or not all(isinstance(player, str) for player in players):
        raise DatabaseError(f"{path}: settings: players: {players!r:.40}")
    try:
        seatings_of(settings["mode"], settings["quick"])
    except ValueError as error:
        raise DatabaseError(f"{path}: settings: {error}") from None


def command_of(duel: StoredDuel) -> str:
    """The command that plays these walls of this duel."""
    settings = duel.settings
    words = ["mj duel", *(quote(player) for player in settings["players"])]
    mode = "quick" if settings["quick"] else settings["mode"]
    if mode != "2v2":
        words.append(f"--mode {mode}")
    if settings.get("common_wall"):
        words.append("--common-wall")
    if settings["given_walls"] is not None:
        words.append(f"--walls FILE  # {len(duel.played)} walls {settings['given_walls']}")
        return " ".join(words)
    words.append(f"--walls {len(duel.played)}")
    words.append(f"--seed {quote(settings['seed'])}")
    if settings["clock"] is not None:
        words.append(f"--limit {settings['clock']:g}")
    return " ".join(words)


def strength_page(duels: Sequence[StoredDuel]) -> str:
    """The page, as Markdown."""
    players = [row for duel in duels for row in _player_rows(duel)]
    return "\n".join(
        [
            _INTRODUCTION,
            _PAIRS,
            _table(
                ("players", "points ahead", "95%", "walls", "games", "faults"),
                [_pair_row(duel) for duel in duels],
            ),
            _PLAYERS,
            _table(("player", "against", *(column.head for column in _COLUMNS)), players),
            _COMMANDS,
            _table(("players", "command", "code"), [_command_row(duel) for duel in duels]),
        ]
    )


def _pair_row(duel: StoredDuel) -> list[str]:
    found = estimate([difference(unit.games) for unit in duel.played])
    return [
        _versus(duel),
        _with_error(found, signed, number),
        f"{signed(found.low)} to {signed(found.high)}",
        f"{len(duel.played)}",
        f"{sum(len(unit.games) for unit in duel.played)}",
        f"{sum(len(unit.faults) for unit in duel.played)}",
    ]


def _player_rows(duel: StoredDuel) -> list[list[str]]:
    rows = []
    for place, name in enumerate(duel.names):
        walls = [tally(unit.games, place) for unit in duel.played]
        cells = [column.cell(walls) for column in _COLUMNS]
        rows.append([f"`{name}`", f"`{duel.names[1 - place]}`", *cells])
    return rows


def _command_row(duel: StoredDuel) -> list[str]:
    return [_versus(duel), f"`{command_of(duel)}`", f"`{duel.settings['code']}`"]


def _versus(duel: StoredDuel) -> str:
    first, second = duel.names
    return f"`{first}` - `{second}`"


Shown = Callable[[float | None], str]


@dataclass(frozen=True)
class _Column:
    """One figure of a player: a sum over all its walls, divided by another sum."""

    head: str
    part: Callable[[Tally], float]
    whole: Callable[[Tally], float]
    shown: Shown = share
    error_shown: Shown = share

    def cell(self, walls: Sequence[Tally]) -> str:
        """The figure with its error by wall."""
        found = ratio_estimate([(self.part(wall), self.whole(wall)) for wall in walls])
        return _with_error(found, self.shown, self.error_shown)


def _with_error(found: Estimate, shown: Shown, error_shown: Shown) -> str:
    if found.mean is None:
        return "–"
    return f"{shown(found.mean)} ± {error_shown(found.error)}"


def _tenths(value: float | None) -> str:
    return number(value, 1)


def _seats(wall: Tally) -> int:
    return wall.seats


def _wins(wall: Tally) -> int:
    return wall.wins


def _sum(counts: Mapping[int, int]) -> int:
    return sum(value * times for value, times in counts.items())


_COLUMNS = (
    _Column("points", lambda wall: wall.score, _seats, signed, number),
    _Column("wins", _wins, _seats),
    _Column("self-drawn", lambda wall: wall.self_drawn, _wins),
    _Column("deal-ins", lambda wall: wall.deal_ins, _seats),
    _Column("drawn", lambda wall: wall.drawn, _seats),
    _Column("calls", lambda wall: wall.calls, lambda wall: wall.call_seats),
    _Column("fan", lambda wall: _sum(wall.fan_totals), _wins, _tenths, _tenths),
    _Column("turn", lambda wall: _sum(wall.turns), _wins, _tenths, _tenths),
)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)
