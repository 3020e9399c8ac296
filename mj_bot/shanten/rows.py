"""How many tiles of one suit fit into 0 to 4 sets, with and without a pair.

All distances to four sets and a pair come from this one question. A row is the answer for some
tiles: ten places with the most tiles that fit into 0, 1, 2, 3 and 4 sets (places 0-4), and the same
with a pair (places 5-9). A set may still lack two tiles or all three. The limit of four copies of a
tile does not count, as in MahjongGB (docs/reference/shanten.md).
"""

from functools import lru_cache
from operator import add
from typing import List, NamedTuple, Sequence, Tuple

from mj_bot.tiles import MOST_SETS, without_knit

SuitRow = Tuple[int, int, int, int, int, int, int, int, int, int]
Counts = Tuple[int, ...]

EMPTY_ROW: SuitRow = (0,) * 10
BITS = tuple([1 << place for place in range(10)])

# Hands of a game differ by a tile or two, so nearly every call is a cache hit. Entries of each
# cache: 120,000 hands of all sorts in one process take 44 MB, a game about 2 MB.
_MANY = 1 << 14


class SuitSummary(NamedTuple):
    """What one suit, or the honours, contributes to each form.

    pairs: four of a kind are two. orphans: kinds of terminals or honours. paired_orphan: whether
    one of them is there twice. knits: kinds of 147, of 258 and of 369, empty for honours.
    """

    row: SuitRow
    pairs: int
    orphans: int
    paired_orphan: bool
    knits: Tuple[int, int, int]


@lru_cache(maxsize=_MANY)
def suit(counts: Counts) -> SuitSummary:
    """The summary of a suit's nine counts.

    >>> suit((3, 0, 0, 0, 2, 0, 0, 0, 1)).row
    (0, 3, 5, 6, 6, 2, 5, 6, 6, 6)
    """
    ends = (counts[0], counts[8])
    return SuitSummary(
        suit_row(counts),
        _pairs(counts),
        _kinds(ends),
        max(ends) > 1,
        (_kinds(counts[0::3]), _kinds(counts[1::3]), _kinds(counts[2::3])),
    )


@lru_cache(maxsize=_MANY)
def honours(counts: Counts) -> SuitSummary:
    """The summary of the honours' seven counts."""
    return SuitSummary(
        honours_row(counts), _pairs(counts), _kinds(counts), max(counts) > 1, (0, 0, 0)
    )


@lru_cache(maxsize=_MANY)
def suit_places(counts: Counts, tight: int) -> Counts:
    """The places of the tiles that raise a suit's row at one of the bits of `tight`."""
    return tuple([rank for rank, raised in enumerate(_raised_suit(counts)) if raised & tight])


@lru_cache(maxsize=_MANY)
def honour_places(counts: Counts, tight: int) -> Counts:
    """As `suit_places`, for the honours."""
    return tuple([index for index, raised in enumerate(_raised_honours(counts)) if raised & tight])


@lru_cache(maxsize=_MANY)
def _raised_suit(counts: Counts) -> Counts:
    """For each tile of the suit: the places of the row that one more of it raises, as bits."""
    row = suit_row(counts)
    return tuple([_bits(row, suit_row(_changed(counts, rank, 1))) for rank in range(9)])


@lru_cache(maxsize=_MANY)
def _raised_honours(counts: Counts) -> Counts:
    row = honours_row(counts)
    return tuple([_bits(row, honours_row(_changed(counts, index, 1))) for index in range(7)])


def _bits(row: SuitRow, raised: SuitRow) -> int:
    return sum([bit for bit, low, high in zip(BITS, row, raised) if high > low])


@lru_cache(maxsize=_MANY)
def row_without_knit(counts: Counts, knit: int) -> SuitRow:
    """The row of the counts that `without_knit` leaves."""
    return suit_row(without_knit(counts, knit))


@lru_cache(maxsize=_MANY)
def usable(one: SuitRow, other: SuitRow, sets: int) -> int:
    """The most tiles of two rows together that fit into `sets` sets and a pair.

    >>> usable(suit_row((3, 0, 0, 0, 0, 0, 0, 0, 0)), suit_row((0, 1, 1, 0, 0, 0, 0, 0, 0)), 1)
    4
    """
    return max(_sums(one, other, sets))


@lru_cache(maxsize=_MANY)
def tight(one: SuitRow, other: SuitRow, sets: int, most: int) -> int:
    """The places of a row that must rise for more than `most` tiles to be usable, as bits.

    One more tile raises a place of a row by one or not at all.
    """
    sums = _sums(one, other, sets)
    return sum([bit for bit, count in zip(BITS, sums) if count == most])


