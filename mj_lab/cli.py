"""The command `mj`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.progress import track

from mj_bot.events import SEATS
from mj_bot.tactics import DEFAULT
from mj_lab.analysis import cli as analysis
from mj_lab.arena import cli as arena
from mj_lab.live import cli as live
from mj_lab.live.secret import refuse_addresses
from mj_lab.replay import cli as replay
from mj_lab.terminal import watch
from mj_lab.tune import cli as tune
from mj_lab.web import cli as web

if TYPE_CHECKING:
    from mj_lab.records.match import Match

Checked = TypeVar("Checked")

app = typer.Typer(
    help="The workshop of mj_bot: play, check and measure Guobiao Mahjong (国标麻将) bots.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
_PLAYERS = """A player is the name of a tactic, or a program: `cmd:COMMAND` is started anew
each turn, `keep:COMMAND` is kept running (`cmd+simple:`, `keep+simple:`: the simple format)."""

Files = Annotated[list[Path], typer.Argument(help="Match files: lines of JSON or a Botzone log.")]
Jobs = Annotated[int, typer.Option(min=1, help="Processes to work with.")]


def main() -> None:
    """Run `mj`; bad input ends in one line on stderr and exit code 2."""
    try:
        refuse_addresses(sys.argv[1:])
        code = app(standalone_mode=False)
    except typer.Abort:
        print("mj: stopped", file=sys.stderr)
        sys.exit(130)
    except typer.TyperException as error:
        told = getattr(error, "format_message", lambda: "")() or str(error)
        _refuse(f"{told} (mj --help tells more)")
    except (ValueError, OSError) as error:
        _refuse((str(error).splitlines() or [type(error).__name__])[0])
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(message: str) -> NoReturn:
    print("mj: " + " ".join(message.split()), file=sys.stderr)
    sys.exit(2)


@app.command(epilog=_PLAYERS)
def play(
    players: Annotated[list[str], typer.Argument(help="Four players, East first.")],
    wall_seed: Annotated[int | None, typer.Option(help="Make the wall from this seed.")] = None,
    wall: Annotated[Path | None, typer.Option(help="Play the first wall of this file.")] = None,
    prevalent_wind: Annotated[int, typer.Option(min=0, max=3, help="0-3 for E S W N.")] = 0,
    save: Annotated[
        Path | None, typer.Option(help="Write the match: .json a Botzone log, else a line of JSON.")
    ] = None,
) -> None:
    """Play one game and show it as it goes."""
    from mj_lab.game.asking import play as play_game
    from mj_lab.game.players import player_of
    from mj_lab.game.referee import Game
    from mj_lab.game.walls import read_walls, wall_of_seed
    from mj_lab.terminal.commentary import Commentary, print_end

    if len(players) != SEATS:
        raise ValueError(f"four players are needed, not {len(players)}")
    if wall is not None and wall_seed is not None:
        raise ValueError("choose --wall or --wall-seed, not both")
    tiles = read_walls(wall)[0] if wall is not None else wall_of_seed(wall_seed or 0)
    game = Game(tiles, prevalent_wind)
    seated = [player_of(spec)(seat) for seat, spec in enumerate(players)]
    console = Console()
    turns = play_game(game, seated, Commentary(console, players).watch)
    print_end(console, game, players)
    if save is not None:
        from mj_lab.records.match import match_of
        from mj_lab.records.matches import save_match

        save_match(save, match_of(game, turns, f"wall-{wall_seed or 0}", players))
        console.print(f"saved {save}")


@app.command()
def verify(files: Files, jobs: Jobs = 1) -> None:
    """Replay recorded matches through our judge: the same requests, scores and result?"""
    from mj_lab.check.verify import disagreement

    console, agreed, total = Console(), 0, 0
    for match, difference in _each(disagreement, files, jobs, "verifying"):
        total += 1
        agreed += difference is None
        if difference is not None:
            console.print(f"{match}: {difference}", markup=False, highlight=False)
    console.print(f"{total} matches, {agreed} agree", highlight=False)
    if agreed != total:
        raise typer.Exit(1)


@app.command()
def legal(files: Files, jobs: Jobs = 1) -> None:
    """Hold action_space against judge and record at every decision of recorded matches."""
    from mj_lab.check.legal import LegalCount, check_legality

    console, count = Console(), LegalCount()
    for _, one in _each(check_legality, files, jobs, "checking"):
        count.add(one)
    for line in count.disagreements:
        console.print(line, markup=False, highlight=False)
    console.print(
        f"{count.matches} matches, {count.asked} requests, {count.decisions} decisions, "
        f"{count.actions} legal actions, {count.declined} declined, "
        f"{len(count.disagreements)} disagreements",
        highlight=False,
        soft_wrap=True,
    )
    if count.disagreements:
        raise typer.Exit(1)


Tactic = Annotated[str, typer.Option(help="The tactic to ask.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def explain(
    file: Annotated[Path, typer.Argument(help="A recorded request (JSON), or a match file.")],
    tactic: Tactic = DEFAULT,
    seat: Annotated[int | None, typer.Option(help="Of a match: the seat, 0-3.")] = None,
    turn: Annotated[
        int | None, typer.Option(help="Of a match or request: the turn, from 0.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what a tactic thinks of every candidate action of a decision, best first."""
    from mj_lab.analysis.explain import explain_file, print_explanation

    explanation = explain_file(file, tactic, seat, turn)
    if as_json:
        print(json.dumps(explanation.as_json(), ensure_ascii=False))
        return
    print_explanation(Console(), explanation)


@app.command()
def agree(
    files: Annotated[list[Path], typer.Argument(help="Decision files or match files.")],
    tactic: Tactic = DEFAULT,
    level: Annotated[
        list[str] | None, typer.Option(help="Of matches, only those of this level; repeatable.")
    ] = None,
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Count how often a tactic makes the recorded choice, by kind of decision and by route."""
    from mj_lab.check.agree import agreement_of_files, agreement_table

    total = agreement_of_files(files, tactic, set(level or ()), jobs)
    if as_json:
        print(json.dumps(total.as_json()))
        return
    Console().print(agreement_table(total, tactic))


def _each(
    check: Callable[[Match], Checked], files: list[Path], jobs: int, doing: str
) -> Iterator[tuple[str, Checked]]:
    """Every match of the files, by name, with what the check says of it; a progress bar."""
    from mj_lab.records.matches import read_matches

    matches = [match for path in files for match in read_matches(path)]
    names = [match.id for match in matches]
    bar = Console(stderr=True)
    if jobs == 1:
        checked = map(check, matches)
        yield from zip(
            names, track(checked, doing, len(matches), console=bar, transient=True), strict=True
        )
        return
    with ProcessPoolExecutor(jobs) as pool:
        results = pool.map(check, matches, chunksize=8)
        yield from zip(
            names, track(results, doing, len(matches), console=bar, transient=True), strict=True
        )


for part in (arena, tune, analysis, replay, web, watch, live):
    part.register(app)
