"""The command `mj arena score`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command to the group."""
    app.command()(score)


def score(
    matches: Annotated[
        Path, typer.Option(help="A folder with saved matches; that of `mj web`.")
    ] = Path(".mj"),
) -> None:
    """Compare people at the tables of `mj web` with the bot in their seat on the same walls.

    The second line values only those answers of theirs that differ from the bot's: both are played
    out in worlds sampled from what they knew, which leaves less to luck.
    """
    from mj_lab.table.play.same_wall import duplicate_scores
    from mj_lab.table.play.store import PlayStore

    file = matches / "tables" / "tables.db"
    if not file.exists():
        raise ValueError(f"no tables in {matches}: mj web makes some")
    store = PlayStore(file)
    scores = duplicate_scores(store)
    store.close()
    if not scores:
        typer.echo("no hand against bots was played again by the bot yet")
    for row in scores:
        name, mean, error = row.name or "you", row.points.mean, row.points.error
        within = "" if error is None else f" ± {error:.1f}"
        person, bot = row.seats
        typer.echo(
            f"{name} minus {row.tactic}: {mean:+.1f}{within} points a hand over "
            f"{row.hands} on the same walls ({name} {person:+.1f}, {row.tactic} {bot:+.1f})"
        )
        hands, mean, error = row.against
        if mean is not None:
            typer.echo(f"  in sampled worlds: {mean:+.1f} ± {error:.1f} points a hand over {hands}")
