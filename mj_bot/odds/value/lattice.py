"""The lattice of missing tiles: from no tile got to all that complete a target.

A state is the multiset of tiles got from now on; an edge adds one tile. There is a state for the
missing tiles of every group of targets and for every subset of these, and a level for each number
of tiles. A state's hash is the sum of one number per tile, so taking a tile away is a subtraction.
"""

import random
from typing import List, NamedTuple, Sequence, Tuple

import numpy as np

from mj_bot.odds.hand_context import Array
from mj_bot.tiles import TILE_KINDS

# One 64-bit number a tile. Two different sums of at most 14 collide once in 10^10 hands.
_WEIGHTS = np.array(
    [random.Random(tile).getrandbits(64) for tile in range(TILE_KINDS)], dtype=np.uint64
)


class Level(NamedTuple):
    """The states with one number of tiles.

    tiles: int16 [state, size], the tiles got, sorted. group: intp [state], the group completed
    there, -1 if none. Edges to the next level, sorted by parent: parent, child: intp [edge], states
    of this level and the next; tile: intp [edge], the tile added. inner: intp [inner], the states
    that have edges; begins: intp [inner], the first edge of each.
    """

    tiles: Array
    group: Array
    parent: Array
    child: Array
    tile: Array
    begins: Array
    inner: Array


def lattice_of(missing: Array) -> List[Level]:
    """The levels from no tile got to the most tiles that any group lacks.

    missing: int [group, 34], the tiles that each group lacks, all different.

    >>> levels = lattice_of(np.eye(3, 34, dtype=np.int16) + np.eye(1, 34, dtype=np.int16))
    >>> [len(level.tiles) for level in levels], levels[0].tile.tolist()
    ([1, 3, 3], [0, 1, 2])
    """
    sizes = missing.sum(axis=1)
    largest = int(sizes.max()) if len(sizes) else 0
    levels: List[Level] = []
    above = _Above(np.zeros((0, largest + 1), np.int16), np.zeros(0, np.uint64))
    for size in range(largest, -1, -1):
        own = np.flatnonzero(sizes == size)
        level, above = _level(missing, own, size, above)
        levels.append(level)
    return levels[::-1]


class _Above(NamedTuple):
    """The states of the level above: their tiles and hashes."""

    tiles: Array
    hashes: Array


def _level(missing: Array, own: Array, size: int, above: _Above) -> Tuple[Level, _Above]:
    """The level of this size: the groups `own`, and all states above less one tile."""
    own_tiles = _tiles_of(missing[own], size)
    own_hashes = _WEIGHTS[own_tiles].sum(axis=1, dtype=np.uint64)
    child, column = _takings(above.tiles)
    tile = above.tiles[child, column].astype(np.intp)
    hashes = np.concatenate([own_hashes, above.hashes[child] - _WEIGHTS[tile]])
    unique, first, where = np.unique(hashes, return_index=True, return_inverse=True)
    where = where.reshape(-1)
    tiles = np.zeros((len(unique), size), np.int16)
    from_own = first < len(own)
    tiles[from_own] = own_tiles[first[from_own]]
    taken = first[~from_own] - len(own)
    columns = np.arange(size) + (np.arange(size) >= column[taken][:, None])
    tiles[~from_own] = above.tiles[child[taken][:, None], columns]
    group = np.full(len(unique), -1, np.intp)
    group[where[: len(own)]] = own
    parent = where[len(own) :]
    order = np.argsort(parent, kind="mergesort")
    parent = parent[order]
    begins = np.flatnonzero(np.diff(parent, n=1)) + 1
    begins = np.concatenate([np.zeros(min(len(parent), 1), np.intp), begins])
    level = Level(tiles, group, parent, child[order], tile[order], begins, parent[begins])
    return level, _Above(tiles, unique)


def _tiles_of(missing: Array, size: int) -> Array:
    """The tiles of each row of counts, sorted: int16 [row, size]."""
    every = np.tile(np.arange(TILE_KINDS, dtype=np.int16), len(missing))
    return np.repeat(every, missing.ravel()).reshape(len(missing), size)


def _takings(tiles: Array) -> Tuple[Array, Array]:
    """Every way to take one tile from a state: the state, and the tile's index in it."""
    if not tiles.size:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    new = np.ones(tiles.shape, bool)
    new[:, 1:] = tiles[:, 1:] != tiles[:, :-1]
    found: Sequence[Array] = np.nonzero(new)
    return found[0], found[1]
