"""Options that commands share: one name, one type, one meaning, as in README and docs.

Bad values are reported before any work starts.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from mj_bot.tactics import DEFAULT
from mj_lab.core.text.notation import Notation

# The default tactic for showing values and comparing play: the one that plays.
ADVISER = DEFAULT

# A longer one does not fit 64 bits.
_MOST_DIGITS = 18
_WINDS = {
    word: wind for letters in ("ESWN", "东南西北", "0123") for wind, word in enumerate(letters)
}


def wind_of(text: str | int) -> int:
    """A seat or a prevalent wind, 0-3, by its letter or number; for typer's `parser`.

    Raises typer.BadParameter, one line, if it is not one.

    >>> [wind_of(text) for text in ("E", "w", "3", "南")]
    [0, 2, 3, 1]
    """
    word = str(text).upper()  # A default arrives as a number.
    if word in _WINDS:
        return _WINDS[word]
    raise typer.BadParameter(f"expected E, S, W, N or 0-3, found {text!r:.40}")


def walls_of(text: str | int) -> int | Path:
    """The number of walls of the seed, or a file of walls; for typer's `parser`.

    Raises typer.BadParameter, one line, for less than one wall.

    >>> walls_of("100"), walls_of("walls.txt").name
    (100, 'walls.txt')
    """
    word = str(text)
    if not word.isdecimal():
        return Path(word)
    if not int(word):
        raise typer.BadParameter("at least one wall")
    return int(word)


# For every command that writes a file: see `mj_lab.core.files.check_output`.
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Jobs = Annotated[int, typer.Option(min=1, help="How many processes or threads.")]
Seed = Annotated[str, typer.Option(help="The same seed gives the same result.")]
Seat = Annotated[
    int | None, typer.Option(parser=wind_of, metavar="WIND", help="The seat: E, S, W, N.")
]
Wind = Annotated[
    int | None, typer.Option(parser=wind_of, metavar="WIND", help="The prevalent wind: E, S, W, N.")
]
At = Annotated[
    int | None,
    typer.Option(
        "--at", help="The step, as numbered in replays; for a request, the last by default."
    ),
]
GameOf = Annotated[
    str, typer.Option("--game", help="Which of several games: its id or its number.")
]
Walls = Annotated[
    Any, typer.Option(parser=walls_of, metavar="N|FILE", help="How many walls, or a file of walls.")
]
NoNames = Annotated[
    bool, typer.Option("--no-names", help="Letters for players, numbers for games, no dates.")
]
TimeZone = Annotated[
    str, typer.Option("--tz", help="The time zone of dates, as Asia/Shanghai; else the machine's.")
]
AsNotation = Annotated[Notation, typer.Option(help="How tiles are printed.")]
TacticName = Annotated[str, typer.Option("--tactic", help="The tactic to ask.")]


def seed_number(text: str) -> int:
    """The number of a seed: its digits, or 31 bits made from the word.

    >>> seed_number("7"), 0 < seed_number("walls") == seed_number("walls") < 2**31
    (7, True)
    """
    if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS:
        return int(text)
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big") >> 1


class RunOutputs(NamedTuple):
    """Where to write a run's figures (JSON), page (HTML) and matches (a folder), or None."""

    figures: Path | None
    page: Path | None
    matches: Path | None


def outputs_of(paths: Iterable[Path] | None) -> RunOutputs:
    """The outputs of `-o`, which is repeatable: by suffix; a folder, and a path without one.

    Raises ValueError, one line, for another suffix and two of a kind.

    >>> outputs_of([Path("a.html"), Path("games")])
    RunOutputs(figures=None, page=PosixPath('a.html'), matches=PosixPath('games'))
    """
    kinds = {".json": "figures", ".html": "page", "": "matches"}
    by_kind: dict[str, Path] = {}
    for path in paths or ():
        kind = "matches" if path.is_dir() else kinds.get(path.suffix)
        if kind is None:
            raise ValueError(f"-o {path}: .json for figures, .html for a page, or a folder")
        if kind in by_kind:
            raise ValueError(f"-o {path}: {by_kind[kind]} was named before")
        by_kind[kind] = path
    return RunOutputs(by_kind.get("figures"), by_kind.get("page"), by_kind.get("matches"))


def folder_to_write(path: Path) -> Path:
    """The path of an option, if the folder exists or can be made; for typer's `callback`.

    Raises typer.BadParameter, one line, if not.
    """
    if path.exists() and not path.is_dir():
        raise typer.BadParameter(f"{path} is a file, not a folder")
    there = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
    if not there.is_dir():
        raise typer.BadParameter(f"{path}: {there} is a file, not a folder")
    if not os.access(there, os.W_OK):
        raise typer.BadParameter(f"{path}: nothing can be written in {there}")
    return path


def engine_and_address(text: str) -> tuple[str, str | None]:
    """Split `--engine` into the engine and, after an @, the address of a Ray cluster.

    >>> engine_and_address("fast-ray@10.0.0.1:6379")
    ('fast-ray', '10.0.0.1:6379')
    >>> engine_and_address("fast")
    ('fast', None)

    Raises ValueError, one line, if the engine takes no address, or the address is missing.
    """
    engine, has_address, address = text.partition("@")
    if has_address and not engine.endswith("ray"):
        raise ValueError(f"--engine {engine:.40} takes no address: ray and fast-ray do")
    if has_address and not address:
        raise ValueError(f"--engine {engine:.40}@: the address of a Ray cluster is missing")
    return engine, address or None


def port_in_use(port: int) -> ValueError:
    """The error of a server whose port is in use: one line that says what to do."""
    return ValueError(f"port {port} is in use: name another, or leave out --port for a free one")


def finite_number(value: float | None) -> float | None:
    """Reject `nan` and `inf` as an option's number; for typer's `callback`.

    Raises typer.BadParameter, one line, if it is not one.
    """
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"expected a number, not {value}")
    return value
