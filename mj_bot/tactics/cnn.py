"""Tactic `cnn`: the design's three convolutional networks, for discards, pungs and chows.

Each takes the feature `planes`. `discard` has the output `policy` over 34 tiles, `pung` over no and
yes, `chow` over no chow and the claimed tile as first, second and third of the run. A pung goes
before a chow; a kong is made where `greedy` would make it, as kongs are too rare to learn from.

Source: 陈仁泽, 谭钧尹, 冯睿杰, 强化学习期末 (the report of the course bot rl-final).
"""

from typing import Dict, Optional, Sequence, Tuple

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, GANG, PASSING, PLAY, Action
from mj_bot.nets.moves import FIRST_CHOW, PASS_MOVE, PUNG_MOVE, actions_by_move
from mj_bot.nets.weights_file import Weights
from mj_bot.odds.hand_context import Array
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.successor import after_claim
from mj_bot.tactics._by_network import ByNetwork, chances_of
from mj_bot.tactics.greedy import Greedy
from mj_bot.tiles import TILE_KINDS

# The moves of the networks for claims; the first network decides first.
_CLAIMS = {
    "pung": (PASS_MOVE, PUNG_MOVE),
    "chow": (PASS_MOVE, FIRST_CHOW, FIRST_CHOW + 1, FIRST_CHOW + 2),
}


class Cnn(ByNetwork):
    """Discards, claims pungs and claims chows, each by its own network."""

    name = "cnn"
    needs = (
        (
            ("discard", "policy", TILE_KINDS),
            ("pung", "policy", len(_CLAIMS["pung"])),
            ("chow", "policy", len(_CLAIMS["chow"])),
        ),
    )

    def __init__(self, weights: Optional[Weights] = None) -> None:
        super().__init__(weights)
        self._greedy = Greedy()

    def _choose(self, state: GameState) -> Action:
        actions = action_space(state)
        if any(action.kind in (GANG, BUGANG) for action in actions):
            wanted = self._greedy(state)
            if wanted.kind in (GANG, BUGANG):
                return wanted
        if state.decision == OWN_DRAW:
            plays = [action for action in actions if action.kind == PLAY]
            logits = self._discards(state, plays)
            self._chances = list(zip(plays, chances_of(logits)))
            return plays[int(np.argmax(logits))]
        claims = self._claim(state)
        if len(claims) == 1:
            return claims[0]
        self.best = claims[0]
        return claims[int(np.argmax(self._discards(after_claim(state, claims[0]), claims)))]

    def _claim(self, state: GameState) -> Sequence[Action]:
        """The pung or chow that the networks want, with each of its discards; else PASS."""
        by_move = actions_by_move(state)
        for network in _CLAIMS:
            chances = self._claims(state, network, by_move)
            if len(chances) > 1:
                self._chances = [(by_move[move][0], chance) for move, chance in chances.items()]
                best = max(chances, key=lambda move: chances[move])
                if best != PASS_MOVE:
                    return by_move[best]
        return [PASSING]

    def _probabilities(self, state: GameState) -> Dict[Action, float]:
        if state.decision == OWN_DRAW:
            plays = [action for action in action_space(state) if action.kind == PLAY]
            return dict(zip(plays, chances_of(self._discards(state, plays)).tolist()))
        by_move = actions_by_move(state)
        by_action: Dict[Action, float] = {}
        left = 1.0
        for network in _CLAIMS:
            chances = self._claims(state, network, by_move)
            passing = chances.pop(PASS_MOVE)
            for move, chance in chances.items():
                claims = by_move[move]
                parts = chances_of(self._discards(after_claim(state, claims[0]), claims))
                by_action.update(zip(claims, (left * chance * parts).tolist()))
            left *= passing
        by_action[PASSING] = left
        return by_action

    def _claims(
        self, state: GameState, network: str, by_move: Dict[int, Tuple[Action, ...]]
    ) -> Dict[int, float]:
        """The probabilities of passing and of the legal claims that a network knows, by move."""
        legal = [index for index, move in enumerate(_CLAIMS[network]) if move in by_move]
        chances = [1.0]
        if len(legal) > 1:
            chances = chances_of(self._output(state, network, "policy")[legal]).tolist()
        return {_CLAIMS[network][index]: chance for index, chance in zip(legal, chances)}

    def _discards(self, state: GameState, actions: Sequence[Action]) -> Array:
        """The logits of the discards of these actions."""
        tiles = [action.tile for action in actions if action.tile is not None]
        return self._output(state, "discard", "policy")[tiles]
