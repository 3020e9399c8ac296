"""One page of strength, docs/results/strength.md: players in duels, with errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from shlex import quote

from mj_lab.core.game.players import is_tactic, named
from mj_lab.core.wall_means import Estimate
from mj_lab.measure.arena.report.duel_text import number, share, signed
from mj_lab.measure.arena.report.kept_duel import SIDE_FIGURES, KeptDuel, merged

_INTRODUCTION = """\
# How strong the tactics are

`make results` writes this page from the duels in docs/results/runs; nothing in it is written by
hand. Every wall is played in all the seatings of its mode, so both sides get the same tiles. ± is
one standard error, with walls (not games) as the independent draws:
[measuring](../guide/measuring.md) says why. "Points" are points a game and seat. Two players who
met in more than one duel have one row, of all its walls. Each has two seats at a table, but where
it says 1 - 3 the first has one.
"""

_PAIR = ("players", "points ahead", "95%", "walls", "games", "faults")
_PAIRS = """\
## Who is ahead of whom

The difference is proven where the 95% interval leaves out 0.
"""

_OTHERS = """\
## Against bots of others

Programs that nobody here wrote, as their authors published them; they are not in this repository.
Whoever has one seats it by a name of their choice, here `theirs`:

    mj duel learned "theirs=keep:python3 their_bot" --walls 100 --store theirs.db
    mj duel learned "theirs=cmd+simple:./their_bot" --walls 100 --store theirs.db

`keep:` keeps the program running if it asks to be, `cmd:` starts it anew each turn, `+simple` is
Botzone's simple format, which many bots in C++ speak. `mj learn gate CANDIDATE --also theirs=...`
has it in the mixed field. A duel kept in docs/results/runs has a row here.
"""

_PLAYERS = """\
## What each player does

Shares are of all hands played, but self-drawn wins are a share of the wins. Drawn: nobody won. A
call is a hand with a claimed chow, pung or kong. Fan and turn are means over the wins; a turn is a
discard of the winner before it won. A player's figures depend on whom it plays.
"""

_COMMANDS = """\
## How each row was made

The same command gives the same games on any machine, as long as the code is the same. `mj arena
keep STORE > FILE.json` makes a file of docs/results/runs of what `mj duel --store STORE` played.
"""


def command_of(duel: KeptDuel) -> str:
    """The command that replays these walls of this duel."""
    settings = duel.settings
    parts = ["mj duel", *(quote(player) for player in settings.players)]
    mode = "quick" if settings.quick else settings.mode
    if mode != "2v2":
        parts.append(f"--mode {mode}")
    if settings.common_wall:
        parts.append("--common-wall")
    if settings.given_walls is not None:
        parts.append(f"--walls FILE  # {duel.walls} walls {settings.given_walls}")
        return " ".join(parts)
    parts.append(f"--walls {duel.walls}")
    parts.append(f"--seed {quote(settings.seed)}")
    if settings.clock is not None:
        parts.append(f"--limit {settings.clock:g}")
    return " ".join(parts)


def strength_page(duels: Sequence[KeptDuel]) -> str:
    """The page, as Markdown. Duels of the same two players in the same seatings share one row."""
    pairs = [merged(same) for same in by_pair(duels)]
    of_others = [_pair_row(duel) for duel in pairs if _has_program(duel)]
    return "\n".join(
        [
            _INTRODUCTION,
            _PAIRS,
            table(_PAIR, [_pair_row(duel) for duel in pairs if not _has_program(duel)]),
            _OTHERS,
            *([table(_PAIR, of_others)] if of_others else []),
            _PLAYERS,
            table(
                ("player", "against", *SIDE_FIGURES),
                [row for duel in pairs for row in _rows_of(duel)],
            ),
            _COMMANDS,
            table(("players", "command", "code"), [_command_row(duel) for duel in duels]),
        ]
    )


def by_pair(duels: Sequence[KeptDuel]) -> list[list[KeptDuel]]:
    """The duels grouped by the two players and the seatings; 2v2 is the same in either order."""
    duels_by_pair: dict[object, list[KeptDuel]] = {}
    for duel in duels:
        settings = duel.settings
        two = settings.players if settings.mode == "1v3" else frozenset(settings.players)
        kind = (two, settings.mode, settings.quick, settings.common_wall)
        duels_by_pair.setdefault(kind, []).append(duel)
    return list(duels_by_pair.values())


def _has_program(duel: KeptDuel) -> bool:
    return not all(is_tactic(named(player).spec) for player in duel.settings.players)


def _pair_row(duel: KeptDuel) -> list[str]:
    difference = duel.difference()
    return [
        _versus(duel),
        ahead(difference),
        f"{signed(difference.low)} to {signed(difference.high)}",
        f"{duel.walls}",
        f"{duel.games}",
        f"{duel.faults}",
    ]


def _rows_of(duel: KeptDuel) -> list[list[str]]:
    return [
        [
            f"`{name}`",
            f"`{duel.names[1 - player]}`" + _seats(duel, player),
            *(figure_text(name_of, side.figure(name_of, duel.walls)) for name_of in SIDE_FIGURES),
        ]
        for player, (name, side) in enumerate(zip(duel.names, duel.sides, strict=True))
    ]


def _command_row(duel: KeptDuel) -> list[str]:
    return [_versus(duel), f"`{command_of(duel)}`", f"`{duel.settings.code}`"]


def _versus(duel: KeptDuel) -> str:
    first, second = duel.names
    return f"`{first}` - `{second}`" + _seats(duel, 0)


def _seats(duel: KeptDuel, player: int) -> str:
    """How many seats a player and the other have, if not two each."""
    return (", 1 - 3", ", 3 - 1")[player] if duel.settings.mode == "1v3" else ""


def ahead(difference: Estimate) -> str:
    """A difference in points with its error, as in `+0.42 ± 0.07`."""
    return _with_error(difference, signed, number)


def figure_text(name: str, estimate: Estimate) -> str:
    """A figure of a side with its error, as its column shows it."""
    if name == "points":
        return ahead(estimate)
    shown = _tenths if name in _IN_TENTHS else share
    return _with_error(estimate, shown, shown)


Shown = Callable[[float | None], str]
_IN_TENTHS = ("fan", "turn")


def _with_error(estimate: Estimate, shown: Shown, error_shown: Shown) -> str:
    if estimate.mean is None:
        return "–"
    return f"{shown(estimate.mean)} ± {error_shown(estimate.error)}"


def _tenths(value: float | None) -> str:
    return number(value, 1)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)
