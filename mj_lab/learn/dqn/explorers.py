"""Who plays the games that Q is learned from: a search that draws its actions by their values."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Protocol

from mj_bot.actions import action_space
from mj_bot.events import HU, Action, parse_response
from mj_bot.nets.weights_file import unpack_weights
from mj_bot.odds.win_chance import LOSS
from mj_bot.state import GameState
from mj_bot.tactics.expectimax import Expectimax


class SearchValues(Protocol):
    """A search: what it says of the legal actions of a decision, in points of the game."""

    def __call__(self, state: GameState) -> Mapping[Action, float]:
        """The values; an action that is not there is not to be taken."""


class ValuesOfOdds:
    """The search of `odds`, at the fast table's speed."""

    def __init__(self) -> None:
        from mj_engine.odds import Odds

        self._odds = Odds()

    def __call__(self, state: GameState) -> Mapping[Action, float]:
        """See `SearchValues`."""
        found = self._odds.candidates(state)
        return {parse_response(one.action): one.value - LOSS for one in found}


class ValuesOfExpectimax:
    """Expectimax with a Q network, as the tactic searches; no limit of time.

    weights: the bytes of their file.
    """

    def __init__(self, weights: bytes, depth: int, alpha: float) -> None:
        network = unpack_weights(weights)
        self._tactic = Expectimax(weights=network, depth=depth, alpha=alpha, seconds=0)

    def __call__(self, state: GameState) -> Mapping[Action, float]:
        """See `SearchValues`."""
        self._tactic(state)
        return {one.action: one.value for one in self._tactic.valued}


class Explorer:
    """Draws an action in proportion to exp(value / temperature); a win whenever there is one.

    temperature: in points; 0 takes the best.
    """

    def __init__(self, search: SearchValues, temperature: float, seed: int) -> None:
        self._search, self._temperature = search, temperature
        self._lots = random.Random(seed)

    def __call__(self, state: GameState) -> tuple[Action, float]:
        """The action, and what the search says of it; 0 of one that has no alternative."""
        actions = action_space(state)
        if len(actions) == 1 or actions[0].kind == HU:
            return actions[0], 0.0
        values = self._search(state)
        best = max(values.values())
        if not self._temperature:
            return next(one for one in values.items() if one[1] == best)
        weights = [math.exp((value - best) / self._temperature) for value in values.values()]
        (drawn,) = self._lots.choices(list(values.items()), weights)
        return drawn
