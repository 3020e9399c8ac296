"""The arena's commands of `mj`; whatever is heavy is imported when a command runs."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mj_lab.options import Force
from mj_lab.storage.files import check_output, write_whole

if TYPE_CHECKING:
    from mj_lab.arena.duel import UnitWatch
    from mj_lab.arena.unit import Played

_INTERRUPTED = 130  # As a shell has it for Ctrl-C.

_PLAYERS = """A player is the name of a tactic, or a program: `cmd:COMMAND` is started anew each
turn, `keep:COMMAND` is kept running."""

Seed = Annotated[str, typer.Option(help="The same seed gives the same walls and the same games.")]
_Jobs = Annotated[int, typer.Option(min=1, help="Processes, or threads, to play in.")]
_Clock = Annotated[
    bool,
    typer.Option("--clock", help="Cut tactics after --limit; results then depend on the machine."),
]
Limit = Annotated[float, typer.Option(help="Seconds a decision, with --clock.")]
Database = Annotated[
    Path | None,
    typer.Option(help="Keep finished walls here, to go on with; if not given, under .mj/."),
]
Save = Annotated[Path | None, typer.Option(help="Save the matches played now into this folder.")]
EngineName = Annotated[
    str,
    typer.Option("--engine", help="Where to play: local, ray; fast, fast-ray (see make engine)."),
]
Address = Annotated[str | None, typer.Option(help="Of a running Ray cluster.")]
Report = Annotated[Path | None, typer.Option(help="Write a page with tables and plots.")]
Json = Annotated[Path | None, typer.Option("--json", help="Write the figures for machines.")]


def register(app: typer.Typer) -> None:
    """Add the arena's commands to `mj`."""
    app.command(epilog=_PLAYERS)(duel)
    app.command(epilog=_PLAYERS)(league)
    app.command()(walls)
    app.command()(compare)
    app.command()(strength)


def duel(
    a: Annotated[str, typer.Argument(metavar="A", help="A player.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The player it is compared with.")],
    walls: Annotated[int | None, typer.Option(min=1, help="Walls to play (100).")] = None,
    mode: Annotated[str, typer.Option(help="2v2: six seatings a wall; 1v3: four.")] = "2v2",
    quick: Annotated[bool, typer.Option(help="2v2 in the two alternating seatings only.")] = False,
    until: Annotated[
        float | None, typer.Option(help="Stop when the error of the difference is below this.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="LOW:HIGH", help="Stop when it is told which of the two A is ahead."),
    ] = None,
    walls_file: Annotated[Path | None, typer.Option(help="Play these walls: see mj walls.")] = None,
    seed: Seed = "0",
    jobs: _Jobs = 1,
    clock: _Clock = False,
    limit: Limit = 1.0,
    db: Database = None,
    save: Save = None,
    output: Json = None,
    report: Report = None,
    force: Force = False,
    engine: EngineName = "local",
    address: Address = None,
) -> None:
    """Compare two players on the same walls from every side's seats.

    The difference is in points a game and seat; its error is taken by wall. Ctrl-C prints what is
    there, and the same command goes on from there.
    """
    from rich.console import Console

    from mj_lab.arena.duel import MOST_WALLS, Duel, StopRule, run_duel, summary_of
    from mj_lab.arena.report.duel_text import print_duel
    from mj_lab.arena.report.interrupted import check_figures
    from mj_lab.arena.report.progress import Progressing
    from mj_lab.arena.running.named import engine_of
    from mj_lab.arena.seatings import seatings_of
    from mj_lab.arena.statistics.sprt import sprt_of
    from mj_lab.game.walls import read_walls

    check_figures(output, force)
    check_figures(report, force)
    seatings_of(mode, quick)
    _above_zero(until=until, limit=limit)
    given = tuple(read_walls(walls_file)) if walls_file is not None else None
    stop = StopRule(until, sprt_of(sprt) if sprt is not None else None)
    most = walls or (MOST_WALLS if stop != StopRule() or given is not None else 100)
    if given is not None:
        most = min(most, len(given))
    this = Duel((a, b), mode, quick, seed, limit if clock else None, given)
    setup, settings = this.setup(record=save is not None), this.settings()
    with (
        closing(engine_of(engine, setup, jobs, address)) as workers,
        _store(db, settings) as store,
        Progressing(Console(stderr=True), most, stop) as progress,
    ):
        run = run_duel(this, workers, store, most, stop, setup, _watch(progress.watch, save))
    _warn_if_changed(settings, this.settings())
    summary = {**summary_of(run), **settings}
    summary["timing"].update(engine=workers.name, database=str(store.path))
    print_duel(Console(), summary)
    _finish(summary, output, report, save)


def league(
    players: Annotated[list[str], typer.Argument(help="Four players or more.")],
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of four walls.")] = 1,
    seatings: Annotated[int, typer.Option(help="A wall's seatings: 24, or 4.")] = 24,
    match: Annotated[
        int, typer.Option(help="Play matches of 4 or 16 hands, one a round, in as many orders.")
    ] = 1,
    seed: Seed = "0",
    jobs: _Jobs = 1,
    clock: _Clock = False,
    limit: Limit = 1.0,
    db: Database = None,
    save: Save = None,
    output: Json = None,
    report: Report = None,
    force: Force = False,
    engine: EngineName = "local",
    address: Address = None,
) -> None:
    """Play a league in the contest's format: tables of four, Swiss pairing, points by wall.

    With --match each table plays whole matches, as in tournaments: winds and seats move, and a
    match pays 4, 2, 1 and 0 table points by its sum.

    Ctrl-C prints what is there, and the same command goes on from there; so does one with more
    rounds.
    """
    from rich.console import Console

    from mj_lab.arena.league import League, run_league
    from mj_lab.arena.report.interrupted import check_figures
    from mj_lab.arena.report.league_text import league_summary, print_league
    from mj_lab.arena.report.progress import Progressing
    from mj_lab.arena.running.named import engine_of
    from mj_lab.arena.seatings import league_seatings

    check_figures(output, force)
    check_figures(report, force)
    if len(players) < 4:
        raise ValueError(f"a league needs four players, not {len(players)}")
    league_seatings(seatings)
    _above_zero(limit=limit)
    this = League(tuple(players), rounds, seatings, seed, limit if clock else None, match)
    setup, settings = this.setup(record=save is not None), this.settings()
    with (
        closing(engine_of(engine, setup, jobs, address)) as workers,
        _store(db, settings) as store,
        Progressing(
            Console(stderr=True), this.unit_count(), compared=False, unit="parts"
        ) as progress,
    ):
        run = run_league(this, workers, store, setup, _watch(progress.watch, save))
    _warn_if_changed(settings, this.settings())
    summary = {**league_summary(run), **settings}
    summary["timing"].update(engine=workers.name, database=str(store.path))
    print_league(Console(), summary)
    _finish(summary, output, report, save)


def walls(
    output: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Where to; if not given, here."),
    ] = None,
    count: Annotated[int, typer.Option("-n", min=1, help="How many.")] = 100,
    seed: Seed = "0",
    flowers: Annotated[
        bool, typer.Option("--flowers", help="Walls of 144 tiles, as people play.")
    ] = False,
    force: Force = False,
) -> None:
    """Write the walls of a seed, for others to repeat a run with --walls-file.

    One a line, as Botzone's initdata has them. `mj duel` plays the same walls with this seed.
    """
    from itertools import islice

    from mj_lab.arena.wallset import walls_of_seed
    from mj_lab.game.walls import line_of, write_walls

    check_output(output, force)
    chosen = list(islice(walls_of_seed(seed, flowers=flowers), count))
    if output is None:
        for wall in chosen:
            print(line_of(wall))
        return
    write_walls(output, chosen)
    print(f"{output}: {count} walls of seed {seed}")


