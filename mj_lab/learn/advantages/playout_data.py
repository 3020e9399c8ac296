"""Tried decisions of self-play and their results, in files of arrays.

| array | shape | what |
|---|---|---|
| `game` | n | its number in the whole collection |
| `seat`, `place`, `turn` | n | the seat, the decision's number in its game, own discards before |
| `kind` | n | 1 an own draw, 2 a discard that may be claimed |
| `score` | n | of the seat, in the end |
| `count` | n | of actions that were tried, the one taken first |
| `action` | n, A | by index; -1 where there is none |
| `value` | n, A | the player's, in points |
| `features` | n, A, F | of the candidates |
| `outlook` | n, A, W | by world the score if the game ended before the cut, else the expectation |
| `luck` | n, A, W | of the seat's draws until then, in the player's points; 0 on average |
| `ended` | n, A, W | whether the game ended |
| `outlook_features` | n, A, W, F | of the action at the cut; 0 for a game that ended |
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_lab.core.files import write_whole

# Stored in half precision, which is enough for a model.
_HALVED = ("features", "outlook_features")
_DIMENSIONS = {"action": 2, "value": 2, "features": 3, "outlook": 3, "luck": 3, "ended": 3}


class TriedError(ValueError):
    """Files of tried decisions that cannot be read or written; its line says why."""


@dataclass(frozen=True)
class Decisions:
    """Tried decisions and their actions, see above."""

    game: NDArray[np.int64]
    seat: NDArray[np.uint8]
    place: NDArray[np.uint16]
    turn: NDArray[np.uint8]
    kind: NDArray[np.uint8]
    score: NDArray[np.float32]
    count: NDArray[np.uint8]
    action: NDArray[np.int16]
    value: NDArray[np.float32]
    features: NDArray[Any]

    def __len__(self) -> int:
        return len(self.game)

    @property
    def there(self) -> NDArray[np.bool_]:
        """Which actions exist: [n, A]."""
        return np.arange(self.action.shape[1]) < self.count[:, None]

    def at(self, places: NDArray[Any]) -> Decisions:
        """Some of them, by a mask or by places."""
        return Decisions(*[getattr(self, column.name)[places] for column in fields(Decisions)])


@dataclass(frozen=True)
class Tried(Decisions):
    """Tried decisions and the results of their actions, see above."""

    outlook: NDArray[np.float32]
    luck: NDArray[np.float32]
    ended: NDArray[np.uint8]
    outlook_features: NDArray[Any]

    @property
    def decisions(self) -> Decisions:
        """The same without the results."""
        return Decisions(*[getattr(self, column.name) for column in fields(Decisions)])


def write_tried(path: Path, tried: Tried) -> None:
    """Write them whole or not at all; equal decisions give equal files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for field in fields(tried):
            column = getattr(tried, field.name)
            if field.name in _HALVED:
                column = column.astype(np.float16)
            entry = zipfile.ZipInfo(f"{field.name}.npy")  # dated 1980, always the same bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.ascontiguousarray(column), allow_pickle=False)
    write_whole(path, buffer.getvalue())


def read_tried(path: Path) -> Tried:
    """The contents of one file.

    Raises TriedError if it is not one.
    """
    try:
        # numpy leaves a file open that is not an archive.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            tried = Tried(*[archive[column.name] for column in fields(Tried)])
    except (ValueError, OSError, EOFError, zipfile.BadZipFile, KeyError) as error:
        raise TriedError(f"{path}: not tried decisions: {error}") from None
    for name, dimensions in _DIMENSIONS.items():
        if len(getattr(tried, name)) != len(tried) or getattr(tried, name).ndim != dimensions:
            raise TriedError(f"{path}: not tried decisions: {name} is not as expected")
    return tried


def joined_decisions(parts: Sequence[Decisions]) -> Decisions:
    """All of them, in order.

    Raises TriedError if there are none, or some have other actions or features.
    """
    if not any(map(len, parts)):
        raise TriedError("no decisions were tried")
    if len({part.features.shape[1:] for part in parts}) > 1:
        raise TriedError("decisions with different numbers of actions or features")
    columns = [[getattr(part, field.name) for part in parts] for field in fields(Decisions)]
    return Decisions(*[np.concatenate(column) for column in columns])
