"""The regular form: four sets and a pair, or fewer sets beside melds."""

from typing import List, Tuple

from mj_bot.shanten.hand_by_suit import Form, HandBySuit, SuitCounts4, SuitRows, suit_rows_of
from mj_bot.shanten.rows import honour_places, join, suit_places, tight, usable
from mj_bot.tiles import COPIES, FIRST_HONOUR

# Hand sizes of sets and a pair.
ANY_SIZE = (1, 2, 4, 5, 7, 8, 10, 11, 13, 14)


def distance(parts: HandBySuit) -> int:
    """The distance to as many sets as the hand has room for, and a pair."""
    return sets_distance(suit_rows_of(parts), parts.size // 3)


def _effective(parts: HandBySuit, distance: int) -> Tuple[int, ...]:
    return tuple(sets_effective(parts.counts, suit_rows_of(parts), parts.size // 3, distance))


def sets_distance(rows: SuitRows, sets: int) -> int:
    """The distance to `sets` sets and a pair."""
    characters, dots, bamboos, others = rows
    return 3 * sets + 1 - usable(join(characters, dots), join(bamboos, others), sets)


def sets_effective(counts: SuitCounts4, rows: SuitRows, sets: int, distance: int) -> List[int]:
    """The tiles that lower the distance to `sets` sets and a pair, in tile order.

    MahjongGB lists a tile that is held four times only when the hand is ready.
    """
    characters, dots, bamboos, others = rows
    most = 3 * sets + 1 - distance
    first, last = join(characters, dots), join(bamboos, others)
    tiles = list(suit_places(counts[0], tight(characters, join(dots, last), sets, most)))
    for index in suit_places(counts[1], tight(dots, join(characters, last), sets, most)):
        tiles.append(9 + index)
    for index in suit_places(counts[2], tight(bamboos, join(first, others), sets, most)):
        tiles.append(18 + index)
    for index in honour_places(counts[3], tight(others, join(first, bamboos), sets, most)):
        tiles.append(FIRST_HONOUR + index)
    if distance > 0:
        return [tile for tile in tiles if counts[tile // 9][tile % 9] < COPIES]
    return tiles


REGULAR = Form("regular", ANY_SIZE, distance, _effective)
