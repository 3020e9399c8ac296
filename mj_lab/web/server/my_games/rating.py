"""A person's strength on the scale of the named bots, from finished hands against them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mj_lab.core.wall_means import LEAST_WALLS, estimate
from mj_lab.table.play.at_table.levels import BOTS
from mj_lab.web.server.my_games.finished import FinishedHand

# With fewer hands the error is too uncertain to be shown.
LEAST_HANDS = LEAST_WALLS
_BY_TACTIC = {bot.tactic: bot for bot in BOTS}


def rating_of(hands: Sequence[FinishedHand]) -> dict[str, Any]:
    """The rating from the hands against three named bots; the others are ignored.

    hands: how many count; needed: how many more are needed for a rating. points, error: a game, as
    in `NamedBot`, with hands as samples and the bots' own errors; None with too few hands. below,
    above: the tactics of the strongest bot that is not stronger, and of the weakest that is; None
    without one.
    """
    rated = [hand for hand in hands if all(one in _BY_TACTIC for one in hand.opponents)]
    stated = estimate([_points(hand) for hand in rated]).stated()
    said = {"hands": len(rated), "needed": max(0, LEAST_HANDS - len(rated))}
    if said["needed"] or stated.mean is None or stated.error is None:
        return {**said, "points": None, "error": None, "below": None, "above": None}
    met = [one for hand in rated for one in hand.opponents]
    known = (bot.error * met.count(bot.tactic) / len(met) for bot in BOTS)
    weaker = [bot.tactic for bot in BOTS if bot.points <= stated.mean]
    stronger = [bot.tactic for bot in BOTS if bot.points > stated.mean]
    return {
        **said,
        "points": stated.mean,
        "error": math.hypot(stated.error, *known),
        "below": weaker[-1] if weaker else None,
        "above": stronger[0] if stronger else None,
    }


def _points(hand: FinishedHand) -> float:
    """What a hand says of the person's points."""
    bots = [_BY_TACTIC[one] for one in hand.opponents]
    return math.fsum(bot.points + bot.worth * hand.score for bot in bots) / len(bots)
