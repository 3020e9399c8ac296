"""The command `mj new-tactic`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mj_lab.core.options import Force


def register(app: typer.Typer) -> None:
    """Add `new-tactic` to `mj`."""
    app.command()(new_tactic)


def new_tactic(
    name: Annotated[str, typer.Argument(help="Its name, as my_tactic.")],
    folder: Annotated[Path, typer.Argument(help="Where to make the folder of its name.")] = Path(),
    force: Force = False,
) -> None:
    """Begin a tactic of your own: a file that plays, and its test."""
    from mj_lab.new_tactic.folder import write_tactic

    for line in write_tactic(name, folder, force):
        print(line)
