"""Data sets at the fast table: games played and examples read in C++, if it is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_lab.dataset.shard import Column, StoredGames


def is_built() -> bool:
    """Whether the fast table is built, with all that data sets need."""
    try:
        import mj_engine.dataset  # noqa: F401  # asked for, not used
    except ImportError:
        return False
    return True


def play_stored(
    walls: Sequence[Sequence[int]],
    players: Sequence[str],
    prevalent_winds: Sequence[int],
    seatings: Sequence[Sequence[int]],
    seeds: Sequence[Sequence[int]],
    threads: int,
    values: bool,
) -> dict[str, Column]:
    """The arrays of one game a wall, played by native tactics; see mj_engine.dataset."""
    from mj_engine.dataset import play_stored as play

    return play(
        walls,
        players,
        prevalent_winds=prevalent_winds,
        seatings=seatings,
        seeds=seeds,
        threads=threads,
        values=values,
    )


def fill_examples(
    games: StoredGames, plan: Mapping[str, Column], out: Mapping[str, Column], kinds: Sequence[int]
) -> None:
    """Fill the arrays of examples; see mj_engine.dataset."""
    from mj_engine.dataset import fill_examples as fill

    fill(_stored(games), plan, out, sum(1 << kind for kind in kinds))


def count_examples(arrays: dict[str, Column], threads: int = 1) -> NDArray[np.uint8]:
    """How many examples each seat of each game has of each kind; see mj_engine.dataset."""
    from mj_engine.dataset import count_examples as count

    return count(_stored(StoredGames(arrays)), threads)


def feature_shapes() -> dict[str, Any]:
    """The features that the fast table computes, and the shape of each."""
    from mj_engine.dataset import feature_shapes as shapes

    return shapes()


def _stored(games: StoredGames) -> dict[str, Column]:
    return {name: column for name, column in games.arrays.items() if column.dtype.kind in "iuf"}
