"""What the tests of data sets share: small sets of real games, and the whole of what is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from mj_bot.nets.moves import MOVE_COUNT
from mj_engine.dataset import count_examples, feature_shapes, fill_examples
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import read_matches, write_matches
from mj_lab.learn.dataset.shard import Column, StoredGames
from mj_lab.learn.dataset.stored_game import arrays_of, stored_of

CHEAP = ("planes", "columns", "hand_only")


def games_in(path: Path, most: int = 1000) -> dict[str, Column]:
    """The arrays of the first games of a record file."""
    return arrays_of([stored_of(match) for match in some_matches(path, most)])


def some_matches(path: Path, count: int) -> list[Match]:
    """The first matches of a file."""
    return [match for _, match in zip(range(count), read_matches(path), strict=False)]


def saved(path: Path, matches: Iterable[Match]) -> Path:
    """A match file of these."""
    write_matches(path, matches)
    return path


def all_examples(
    arrays: dict[str, Column], seats: int = 15, features: Sequence[str] = CHEAP
) -> dict[str, Column]:
    """Every example that the engine reads of games, in their order."""
    games = StoredGames({**arrays, "counts": count_examples(StoredGames(arrays).numbers)})
    count = len(games)
    counts = games.counted(np.arange(count), np.full(count, seats, np.uint8), range(3))
    rows = int(counts.sum())
    out: dict[str, Column] = {
        name: np.full((rows, *shape), 77, np.uint8)
        for name, shape in feature_shapes().items()
        if name in features
    }
    out["mask"] = np.zeros((rows, MOVE_COUNT), np.bool_)
    out["values"] = np.zeros((rows, MOVE_COUNT), np.float32)
    for name, kind in (
        ("move", np.int64),
        ("kind", np.uint8),
        ("score", np.float32),
        ("game", np.int64),
        ("seat", np.uint8),
        ("turn", np.int16),
        ("shanten", np.int8),
    ):
        out[name] = np.zeros(rows, kind)
    plan: dict[str, Column] = {
        "games": np.arange(count),
        "seats": np.full(count, seats, np.uint8),
        "first": np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)]),
        "row_of": np.arange(rows),
    }
    fill_examples(games.numbers, plan, out, 0b111)
    return out


def assert_same(ours: dict[str, Column], theirs: dict[str, Column]) -> None:
    """That two readings are equal to the bit, NaN where NaN is."""
    assert ours.keys() == theirs.keys()
    for name, column in ours.items():
        equal = np.array_equal(column, theirs[name], equal_nan=column.dtype.kind == "f")
        assert equal, f"{name} differs"
        assert column.dtype == theirs[name].dtype, name
