"""Tactic `v1_1`: counts the sets, partial sets and pairs of the state after each action."""

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, HU, Action
from mj_bot.routes.blocks import Blocks
from mj_bot.routes.evaluator import in_order, position_after
from mj_bot.state import GameState
from mj_bot.successor import ends_drawn


class V11:
    """The first version of `rule_based` that valued states, kept as an opponent to measure with."""

    name = "v1_1"

    def __init__(self) -> None:
        self._blocks = self._counting()

    def _counting(self) -> Blocks:
        return Blocks()

    def __call__(self, state: GameState) -> Action:
        """The action with the highest value, the first of equals; wins and added kongs come first.

        It never makes a kong that ends the game drawn.
        """
        actions = [a for a in in_order(state, action_space(state)) if not ends_drawn(state, a)]
        for action in actions:
            if action.kind in (HU, BUGANG):
                return action
        return max(actions, key=lambda action: self._value(state, action))

    def _value(self, state: GameState, action: Action) -> float:
        # Values of lone tiles are hundredths: rounding makes equal sums equal.
        return round(self._blocks.value(position_after(state, action)), 6)
