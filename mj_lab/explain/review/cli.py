"""The commands `mj review` and `mj check calibrate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.core.database import is_database
from mj_lab.core.extras import check_installed
from mj_lab.core.files import DRAWINGS, check_kept_file, check_output, write_whole
from mj_lab.core.options import (
    ADVISER,
    AsJson,
    Force,
    Jobs,
    NoNames,
    Seat,
    Seed,
    TacticName,
    TimeZone,
    seed_number,
)

if TYPE_CHECKING:
    from datetime import tzinfo

    from mj_lab.explain.review.together.report import ReviewReport

# The range of losses that are played out, in points.


def register(app: typer.Typer) -> None:
    """Add `review` to the command."""
    app.command()(review)


def register_calibrate(app: typer.Typer) -> None:
    """Add `calibrate` to the group."""
    app.command()(calibrate)


def review(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="MATCH...",
            help="Match files, or what Botzone sends one seat (JSON with requests and responses).",
        ),
    ],
    seat: Seat = None,
    own: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|ID",
            help="Only your own player's seats, with its faults, verdicts and times; `me` in "
            "matches of mj live play.",
        ),
    ] = None,
    tactic: TacticName = ADVISER,
    by: Annotated[str, typer.Option(help="A row for each player, level, file or seat.")] = "player",
    count: Annotated[
        int | None,
        typer.Option(min=1, help="How many; for an index, newest first, 100 by default."),
    ] = None,
    jobs: Jobs = 1,
    no_names: NoNames = False,
    tz: TimeZone = "",
    as_json: AsJson = False,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="Where to write: a page, or JSON (.json).")
    ] = None,
    force: Force = False,
) -> None:
    """What did every answer cost? Points lost, mistakes, luck, style.

    The hands of a match share a page. For an index (mj records index), the newest games without a
    review are reviewed, and the reviews are stored there.
    """
    from rich.console import Console
    from rich.progress import track

    from mj_lab.core.pages.anonymise import Anonymiser
    from mj_lab.core.records.matches import Skipped
    from mj_lab.core.text.dates import zone_of
    from mj_lab.explain.review.reviewing import review_games
    from mj_lab.explain.review.together.players import GROUPINGS
    from mj_lab.explain.review.together.report import report_of
    from mj_lab.explain.review.views import OwnSeats, recorded_games

    if len(files) == 1 and is_database(files[0]):
        if own is not None:
            raise ValueError("--own: an index stores only points lost: name files of matches")
        _review_index(files[0], count or 100, tactic, jobs)
        return
    if count is not None:
        raise ValueError("--count is for an index: with files every game is reviewed")
    check_output(out, force)
    zone = zone_of(tz)
    if by not in GROUPINGS:
        raise ValueError(f"--by: expected {', '.join(GROUPINGS)}, found {by!r:.40}")
    skipped = Skipped()
    names = Anonymiser() if no_names else None
    mine = None if own is None else OwnSeats(own, seat)
    games = [game for path in files for game in recorded_games(path, seat, skipped, names, mine)]
    if mine is not None:
        mine.check()
    skipped.check(len(games))
    if not games:
        raise ValueError(f"no record of seat {seat} in {', '.join(map(str, files)):.200}")
    bar = Console(stderr=True)
    reviewing = review_games(games, tactic, jobs)
    reviews = list(track(reviewing, "reviewing", len(games), console=bar, transient=True))
    report = report_of(reviews, by, tactic, own and (own if names is None else "-"))
    text = json.dumps(report.to_json(), ensure_ascii=False)
    if out is not None:
        from mj_lab.explain.review.page import review_page

        page = text if out.suffix == ".json" else review_page(report)
        write_whole(out, page)
        games_text = "1 game" if len(reviews) == 1 else f"{len(reviews)} games"
        typer.echo(f"{out}: {games_text}, {len(page.encode()) // 1024} KB", err=True)
    if as_json:
        typer.echo(text)
    else:
        _print(report, zone, all_of_it=out is None)
    if mine is not None and mine.without:
        without = "1 match is" if mine.without == 1 else f"{mine.without} matches are"
        typer.echo(f"mj: {without} without that player", err=True)
    if skipped.listed():
        raise typer.Exit(1)


def _print(report: ReviewReport, zone: tzinfo | None, *, all_of_it: bool) -> None:
    """Print a review. zone: of the dates. all_of_it: else only what is not on a page."""
    from rich.console import Console

    from mj_lab.explain.review.own_text import print_own
    from mj_lab.explain.review.text import print_game, print_players

    if all_of_it and len(report.games) == 1:
        print_game(Console(), report.games[0], report.tactic)
    elif all_of_it:
        print_players(Console(), report, zone)
    if report.own is not None:
        print_own(Console(), report)


def _review_index(path: Path, count: int, tactic: str, jobs: int) -> None:
    from contextlib import closing

    from rich.console import Console
    from rich.progress import track

    from mj_bot.tactics import load
    from mj_lab.core.records.index.index_file import open_index
    from mj_lab.core.records.progress import SkippedLines
    from mj_lab.explain.review.indexed import review_indexed

    load(tactic, seed=0)
    skipped = SkippedLines()
    open_index(path).close()
    with closing(open_index(path, write=True)) as index:
        reviewing = review_indexed(index, count, tactic, jobs, skipped.tell)
        bar = Console(stderr=True)
        shown = track(
            reviewing, "reviewing", count, console=bar, transient=True, disable=not bar.is_terminal
        )
        reviewed = len(list(shown))
    skipped.end()
    print(f"{path}: {reviewed:,} games reviewed")


def calibrate(
    files: Annotated[
        list[Path], typer.Argument(metavar="MATCH...", help="Match files with all hands.")
    ],
    count: Annotated[
        int, typer.Option(min=0, help="How many; those already stored come on top.")
    ] = 400,
    worlds: Annotated[
        int, typer.Option(min=1, help="Worlds in which both answers are played out.")
    ] = 2,
    seed: Seed = "1",
    tactic: TacticName = ADVISER,
    store: Annotated[
        Path, typer.Option(help="Finished work is stored here; a rerun resumes.")
    ] = Path(".mj/calibrate.jsonl"),
    jobs: Jobs = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--out", help="Where to write: a drawing (.png, .svg), or the scale (.json)."
        ),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Is a lost point a point? Play out decisions with both actions, and fit the scale to them."""
    from collections import Counter
    from json import dumps

    from rich.console import Console
    from rich.progress import track

    from mj_lab.core.records.matches import read_matches
    from mj_lab.explain.analysis.losses import loss_scale
    from mj_lab.explain.review.calibrating import calibration, calibration_text, playing_on
    from mj_lab.explain.review.reviewing import review_games
    from mj_lab.explain.review.views import game_of_match

    check_output(out, force, (*DRAWINGS, ".json"))
    if out is not None and out.suffix in DRAWINGS:
        check_installed(f"-o {out}", "matplotlib", "plot")
    check_kept_file(store)
    bar = Console(stderr=True)
    matches = [match for path in files for match in read_matches(path)]
    # The tactic loses nothing against itself.
    games = [
        game._replace(views=tuple(view for view in game.views if view.player != tactic))
        for game in map(game_of_match, matches)
    ]
    reviewing = review_games(games, tactic, jobs)
    reviews = list(track(reviewing, "reviewing", len(games), console=bar, transient=True))
    differing = [
        decision
        for match, reviewed in zip(matches, reviews, strict=True)
        for decision in playing_on.differing_in(match, reviewed)
    ]
    store.parent.mkdir(parents=True, exist_ok=True)
    going = playing_on.played_on(differing, count, seed_number(seed), worlds, ADVISER, store, jobs)
    played = playing_on.weighed(
        differing, list(track(going, "playing on", count, console=bar, transient=True))
    )
    if len(played) < 3:
        raise ValueError(f"{len(played)} decisions are too few for a slope")
    fitted = calibration.fitted_scale(played, loss_scale())
    shown = {
        "by the scale in use": calibration.shown_by(
            loss_scale(), [sample.decision.loss for sample in played]
        ),
        "by scales fitted to other matches": calibration.held_out(played, loss_scale()),
    }
    seats = [seat for reviewed in reviews for seat in reviewed.seats]
    seated = Counter(seat.player for seat in seats)
    graded = Counter(
        seat.player
        for seat in seats
        for decision in seat.decisions
        if decision.loss.grade is not None
    )
    origin = f"mj check calibrate: {len(played)} decisions, {worlds} worlds each, of {tactic}"
    written = out is not None and out.suffix == ".json"
    if out is not None and written:
        write_whole(out, dumps(calibration.scale_record(fitted, origin), indent=2) + "\n")
    elif out is not None:
        calibration_text.plot_losses(out, played, shown["by scales fitted to other matches"])
    tables = {
        name: (
            calibration.large_losses(played, losses),
            calibration.by_player(played, losses, seated, graded),
        )
        for name, losses in shown.items()
    }
    if as_json:
        typer.echo(
            dumps(
                {
                    "slopes": {
                        name: {
                            "large": None if large is None else large._asdict(),
                            "players": [slope.to_json() for slope in players],
                        }
                        for name, (large, players) in tables.items()
                    },
                    "fitted": calibration.scale_record(fitted, origin),
                }
            )
        )
        return
    for name, (large, players) in tables.items():
        typer.echo(f"True on shown losses, {name}:")
        for line in calibration_text.slope_lines(large, players):
            typer.echo(f"  {line}")
    typer.echo("The scale fitted to these decisions" + (", written:" if written else ":"))
    for line in calibration_text.scale_lines(fitted):
        typer.echo(f"  {line}")
