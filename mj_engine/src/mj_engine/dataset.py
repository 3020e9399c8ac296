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

# Arrays by name; mj_lab.learn.dataset.shard says what is in them.
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

    Raises ValueError for a wall that cannot be dealt from, and for anything that cannot be played.
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

    plan: `games` int64 [n], which; `seats` uint8 [n], the seats wanted, one bit each; `first` int64
    [n + 1], each one's first example; `row_of` int64, where each example goes. kinds: of examples,
    one bit each. out: `mask`, `move`, `kind`, `score`, `game`, `seat`, `turn`, if wanted `shanten`
    and `values`, and any of `feature_shapes()`.

    Raises ValueError where a game cannot be played again, or has another number of examples.
    """
    known = tables() if "look_ahead" in out else None
    _core.fill_examples(dict(games), dict(plan), dict(out), kinds, threads, known)


def count_examples(games: Arrays, threads: int = 1) -> NDArray[np.uint8]:
    """How many examples each seat of each game has of each kind: [games, 4, 3].

    Raises ValueError where a game cannot be played again.
    """
    return _core.count_examples(dict(games), threads)


def feature_shapes() -> dict[str, tuple[int, ...]]:
    """The features that examples can have, and the shape of each."""
    return _core.feature_shapes()
