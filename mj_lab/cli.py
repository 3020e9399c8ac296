"""The command `mj`."""

from __future__ import annotations

import json
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console

from mj_bot import __version__
from mj_bot.tactics import DEFAULT
from mj_lab.analysis import cli as analysis
from mj_lab.arena import cli as arena
from mj_lab.check import cli as check
from mj_lab.convert import cli as convert
from mj_lab.dataset import cli as dataset
from mj_lab.fetch import cli as fetch
from mj_lab.fetch.match_address import is_match_page
from mj_lab.index import cli as index
from mj_lab.learn import cli as learn
from mj_lab.live import cli as live
from mj_lab.live.secret import refuse_addresses
from mj_lab.options import Force
from mj_lab.plain_words import plain_words
from mj_lab.play import cli as people
from mj_lab.quiz import cli as quiz
from mj_lab.replay import cli as replay
from mj_lab.review import cli as review
from mj_lab.storage.files import check_output
from mj_lab.terminal import watch
from mj_lab.text.notation import Notation
from mj_lab.tune import cli as tune
from mj_lab.web import cli as web

app = typer.Typer(
    pretty_exceptions_enable=False,
)


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"mj {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_say_version, is_eager=True, help="Say which it is."),
    ] = False,
) -> None:
    """The workshop of mj_bot: play, check and measure Guobiao Mahjong (国标麻将) bots."""


# Who plays where nobody is named: strong against simple, so that something happens.
_SHOWN = ("odds", "rule_based", "odds", "greedy")
_PLAYERS = """A player is the name of a tactic, or a program: `cmd:COMMAND` is started anew
each turn, `keep:COMMAND` is kept running (`cmd+simple:`, `keep+simple:`: the simple format).
`human` is you, at this terminal; the other three are tactics then."""


def main() -> None:
    """Run `mj`; bad input ends in one line on stderr and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        # Some encodings lack Chinese: then there are question marks, and no error.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        # The address of a match's page is no secret, and `get` takes it.
        words = sys.argv[1:]
        refuse_addresses([one for one in words if words[0] != "get" or not is_match_page(one)])
        code = app(sys.argv[1:] or ["--help"], prog_name="mj", standalone_mode=False)
    except typer.Abort:
        print("mj: stopped", file=sys.stderr)
        sys.exit(130)
    except typer.TyperException as error:
        told = getattr(error, "format_message", lambda: "")() or str(error)
        asked = getattr(getattr(error, "ctx", None), "command_path", "mj")
        _refuse(f"{plain_words(told)} ({asked} --help tells more)")
    except (ValueError, OSError) as error:
        _refuse((str(error).splitlines() or [type(error).__name__])[0])
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(message: str) -> NoReturn:
    print("mj: " + " ".join(message.split()), file=sys.stderr)
    sys.exit(2)


@app.command(epilog=_PLAYERS)
def play(
    players: Annotated[
        list[str] | None, typer.Argument(help="Four players, East first; else four of ours.")
    ] = None,
    wall_seed: Annotated[int | None, typer.Option(help="Make the wall from this seed.")] = None,
    wall: Annotated[Path | None, typer.Option(help="Play the first wall of this file.")] = None,
    prevalent_wind: Annotated[
        int | None, typer.Option(min=0, max=3, help="0-3 for E S W N; else the wall's, or East.")
    ] = None,
    hands: Annotated[int, typer.Option(help="1 is a game; 4 or 16 a match of so many.")] = 1,
    save: Annotated[
        Path | None,
        typer.Option(help="Write the match: .json a Botzone log, else a line of JSON."),
    ] = None,
    force: Force = False,
) -> None:
    """Play one game and show it as it goes; `human` among the players is who sits here.

    With --hands it is a match: the deal passes after every hand, prevalent wind and seats change
    after every four, and the sums pay 4, 2, 1 and 0 table points.
    """
    from mj_lab.game.walls import wall_to_play
    from mj_lab.terminal.match_play import play_match, walls_of_match

    check_output(save, force)
    players = players or list(_SHOWN)
    if hands == 1:
        walls = [wall_to_play(wall, wall_seed, prevalent_wind)]
    elif prevalent_wind is not None:
        raise ValueError("--prevalent-wind is for one hand: in a match it goes round")
    else:
        walls = walls_of_match(hands, wall, wall_seed)
    if hands > 1 and save is not None and save.suffix == ".json":
        raise ValueError("a Botzone log (.json) has one game: save a match as .jsonl")
    name = f"wall-{wall_seed or 0}" if wall is None else wall.stem
    console = Console()
    try:
        matches = play_match(console, players, walls, name)
    except EOFError:
        raise typer.Abort from None
    if save is not None:
        from mj_lab.records.matches import save_match, write_matches

        if hands == 1:
            save_match(save, matches[0])
        else:
            write_matches(save, matches)
        console.print(f"saved {save}")


@app.command(name="tactics")
def list_tactics() -> None:
    """Which tactics are there, what are they, and which of their numbers can be set?"""
    from mj_bot import tactics
    from mj_lab.terminal.tactic_list import described

    for name in tactics.offered():
        told, settable = described(name)
        mark = " (the default)" if name == DEFAULT else ""
        print(f"{name}{mark}: {told}")
        for number, limits, meaning in settable:
            print(f"    {number:<26} {limits:<14} {meaning}".rstrip())


_Tactic = Annotated[str, typer.Option(help="The tactic to ask.")]
_AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def explain(
    file: Annotated[Path, typer.Argument(help="A recorded request (JSON), or a match file.")],
    tactic: _Tactic = DEFAULT,
    seat: Annotated[int | None, typer.Option(help="Of a match: the seat, 0-3.")] = None,
    turn: Annotated[
        int | None, typer.Option(help="Of a match or request: the turn, from 0.")
    ] = None,
    notation: Annotated[Notation, typer.Option(help="How tiles are printed.")] = Notation.LETTERS,
    as_json: _AsJson = False,
) -> None:
    """Show what a tactic thinks of every candidate action of a decision, best first."""
    from mj_lab.analysis.explain import explain_file, print_explanation

    explanation = explain_file(file, tactic, seat, turn)
    if as_json:
        print(json.dumps(explanation.as_json(), ensure_ascii=False))
        return
    print_explanation(Console(), explanation, notation)


for part in (
    check,
    convert,
    arena,
    tune,
    dataset,
    learn,
    analysis,
    replay,
    review,
    index,
    quiz,
    web,
    people,
    watch,
    live,
    fetch,
):
    part.register(app)
