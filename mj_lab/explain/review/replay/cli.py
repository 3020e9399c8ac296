"""The command `mj replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mj_lab.core.files import check_output, write_whole
from mj_lab.core.options import ADVISER, Force, GameOf, NoNames, Seat


def register(app: typer.Typer) -> None:
    """Add `replay` to the command."""
    app.command()(replay)


def replay(
    file: Annotated[Path, typer.Argument(help="A file of matches in any format.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Where to write: a page.")] = Path(
        "replay.html"
    ),
    game: GameOf = "1",
    seat: Seat = None,
    tactic: Annotated[
        str | None, typer.Option(help="The tactic to ask; none: no decisions.")
    ] = None,
    no_names: NoNames = False,
    force: Force = False,
) -> None:
    """Make a page of a game for any browser, without a network.

    It shows the decisions of one seat: the winner's, if no --seat is named.
    """
    from mj_lab.core.game.players import tactic_of
    from mj_lab.core.pages.anonymise import Anonymiser
    from mj_lab.explain.review.replay.again import again_command
    from mj_lab.explain.review.replay.choose import chosen_game
    from mj_lab.explain.review.replay.match_page import default_seat, replay_page

    check_output(out, force)
    match = chosen_game(file, game)
    if no_names:
        match = Anonymiser().game(match)
    name = tactic or ADVISER
    mind = None if name == "none" else tactic_of(name)
    seat = default_seat(match) if seat is None else seat
    # Not the whole path, because people share pages.
    command = "" if no_names else again_command(file.name, seat, None, game=game)
    page = replay_page(match, seat, mind, name, again=command)
    write_whole(out, page)
    typer.echo(f"{out}: match {match.id or game}, {len(page.encode()) // 1024} KB")
