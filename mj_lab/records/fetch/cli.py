"""The command `mj records fetch`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from mj_lab.extras import missing_package
from mj_lab.options import Force
from mj_lab.storage.files import check_output


def register(app: typer.Typer) -> None:
    """Add the command to the group."""
    app.command()(fetch)


def fetch(
    match: Annotated[
        str, typer.Argument(metavar="MATCH_ID|URL", help="A match's id, or its page's address.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            help="Where to write: .json a Botzone log, else a line; MATCH_ID.jsonl by default.",
        ),
    ] = None,
    site: Annotated[
        str, typer.Option(help="The host to ask, if not the address's or Botzone's.")
    ] = "",
    force: Force = False,
) -> None:
    """Fetch a public match of Botzone as a record that every command reads."""
    from mj_lab.records.fetch.match_address import match_address

    wanted = match_address(match, site)
    path = out or Path(f"{wanted.match}.jsonl")
    check_output(path, force)
    try:
        from mj_lab.records.fetch.download import DownloadLimits, fetched
    except ImportError as error:
        raise missing_package("mj records fetch", str(error.name), "live") from None
    from mj_lab.records.fetch.log_in_page import game_in_answer
    from mj_lab.records.formats.seat_record import SeatRecord
    from mj_lab.records.matches import save_match

    data = fetched(wanted.url, DownloadLimits(), _tell)
    game = game_in_answer(data, wanted.url, wanted.match)
    if isinstance(game, SeatRecord):
        raise ValueError(f"{wanted.url}: only what one seat saw: save it from the page instead")
    save_match(path, game)
    scores = " ".join(f"{score:+d}" for score in game.scores)
    print(f"{path}: {len(game.requests)} turns, scores {scores}")


def _tell(line: str) -> None:
    print(f"mj: {line}", file=sys.stderr)
