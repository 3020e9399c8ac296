"""Wall sets: what everybody plays the same games on, made from a seed or read from a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from mj_bot.events import SEATS
from mj_bot.tiles import codes_of, tiles_of
from mj_lab.game.walls import WallError, wall_of_seed


class Wall(NamedTuple):
    """A wall (136 tiles, flowers allowed) and the prevalent wind (0-3) to play it under."""

    tiles: tuple[int, ...]
    prevalent_wind: int

    @property
    def id(self) -> str:
        """Eight digits that two walls do not share: for telling whether runs had the same."""
        content = bytes([self.prevalent_wind, *self.tiles])
        return blake2b(content, digest_size=4).hexdigest()


def walls_of_seed(seed: int | str) -> Iterator[Wall]:
    """The walls of a seed, without end; the prevalent wind goes round.

    >>> walls = walls_of_seed(1)
    >>> [next(walls).prevalent_wind for _ in range(5)]
    [0, 1, 2, 3, 0]
    """
    for number in count():
        yield Wall(wall_of_seed(f"{seed}/{number}"), number % SEATS)


def line_of(wall: Wall) -> str:
    """A wall as a line, as Botzone's initdata has it: `walltiles` and `quan`."""
    return json.dumps({"walltiles": codes_of(wall.tiles), "quan": wall.prevalent_wind})


def write_wall_set(path: Path, walls: Sequence[Wall]) -> None:
    """Write walls, each as its line."""
    path.write_text("".join(line_of(wall) + "\n" for wall in walls), encoding="utf-8")


def read_wall_set(path: Path) -> list[Wall]:
    """The walls of a file: one a line, as tile codes or as JSON with `walltiles` or `wall`.

    Where a line has no `quan`, the prevalent wind goes round with the line.

    Raises WallError, one line with the file and the place, for what is no wall.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WallError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    walls: list[Wall] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            walls.append(_wall_in(line, len(walls) % SEATS))
        except ValueError as error:
            raise WallError(f"{path}: line {number}: {error}") from None
    if not walls:
        raise WallError(f"{path}: no wall in it")
    return walls


def _wall_in(line: str, prevalent_wind: int) -> Wall:
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
    if prevalent_wind not in range(SEATS):
        raise ValueError(f"quan must be 0-3, not {prevalent_wind!r}")
    tiles = tuple(tiles_of(record))
    _check(tiles)
    return Wall(tiles, int(prevalent_wind))


def _check(tiles: Sequence[int]) -> None:
    """A wall that no set of tiles gives would be dealt, and then be every player's fault."""
    most = [tile for tile in set(tiles) if tiles.count(tile) > (4 if tile < 34 else 1)]
    if most:
        raise ValueError(f"too many copies of {codes_of(sorted(most)[:1])}")
    if len(tiles) not in (136, 144):
        raise ValueError(f"a wall has 136 tiles, or 144 with flowers, not {len(tiles)}")
