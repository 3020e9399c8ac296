"""The five forms of win together, and the least distance over them."""

from mj_bot.shanten import (
    honors_and_knitted,
    knitted_straight,
    regular,
    seven_pairs,
    thirteen_orphans,
)
from mj_bot.shanten.hand_by_suit import WHOLE, HandBySuit
from mj_bot.shanten.knitted_straight import KNITTABLE

FORMS = (
    regular.REGULAR,
    seven_pairs.SEVEN_PAIRS,
    thirteen_orphans.THIRTEEN_ORPHANS,
    honors_and_knitted.HONORS_AND_KNITTED,
    knitted_straight.KNITTED_STRAIGHT_FORM,
)


def least_over_forms(parts: HandBySuit) -> int:
    """The least distance over all forms possible for a hand of this size."""
    distance = regular.distance(parts)
    if parts.size in WHOLE:
        distance = min(
            distance,
            seven_pairs.distance(parts),
            thirteen_orphans.distance(parts),
            honors_and_knitted.distance(parts),
        )
    if parts.size not in KNITTABLE:
        return distance
    return knitted_straight.distance(parts, distance)
