"""What options of the command line share: what is wrong with one is told before any work."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Annotated

import typer

# Of every command that writes a file: see `mj_lab.storage.files.check_output`.
Force = Annotated[bool, typer.Option("--force", help="Write over a file that is there.")]


def folder_to_write(path: Path) -> Path:
    """The path of an option, if a folder is there or can be made; for typer's `callback`.

    Raises typer.BadParameter, one line, if not.
    """
    if path.exists() and not path.is_dir():
        raise typer.BadParameter(f"{path} is a file, not a folder")
    there = next(one for one in (path, *path.absolute().parents) if one.exists())
    if not there.is_dir():
        raise typer.BadParameter(f"{path}: {there} is a file, not a folder")
    if not os.access(there, os.W_OK):
        raise typer.BadParameter(f"{path}: nothing can be written in {there}")
    return path


def engine_and_address(text: str) -> tuple[str, str | None]:
    """What `--engine` says: the engine, and behind an @ the address of a Ray cluster.

    >>> engine_and_address("fast-ray@10.0.0.1:6379")
    ('fast-ray', '10.0.0.1:6379')
    >>> engine_and_address("fast")
    ('fast', None)

    Raises ValueError, one line, if the engine has no use for an address, or there is none.
    """
    engine, has_address, address = text.partition("@")
    if has_address and not engine.endswith("ray"):
        raise ValueError(f"--engine {engine:.40} takes no address: ray and fast-ray do")
    if has_address and not address:
        raise ValueError(f"--engine {engine:.40}@: the address of a Ray cluster is missing")
    return engine, address or None


def port_in_use(port: int) -> ValueError:
    """The error of a server whose port something else listens on: one line that says what helps."""
    return ValueError(f"port {port} is in use: name another, or leave out --port for a free one")


def finite_number(value: float | None) -> float | None:
    """The number of an option, which `nan` and `inf` are not; for typer's `callback`.

    Raises typer.BadParameter, one line, if it is none.
    """
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"a number is wanted, not {value}")
    return value
