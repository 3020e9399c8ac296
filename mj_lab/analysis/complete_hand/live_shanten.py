"""The shanten of a hand by the tiles that can still come: ready for none of these is dead 死听."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.shanten import shanten
from mj_bot.tiles import TILE_KINDS

# The shanten of a dead form that no exchange of one tile brings to life: greater than any real one.
NEVER = 99


class LiveForm(NamedTuple):
    """A form's shanten, and the tiles that lower it.

    dead: it is ready for tiles of which no copy is left. Then `distance` is that with the best
    exchange of a tile, 1 or NEVER, and `effective` are the tiles drawn in such an exchange.
    """

    form: str
    distance: int
    effective: tuple[int, ...]
    dead: bool = False


def live_forms(counts: Sequence[int], unseen: Sequence[int]) -> list[LiveForm]:
    """Each form that a hand of this size can have. unseen: copies that can still come, by tile.

    >>> from mj_bot.tiles import counts_of, tiles_of
    >>> hand = counts_of(tiles_of("W1 W2 W3 W4 W5 W6 W7 W8 W9 F1 F1 F1 F1"))
    >>> live_forms(hand, [4 - count for count in hand])[0][:2]
    ('regular', 1)
    """
    found = []
    for form in shanten.FORMS:
        if sum(counts) not in form.sizes:
            continue
        distance, effective = shanten.of_form(form.name, counts)
        if distance != 0 or any(unseen[tile] for tile in effective):
            found.append(LiveForm(form.name, distance, tuple(effective)))
            continue
        drawn = [
            tile
            for tile in range(TILE_KINDS)
            if unseen[tile] and _revives(form.name, counts, unseen, tile)
        ]
        found.append(LiveForm(form.name, 1 if drawn else NEVER, tuple(drawn), dead=True))
    return found


def live_least(
    counts: Sequence[int], melds: int, unseen: Sequence[int]
) -> tuple[int, Sequence[int], list[str]]:
    """The least shanten of all forms, the tiles that lower it, the forms that have it."""
    found = shanten.least(counts, melds)
    if found.distance != 0:
        return found.distance, found.effective, [form for form, _ in found.forms]
    forms = live_forms(counts, unseen)
    least = min(one.distance for one in forms)
    nearest = [one for one in forms if one.distance == least]
    effective = sorted({tile for one in nearest for tile in one.effective})
    return least, effective, [one.form for one in nearest]


def live_distance(counts: Sequence[int], melds: int, unseen: Sequence[int]) -> int:
    """The least shanten of all forms."""
    distance = shanten.least_distance(counts, melds)
    return distance if distance != 0 else live_least(counts, melds, unseen)[0]


def _revives(form: str, counts: Sequence[int], unseen: Sequence[int], drawn: int) -> bool:
    """Whether a tile that is drawn for one of another kind makes the form ready."""
    hand, left = list(counts), list(unseen)
    hand[drawn] += 1
    left[drawn] -= 1
    for tile in range(TILE_KINDS):
        if tile == drawn or not hand[tile]:
            continue
        hand[tile] -= 1
        distance, effective = shanten.of_form(form, hand)
        if distance == 0 and any(left[one] for one in effective):
            return True
        hand[tile] += 1
    return False
