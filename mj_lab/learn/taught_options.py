"""Options that the commands of learning share, and what is asked of them: each is told once."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from mj_lab.arena.seeds import seed_of
from mj_lab.extras import engine_line, missing_package
from mj_lab.options import engine_and_address, folder_to_write

_ENGINES = ("fast", "fast-ray")
# A longer one is more than 64 bits have.
_MOST_DIGITS = 18

RunFolder = Annotated[Path, typer.Argument(callback=folder_to_write, help="The folder of the run.")]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Of the method, see below; repeatable."),
]
Steps = Annotated[int, typer.Option(min=1, help="In all; more can follow.")]
RunSeed = Annotated[str, typer.Option(help="Of all that is drawn: a word or a number.")]
GamesEngine = Annotated[
    str,
    typer.Option(
        metavar="ENGINE", help="fast, or fast-ray; fast-ray@ADDRESS is a Ray cluster that runs."
    ),
]
ThreadJobs = Annotated[int, typer.Option(min=1, help="Threads, or Ray's CPUs, to play in.")]
ProcessJobs = Annotated[int, typer.Option(min=1, help="Processes, or Ray's CPUs, to play in.")]
Device = Annotated[
    str, typer.Option(help="cpu, cuda, or auto: a GPU if there is one.", metavar="DEVICE")
]


def check_engine(engine: str) -> None:
    """Raise ValueError if there is no such place to play, or it has no Ray."""
    name, _ = engine_and_address(engine)
    if name not in _ENGINES:
        raise ValueError(f"--engine is {' or '.join(_ENGINES)}, not {name:.40}")
    if name == "fast-ray" and find_spec("ray") is None:
        raise missing_package("--engine fast-ray", "Ray", "ray")


def seed_number(seed: str) -> int:
    """A seed as a number: what its digits say, or one made of the word.

    >>> seed_number("12"), seed_number("word")
    (12, 2037960068)
    """
    if seed.isascii() and seed.isdecimal() and len(seed) <= _MOST_DIGITS:
        return int(seed)
    return seed_of(seed)


def check_fast_table() -> None:
    """Raise ValueError, one line that says how to build it, if the fast table is not here."""
    try:
        import mj_engine.features  # noqa: F401  # asked for, not used
    except ImportError:
        raise ValueError(f"this needs the fast table: {engine_line()}") from None
