"""Walls: made from a seed, read from and written to files."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

from mj_bot.tiles import COPIES, TILE_KINDS, codes_of, tiles_of


class WallError(ValueError):
    """A file that holds no wall: one line with the file and the place in it."""


def wall_of_seed(seed: int | str) -> tuple[int, ...]:
    """The wall (136 tiles) of a seed: the same on every machine and Python.

    >>> wall_of_seed(1) == wall_of_seed(1), sorted(wall_of_seed(2)) == sorted([*range(34)] * 4)
    (True, True)
    """
    tiles = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
    random.Random(seed).shuffle(tiles)
    return tuple(tiles)


def read_walls(path: Path) -> list[tuple[int, ...]]:
    """The walls of a file: one a line, as tile codes or as JSON with `walltiles` or `wall`.

    Raises WallError for what is no wall.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WallError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    walls = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            walls.append(tuple(tiles_of(_codes_in(line))))
        except ValueError as error:
            raise WallError(f"{path}: line {number}: {error}") from None
    if not walls:
        raise WallError(f"{path}: no wall in it")
    return walls


def _codes_in(line: str) -> str:
    if not line.lstrip().startswith(("{", "[", '"')):
        return line
    record = json.loads(line)
    if isinstance(record, dict):
        record = record.get("walltiles", record.get("wall"))
    if isinstance(record, list):
        record = " ".join(str(code) for code in record)
    if not isinstance(record, str):
        raise ValueError("no walltiles in it")
    return record


def write_walls(path: Path, walls: Sequence[Sequence[int]]) -> None:
    """Write walls, one a line, as tile codes."""
    path.write_text("".join(codes_of(wall) + "\n" for wall in walls), encoding="utf-8")
