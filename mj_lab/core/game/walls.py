"""Walls: generated from a seed, read from and written to files; and every derived seed."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from mj_bot.events import SEATS
from mj_bot.tiles import COPIES, FLOWER_KINDS, TILE_KINDS, codes_of, tiles_of
from mj_lab.core.files import write_whole

_SIZE = TILE_KINDS * COPIES
_SIZES = (_SIZE, _SIZE + FLOWER_KINDS)


class WallError(ValueError):
    """A file without a valid wall: one line with the file and the place in it."""


class Wall(NamedTuple):
    """A wall (136 tiles, or 144 with flowers) and its prevalent wind (0-3).

    common: whether all draw from it, as at a real table; else each seat from its quarter.
    """

    tiles: tuple[int, ...]
    prevalent_wind: int
    common: bool = False

    @property
    def id(self) -> str:
        """Eight digits that differ from wall to wall, to see whether two runs used the same."""
        content = bytes([self.prevalent_wind, *self.tiles]) + b"common" * self.common
        return blake2b(content, digest_size=4).hexdigest()


def seed_of(*parts: object) -> int:
    """A 32-bit seed derived only from these words, which say what it is for.

    >>> seed_of(1, "wall", 2) == seed_of(1, "wall", 2), seed_of(1, 12) == seed_of(11, 2)
    (True, False)
    """
    text = "/".join(str(part) for part in parts)
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")


def seed_grid(*parts: object, rows: int, columns: int) -> list[int]:
    """`seed_of` these words, a row and a column, row by row; in a third of the time.

    >>> seed_grid(1, "wall", rows=2, columns=3)[5] == seed_of(1, "wall", 1, 2)
    True
    """
    begun = blake2b("".join(f"{part}/" for part in parts).encode(), digest_size=4)
    seeds = []
    for row in range(rows):
        for column in range(columns):
            whole = begun.copy()
            whole.update(b"%d/%d" % (row, column))
            seeds.append(int.from_bytes(whole.digest(), "big"))
    return seeds


def wall_of_seed(seed: int | str, flowers: bool = False) -> tuple[int, ...]:
    """The wall of a seed, 136 tiles or 144 with flowers; the same on every machine and Python.

    >>> wall_of_seed(1) == wall_of_seed(1), sorted(wall_of_seed(2)) == sorted([*range(34)] * 4)
    (True, True)
    """
    if engine := sys.modules.get("mj_engine.play"):  # Where it is loaded: in an eighth of the time.
        wall: tuple[int, ...] = engine.wall_of_seed(seed, flowers)
        return wall
    tiles = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
    tiles += range(TILE_KINDS, TILE_KINDS + FLOWER_KINDS) if flowers else ()
    random.Random(seed).shuffle(tiles)
    return tuple(tiles)


def walls_of_seed(seed: int | str, first: int = 0, flowers: bool = False) -> Iterator[Wall]:
    """The endless walls of a seed from this number on; the prevalent wind rotates.

    >>> walls = walls_of_seed(1)
    >>> [next(walls).prevalent_wind for _ in range(5)]
    [0, 1, 2, 3, 0]
    >>> next(walls) == next(walls_of_seed(1, first=5))
    True
    """
    for number in count(first):
        yield Wall(wall_of_seed(f"{seed}/{number}", flowers), number % SEATS)


def wall_to_play(path: Path | None, seed: int, prevalent_wind: int | None) -> Wall:
    """The wall for one game: the first of a file, else the seed's.

    A given prevalent wind overrides the file's; without either it is East.

    Raises WallError for a file with anything other than walls.
    """
    wall = read_walls(path)[0] if path is not None else Wall(wall_of_seed(seed), 0)
    return wall if prevalent_wind is None else wall._replace(prevalent_wind=prevalent_wind)


def line_of(wall: Wall) -> str:
    """A wall as a line in Botzone's initdata form: `walltiles` and `quan`."""
    return json.dumps({"walltiles": codes_of(wall.tiles), "quan": wall.prevalent_wind})


def write_walls(path: Path, walls: Sequence[Wall]) -> None:
    """Write walls, one a line."""
    write_whole(path, "".join(line_of(wall) + "\n" for wall in walls))


def read_walls(path: Path) -> list[Wall]:
    """The walls of a file: one a line, as tile codes or as JSON with `walltiles` or `wall`.

    A line without `quan` gets its prevalent wind from its line number, which rotates it.

    Raises WallError, one line with the file and the place, for a line that is not a wall.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise WallError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    walls: list[Wall] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            walls.append(_wall_in(line, len(walls) % SEATS))
        except (ValueError, RecursionError) as error:
            raise WallError(f"{path}: line {number}: {error}") from None
    if not walls:
        raise WallError(f"{path}: no wall in it")
    return walls


def _wall_in(line: str, prevalent_wind: Any) -> Wall:
    record: Any = line
    if line.lstrip().startswith(("{", "[", '"')):
        record = json.loads(line)
    if isinstance(record, dict):
        prevalent_wind = record.get("quan", prevalent_wind)
        record = record.get("walltiles", record.get("wall"))
    if isinstance(record, list):
        record = " ".join(str(code) for code in record)
    if not isinstance(record, str):
        raise ValueError("no walltiles in it")
    if type(prevalent_wind) is not int or not 0 <= prevalent_wind < SEATS:
        raise ValueError(f"quan must be 0-3, not {prevalent_wind!r:.40}")
    tiles = tuple(tiles_of(record))
    _check(tiles)
    return Wall(tiles, prevalent_wind)


def _check(tiles: Sequence[int]) -> None:
    """Raise ValueError for tiles that no set contains, or that cannot be dealt."""
    for tile, copies in Counter(tiles).items():
        if copies > (COPIES if tile < TILE_KINDS else 1):
            raise ValueError(f"too many copies of {codes_of([tile])}")
    if len(tiles) not in _SIZES:
        raise ValueError(f"a wall has 136 tiles, or 144 with flowers, not {len(tiles)}")