def _sums(one: SuitRow, other: SuitRow, sets: int) -> List[int]:
    """The sum of each place of one row and its complement in the other."""
    if sets == MOST_SETS:
        return list(map(add, one, other[::-1]))
    blank = [0] * (MOST_SETS - sets)
    plain = map(add, one, other[5 + sets : 4 : -1])
    return [*plain, *blank, *map(add, one[5:], other[sets::-1])]


@lru_cache(maxsize=_MANY)
def join(one: SuitRow, other: SuitRow) -> SuitRow:
    """The row of two rows' tiles together; they must have no set in common."""
    plain, paired = other[:5], other[5:]
    joined: List[int] = []
    for sets in range(MOST_SETS + 1):
        joined.append(max(map(add, one, plain[sets::-1])))
    for sets in range(MOST_SETS + 1):
        sums = [*map(add, one, paired[sets::-1]), *map(add, one[5:], plain[sets::-1])]
        joined.append(max(sums))
    return _row(joined)


@lru_cache(maxsize=_MANY)
def suit_row(counts: Counts) -> SuitRow:
    """The row of a suit's counts.

    It is joined from blocks, as no set spans a gap of two places. A block's row does not depend on
    its position, so all suits share few blocks.
    """
    row = EMPTY_ROW
    for block in _blocks(counts):
        row = join(row, _block_row(block))
    return row


@lru_cache(maxsize=_MANY)
def honours_row(counts: Counts) -> SuitRow:
    """The row of the honours: each kind is a block."""
    row = EMPTY_ROW
    for count in sorted(counts):
        if count:
            row = join(row, _block_row((count,)))
    return row


def _blocks(counts: Counts) -> List[Counts]:
    blocks: List[Counts] = []
    first = last = -3
    for rank, count in enumerate(counts):
        if not count:
            continue
        if rank - last > 2:
            if last >= 0:
                blocks.append(counts[first : last + 1])
            first = rank
        last = rank
    if last >= 0:
        blocks.append(counts[first : last + 1])
    return blocks


@lru_cache(maxsize=_MANY)
def _block_row(counts: Counts) -> SuitRow:
    """The row of a block: the best over all uses of one copy of its first tile.

    A use is none, a set or the pair, alone or with other tiles; the rest is a smaller block.
    """
    while counts and not counts[0]:
        counts = counts[1:]
    if not counts:
        return EMPTY_ROW
    left = _block_row(_changed(counts, 0, -1))
    best = _better(left, _and_set(left, 1), _and_pair(left, 1))
    if counts[0] > 1:
        left = _block_row(_changed(counts, 0, -2))
        best = _better(best, _and_set(left, 2), _and_pair(left, 2))
    if counts[0] > 2:
        best = _better(best, _and_set(_block_row(_changed(counts, 0, -3)), 3))
    for other in [index for index in (1, 2) if index < len(counts) and counts[index]]:
        left = _block_row(_changed(_changed(counts, 0, -1), other, -1))
        best = _better(best, _and_set(left, 2))
    if len(counts) > 2 and counts[1] and counts[2]:
        left = _block_row((counts[0] - 1, counts[1] - 1, counts[2] - 1) + counts[3:])
        best = _better(best, _and_set(left, 3))
    return best


def _and_set(row: SuitRow, tiles: int) -> SuitRow:
    """The row with one more set, of which `tiles` tiles are there."""
    with_set = [row[0], *[count + tiles for count in row[:4]]]
    return _row(with_set + [row[5], *[count + tiles for count in row[5:9]]])


def _and_pair(row: SuitRow, tiles: int) -> SuitRow:
    """The row with a pair, of which `tiles` tiles are there."""
    return _row(list(row[:5]) + [count + tiles for count in row[:5]])


def _better(*rows: SuitRow) -> SuitRow:
    return _row(list(map(max, *rows)))


def _row(counts: List[int]) -> SuitRow:
    a, b, c, d, e, f, g, h, i, j = counts
    return (a, b, c, d, e, f, g, h, i, j)


def _changed(counts: Counts, index: int, by: int) -> Counts:
    return counts[:index] + (counts[index] + by,) + counts[index + 1 :]


def _pairs(counts: Sequence[int]) -> int:
    return sum([count // 2 for count in counts])


def _kinds(counts: Sequence[int]) -> int:
    return sum([count > 0 for count in counts])
