"""The commands `mj review` and `mj calibrate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mj_bot.tactics import DEFAULT


def register(app: typer.Typer) -> None:
    """Add `review` to the command."""
    app.command()(review)


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
) -> None:
    """What did every answer cost? Points lost against a tactic, mistakes, and luck apart."""
    from rich.console import Console
    from rich.progress import track

    from mj_lab.review.players import GROUPINGS, players_of
    from mj_lab.review.reviewing import review_games
    from mj_lab.review.summary import game_record
    from mj_lab.review.views import read_games

    if by not in GROUPINGS:
        raise ValueError(f"--by: expected {', '.join(GROUPINGS)}, found {by!r:.40}")
    games = [game for path in files for game in read_games(path, seat)]
    if not games:
        raise ValueError(f"no record of seat {seat} in {', '.join(map(str, files)):.200}")
    bar = Console(stderr=True)
    made = review_games(games, tactic, jobs)
    reviews = list(track(made, "reviewing", len(games), console=bar, transient=True))
    players = players_of(reviews, by)
    if html is not None:
        from mj_lab.review.page import review_page

        page = review_page(reviews, players, tactic)
        html.write_text(page, encoding="utf-8")
        typer.echo(f"{html}: {len(reviews)} games, {len(page.encode()) // 1024} KB", err=True)
    if as_json:
        from json import dumps

        record = {
            "tactic": tactic,
            "matches": [game_record(game) for game in reviews],
            "players": [player.as_json() for player in players],
        }
        typer.echo(dumps(record, ensure_ascii=False))
        return
    if html is not None:
        return
    from mj_lab.review.text import print_game, print_players

    if len(reviews) == 1:
        print_game(Console(), reviews[0], tactic)
    else:
        print_players(Console(), players, reviews, tactic)
