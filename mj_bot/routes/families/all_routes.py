"""The list of all routes: a new route is a class in a module here, and a line below."""

from typing import Tuple

from mj_bot.routes.families.all_types import AllTypes
from mj_bot.routes.families.chows import Chows
from mj_bot.routes.families.flushes import HalfFlush, LowerFour, UpperFour
from mj_bot.routes.families.melded_hand import MeldedHand
from mj_bot.routes.families.pungs import AllPungs, ThreeConcealedPungs
from mj_bot.routes.families.route import Route
from mj_bot.routes.families.special import HonorsAndKnitted, SevenPairs, ThirteenOrphans


def all_routes() -> Tuple[Route, ...]:
    """One of each, in the order of docs/reference/rule_based.md.

    >>> [route.key for route in all_routes()][:3]
    ['chows', 'all_types', 'all_pungs']
    """
    return (
        Chows(),
        AllTypes(),
        AllPungs(),
        HalfFlush(),
        MeldedHand(),
        SevenPairs(),
        ThirteenOrphans(),
        HonorsAndKnitted(),
        UpperFour(),
        LowerFour(),
        ThreeConcealedPungs(),
    )
