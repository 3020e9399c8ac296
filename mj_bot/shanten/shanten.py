"""Shanten: how many tiles a hand lacks to be ready, by form, and its effective tiles.

Hands are count vectors of the concealed tiles: 34 ints, 13 - 3 x melds tiles before a draw and one
more after it. A distance is the number of missing tiles less one: 0 is ready (tenpai), -1 is
complete. An effective tile lowers it. After a draw the effective tiles are those that are effective
after some discard that keeps the distance.

The definitions are MahjongGB's; docs/reference/shanten.md has them, with the surprising cases.
"""

from typing import NamedTuple, Sequence, Tuple

from mj_bot.shanten.forms import FORMS, least_over_forms
from mj_bot.shanten.hand_by_suit import HandBySuit, by_suits
from mj_bot.shanten.regular import ANY_SIZE
from mj_bot.winning_shape import is_winning_shape

__all__ = ["FORMS", "Least", "Shanten", "is_winning_shape", "least", "least_distance", "of_form"]

_BY_NAME = {form.name: form for form in FORMS}


class Shanten(NamedTuple):
    """A distance and the tiles that lower it, in tile order."""

    distance: int
    effective: Tuple[int, ...]


class Least(NamedTuple):
    """The least distance over all forms, its effective tiles, and the forms at that distance."""

    distance: int
    effective: Tuple[int, ...]
    forms: Tuple[Tuple[str, Shanten], ...]


def of_form(name: str, hand: Sequence[int]) -> Shanten:
    """The shanten of one form, by its name in FORMS, and the tiles that lower it.

    A `regular` hand has a meld for each three tiles fewer than 13 or 14. Raises ValueError if a
    hand of this size cannot have the form, KeyError if there is no such form.

    >>> from mj_bot.tiles import codes_of, counts_of, tiles_of
    >>> found = of_form("regular", counts_of(tiles_of("W1 W1 B2 B3")))
    >>> found.distance, codes_of(found.effective)
    (0, 'B1 B4')
    """
    form = _BY_NAME[name]
    parts = by_suits(hand, form.sizes)
    distance = form.distance(parts)
    return Shanten(distance, form.effective(parts, distance))


def least(hand: Sequence[int], meld_count: int) -> Least:
    """The least distance over all forms possible with the melds, and its effective tiles.

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


def _with_melds(hand: Sequence[int], meld_count: int) -> HandBySuit:
    parts = by_suits(hand, ANY_SIZE)
    if parts.size // 3 + meld_count != 4:
        raise ValueError("{} tiles and {} melds are no hand".format(parts.size, meld_count))
    return parts
