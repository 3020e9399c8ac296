"""The 34 tile kinds, their codes on the wire, and count vectors.

A tile is an int: 0-8 characters W1-W9, 9-17 dots B1-B9, 18-26 bamboos T1-T9,
27-30 winds F1-F4 (east south west north), 31-33 dragons J1-J3 (red green white).
Flowers H1-H8 are 34-41; they are never in a hand, so count vectors have 34 places.
"""

from itertools import permutations
from typing import Dict, Iterable, List, Sequence, Tuple

TILE_KINDS = 34
FLOWER_KINDS = 8
COPIES = 4
# A whole hand is this many sets and a pair, or a special form.
MOST_SETS = 4

SUIT_LETTERS = "WBT"
CODES: Tuple[str, ...] = tuple(
    [letter + str(number) for letter in SUIT_LETTERS for number in range(1, 10)]
    + ["F" + str(number) for number in range(1, 5)]
    + ["J" + str(number) for number in range(1, 4)]
)
FLOWER_CODES: Tuple[str, ...] = tuple("H" + str(number) for number in range(1, 9))
ALL_CODES = CODES + FLOWER_CODES

_TILE_OF: Dict[str, int] = {code: tile for tile, code in enumerate(ALL_CODES)}

FIRST_HONOUR = 27
FIRST_DRAGON = 31
HONOURS = tuple(range(FIRST_HONOUR, TILE_KINDS))
TERMINALS = (0, 8, 9, 17, 18, 26)
ORPHANS = TERMINALS + HONOURS

# The five types of 五门齐 (suits, winds, dragons), each as (first tile, end).
TYPES = (
    (0, 9),
    (9, 18),
    (18, FIRST_HONOUR),
    (FIRST_HONOUR, FIRST_DRAGON),
    (FIRST_DRAGON, TILE_KINDS),
)

# Knitted tiles: the places 0-8 of 147, 258 and 369, the six ways to assign them to the three suits,
# and the nine tiles of each way.
KNITS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
KNIT_ORDERS = tuple(permutations(range(3)))
KNITTED_STRAIGHTS = tuple(
    [
        tuple([9 * suit + rank for suit, knit in enumerate(order) for rank in KNITS[knit]])
        for order in KNIT_ORDERS
    ]
)

# The middle tiles of the 21 chows: those with neighbours on both sides.
CHOW_MIDDLES = tuple(tile for tile in range(FIRST_HONOUR) if 0 < tile % 9 < 8)
IS_CHOW_MIDDLE = tuple(tile in CHOW_MIDDLES for tile in range(TILE_KINDS))


def tile_of(code: str) -> int:
    """The tile (0-33, flowers 34-41) with this wire code.

    Raises ValueError if there is no such tile.

    >>> tile_of("W1"), tile_of("J3"), tile_of("H1")
    (0, 33, 34)
    """
    tile = _TILE_OF.get(code)
    if tile is None:
        raise ValueError("no such tile: {!r}".format(code))
    return tile


def code_of(tile: int) -> str:
    """The wire code of a tile (0-41).

    >>> code_of(9)
    'B1'
    """
    return ALL_CODES[tile]


def is_suited(tile: int) -> bool:
    """Whether the tile is a character, dot or bamboo."""
    return tile < FIRST_HONOUR


def is_honour(tile: int) -> bool:
    """Whether the tile is a wind or a dragon."""
    return FIRST_HONOUR <= tile < TILE_KINDS


def is_flower(tile: int) -> bool:
    """Whether the tile is a flower or season."""
    return tile >= TILE_KINDS


def suit_of(tile: int) -> int:
    """0 characters, 1 dots, 2 bamboos, 3 honours.

    >>> [suit_of(tile_of(code)) for code in ("W9", "B1", "T5", "F1")]
    [0, 1, 2, 3]
    """
    return tile // 9


def number_of(tile: int) -> int:
    """The number 1-9 of a suited tile; for an honour its place in the suit, 1-7.

    >>> number_of(tile_of("T7"))
    7
    """
    return tile % 9 + 1


def rank_kind(tile: int) -> int:
    """The kind of a tile's number: 0 a terminal, 1 next to one, 2 from 3 to 7, 3 an honour.

    >>> [rank_kind(tile_of(code)) for code in ("W1", "B8", "T3", "F1")]
    [0, 1, 2, 3]
    """
    rank = tile % 9
    return 3 if is_honour(tile) else min(rank, 8 - rank, 2)


def counts_of(tiles: Iterable[int]) -> List[int]:
    """The count vector (34 ints) of some tiles.

    >>> sum(counts_of(tiles_of("W1 W1 J3")))
    3
    """
    counts = [0] * TILE_KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts


def tiles_of(codes: str) -> List[int]:
    """Parse a line of wire codes, separated by spaces.

    Raises ValueError if one is not a tile.

    >>> tiles_of("W1 B1")
    [0, 9]
    """
    return [tile_of(code) for code in codes.split()]


def tiles_from_counts(counts: Sequence[int]) -> List[int]:
    """The tiles of a count vector, in tile order.

    >>> tiles_from_counts(counts_of([9, 0, 9]))
    [0, 9, 9]
    """
    return [tile for tile, count in enumerate(counts) for _ in range(count)]


def without_knit(counts: Sequence[int], knit: int) -> Tuple[int, ...]:
    """A suit's counts, less one of each tile of 147 (knit 0), 258 (1) or 369 (2) it has.

    >>> without_knit((2, 0, 0, 1, 0, 0, 0, 0, 1), 0)
    (1, 0, 0, 0, 0, 0, 0, 0, 1)
    """
    left = list(counts)
    for rank in KNITS[knit]:
        left[rank] -= left[rank] > 0
    return tuple(left)


def codes_of(tiles: Iterable[int]) -> str:
    """The wire codes of some tiles on one line.

    >>> codes_of([0, 9])
    'W1 B1'
    """
    return " ".join([ALL_CODES[tile] for tile in tiles])
