"""Games as data sets store them: played by native tactics, and read into arrays of examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mj_engine import _core
from mj_engine.odds import tables
from mj_engine.play import Wall, bytes_of
from mj_engine.players import Player, tactics_of

# Arrays by name; see mj_lab.learn.dataset.shard.
Arrays: TypeAlias = Mapping[str, NDArray[Any]]


def play_stored(
    walls: Iterable[Wall],
    players: Player | Sequence[Player],
    *,
    prevalent_winds: ArrayLike,
    seatings: ArrayLike,
    seeds: ArrayLike,
    threads: int = 1,
    values: bool = False,
) -> dict[str, NDArray[Any]]:
    """Plays one game on each wall, like `mj_engine.play`, and returns the arrays.

    values: whether to store the values of `odds` for all legal actions.

    Raises ValueError for a bad wall, and for anything that cannot be played.
    """
    return _core.play_stored(
        [bytes_of(number, wall) for number, wall in enumerate(walls)],
        tactics_of(players),
        np.ascontiguousarray(prevalent_winds, dtype=np.uint8),
        np.ascontiguousarray(seatings, dtype=np.uint8),
        np.ascontiguousarray(seeds, dtype=np.uint32),
        threads,
        values,
    )


def fill_examples(games: Arrays, plan: Arrays, out: Arrays, kinds: int, threads: int = 1) -> None:
    """Fill the arrays `out` with the examples of some games.

    plan: `games` int64 [n], their indexes; `seats` uint8 [n], the seats wanted, one bit each;
    `first` int64 [n + 1], the first example of each game; `row_of` int64, the row of each example.
    kinds: the kinds of examples wanted, one bit each. out: `mask`, `move`, `kind`, `score`, `game`,
    `seat`, `turn`, optionally `shanten` and `values`, and any of `feature_shapes()`.

    Raises ValueError if a game cannot be replayed, or has another number of examples.
    """
    known = tables() if "look_ahead" in out else None
    _core.fill_examples(dict(games), dict(plan), dict(out), kinds, threads, known)


def count_examples(games: Arrays, threads: int = 1) -> NDArray[np.uint8]:
    """The number of examples by game, seat and kind: [games, 4, 3].

    Raises ValueError if a game cannot be replayed.
    """
    return _core.count_examples(dict(games), threads)


def feature_shapes() -> dict[str, tuple[int, ...]]:
    """The features that examples can have, and the shape of each."""
    return _core.feature_shapes()
