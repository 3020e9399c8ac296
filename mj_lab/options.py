"""What options of the command line share: a file to write is looked at before any work is done."""

from __future__ import annotations

import os
from pathlib import Path

import typer


def file_to_write(path: Path | None) -> Path | None:
    """The path of an option, if a file can be written there; for typer's `callback`.

    Raises typer.BadParameter, one line, if not.
    """
    if path is None:
        return None
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder")
    if not path.parent.is_dir():
        raise typer.BadParameter(f"{path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise typer.BadParameter(f"{path} cannot be written")
    return path
