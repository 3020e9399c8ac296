"""Every choice of sets, with or without a pair, within one suit or the honours."""

from itertools import combinations_with_replacement
from typing import List, NamedTuple, Sequence, Tuple

import numpy as np

from mj_bot.events import CHI
from mj_bot.melds import Meld
from mj_bot.odds.hand_context import Array
from mj_bot.tiles import MOST_SETS

CHOWS = 7
SUIT_TILES = 9
HONOUR_TILES = 7

# The code of a part: for each chow its count in the part, in 3 bits; for each pung one bit.
_CHOW_BITS = 3
_FIRST_PUNG_BIT = CHOWS * _CHOW_BITS


class SuitParts(NamedTuple):
    """All parts of one suit (or of the honours), in a fixed order.

    counts: uint8 [part, tile], pair included. sets: uint8 [part], 0-4. pair: int8 [part], the place
    0-8 of the pair in the suit, -1 if none. code: int32 [part], which sets they are.
    """

    counts: Array
    sets: Array
    pair: Array
    code: Array

    def holding(self, melds: Sequence[Meld]) -> Array:
        """Mask of the parts that hold all these melds of the suit (a kong counts as a pung).

        Raises ValueError if a meld's tile is not known.
        """
        held = np.ones(len(self.code), bool)
        for code in set(meld_codes(melds)):
            times = meld_codes(melds).count(code)
            if code >> _FIRST_PUNG_BIT:
                held &= (self.code & code) != 0
            else:
                shift = code.bit_length() - 1
                held &= ((self.code >> shift) & (2**_CHOW_BITS - 1)) >= times
        return held


def meld_codes(melds: Sequence[Meld]) -> List[int]:
    """The code of each meld within its suit, as in `SuitParts.code`.

    Raises ValueError if a meld's tile is not known.
    """
    codes = []
    for meld in melds:
        if meld.tile is None:
            raise ValueError("a meld of an unknown tile")
        rank = meld.tile % SUIT_TILES
        shift = (rank - 1) * _CHOW_BITS if meld.kind == CHI else _FIRST_PUNG_BIT + rank
        codes.append(1 << shift)
    return codes


def sets_of_code(code: int) -> List[Tuple[bool, int]]:
    """The sets of a part: (whether it is a chow, the place 0-8 of its middle or its tile).

    >>> sets_of_code(2 | 1 << 21)
    [(True, 1), (True, 1), (False, 0)]
    """
    sets = []
    for chow in range(CHOWS):
        times = (code >> (chow * _CHOW_BITS)) & (2**_CHOW_BITS - 1)
        sets += [(True, chow + 1)] * times
    return sets + [(False, k) for k in range(SUIT_TILES) if code >> (_FIRST_PUNG_BIT + k) & 1]


def suit_parts() -> SuitParts:
    """The 23,533 parts of a suit: 0 to 4 sets, with or without a pair, at most 4 of a tile."""
    return _parts(SUIT_TILES, CHOWS)


def honour_parts() -> SuitParts:
    """The 498 parts of the honours."""
    return _parts(HONOUR_TILES, 0)


def _parts(tiles: int, chows: int) -> SuitParts:
    units = np.zeros((chows + tiles, tiles), np.uint8)
    codes = np.zeros(chows + tiles, np.int32)
    for chow in range(chows):
        units[chow, chow : chow + 3] = 1
        codes[chow] = 1 << (chow * _CHOW_BITS)
    for tile in range(tiles):
        units[chows + tile, tile] = 3
        codes[chows + tile] = 1 << (_FIRST_PUNG_BIT + tile)
    parts = []
    for size in range(MOST_SETS + 1):
        counts, code = _choices(units, codes, size)
        parts.append(SuitParts(counts, *_columns(counts, size, -1), code=code))
        parts.append(_with_pairs(counts, code, size, tiles))
    return SuitParts(*[np.concatenate(column) for column in zip(*parts)])


def _choices(units: Array, codes: Array, size: int) -> Tuple[Array, Array]:
    """Counts and codes of all ways to choose `size` sets with at most four of a tile."""
    if size == 0:
        return np.zeros((1, units.shape[1]), np.uint8), np.zeros(1, np.int32)
    chosen = np.array(list(combinations_with_replacement(range(len(units)), size)), np.intp)
    counts = units[chosen].sum(axis=1).astype(np.uint8)
    fits = (counts <= 4).all(axis=1)
    return counts[fits], codes[chosen[fits]].sum(axis=1).astype(np.int32)


def _with_pairs(counts: Array, code: Array, size: int, tiles: int) -> SuitParts:
    places = np.arange(len(counts)).repeat(tiles)
    pair = np.tile(np.arange(tiles), len(counts))
    fits = counts[places, pair] <= 2
    places, pair = places[fits], pair[fits].astype(np.int8)
    paired = counts[places]
    paired[np.arange(len(paired)), pair] += 2
    return SuitParts(paired, _columns(paired, size, -1)[0], pair, code[places])


def _columns(counts: Array, size: int, pair: int) -> Tuple[Array, Array]:
    rows = len(counts)
    return np.full(rows, size, np.uint8), np.full(rows, pair, np.int8)
