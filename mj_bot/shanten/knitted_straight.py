"""The form of a knitted straight, a set, which may be melded, and a pair."""

from typing import Sequence, Set, Tuple

from mj_bot.shanten.hand_by_suit import (
    Form,
    HandBySuit,
    SuitCounts4,
    SuitRows,
    knitted_kinds,
    whole_hand,
)
from mj_bot.shanten.regular import sets_distance, sets_effective
from mj_bot.shanten.rows import row_without_knit
from mj_bot.tiles import KNIT_ORDERS, KNITTED_STRAIGHTS, without_knit

# Hand sizes of a knitted straight.
KNITTABLE = (10, 11, 13, 14)

_STRAIGHT_SETS = 3
_STRAIGHT_TILES = 9

# More than any distance.
_BEYOND = 14


def distance(parts: HandBySuit, limit: int = _BEYOND) -> int:
    """The distance to a knitted straight, at most the limit."""
    sets = parts.size // 3 - _STRAIGHT_SETS
    for kinds, order in sorted(zip(knitted_kinds(parts), KNIT_ORDERS), reverse=True):
        lacking = _STRAIGHT_TILES - kinds
        if lacking - 1 >= limit:  # The distance of the rest beside the straight is at least -1.
            break
        limit = min(limit, lacking + sets_distance(_rows_beside(parts, order), sets))
    return limit


def _effective(parts: HandBySuit, distance: int) -> Tuple[int, ...]:
    hand = whole_hand(parts)
    sets = parts.size // 3 - _STRAIGHT_SETS
    effective: Set[int] = set()
    for kinds, order, straight in zip(knitted_kinds(parts), KNIT_ORDERS, KNITTED_STRAIGHTS):
        beside = distance - _STRAIGHT_TILES + kinds
        if beside < -1:
            continue
        rows = _rows_beside(parts, order)
        if sets_distance(rows, sets) == beside:
            effective.update([tile for tile in straight if not hand[tile]])
            effective.update(sets_effective(_counts_beside(parts, order), rows, sets, beside))
    return tuple(sorted(effective))


def _counts_beside(parts: HandBySuit, order: Sequence[int]) -> SuitCounts4:
    """The counts without one of each tile of a knitted straight."""
    characters, dots, bamboos, others = parts.counts
    return (
        without_knit(characters, order[0]),
        without_knit(dots, order[1]),
        without_knit(bamboos, order[2]),
        others,
    )


def _rows_beside(parts: HandBySuit, order: Sequence[int]) -> SuitRows:
    """The rows of the counts that `_counts_beside` leaves."""
    characters, dots, bamboos, _ = parts.counts
    return (
        row_without_knit(characters, order[0]),
        row_without_knit(dots, order[1]),
        row_without_knit(bamboos, order[2]),
        parts.suits[3].row,
    )


KNITTED_STRAIGHT_FORM = Form("knitted_straight", KNITTABLE, distance, _effective)
