"""Who plays the games that Q is learned from: a search that draws its actions by their values."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from mj_bot.actions import action_space
from mj_bot.events import HU, PLAY, Action, parse_response
from mj_bot.nets.weights_file import unpack_weights
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
        return {parse_response(one.action): one.value for one in found}


class ValuesOfExpectimax:
    """Expectimax with a Q network, as the tactic searches, at the fast table's speed.

    weights: the bytes of their file.
    """

    def __init__(self, weights: bytes, depth: int, alpha: float) -> None:
        from mj_engine.expectimax import Search

        network = unpack_weights(weights)
        self._search = Search(Expectimax(weights=network, depth=depth, alpha=alpha, seconds=0))

    def __call__(self, state: GameState) -> Mapping[Action, float]:
        """See `SearchValues`."""
        found = self._search.values(state)
        return {parse_response(action): value for action, value in found.items()}


class Explored(NamedTuple):
    """What was done, and what the search says.

    value: of the action that it drew, be one at random taken instead; 0 of one that has no
    alternative. values: of all that it valued; nothing where there was no alternative.
    """

    action: Action
    value: float
    values: Mapping[Action, float]


class Explorer:
    """Draws an action in proportion to exp(value / temperature); a win whenever there is one.

    temperature: in points; 0 takes the best. by_lot: the share of discards, 0 to 1, in whose place
    any tile of the hand is discarded, each as likely: a tile that the search never discards has a
    Q that nothing was learned of.
    """

    def __init__(
        self, search: SearchValues, temperature: float, seed: int, by_lot: float = 0.0
    ) -> None:
        self._search, self._temperature, self._by_lot = search, temperature, by_lot
        self._rng = random.Random(seed)

    def __call__(self, state: GameState) -> Explored:
        """The action, and what the search says."""
        actions = action_space(state)
        if len(actions) == 1 or actions[0].kind == HU:
            return Explored(actions[0], 0.0, {})
        values = self._search(state)
        action, value = self._drawn(values)
        if self._by_lot and action.kind == PLAY and self._rng.random() < self._by_lot:
            action = self._rng.choice([one for one in actions if one.kind == PLAY])
        return Explored(action, value, values)

    def _drawn(self, values: Mapping[Action, float]) -> tuple[Action, float]:
        best = max(values.values())
        if not self._temperature:
            return next(one for one in values.items() if one[1] == best)
        weights = [math.exp((value - best) / self._temperature) for value in values.values()]
        (drawn,) = self._rng.choices(list(values.items()), weights)
        return drawn
