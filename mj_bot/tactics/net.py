"""Tactic `net`: what a network taught by recorded games holds most likely.

Its weights have one network, `all`, or one for each kind of decision (`discard`, `claim`, `rob`),
with the output `policy` over the moves of `mj_bot.nets.moves`. Of the legal moves the likeliest is
played, but no kong that ends the game drawn; the discard after a chow or pung is a choice of its
own, of the hand that the claim leaves.
"""

from typing import Dict, Sequence

import numpy as np

from mj_bot.events import Action
from mj_bot.nets.moves import DECISION_KINDS, MOVE_COUNT, actions_by_move, decision_kind
from mj_bot.odds.model import Array
from mj_bot.state import GameState
from mj_bot.successor import after_claim, ends_drawn
from mj_bot.tactics._by_network import ByNetwork, chances_of

_FOR_ALL = "all"


class Net(ByNetwork):
    """Plays the likeliest of the legal moves."""

    name = "net"
    needs = (
        ((_FOR_ALL, "policy", MOVE_COUNT),),
        tuple([(kind, "policy", MOVE_COUNT) for kind in DECISION_KINDS]),
    )

    def _choose(self, state: GameState) -> Action:
        by_move = actions_by_move(state)
        moves = [move for move in by_move if not ends_drawn(state, by_move[move][0])]
        logits = self._logits(state, moves)
        self._told = [(by_move[move][0], part) for move, part in zip(moves, chances_of(logits))]
        claims = by_move[moves[int(np.argmax(logits))]]
        if len(claims) == 1:
            return claims[0]
        self.best = claims[0]
        return claims[int(np.argmax(self._discards(state, claims)))]

    def _probabilities(self, state: GameState) -> Dict[Action, float]:
        by_move = actions_by_move(state)
        found = {}
        for actions, chance in zip(
            by_move.values(), chances_of(self._logits(state, list(by_move)))
        ):
            parts = chances_of(self._discards(state, actions)) if len(actions) > 1 else [1.0]
            for action, part in zip(actions, parts):
                found[action] = float(chance * part)
        return found

    def _discards(self, state: GameState, claims: Sequence[Action]) -> Array:
        """The logits of the discards that can follow a claim."""
        tiles = [claim.tile for claim in claims if claim.tile is not None]
        return self._logits(after_claim(state, claims[0]), tiles)

    def _logits(self, state: GameState, moves: Sequence[int]) -> Array:
        network = _FOR_ALL if _FOR_ALL in self.networks else DECISION_KINDS[decision_kind(state)]
        return self._output(state, network, "policy")[list(moves)]
