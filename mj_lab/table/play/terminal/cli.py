"""The command `mj play`; heavy imports wait until it runs."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from mj_lab.core.files import check_output
from mj_lab.core.options import AsNotation, At, Force, GameOf, Seat, Walls, Wind, seed_number
from mj_lab.core.text.notation import Notation
from mj_lab.table.play.at_table.levels import levels_line

if TYPE_CHECKING:
    from mj_lab.core.records.match import Match

# The default players: strong against simple, so that something happens.
_SHOWN = ("odds", "rule_based", "odds", "greedy")
_SEEDS = 1_000_000_000  # Short enough to type again.
_PLAYERS = (
    """A player is the name of a tactic, its file (`mine/mine.py`), a tactic's class in a module of
your own (`py:MODULE:CLASS`), or a program: `cmd:COMMAND` is started anew each turn, `keep:COMMAND`
is kept running (`cmd+simple:`, `keep+simple:`: the simple format).
`human` is you, at this terminal; the other three are tactics then: """
    + levels_line()
    + "."
)


def register(app: typer.Typer) -> None:
    """Add `play` to the command."""
    app.command(epilog=_PLAYERS)(play)


def play(
    players: Annotated[
        list[str] | None, typer.Argument(help="Four players, East first; by default four of ours.")
    ] = None,
    hands: Annotated[int, typer.Option(help="1 is a game; 4 or 16 a match.")] = 1,
    seed: Annotated[
        str | None,
        typer.Option(
            help="The same seed gives the same result; by default you get new walls each time,"
            " bots alone those of seed 0."
        ),
    ] = None,
    walls: Walls = None,
    wind: Wind = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Show the table and what the bots think.")
    ] = False,
    pace: Annotated[
        float, typer.Option(min=0.0, help="Seconds between events, with --watch.")
    ] = 0.6,
    seat: Seat = None,
    notation: AsNotation = Notation.LETTERS,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="Where to write: a Botzone log (.json), else lines."),
    ] = None,
    begun: Annotated[
        Path | None,
        typer.Option("--record", help="A file with a match: play it on from --at, on its wall."),
    ] = None,
    game: GameOf = "1",
    at: At = None,
    force: Force = False,
) -> None:
    """Play a game and show it; `human` among the players is you.

    With --hands it is a match: the deal passes after every hand, prevalent wind and seats change
    after every four, and the sums pay 4, 2, 1 and 0 table points. --watch shows the table in place,
    with the reasons of the bots below it, or only of one --seat. With --record and --at you play on
    in a recorded hand, at your place among the players or at --seat.
    """
    from rich.console import Console

    from mj_lab.core.game.seating import PERSON
    from mj_lab.core.game.walls import wall_to_play
    from mj_lab.table.play.terminal.match_play import play_match, walls_of_match

    check_output(out, force)
    if begun is not None or at is not None or game != "1":
        if hands != 1 or watch or (walls, wind) != (None, None):
            raise ValueError("--record has its own wall: no --hands, --walls, --wind or --watch")
        _play_on(_OnRecord(begun, game, seat, at), players, seed_number(seed or "0"), out)
        return
    players = players or list(_SHOWN)
    if isinstance(walls, int):
        raise ValueError("--walls: a file; how many it plays is --hands")
    anew = seed is None and walls is None and PERSON in players
    number = secrets.randbelow(_SEEDS) if anew else seed_number(seed or "0")
    if hands == 1:
        chosen = [wall_to_play(walls, number, wind)]
    elif watch:
        raise ValueError("--watch shows one hand, not a match")
    elif wind is not None:
        raise ValueError("--wind is for one hand: in a match it goes round")
    else:
        chosen = walls_of_match(hands, walls, number)
    if hands > 1 and out is not None and out.suffix == ".json":
        raise ValueError("a Botzone log (.json) has one game: write a match as .jsonl")
    name = f"wall-{number}" if walls is None else walls.stem
    console = Console()
    try:
        if watch:
            from mj_lab.table.play.terminal.watch import watched_game

            matches = [watched_game(console, players, chosen[0], name, pace, seat, notation)]
        else:
            matches = play_match(console, players, chosen, name)
    except EOFError:
        raise typer.Abort from None
    if anew:
        console.print(f"[dim]--seed {number} deals the same again[/dim]", highlight=False)
    _save(matches, out)


class _OnRecord(NamedTuple):
    """The position in a recorded hand that the options name."""

    file: Path | None
    game: str
    seat: int | None
    turn: int | None


def _play_on(where: _OnRecord, players: list[str] | None, seed: int, out: Path | None) -> None:
    from random import Random

    from rich.console import Console

    from mj_lab.explain.review.replay.choose import chosen_game
    from mj_lab.table.play.hands.resumed_hand import begin_at
    from mj_lab.table.play.terminal.play_on import play_from_record, seated_at

    if where.file is None:
        raise ValueError("--at and --game go with --record")
    if where.turn is None:
        raise ValueError("--record goes with --at, the turn of a decision")
    specs, seat = seated_at(players, where.seat)
    record = chosen_game(where.file, where.game)
    begun = begin_at(record, seat, where.turn, Random(seed))
    console = Console()
    try:
        match = play_from_record(console, specs, begun, f"{record.id or where.file.stem}-again")
    except EOFError:
        raise typer.Abort from None
    _save([match], out)


def _save(matches: Sequence[Match], out: Path | None) -> None:
    if out is None:
        return
    # Only saving needs the engine, which `make play` builds after its game.
    from mj_lab.core.records.matches import save_match, write_matches

    if len(matches) == 1:
        save_match(out, matches[0])
    else:
        write_matches(out, matches)
    print(f"saved {out}")
