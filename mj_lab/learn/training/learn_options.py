"""Options shared by the commands of learning, and their checks."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from mj_lab.core.extras import missing_package
from mj_lab.core.options import engine_and_address

_ENGINES = ("fast", "fast-ray")

Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option to set: see below; repeatable."),
]
RecipeChanges = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="An option to set: such as play.games=8; repeatable."
    ),
]
GamesEngine = Annotated[
    str,
    typer.Option(metavar="ENGINE", help="Where to play: fast, or fast-ray@ADDRESS, a Ray cluster."),
]
Device = Annotated[
    str, typer.Option(help="cpu, cuda, or auto: a GPU if there is one.", metavar="DEVICE")
]


def check_engine(engine: str) -> None:
    """Raise ValueError for an unknown place to play, or without Ray."""
    name, _ = engine_and_address(engine)
    if name not in _ENGINES:
        raise ValueError(f"--engine is {' or '.join(_ENGINES)}, not {name:.40}")
    if name == "fast-ray" and find_spec("ray") is None:
        raise missing_package("--engine fast-ray", "Ray", "ray")
