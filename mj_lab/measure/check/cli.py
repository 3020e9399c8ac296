"""The commands `mj check ...`; heavy imports wait until one runs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from mj_bot.tactics import DEFAULT
from mj_lab.core.options import AsJson, At, Jobs, Seat, Seed, TacticName, seed_number

if TYPE_CHECKING:
    from mj_lab.core.records.match import Match
    from mj_lab.core.records.matches import Skipped

_Checked = TypeVar("_Checked")

_Files = Annotated[list[Path], typer.Argument(help="Match files: lines of JSON or a Botzone log.")]
# The folder of the recorded matches and decisions.
_DATA = Path("../shared/data")


# Of the random hands.
_SHANTEN_SEED = 1


def register(app: typer.Typer) -> None:
    """Add the commands to the group."""
    for command in (verify, legal, agree, reference, shanten, fuzz, faultless, twins):
        app.command()(command)


def verify(files: _Files, jobs: Jobs = 1) -> None:
    """Replay recorded matches at our judge, and compare requests, scores and result."""
    from rich.console import Console

    from mj_lab.measure.check.verify import disagreement

    console, agreed, total = Console(), 0, 0
    matches, skipped = _matches(files)
    for match, difference in _each(disagreement, matches, jobs, "verifying"):
        total += 1
        agreed += difference is None
        if difference is not None:
            console.print(f"{match}: {difference}", markup=False, highlight=False)
    console.print(f"{total} matches, {agreed} agree", highlight=False)
    if skipped.listed() or agreed != total:
        raise typer.Exit(1)


def legal(files: _Files, jobs: Jobs = 1) -> None:
    """Compare action_space with judge and record at every decision of recorded matches."""
    from rich.console import Console

    from mj_lab.measure.check.legal import LegalCount, check_legality

    console, count = Console(), LegalCount()
    matches, skipped = _matches(files)
    for _, of_match in _each(check_legality, matches, jobs, "checking"):
        count.add(of_match)
    for line in count.disagreements:
        console.print(line, markup=False, highlight=False)
    console.print(
        f"{count.matches} matches, {count.asked} requests, {count.decisions} decisions, "
        f"{count.actions} legal actions, "
        f"{len(count.disagreements)} disagreements",
        highlight=False,
        soft_wrap=True,
    )
    if skipped.listed() or count.disagreements:
        raise typer.Exit(1)


def agree(
    files: Annotated[list[Path], typer.Argument(help="Decision files or match files.")],
    tactic: TacticName = DEFAULT,
    level: Annotated[
        list[str] | None, typer.Option(help="Of matches, only those of this level; repeatable.")
    ] = None,
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Count how often a tactic makes the recorded choice, by kind of decision and by route."""
    from rich.console import Console

    from mj_lab.core.records.matches import Skipped
    from mj_lab.measure.check.agree import agreement_of_files, agreement_table

    skipped = Skipped()
    total = agreement_of_files(files, tactic, set(level or ()), jobs, skipped)
    if as_json:
        print(json.dumps(total.as_json()))
    else:
        Console().print(agreement_table(total, tactic))
    if skipped.listed():
        raise typer.Exit(1)


def reference(
    file: Annotated[
        Path | None,
        typer.Argument(help="Recorded decisions; by default those of the folder MJ_DATA."),
    ] = None,
    tactic: TacticName = "rule_based",
) -> None:
    """Show how far a tactic agrees with recorded decisions, what it does instead, how fast."""
    from mj_lab.measure.check.reference import choice_lines, distance_lines

    path = file or _data() / "reference_decisions.jsonl.gz"
    for line in choice_lines(path, tactic):
        print(line)
    if tactic == "rule_based":
        for line in distance_lines(path):
            print(line)


def shanten(
    count: Annotated[int, typer.Option(min=1, help="How many.")] = 2000,
) -> None:
    """Compare our shanten with MahjongGB's on random hands, --count of every size."""
    from mj_lab.measure.check.shanten.comparison import ShantenCount

    compared = ShantenCount()
    for line in compared.lines(count, _SHANTEN_SEED):
        print(line, flush=True)
    if compared.differing:
        raise typer.Exit(1)


