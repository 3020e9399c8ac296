"""The arena's commands of `mj`; heavy imports wait until a command runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mj_lab.core.extras import check_installed
from mj_lab.core.files import write_whole
from mj_lab.core.options import (
    AsJson,
    Force,
    Jobs,
    RunOutputs,
    Seed,
    Walls,
    finite_number,
    folder_to_write,
    outputs_of,
)

if TYPE_CHECKING:
    from mj_lab.core.runner.engine import Engine
    from mj_lab.core.runner.identity import CodeState
    from mj_lab.core.runner.play_stored import UnitWatch
    from mj_lab.core.runner.unit import Played, Setup, Unit
    from mj_lab.measure.arena.duel import StopRule
    from mj_lab.measure.arena.report.duel_summary import DuelSummary
    from mj_lab.measure.arena.report.league_summary import LeagueSummary

_INTERRUPTED = 130  # The exit code of shells for Ctrl-C.

_PLAYERS = """A player is the name of a tactic, its file (`mine/mine.py`), a tactic's class in a
module of your own (`py:MODULE:CLASS`), or a program: `cmd:COMMAND` is started anew each turn,
`keep:COMMAND` is kept running. `NAME=PLAYER` is called NAME."""

Limit = Annotated[
    float | None,
    typer.Option(
        min=1e-6,
        callback=finite_number,
        help="Seconds a decision; 30 by default, so that nothing hangs.",
    ),
]
KeptIn = Annotated[
    Path | None,
    typer.Option(help="Finished work is stored here; a rerun resumes; by default under .mj/."),
]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        help="Where to play: fast, local, ray@ADDRESS, fast-ray@ADDRESS; auto: fast if possible.",
    ),
]
Outs = Annotated[
    list[Path] | None,
    typer.Option(
        "-o",
        "--out",
        help="Where to write: figures (.json), a page (.html), matches (a folder; with a page some"
        " as replays); repeatable.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add `duel` and `league` to `mj`."""
    app.command(epilog=_PLAYERS)(duel)
    app.command(epilog=_PLAYERS)(league)


def register_rest(app: typer.Typer) -> None:
    """Add the other commands to `mj arena`."""
    for command in (tactics, walls, compare, strength, keep):
        app.command()(command)


def duel(
    a: Annotated[str, typer.Argument(metavar="A", help="A player.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The player it is compared with.")],
    walls: Walls = None,
    mode: Annotated[
        str, typer.Option(help="Seatings a wall: 2v2 has six, 1v3 four, quick two of the six.")
    ] = "2v2",
    until: Annotated[
        str | None,
        typer.Option(
            metavar="ERROR|LOW:HIGH",
            help="Stop when decided: at this error, or for LOW or HIGH.",
        ),
    ] = None,
    common_wall: Annotated[
        bool, typer.Option("--common-wall", help="All draw from one wall, as at a real table.")
    ] = False,
    seed: Seed = "0",
    jobs: Jobs = 1,
    limit: Limit = None,
    store: KeptIn = None,
    out: Outs = None,
    as_json: AsJson = False,
    force: Force = False,
    engine: EngineName = "auto",
) -> None:
    """Compare two players on the same walls, from both sides' seats.

    The difference is in points a game and seat; its error is by wall. Ctrl-C prints the result so
    far, and the same command resumes.
    """
    from rich.console import Console

    from mj_lab.core.game.walls import read_walls
    from mj_lab.core.runner.identity import CodeState
    from mj_lab.core.runner.named import engine_of
    from mj_lab.core.runner.seatings import seatings_of
    from mj_lab.measure.arena.duel import MOST_WALLS, Duel, StopRule, run_duel
    from mj_lab.measure.arena.report.duel_summary import summary_of
    from mj_lab.measure.arena.report.duel_text import print_duel
    from mj_lab.measure.arena.report.progress import Progressing

    outputs = _checked(out, force)
    quick = mode == "quick"
    seatings_of("2v2" if quick else mode)
    given = tuple(read_walls(walls)) if isinstance(walls, Path) else None
    stop = _stop_rule(until)
    most = walls if given is None else len(given)
    most = most or (MOST_WALLS if stop != StopRule() else 100)
    this = Duel((a, b), "2v2" if quick else mode, quick, seed, limit, given, common_wall)
    setup, settings = this.setup(record=outputs.matches is not None), this.settings()
    code = CodeState(this.specs, settings["code"])
    said: list[str] = []
    with (
        closing(engine_of(engine, setup, jobs, said.append)) as workers,
        _store(store, settings) as stored,
        closing(workers),  # Before the store, which takes what they kept late.
        Progressing(Console(stderr=True), most, stop) as progress,
    ):
        _say(said)
        run = run_duel(
            this, workers, stored, most, stop, setup, _watch(progress.watch, outputs.matches)
        )
        _save_missing(workers, setup, this.units(), run.played, outputs.matches)
    _warn_if_changed(code)
    summary = summary_of(run, settings)
    summary.timing.engine, summary.timing.database = workers.name, str(stored.path)
    show = partial(print_duel, Console(), summary)
    _finish(summary, outputs, as_json, show)


