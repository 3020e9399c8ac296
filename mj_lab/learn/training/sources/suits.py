"""Augmentation: permutes the three suits of an example, in all its arrays alike.

Source: 当你迷茫的时候, an article on a which-to-discard network, which swaps two suits.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from mj_bot.nets.moves import MOVE_COUNT, PASS_MOVE
from mj_bot.tiles import TILE_KINDS
from mj_lab.learn.training.parts.part import Batch

_SUITS, _RANKS = 3, 9
_PERMUTATIONS = tuple(permutations(range(_SUITS)))


def permuted(batch: Batch, generator: np.random.Generator) -> Batch:
    """The batch with each example's suits permuted at random, consistently in all its rows.

    Features have their 34 places on the third axis. The batch is not changed in place.
    """
    chosen = generator.integers(len(_PERMUTATIONS), size=len(batch["move"]))
    tiles = np.array([_sources(suits) for suits in _PERMUTATIONS])
    moves = np.array([_move_sources(row) for row in tiles])
    places = np.argsort(moves, axis=1)
    permuted_batch = dict(batch)
    for name, array in batch.items():
        if name == "move":
            permuted_batch[name] = places[chosen, array]
        elif array.ndim >= 3:
            permuted_batch[name] = _taken(array, tiles, chosen)
        elif array.ndim == 2 and array.shape[1] == MOVE_COUNT:
            permuted_batch[name] = np.take_along_axis(array, moves[chosen], axis=1)
    return permuted_batch


def _taken(array: np.ndarray, tiles: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    moved = np.empty_like(array)
    for number, sources in enumerate(tiles):
        rows = np.flatnonzero(chosen == number)
        moved[rows] = array[rows][:, :, sources]
    return moved


def _sources(suits: tuple[int, ...]) -> list[int]:
    """The tile that replaces each tile: suit n becomes suit suits[n]."""
    tiles = [suit * _RANKS + rank for suit in suits for rank in range(_RANKS)]
    return tiles + list(range(_SUITS * _RANKS, TILE_KINDS))


def _move_sources(tiles: np.ndarray) -> np.ndarray:
    """The same for the moves; those without a tile stay."""
    with_tile = [tiles + first for first in range(0, PASS_MOVE, TILE_KINDS)]
    return np.concatenate([*with_tile, np.arange(PASS_MOVE, MOVE_COUNT)])
