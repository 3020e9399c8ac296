"""Shards: some thousand whole games in one file of arrays; games joined from several files.

| array | shape | what |
|---|---|---|
| `ids` | n | the names of the games |
| `names` | | the names of players and levels, to which `players` [n, 4] and `levels` [n] point |
| `wall_at`, `walls` | n + 1; | tiles 0-41 of each wall, seat by seat, drawn from the end |
| `winds`, `turns` | n | prevalent wind; how many requests the game had |
| `scores` | n, 4 | by seat |
| `verdicts` | n | the place of the result in VERDICTS |
| `winners`, `givers` | n | the winner (or offender), whose tile it was; 255 for nobody |
| `fans` | n | of the win, flowers included |
| `answer_at`, `answer_turns` | n + 1; | the stored answers of each game, and the request of each |
| `answers` | , 3 | flags and seat, move (mj_bot.nets.moves), discard after a claim (255 for none) |
| `value_at`, `values` | n + 1; | the teacher's values of the legal actions of valued answers |
| `seats` | n | the seats that are examples, one bit each |
| `splits` | n | the place of the game's split in SPLITS |
| `counts` | n, 4, 3 | how many examples each seat has of each kind |

A seat that could choose and has no stored answer passed.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import HAND_SIZE, HU, SEATS
from mj_bot.tiles import TILE_KINDS
from mj_lab.core.files import write_whole
from mj_lab.core.game.result import HUANG, WRONG_ACTION, WRONG_WIN

Column = NDArray[Any]

# The numbers of mj_engine.
VERDICTS = ("", HU, HUANG, WRONG_ACTION, WRONG_WIN, "RE", "TLE", "MLE", "OLE", "NJ")
SPLITS = ("train", "valid", "test")
NOBODY = 255
EVERY_SEAT = 15
# The bits of an answer's first byte.
PREEMPTED, UNTOLD, VALUED = 4, 8, 16

# Arrays with several entries a game, and the array of each game's first place in it.
_RAGGED = {
    "walls": "wall_at",
    "answer_turns": "answer_at",
    "answers": "answer_at",
    "values": "value_at",
}
_KINDS: dict[str, tuple[str, int]] = {
    "wall_at": ("int64", 1),
    "walls": ("uint8", 1),
    "winds": ("uint8", 1),
    "turns": ("uint16", 1),
    "scores": ("int16", 2),
    "verdicts": ("uint8", 1),
    "winners": ("uint8", 1),
    "givers": ("uint8", 1),
    "fans": ("int16", 1),
    "answer_at": ("int64", 1),
    "answer_turns": ("uint16", 1),
    "answers": ("uint8", 2),
    "value_at": ("int64", 1),
    "values": ("float32", 1),
    "players": ("uint16", 2),
    "levels": ("uint16", 1),
    "seats": ("uint8", 1),
    "splits": ("uint8", 1),
    "counts": ("uint8", 3),
}
# Of ten deals eight are for training, one for validation and one for tests: as in SPLITS.
SPLIT = (8, 1, 1)


class ShardError(ValueError):
    """A file that is not a shard; its line names the file."""


class StoredGames:
    """Games in arrays, see above."""

    def __init__(self, arrays: dict[str, Column]) -> None:
        self.arrays = arrays

    def __len__(self) -> int:
        return len(self.arrays["winds"])

    def __getitem__(self, name: str) -> Column:
        return self.arrays[name]

    @property
    def numbers(self) -> dict[str, Column]:
        """The arrays without names, as the engine reads them."""
        return {name: column for name, column in self.arrays.items() if column.dtype.kind in "iuf"}

    def name_of(self, place: int) -> str:
        """The name of a player or level."""
        return str(self.arrays["names"][place])

    @property
    def decisions(self) -> int:
        """The number of examples, over the seats that count."""
        return int(self.counted(np.arange(len(self)), self["seats"], range(3)).sum())

    def counted(self, games: Column, seats: Column, kinds: Sequence[int]) -> Column:
        """The number of examples of these kinds at these seats of each game: int64 [games]."""
        counts = self["counts"][games][:, :, list(kinds)].sum(axis=2, dtype=np.int64)
        wanted = (seats[:, None] >> np.arange(SEATS)) & 1
        by_game: Column = (counts * wanted).sum(axis=1)
        return by_game


def with_names(
    arrays: dict[str, Column],
    ids: Sequence[str],
    players: Sequence[Sequence[str]],
    levels: Sequence[str],
) -> dict[str, Column]:
    """The arrays with the names of games, players and levels."""
    rows = [[*four, level] for four, level in zip(players, levels, strict=True)]
    names, places = np.unique(np.array(rows, np.str_), return_inverse=True)
    table = places.reshape(-1, SEATS + 1).astype(np.uint16)
    named = {"ids": np.array(ids, np.str_), "names": names}
    return {**arrays, **named, "players": table[:, :SEATS], "levels": table[:, SEATS]}


def with_splits(
    arrays: dict[str, Column], split: tuple[int, int, int] = SPLIT
) -> dict[str, Column]:
    """The arrays with the split of each game; all games of one deal are in the same split.

    split: the parts of the deals that train, validate and test.
    """
    at, walls = arrays["wall_at"], arrays["walls"]
    splits = [
        _split_of(walls[first:last].tobytes(), int(wind), split)
        for first, last, wind in zip(at, at[1:], arrays["winds"], strict=False)
    ]
    return {**arrays, "splits": np.array(splits, np.uint8)}


def _split_of(wall: bytes, wind: int, split: tuple[int, int, int]) -> int:
    size = len(wall) // SEATS
    digest = blake2b(bytes([wind]), digest_size=8)
    for seat in range(SEATS):
        hand: list[int] = []
        part = wall[seat * size : (seat + 1) * size]
        for tile in reversed(part):
            if len(hand) == HAND_SIZE:
                break
            if tile < TILE_KINDS:
                hand.append(tile)
        digest.update(bytes(sorted(hand)))
    _, valid, test = split
    place = int.from_bytes(digest.digest(), "big") % sum(split)
    if place < test:
        return SPLITS.index("test")
    return SPLITS.index("valid" if place < test + valid else "train")


def joined(parts: Sequence[StoredGames]) -> StoredGames:
    """The games of several shards, in order. Raises ValueError if there are none."""
    if not parts:
        raise ValueError("no games")
    arrays: dict[str, Column] = {}
    for name in _KINDS:
        if name in _RAGGED.values():
            arrays[name] = _joined_places([part[name] for part in parts])
        elif name not in {"players", "levels"}:
            arrays[name] = np.concatenate([part[name] for part in parts])
    arrays["ids"] = np.concatenate([part["ids"] for part in parts])
    return StoredGames({**arrays, **_joined_names(parts)})


def _joined_places(parts: Sequence[Column]) -> Column:
    ends = np.cumsum([0, *(part[-1] for part in parts)])
    moved = [part[1:] + end for part, end in zip(parts, ends, strict=False)]
    return np.concatenate([np.zeros(1, np.int64), *moved])


def _joined_names(parts: Sequence[StoredGames]) -> dict[str, Column]:
    names = np.unique(np.concatenate([part["names"] for part in parts]))
    places = [np.searchsorted(names, part["names"]).astype(np.uint16) for part in parts]
    columns_by_name = {"names": names}
    for kind in ("players", "levels"):
        columns = [index[part[kind]] for index, part in zip(places, parts, strict=True)]
        columns_by_name[kind] = np.concatenate(columns)
    return columns_by_name


def selected(games: StoredGames, keep: Column) -> StoredGames:
    """Some of the games, by their places in order."""
    arrays = {
        name: column[keep]
        for name, column in games.arrays.items()
        if name not in _RAGGED and name not in _RAGGED.values() and name != "names"
    }
    arrays["names"] = games["names"]
    for name, index in _RAGGED.items():
        at, column = games[index], games[name]
        pieces = [column[at[game] : at[game + 1]] for game in keep]
        arrays[name] = np.concatenate([column[:0], *pieces])
        arrays[index] = np.cumsum([0, *map(len, pieces)], dtype=np.int64)
    return StoredGames(arrays)


def write_shard(path: Path, games: StoredGames) -> str:
    """Write a shard, whole or not at all, and return its SHA-256. Equal games give equal files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name in sorted(games.arrays):
            entry = zipfile.ZipInfo(f"{name}.npy")  # dated 1980, always the same bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as file:
                column = np.ascontiguousarray(games[name])
                np.lib.format.write_array(file, column, allow_pickle=False)
    data = buffer.getvalue()
    write_whole(path, data)
    return sha256(data).hexdigest()


def digest_of(path: Path) -> str:
    """The SHA-256 of a file; empty without the file."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def read_shard(path: Path, expected: str) -> StoredGames:
    """Read a shard with this SHA-256.

    Raises ShardError, one line, if it is missing, broken or another.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ShardError(f"{path}: {error.strerror}; make it again: mj learn data make") from None
    if sha256(data).hexdigest() != expected:
        raise ShardError(f"{path}: a broken shard; make it again: mj learn data make")
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except (ValueError, OSError, zipfile.BadZipFile, KeyError) as error:
        raise ShardError(f"{path}: no shard: {error}") from None
    for name, (kind, dimensions) in _KINDS.items():
        column = arrays.get(name)
        if column is None or column.dtype != kind or column.ndim != dimensions:
            raise ShardError(f"{path}: no shard: {name} is not as expected")
    return StoredGames(arrays)