def fuzz(
    count: Annotated[int, typer.Option(min=1, help="How many.")] = 100_000,
    seed: Seed = "0",
    first: Annotated[int, typer.Option(min=0, help="The number of the first input.")] = 0,
    tactic: Annotated[
        str | None, typer.Option(help="The tactic to ask; by default play is random.")
    ] = None,
    jobs: Jobs = 1,
) -> None:
    """Send mangled inputs to the bot's process, and check for one legal answer to each.

    A single input (--count 1) is shown. Ctrl-C prints the result so far, and how to continue.
    """
    from mj_bot.tactics import load
    from mj_lab.measure.check.fuzz import FuzzCount, counts, fuzzed, histories

    if tactic is not None:
        load(tactic)
    data, number, tally = _data(), seed_number(seed), FuzzCount()
    if count == 1:
        for fuzzed_case in fuzzed([first], number, histories(data), tactic):
            tally.add(fuzzed_case)
            print(
                fuzzed_case.case.settings,
                fuzzed_case.case.kind,
                *fuzzed_case.case.turns,
                *fuzzed_case.answers,
                sep="\n",
            )
            print(*tally.faults, sep="\n")
    numbers = range(first, first + count) if count > 1 else range(0)
    try:
        for part in counts(numbers, number, data, tactic, jobs):
            tally.add_all(part)
            for line in part.faults:
                print(line, flush=True)
            if tally.inputs % 50_000 == 0:
                typer.echo(f"{first + tally.inputs:,} of {numbers.stop:,}", err=True)
    except KeyboardInterrupt:
        print(
            f"stopped; continue with --first {first + tally.inputs} --count {count - tally.inputs}"
        )
    print(f"seed {seed}:", *tally.lines(), sep="\n")
    if tally.at_fault:
        raise typer.Exit(1)


def faultless(
    players: Annotated[list[str], typer.Argument(help="Four players; they rotate, game by game.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Seed = "0",
    jobs: Jobs = 1,
) -> None:
    """Play many games and list every verdict that is neither a win nor a drawn game."""
    from time import perf_counter

    from mj_lab.measure.check.faultless import FAULTLESS, results_of

    first = seed_number(seed)
    start, ends, faults = perf_counter(), dict[str, int](), 0
    for number, result in results_of(players, range(first, first + games), jobs):
        ends[result.action] = ends.get(result.action, 0) + 1
        if result.action not in FAULTLESS:
            faults += 1
            print(f"seed {number}: {result}")
    seconds = perf_counter() - start
    print(f"{games} games of {' '.join(players)}: {ends}, {faults} faults")
    print(f"{seconds:.0f} s, {games / seconds:.1f} games/s")
    if faults:
        raise typer.Exit(1)


def twins(
    state: Annotated[Path, typer.Argument(help="A recorded request (JSON), or a match file.")],
    seat: Seat = None,
    at: At = None,
) -> None:
    """Show the first piece of a decision in which `odds` in Python and in C++ differ."""
    from mj_lab.explain.analysis.explain import decision_in
    from mj_lab.measure.check.twins import pieces

    name, decided = decision_in(state, seat, at)
    compared = list(pieces(decided))
    for piece in compared:
        if not piece.same:
            print(f"{name}: {piece.name}: Python {piece.python}, C++ {piece.cpp}")
            raise typer.Exit(1)
    print(f"{name}: {len(compared)} pieces, all the same")


def _data() -> Path:
    return Path(os.environ.get("MJ_DATA") or _DATA)


def _matches(files: list[Path]) -> tuple[list[Match], Skipped]:
    """The matches of the files, and a note on skipped records."""
    from mj_lab.core.records.matches import Skipped, read_matches

    skipped = Skipped()
    matches = [match for path in files for match in read_matches(path, skipped)]
    skipped.check(len(matches))
    return matches, skipped


def _each(
    check: Callable[[Match], _Checked], matches: list[Match], jobs: int, doing: str
) -> Iterator[tuple[str, _Checked]]:
    """The check's result for every match, by name, with a progress bar."""
    from concurrent.futures import ProcessPoolExecutor

    from rich.console import Console
    from rich.progress import track

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