def league(
    players: Annotated[list[str], typer.Argument(help="Four players or more.")],
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds; each of four walls.")] = 1,
    seatings: Annotated[int, typer.Option(help="A wall's seatings: 24, or 4.")] = 24,
    hands: Annotated[int, typer.Option(help="1 is a game; 4 or 16 a match.")] = 1,
    seed: Seed = "0",
    jobs: Jobs = 1,
    limit: Limit = None,
    store: KeptIn = None,
    out: Outs = None,
    as_json: AsJson = False,
    force: Force = False,
    engine: EngineName = "auto",
) -> None:
    """Play a league as the contest does: tables of four, Swiss pairs.

    With --hands each table plays whole matches, as in tournaments: winds and seats move, and a
    match pays 4, 2, 1 and 0 table points by its sum.

    Ctrl-C prints the result so far, and the same command resumes, also with more rounds.
    """
    from rich.console import Console

    from mj_lab.core.runner.identity import CodeState
    from mj_lab.core.runner.named import engine_of
    from mj_lab.core.runner.seatings import league_seatings
    from mj_lab.measure.arena.league import League, run_league
    from mj_lab.measure.arena.report.league_summary import league_summary
    from mj_lab.measure.arena.report.league_text import print_league
    from mj_lab.measure.arena.report.progress import Progressing

    outputs = _checked(out, force)
    if len(players) < 4:
        raise ValueError(f"a league needs four players, not {len(players)}")
    league_seatings(seatings)
    this = League(tuple(players), rounds, seatings, seed, limit, hands)
    setup, settings = this.setup(record=outputs.matches is not None), this.settings()
    code = CodeState(this.specs, settings["code"])
    said: list[str] = []
    with (
        closing(engine_of(engine, setup, jobs, said.append)) as workers,
        _store(store, settings) as stored,
        closing(workers),  # Before the store, which takes what they kept late.
        Progressing(
            Console(stderr=True), this.unit_count(), compared=False, unit="parts"
        ) as progress,
    ):
        _say(said)
        run = run_league(this, workers, stored, setup, _watch(progress.watch, outputs.matches))
        units = (unit for at in enumerate(run.pairings) for unit in this.units(*at))
        _save_missing(workers, setup, units, run.units, outputs.matches)
    _warn_if_changed(code)
    summary = league_summary(run, settings)
    summary.timing.engine, summary.timing.database = workers.name, str(stored.path)
    show = partial(print_league, Console(), summary)
    _finish(summary, outputs, as_json, show)


def tactics() -> None:
    """List the tactics: what each does, and its options with their ranges."""
    from mj_bot.tactics import DEFAULT, names
    from mj_lab.measure.arena.tactic_list import described

    for name in names():
        first_line, settable = described(name)
        mark = " (the default)" if name == DEFAULT else ""
        print(f"{name}{mark}: {first_line}")
        for number, limits, meaning in settable:
            print(f"    {number:<26} {limits:<14} {meaning}".rstrip())


def walls(
    count: Annotated[int, typer.Option(min=1, help="How many.")] = 100,
    seed: Seed = "0",
    flowers: Annotated[
        bool, typer.Option("--flowers", help="Walls of 144 tiles, as people play.")
    ] = False,
) -> None:
    """Print the walls of a seed, so that others can repeat a run: `mj duel --walls FILE`.

    One a line, in the form of Botzone's initdata. `mj duel` plays the same walls with this seed.
    """
    from mj_lab.core.game.walls import line_of, walls_of_seed

    for wall in islice(walls_of_seed(seed, flowers=flowers), count):
        print(line_of(wall))


def compare(
    first: Annotated[Path, typer.Argument(help="The figures of mj duel -o FIGURES.json.")],
    second: Annotated[Path, typer.Argument(help="Those of another run on the same walls.")],
    as_json: AsJson = False,
) -> None:
    """Compare two runs on the same walls: the second's difference minus the first's, by wall."""
    from rich.console import Console

    from mj_lab.measure.arena.compare import compare as compare_runs
    from mj_lab.measure.arena.compare import read_summary
    from mj_lab.measure.arena.report.duel_text import print_comparison

    result = compare_runs(read_summary(first), read_summary(second))
    if as_json:
        print(_json_text(result.to_json()), end="")
    else:
        print_comparison(Console(), result)


