"""Route `melded_hand` (全求人): four melds, and the last tile from another's discard."""

from mj_bot.routes.distance.connection import suit_bonus
from mj_bot.routes.families.route import Route
from mj_bot.routes.position import (
    SET_COUNT,
    NearestTarget,
    Outlook,
    Position,
)
from mj_bot.tiles import tiles_from_counts

# Steep on purpose: seldom begun, always finished (docs/reference/rule_based.md).
UNMELDED = 9.0
MELDED = 2.0


class MeldedHand(Route):
    """The mean of a distance by melds and of the hand's own distance."""

    key = "melded_hand"
    fans = (("全求人", "Melded Hand"),)

    def distance(self, position: Position, outlook: Outlook) -> float:
        """The mean of (9 - 2 x melds) and (basic_shanten - connection bonus)."""
        melds = position.open_sets
        shanten = outlook.search.distance(position.suits, 1, SET_COUNT - melds)
        memo = outlook.memo(self.key)
        bonus = 0.0
        for suit, tiles in enumerate(position.suits):
            key = (suit, tiles)
            if key not in memo:
                memo[key] = suit_bonus(suit, tiles)
            bonus += memo[key]
        return (UNMELDED - MELDED * melds + shanten - bonus) / 2

    def nearest_target(self, position: Position, outlook: Outlook) -> NearestTarget:
        """The same; any set will do, so all tiles of the hand are spare."""
        spare = tuple(tiles_from_counts(position.hand))
        return NearestTarget(self.distance(position, outlook), self.fans[0][1], (), spare)
