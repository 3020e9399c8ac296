"""The five forms of win: how far a hand is from each, and what brings it nearer."""

from typing import Callable, List, NamedTuple, Sequence, Set, Tuple

from mj_bot.shanten.rows import (
    KNIT_ORDERS,
    KNITTED_STRAIGHTS,
    Counts,
    Row,
    Suit,
    honour_places,
    honours,
    join,
    row_without_knit,
    suit,
    suit_places,
    tight,
    usable,
    without_knit,
)
from mj_bot.tiles import COPIES, FIRST_HONOUR, HONOURS, ORPHANS

# How many tiles a hand may have for sets and a pair, for a form of 14 tiles, for a straight.
ANY_SIZE = (1, 2, 4, 5, 7, 8, 10, 11, 13, 14)
WHOLE = (13, 14)
KNITTABLE = (10, 11, 13, 14)

_STRAIGHT_SETS = 3
_STRAIGHT_TILES = 9

# More than any distance.
_FAR = 14

_Counts = Tuple[Counts, Counts, Counts, Counts]
_Rows = Tuple[Row, Row, Row, Row]


class Parts(NamedTuple):
    """A hand by suits: the counts, what each brings, and how many tiles there are in all."""

    counts: _Counts
    suits: Tuple[Suit, Suit, Suit, Suit]
    size: int


class Form(NamedTuple):
    """A form: its name, the sizes of hand it takes, its distance, and its useful tiles.

    The useful tiles are asked with the distance, which is known by then.
    """

    name: str
    sizes: Tuple[int, ...]
    distance: Callable[[Parts], int]
    useful: Callable[[Parts, int], Tuple[int, ...]]


def by_suits(hand: Sequence[int], sizes: Sequence[int]) -> Parts:
    """The parts of a hand of 34 counts. Raises ValueError if it has none of these sizes."""
    counts = (tuple(hand[0:9]), tuple(hand[9:18]), tuple(hand[18:27]), tuple(hand[27:34]))
    suits = (suit(counts[0]), suit(counts[1]), suit(counts[2]), honours(counts[3]))
    size = sum(hand)
    if size not in sizes:
        raise ValueError("a hand of {} tiles cannot have this form".format(size))
    return Parts(counts, suits, size)


