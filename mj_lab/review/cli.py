"""The commands `mj review` and `mj calibrate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mj_bot.tactics import DEFAULT
from mj_lab.options import Force
from mj_lab.storage.files import check_kept_file, check_output, write_whole


def register(app: typer.Typer) -> None:
    """Add `review` and `calibrate` to the command."""
    app.command()(review)
    app.command()(calibrate)


def review(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="MATCH...",
            help="Match files, or what Botzone sends one seat (JSON with requests and responses).",
        ),
    ],
    seat: Annotated[int | None, typer.Option(min=0, max=3, help="Only this seat.")] = None,
    tactic: Annotated[str, typer.Option(help="Against whose choices.")] = DEFAULT,
    by: Annotated[
        str, typer.Option(help="Of many games a row each: player, level, file or seat.")
    ] = "player",
    jobs: Annotated[int, typer.Option(min=1, help="Processes to work with.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page of it.")] = None,
    force: Force = False,
) -> None:
    """What did every answer cost? Points lost against a tactic, mistakes, and luck apart."""
    from rich.console import Console
    from rich.progress import track

    from mj_lab.records.matches import Skipped
    from mj_lab.review.players import GROUPINGS, players_of
    from mj_lab.review.reviewing import review_games
    from mj_lab.review.summary import game_record
    from mj_lab.review.views import recorded_games

    check_output(html, force)
    if by not in GROUPINGS:
        raise ValueError(f"--by: expected {', '.join(GROUPINGS)}, found {by!r:.40}")
    skipped = Skipped()
    games = [game for path in files for game in recorded_games(path, seat, skipped)]
    skipped.check(len(games))
    if not games:
        raise ValueError(f"no record of seat {seat} in {', '.join(map(str, files)):.200}")
    bar = Console(stderr=True)
    made = review_games(games, tactic, jobs)
    reviews = list(track(made, "reviewing", len(games), console=bar, transient=True))
    players = players_of(reviews, by)
    if html is not None:
        from mj_lab.review.page import review_page

        page = review_page(reviews, players, tactic)
        write_whole(html, page)
        typer.echo(f"{html}: {len(reviews)} games, {len(page.encode()) // 1024} KB", err=True)
    if as_json:
        from json import dumps

        record = {
            "tactic": tactic,
            "matches": [game_record(game) for game in reviews],
            "players": [player.as_json() for player in players],
        }
        typer.echo(dumps(record, ensure_ascii=False))
    elif html is None:
        from mj_lab.review.text import print_game, print_players

        if len(reviews) == 1:
            print_game(Console(), reviews[0], tactic)
        else:
            print_players(Console(), players, reviews, tactic)
    if skipped.listed():
        raise typer.Exit(1)


def calibrate(
    files: Annotated[
        list[Path], typer.Argument(metavar="MATCH...", help="Match files with all hands.")
    ],
    decisions: Annotated[
        int, typer.Option(min=3, help="How many are played on, of each file; drawn by lot.")
    ] = 400,
    times: Annotated[int, typer.Option(min=2, help="How often, with each of both actions.")] = 100,
    least: Annotated[float, typer.Option(help="The least loss told, in points.")] = 1.0,
    most: Annotated[float, typer.Option(help="The most.")] = 15.0,
    seed: Annotated[int, typer.Option(help="Of the lots.")] = 1,
    tactic: Annotated[str, typer.Option(help="Whose told losses are tried.")] = DEFAULT,
    policy: Annotated[str, typer.Option(help="Who plays on: a tactic of the fast table.")] = "odds",
    store: Annotated[
        Path, typer.Option(help="Where what was played on is kept; it goes on from there.")
    ] = Path(".mj/calibrate.jsonl"),
    jobs: Annotated[int, typer.Option(min=1, help="Processes to review with.")] = 1,
    plot: Annotated[Path | None, typer.Option(help="Draw it, as PNG or SVG.")] = None,
    force: Force = False,
    write: Annotated[
        bool, typer.Option("--write", help="Write the scale that `mj review` tells losses by.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Is a told lost point a point? Plays recorded decisions on with both actions."""
    from json import dumps

    from rich.console import Console
    from rich.progress import track

    from mj_lab.analysis.losses import loss_scale, write_scale
    from mj_lab.records.matches import read_matches
    from mj_lab.review import calibration, calibration_text, playing_on
    from mj_lab.review.reviewing import review_games
    from mj_lab.review.views import game_of_match

    check_output(plot, force)
    check_kept_file(store)
    bar = Console(stderr=True)
    chosen = []
    for path in files:
        matches = list(read_matches(path))
        games = [game_of_match(match, file=path.name) for match in matches]
        made = review_games(games, tactic, jobs, differing=True)
        reviews = track(made, "reviewing", len(games), console=bar, transient=True)
        questions = [
            question
            for match, one in zip(matches, reviews, strict=True)
            for question in playing_on.questions_of(match, one, least, most)
        ]
        chosen += playing_on.drawn_by_lot(questions, decisions, seed)
    store.parent.mkdir(parents=True, exist_ok=True)
    going = playing_on.played_on(chosen, times, policy, store)
    played = list(track(going, "playing on", len(chosen), console=bar, transient=True))
    scale, fitted = loss_scale(), calibration.fitted_scale(played)
    slopes = {
        "as told": calibration.slopes_by_kind(played),
        "by the scale in use": calibration.slopes_by_kind(played, scale),
        "by scales fitted to other matches": {"all": calibration.held_out(played)},
    }
    if plot is not None:
        calibration_text.plot_losses(plot, played)
    if write:
        origin = (
            f"mj calibrate: {len(played)} decisions, {times} times each, "
            f"told {least:g} to {most:g} points by {tactic}, played on by {policy}"
        )
        write_scale(calibration.scale_record(fitted, origin))
    if as_json:
        told = {
            name: {kind: one.to_json() for kind, one in found.items()}
            for name, found in slopes.items()
        }
        record = {"slopes": told, "fitted": calibration.scale_record(fitted, "")}
        typer.echo(dumps(record))
        return
    for name, found in slopes.items():
        typer.echo(f"True on told losses, {name}:")
        for line in calibration_text.slope_lines(found):
            typer.echo(f"  {line}")
    typer.echo("The scale fitted to these decisions" + (", written:" if write else ":"))
    for line in calibration_text.scale_lines(fitted):
        typer.echo(f"  {line}")