def compare(
    first: Annotated[Path, typer.Argument(help="What mj duel --json wrote.")],
    second: Annotated[Path, typer.Argument(help="The same of another run on the same walls.")],
    output: Json = None,
    force: Force = False,
) -> None:
    """Compare two runs on the same walls: the second's difference minus the first's, by wall."""
    from rich.console import Console

    from mj_lab.arena.compare import compare as compare_runs
    from mj_lab.arena.compare import read_summary
    from mj_lab.arena.report.duel_text import print_comparison

    check_output(output, force)
    result = compare_runs(read_summary(first), read_summary(second))
    print_comparison(Console(), result)
    if output is not None:
        _write_json(output, result)


def strength(
    stores: Annotated[list[Path], typer.Argument(help="What mj duel --db kept.")],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Where to; if not given, here."),
    ] = None,
    force: Force = False,
) -> None:
    """Write one page of strength from stored duels: rates, fan, turn and points with their errors.

    Walls count up to the first that is missing, so a duel that was interrupted will do.
    """
    from mj_lab.arena.report.strength import read_duels, strength_page

    check_output(output, force)
    duels = read_duels(stores, lambda error: print(f"mj: passed over: {error}", file=sys.stderr))
    page = strength_page(duels)
    if output is None:
        print(page, end="")
        return
    write_whole(output, page)
    print(f"{output}: {len(duels)} duels")


def _above_zero(**options: float | None) -> None:
    for name, value in options.items():
        if value is not None and not 0 < value < float("inf"):
            raise ValueError(f"--{name} must be above 0, not {value:g}")


def _watch(show: UnitWatch, folder: Path | None) -> UnitWatch:
    """Shows units, and saves the matches of new ones before they count as finished."""
    if folder is None:
        return show
    from mj_lab.records.matches import save_match

    folder.mkdir(parents=True, exist_ok=True)

    def watch(played: Played, new: bool) -> None:
        for match in played.matches:
            save_match(folder / f"{match.id}.jsonl", match)
        show(played, new)

    return watch


def _store(path: Path | None, settings: dict[str, Any]) -> Any:
    from hashlib import blake2b

    from mj_lab.arena.running.store import Store

    if path is None:
        digest = blake2b(json.dumps(settings, sort_keys=True).encode(), digest_size=6).hexdigest()
        path = Path(".mj") / f"{settings['kind']}-{digest}.db"
    return Store(path, settings)


def _warn_if_changed(before: dict[str, Any], after: dict[str, Any]) -> None:
    if before != after:
        print("mj: the code has changed while this ran: do not trust it", file=sys.stderr)


def _write_json(path: Path, record: dict[str, Any]) -> None:
    write_whole(path, json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def _finish(
    summary: dict[str, Any], output: Path | None, report: Path | None, matches: Path | None
) -> None:
    if output is not None:
        _write_json(output, summary)
    if report is not None:
        from mj_lab.arena.report.page import write_report

        write_report(report, summary, matches)
    if not summary["complete"]:
        print("mj: interrupted; the same command goes on from here", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED)