def strength(
    stores: Annotated[
        list[Path], typer.Argument(help="Stores of mj duel --store, or files of mj arena keep.")
    ],
) -> None:
    """Print one page of strength from stored duels: rates, fan, turn and points with their errors.

    Walls count up to the first missing one, so an interrupted duel can be used.
    """
    from mj_lab.measure.arena.report.kept_duel import read_duels
    from mj_lab.measure.arena.report.strength import strength_page

    duels = read_duels(stores, lambda error: print(f"mj: passed over: {error}", file=sys.stderr))
    print(strength_page(duels), end="")


def keep(
    store: Annotated[Path, typer.Argument(help="The store of mj duel --store.")],
) -> None:
    """Print a stored duel as a small JSON file, without its games: points by wall, sums, fans.

    `mj arena strength` reads it like the store.
    """
    from mj_lab.measure.arena.report.kept_duel import read_duel

    print(read_duel(store).to_text(), end="")


def _stop_rule(until: str | None) -> StopRule:
    from mj_lab.core.sprt import sprt_of
    from mj_lab.measure.arena.duel import StopRule

    if until is None:
        return StopRule()
    if ":" in until:
        return StopRule(sprt=sprt_of(until))
    try:
        error = float(until)
    except ValueError:
        error = 0.0
    if not 0 < error < float("inf"):
        raise ValueError(f"--until is a number above 0, or LOW:HIGH, not {until:.80}")
    return StopRule(error)


def _checked(out: list[Path] | None, force: bool) -> RunOutputs:
    """The outputs that `-o` names, checked early to be writable, with the packages needed."""
    from mj_lab.measure.arena.report.interrupted import check_figures

    check_installed("the error of a mean", "scipy", "measure")
    outputs = outputs_of(out)
    check_figures(outputs.figures, force)
    check_figures(outputs.page, force)
    if outputs.matches is not None:
        folder_to_write(outputs.matches)
    return outputs


def _say(lines: list[str]) -> None:
    for line in lines:
        print(f"mj: {line}", file=sys.stderr)


def _watch(show: UnitWatch, folder: Path | None) -> UnitWatch:
    """Displays units, and saves the matches of new ones before they count as finished."""
    if folder is None:
        return show
    from mj_lab.core.records.matches import save_match

    folder.mkdir(parents=True, exist_ok=True)

    def watch(played: Played, new: bool) -> None:
        for match in played.matches:
            save_match(folder / f"{match.id}.jsonl", match)
        show(played, new)

    return watch


def _save_missing(
    workers: Engine,
    setup: Setup,
    units: Iterable[Unit],
    played: Iterable[Played],
    folder: Path | None,
) -> None:
    """Play stored units again whose matches are not in the folder, and save these."""
    stored = {} if folder is None else {unit.key: unit.games for unit in played}
    if folder is None or not stored:
        return
    from mj_lab.core.records.matches import save_match
    from mj_lab.core.runner.engine import close
    from mj_lab.core.runner.unit import match_name

    # The units of a seed have no end.
    known = islice((unit for unit in units if unit.key in stored), len(stored))
    missing = [unit for unit in known if not (folder / f"{match_name(unit.key, 0)}.jsonl").exists()]
    if not missing:
        return
    _say([f"{len(missing)} stored walls are played again: {folder} lacks their matches"])
    results = workers.run(setup, missing)
    try:
        for again in results:
            if [game.scores for game in again.games] != [game.scores for game in stored[again.key]]:
                _say([f"{again.key} went otherwise this time: its matches are not saved"])
                continue
            for match in again.matches:
                save_match(folder / f"{match.id}.jsonl", match)
    except KeyboardInterrupt:
        _say(["interrupted; the same command resumes"])
        raise typer.Exit(_INTERRUPTED) from None
    finally:
        close(results)


def _store(path: Path | None, settings: dict[str, Any]) -> Any:
    from hashlib import blake2b

    from mj_lab.core.runner.store import Store

    if path is None:
        digest = blake2b(json.dumps(settings, sort_keys=True).encode(), digest_size=6).hexdigest()
        path = Path(".mj") / f"{settings['kind']}-{digest}.db"
    return Store(path, settings)


def _warn_if_changed(code: CodeState) -> None:
    for what in code.changes():
        # A program may write into a file that it is given.
        hint = "" if what == "the code" else ", or name it .log if it is a log"
        print(f"mj: {what} has changed while this ran: do not trust it{hint}", file=sys.stderr)


def _json_text(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def _finish(
    summary: DuelSummary | LeagueSummary,
    outputs: RunOutputs,
    as_json: bool,
    show: Callable[[], None],
) -> None:
    if as_json:
        print(_json_text(summary.to_json()), end="")
    else:
        show()
    if outputs.figures is not None:
        write_whole(outputs.figures, _json_text(summary.to_json()))
    if outputs.page is not None:
        from mj_lab.measure.arena.report.page import write_report

        write_report(outputs.page, summary, outputs.matches)
    if not summary.complete:
        print("mj: interrupted; the same command resumes", file=sys.stderr)
        raise typer.Exit(_INTERRUPTED)