def _regular_distance(parts: Parts) -> int:
    return _sets_distance(_rows(parts), parts.size // 3)


def _regular_useful(parts: Parts, distance: int) -> Tuple[int, ...]:
    return tuple(_sets_useful(parts.counts, _rows(parts), parts.size // 3, distance))


def _rows(parts: Parts) -> _Rows:
    characters, dots, bamboos, others = parts.suits
    return (characters.row, dots.row, bamboos.row, others.row)


def _sets_distance(rows: _Rows, sets: int) -> int:
    """The distance to so many sets and a pair."""
    characters, dots, bamboos, others = rows
    return 3 * sets + 1 - usable(join(characters, dots), join(bamboos, others), sets)


def _sets_useful(counts: _Counts, rows: _Rows, sets: int, distance: int) -> List[int]:
    """The tiles that lower the distance to so many sets and a pair, in tile order.

    Of a tile that is held four times MahjongGB says so only when the hand is ready.
    """
    characters, dots, bamboos, others = rows
    most = 3 * sets + 1 - distance
    first, last = join(characters, dots), join(bamboos, others)
    tiles = list(suit_places(counts[0], tight(characters, join(dots, last), sets, most)))
    for place in suit_places(counts[1], tight(dots, join(characters, last), sets, most)):
        tiles.append(9 + place)
    for place in suit_places(counts[2], tight(bamboos, join(first, others), sets, most)):
        tiles.append(18 + place)
    for place in honour_places(counts[3], tight(others, join(first, bamboos), sets, most)):
        tiles.append(FIRST_HONOUR + place)
    if distance > 0:
        return [tile for tile in tiles if counts[tile // 9][tile % 9] < COPIES]
    return tiles


# ---- seven pairs, thirteen orphans ----


def _seven_pairs_distance(parts: Parts) -> int:
    characters, dots, bamboos, others = parts.suits
    return 6 - characters.pairs - dots.pairs - bamboos.pairs - others.pairs


def _seven_pairs_useful(parts: Parts, _distance: int) -> Tuple[int, ...]:
    """The odd ones: there are enough of them unless the hand is complete."""
    return tuple([tile for tile, count in enumerate(_hand(parts)) if count % 2])


def _thirteen_orphans_distance(parts: Parts) -> int:
    characters, dots, bamboos, others = parts.suits
    kinds = characters.orphans + dots.orphans + bamboos.orphans + others.orphans
    paired = (
        characters.paired_orphan
        or dots.paired_orphan
        or bamboos.paired_orphan
        or others.paired_orphan
    )
    return 13 - kinds - paired


def _thirteen_orphans_useful(parts: Parts, _distance: int) -> Tuple[int, ...]:
    hand = _hand(parts)
    if max([hand[tile] for tile in ORPHANS]) < 2:
        return ORPHANS
    return tuple([tile for tile in ORPHANS if not hand[tile]])


def _hand(parts: Parts) -> Counts:
    characters, dots, bamboos, others = parts.counts
    return characters + dots + bamboos + others


# ---- the knitted forms ----


def _knitted_kinds(parts: Parts) -> Tuple[int, int, int, int, int, int]:
    """How many tiles the hand has of each of the six knitted straights, as KNIT_ORDERS goes."""
    characters, dots, bamboos, _ = parts.suits
    a, b, c = characters.knits
    d, e, f = dots.knits
    g, h, i = bamboos.knits
    return (a + e + i, a + f + h, b + d + i, b + f + g, c + d + h, c + e + g)


def _honors_and_knitted_distance(parts: Parts) -> int:
    return 13 - parts.suits[3].orphans - max(_knitted_kinds(parts))


def _honors_and_knitted_useful(parts: Parts, distance: int) -> Tuple[int, ...]:
    if distance < 0:
        return ()
    hand = _hand(parts)
    kinds = _knitted_kinds(parts)
    tiles = set(HONOURS)
    for straight, count in zip(KNITTED_STRAIGHTS, kinds):
        if count == max(kinds):
            tiles.update(straight)
    return tuple([tile for tile in sorted(tiles) if not hand[tile]])


def _knitted_straight_distance(parts: Parts, limit: int = _FAR) -> int:
    """The distance to a knitted straight, or the limit if it is not under that."""
    sets = parts.size // 3 - _STRAIGHT_SETS
    for kinds, order in sorted(zip(_knitted_kinds(parts), KNIT_ORDERS), reverse=True):
        lacking = _STRAIGHT_TILES - kinds
        if lacking - 1 >= limit:  # The distance of what is beside the straight is -1 or more.
            break
        limit = min(limit, lacking + _sets_distance(_rows_beside(parts, order), sets))
    return limit


def _knitted_straight_useful(parts: Parts, distance: int) -> Tuple[int, ...]:
    hand = _hand(parts)
    sets = parts.size // 3 - _STRAIGHT_SETS
    useful: Set[int] = set()
    for kinds, order, straight in zip(_knitted_kinds(parts), KNIT_ORDERS, KNITTED_STRAIGHTS):
        beside = distance - _STRAIGHT_TILES + kinds
        if beside < -1:
            continue
        rows = _rows_beside(parts, order)
        if _sets_distance(rows, sets) == beside:
            useful.update([tile for tile in straight if not hand[tile]])
            useful.update(_sets_useful(_counts_beside(parts, order), rows, sets, beside))
    return tuple(sorted(useful))


def _counts_beside(parts: Parts, order: Sequence[int]) -> _Counts:
    """What is left when one of each tile of a knitted straight is taken out."""
    characters, dots, bamboos, others = parts.counts
    return (
        without_knit(characters, order[0]),
        without_knit(dots, order[1]),
        without_knit(bamboos, order[2]),
        others,
    )


def _rows_beside(parts: Parts, order: Sequence[int]) -> _Rows:
    """The rows of what `_counts_beside` leaves."""
    characters, dots, bamboos, _ = parts.counts
    return (
        row_without_knit(characters, order[0]),
        row_without_knit(dots, order[1]),
        row_without_knit(bamboos, order[2]),
        parts.suits[3].row,
    )


# ---- all of them ----

REGULAR = Form("regular", ANY_SIZE, _regular_distance, _regular_useful)
SEVEN_PAIRS = Form("seven_pairs", WHOLE, _seven_pairs_distance, _seven_pairs_useful)
THIRTEEN_ORPHANS = Form(
    "thirteen_orphans", WHOLE, _thirteen_orphans_distance, _thirteen_orphans_useful
)
HONORS_AND_KNITTED = Form(
    "honors_and_knitted", WHOLE, _honors_and_knitted_distance, _honors_and_knitted_useful
)
KNITTED_STRAIGHT = Form(
    "knitted_straight", KNITTABLE, _knitted_straight_distance, _knitted_straight_useful
)
FORMS = (REGULAR, SEVEN_PAIRS, THIRTEEN_ORPHANS, HONORS_AND_KNITTED, KNITTED_STRAIGHT)


def least_distance(parts: Parts) -> int:
    """The least distance over all forms that a hand of this size can have."""
    distance = _regular_distance(parts)
    if parts.size in WHOLE:
        distance = min(
            distance,
            _seven_pairs_distance(parts),
            _thirteen_orphans_distance(parts),
            _honors_and_knitted_distance(parts),
        )
    if parts.size not in KNITTABLE:
        return distance
    return _knitted_straight_distance(parts, distance)
