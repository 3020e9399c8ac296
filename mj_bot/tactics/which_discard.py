"""Tactic `which_discard`: a network trained on `odds` discards, `odds` claims and kongs.

The network `all` sees the feature `hand_only`: the own hand and the unseen tiles, nothing of the
other seats. Its output `discard` rates each of 34 tiles as a discard (0 to 1); `shanten` estimates
the hand's shanten. It takes a fraction of the time of `odds`; `mj analyze` shows it too.

Source: 当你迷茫的时候, an article on a which-to-discard network taught by a calculator.
"""

from typing import Dict, Optional, Sequence, Tuple

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, PASSING, PENG, PLAY, Action
from mj_bot.nets.moves import actions_by_move, move_of
from mj_bot.nets.weights_file import Weights
from mj_bot.odds.hand_context import Array
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.successor import after_claim
from mj_bot.tactics._by_network import ByNetwork
from mj_bot.tactics.odds import Odds
from mj_bot.tiles import TILE_KINDS


class WhichDiscard(ByNetwork):
    """Discards the tile that the network rates best, and claims what `odds` would."""

    name = "which_discard"
    needs = ((("all", "discard", TILE_KINDS), ("all", "shanten", 1)),)

    def __init__(self, weights: Optional[Weights] = None) -> None:
        super().__init__(weights)
        self._odds = Odds()

    def _choose(self, state: GameState) -> Action:
        actions = action_space(state)
        if state.decision != OWN_DRAW:
            self.best = PASSING
            wanted = self._odds(state)
            if wanted.kind not in (CHI, PENG):
                return wanted
            claims = actions_by_move(state)[move_of(wanted, state)]
            return self._best(after_claim(state, wanted), claims)
        play = self._best(state, [action for action in actions if action.kind == PLAY])
        if any(action.kind in (GANG, BUGANG) for action in actions):
            self.best = play
            wanted = self._odds(state)
            if wanted.kind in (GANG, BUGANG):
                return wanted
        return play

    def _best(self, state: GameState, actions: Sequence[Action]) -> Action:
        """The action with the best discard."""
        liked = self._liked(state, actions)
        self._chances = list(zip(actions, liked))
        return actions[int(np.argmax(liked))]

    def _probabilities(self, state: GameState) -> Dict[Action, float]:
        plays = [action for action in action_space(state) if action.kind == PLAY]
        return dict(zip(plays, self._liked(state, plays).tolist())) if plays else {}

    def shanten(self, state: GameState) -> float:
        """The network's estimate of the hand's shanten."""
        return float(self._output(state, "all", "shanten")[0])

    def best_discards(self, state: GameState, count: int) -> Sequence[Tuple[int, float]]:
        """The best tiles to discard from a hand of 14, each with its rating (0 to 1)."""
        ranked = [(action.tile, good) for action, good in self._probabilities(state).items()]
        ranked.sort(key=lambda one: -one[1])
        return [(tile, good) for tile, good in ranked[:count] if tile is not None]

    def _liked(self, state: GameState, actions: Sequence[Action]) -> Array:
        tiles = [action.tile for action in actions if action.tile is not None]
        return self._output(state, "all", "discard")[tiles]
