"""Shanten: how many tiles a hand lacks to be ready, by form, and the tiles that bring it nearer.

Hands are count vectors of the concealed tiles: 34 ints, 13 - 3 x melds tiles before a draw and
one more after it. A distance is the number of tiles lacked, less one: 0 is ready (tenpai), -1 is
complete. A useful tile is one that lowers it. After a draw the useful tiles are those that are
useful after some discard that keeps the distance.

The definitions are MahjongGB's; docs/shanten.md says them and where they surprise.
"""

from typing import NamedTuple, Sequence, Tuple

from mj_bot.shanten import forms as forms
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
    useful: Tuple[int, ...]


class Least(NamedTuple):
    """The least distance over all forms, what lowers it, and the forms that attain it by name."""

    distance: int
    useful: Tuple[int, ...]
    forms: Tuple[Tuple[str, Shanten], ...]


def regular(hand: Sequence[int]) -> Shanten:
    """Four sets and a pair, with as many melds as the hand is short of 13 or 14 tiles.

    Raises ValueError unless it has 1, 4, 7, 10 or 13 tiles, or one more.

    >>> from mj_bot.tiles import codes_of, counts_of, tiles_of
    >>> found = regular(counts_of(tiles_of("W1 W1 B2 B3")))
    >>> found.distance, codes_of(found.useful)
    (0, 'B1 B4')
    """
    return _shanten(forms.REGULAR, hand)


def regular_distance(hand: Sequence[int]) -> int:
    """The distance of `regular`; raises as it does."""
    return _distance(forms.REGULAR, hand)


def seven_pairs(hand: Sequence[int]) -> Shanten:
    """Seven pairs, four of a kind being two. Raises ValueError unless it has 13 or 14 tiles."""
    return _shanten(forms.SEVEN_PAIRS, hand)


def seven_pairs_distance(hand: Sequence[int]) -> int:
    """The distance of `seven_pairs`; raises as it does."""
    return _distance(forms.SEVEN_PAIRS, hand)


def thirteen_orphans(hand: Sequence[int]) -> Shanten:
    """Every terminal and honour, one of them twice. Raises ValueError unless 13 or 14 tiles."""
    return _shanten(forms.THIRTEEN_ORPHANS, hand)


def thirteen_orphans_distance(hand: Sequence[int]) -> int:
    """The distance of `thirteen_orphans`; raises as it does."""
    return _distance(forms.THIRTEEN_ORPHANS, hand)


def honors_and_knitted(hand: Sequence[int]) -> Shanten:
    """14 different tiles of the honours and a knitted straight: 全不靠, and 七星不靠 with it.

    Raises ValueError unless it has 13 or 14 tiles.
    """
    return _shanten(forms.HONORS_AND_KNITTED, hand)


def honors_and_knitted_distance(hand: Sequence[int]) -> int:
    """The distance of `honors_and_knitted`; raises as it does."""
    return _distance(forms.HONORS_AND_KNITTED, hand)


def knitted_straight(hand: Sequence[int]) -> Shanten:
    """A knitted straight (组合龙), a set, which may be melded, and a pair.

    Raises ValueError unless it has 10 or 13 tiles, or one more.
    """
    return _shanten(forms.KNITTED_STRAIGHT, hand)


def knitted_straight_distance(hand: Sequence[int]) -> int:
    """The distance of `knitted_straight`; raises as it does."""
    return _distance(forms.KNITTED_STRAIGHT, hand)


def least(hand: Sequence[int], meld_count: int) -> Least:
    """The least over all forms that so many melds leave; the useful tiles of those that attain it.

    Raises ValueError unless the hand has 13 - 3 x meld_count tiles, or one more.

    >>> from mj_bot.tiles import codes_of, counts_of, tiles_of
    >>> found = least(counts_of(tiles_of("W1 W1 B2 B2 T3 T3 T3 T3 F1 F1 F2 F2 J1")), 0)
    >>> found.distance, codes_of(found.useful), [name for name, _ in found.forms]
    (0, 'J1', ['seven_pairs'])
    """
    parts = _with_melds(hand, meld_count)
    distances = [(form, form.distance(parts)) for form in forms.FORMS if parts.size in form.sizes]
    distance = min([its for _, its in distances])
    attained = tuple(
        [
            (form.name, Shanten(distance, form.useful(parts, distance)))
            for form, its in distances
            if its == distance
        ]
    )
    useful = {tile for _, shanten in attained for tile in shanten.useful}
    return Least(distance, tuple(sorted(useful)), attained)


def least_distance(hand: Sequence[int], meld_count: int) -> int:
    """The distance of `least`; raises as it does."""
    return forms.least_distance(_with_melds(hand, meld_count))


def _shanten(form: forms.Form, hand: Sequence[int]) -> Shanten:
    parts = forms.by_suits(hand, form.sizes)
    distance = form.distance(parts)
    return Shanten(distance, form.useful(parts, distance))


def _distance(form: forms.Form, hand: Sequence[int]) -> int:
    return form.distance(forms.by_suits(hand, form.sizes))


def _with_melds(hand: Sequence[int], meld_count: int) -> forms.Parts:
    parts = forms.by_suits(hand, forms.ANY_SIZE)
    if parts.size // 3 + meld_count != 4:
        raise ValueError("{} tiles and {} melds are no hand".format(parts.size, meld_count))
    return parts
