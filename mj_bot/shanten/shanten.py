"""Shanten: how many tiles a hand lacks to be ready, by form, and the tiles that bring it nearer.

Hands are count vectors of the concealed tiles: 34 ints, 13 - 3 x melds tiles before a draw and
one more after it. A distance is the number of tiles lacked, less one: 0 is ready (tenpai), -1 is
complete. An effective tile is one that lowers it. After a draw the effective tiles are those that
are effective after some discard that keeps the distance.

The definitions are MahjongGB's; docs/shanten.md has them, and the cases where they surprise.
"""

from typing import NamedTuple, Sequence, Tuple

from mj_bot.shanten.forms import FORMS, least_over_forms
from mj_bot.shanten.hand_by_suit import Form, HandBySuit, by_suits
from mj_bot.shanten.honors_and_knitted import HONORS_AND_KNITTED
from mj_bot.shanten.knitted_straight import KNITTED_STRAIGHT_FORM
from mj_bot.shanten.regular import ANY_SIZE, REGULAR
from mj_bot.shanten.seven_pairs import SEVEN_PAIRS
from mj_bot.shanten.thirteen_orphans import THIRTEEN_ORPHANS
from mj_bot.winning_shape import is_winning_shape

__all__ = [
    "Least",
    "Shanten",
    "honors_and_knitted",
    "honors_and_knitted_distance",
    "is_winning_shape",
    "knitted_straight",
    "knitted_straight_distance",
    "least",
    "least_distance",
    "regular",
    "regular_distance",
    "seven_pairs",
    "seven_pairs_distance",
    "thirteen_orphans",
    "thirteen_orphans_distance",
]


class Shanten(NamedTuple):
    """A distance and the tiles that lower it, in tile order."""

    distance: int
    effective: Tuple[int, ...]


class Least(NamedTuple):
    """The least distance over all forms, what lowers it, and the forms that attain it by name."""

    distance: int
    effective: Tuple[int, ...]
    forms: Tuple[Tuple[str, Shanten], ...]


def regular(hand: Sequence[int]) -> Shanten:
    """Four sets and a pair, with as many melds as the hand is short of 13 or 14 tiles.

    Raises ValueError unless it has 1, 4, 7, 10 or 13 tiles, or one more.

    >>> from mj_bot.tiles import codes_of, counts_of, tiles_of
    >>> found = regular(counts_of(tiles_of("W1 W1 B2 B3")))
    >>> found.distance, codes_of(found.effective)
    (0, 'B1 B4')
    """
    return _shanten(REGULAR, hand)


def regular_distance(hand: Sequence[int]) -> int:
    """The distance of `regular`; raises as it does."""
    return _distance(REGULAR, hand)


def seven_pairs(hand: Sequence[int]) -> Shanten:
    """Seven pairs, four of a kind being two. Raises ValueError unless it has 13 or 14 tiles."""
    return _shanten(SEVEN_PAIRS, hand)


def seven_pairs_distance(hand: Sequence[int]) -> int:
    """The distance of `seven_pairs`; raises as it does."""
    return _distance(SEVEN_PAIRS, hand)


def thirteen_orphans(hand: Sequence[int]) -> Shanten:
    """Every terminal and honour, one of them twice. Raises ValueError unless 13 or 14 tiles."""
    return _shanten(THIRTEEN_ORPHANS, hand)


def thirteen_orphans_distance(hand: Sequence[int]) -> int:
    """The distance of `thirteen_orphans`; raises as it does."""
    return _distance(THIRTEEN_ORPHANS, hand)


def honors_and_knitted(hand: Sequence[int]) -> Shanten:
    """14 different tiles of the honours and a knitted straight: 全不靠, and 七星不靠 with it.

    Raises ValueError unless it has 13 or 14 tiles.
    """
    return _shanten(HONORS_AND_KNITTED, hand)


def honors_and_knitted_distance(hand: Sequence[int]) -> int:
    """The distance of `honors_and_knitted`; raises as it does."""
    return _distance(HONORS_AND_KNITTED, hand)


def knitted_straight(hand: Sequence[int]) -> Shanten:
    """A knitted straight (组合龙), a set, which may be melded, and a pair.

    Raises ValueError unless it has 10 or 13 tiles, or one more.
    """
    return _shanten(KNITTED_STRAIGHT_FORM, hand)


def knitted_straight_distance(hand: Sequence[int]) -> int:
    """The distance of `knitted_straight`; raises as it does."""
    return _distance(KNITTED_STRAIGHT_FORM, hand)


def least(hand: Sequence[int], meld_count: int) -> Least:
    """The least over all forms that are possible with the melds; the effective tiles of those.

    Raises ValueError unless the hand has 13 - 3 x meld_count tiles, or one more.

    >>> from mj_bot.tiles import codes_of, counts_of, tiles_of
    >>> found = least(counts_of(tiles_of("W1 W1 B2 B2 T3 T3 T3 T3 F1 F1 F2 F2 J1")), 0)
    >>> found.distance, codes_of(found.effective), [name for name, _ in found.forms]
    (0, 'J1', ['seven_pairs'])
    """
    parts = _with_melds(hand, meld_count)
    distances = [(form, form.distance(parts)) for form in FORMS if parts.size in form.sizes]
    distance = min([its for _, its in distances])
    attained = tuple(
        [
            (form.name, Shanten(distance, form.effective(parts, distance)))
            for form, its in distances
            if its == distance
        ]
    )
    effective = {tile for _, shanten in attained for tile in shanten.effective}
    return Least(distance, tuple(sorted(effective)), attained)


def least_distance(hand: Sequence[int], meld_count: int) -> int:
    """The distance of `least`; raises as it does."""
    return least_over_forms(_with_melds(hand, meld_count))


def _shanten(form: Form, hand: Sequence[int]) -> Shanten:
    parts = by_suits(hand, form.sizes)
    distance = form.distance(parts)
    return Shanten(distance, form.effective(parts, distance))


def _distance(form: Form, hand: Sequence[int]) -> int:
    return form.distance(by_suits(hand, form.sizes))


def _with_melds(hand: Sequence[int], meld_count: int) -> HandBySuit:
    parts = by_suits(hand, ANY_SIZE)
    if parts.size // 3 + meld_count != 4:
        raise ValueError("{} tiles and {} melds are no hand".format(parts.size, meld_count))
    return parts
