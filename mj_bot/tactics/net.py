"""Tactic `net`: the likeliest move of a network trained on recorded games or in `mj_lab.env`.

Its weights have one network, `all`, or one for each kind of decision (`discard`, `claim`, `rob`),
with the output `policy` over the moves of `mj_bot.nets.moves`. It plays the likeliest legal move,
but never a kong that ends the game drawn. The discard after a chow or pung is a second choice, from
the hand that the claim leaves.

Alternatively they have the network `actions`, whose `policy` is over `mj_bot.nets.action_index`,
where a chow or pung includes its discard: `mj_lab.env.write_agent` writes these.

Source: the networks of J. Li and others, Suphx: Mastering Mahjong with Deep Reinforcement Learning,
arXiv:2003.13590, one for all kinds of decision or one for each.
"""

from typing import Dict, Sequence, Tuple

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.nets.action_index import ACTION_COUNT, action_index
from mj_bot.nets.moves import DECISION_KINDS, MOVE_COUNT, actions_by_move, decision_kind
from mj_bot.odds.hand_context import Array
from mj_bot.state import GameState
from mj_bot.successor import after_claim, ends_drawn
from mj_bot.tactics._by_network import ByNetwork, chances_of

_FOR_ALL = "all"
_BY_ACTION = "actions"


class Net(ByNetwork):
    """Plays the likeliest of the legal moves."""

    name = "net"
    needs = (
        ((_FOR_ALL, "policy", MOVE_COUNT),),
        tuple([(kind, "policy", MOVE_COUNT) for kind in DECISION_KINDS]),
        ((_BY_ACTION, "policy", ACTION_COUNT),),
    )

    def _choose(self, state: GameState) -> Action:
        by_move = self._actions_by_place(state)
        moves = [move for move in by_move if not ends_drawn(state, by_move[move][0])]
        logits = self._logits(state, moves)
        self._chances = [(by_move[move][0], part) for move, part in zip(moves, chances_of(logits))]
        claims = by_move[moves[int(np.argmax(logits))]]
        if len(claims) == 1:
            return claims[0]
        self.best = claims[0]
        return claims[int(np.argmax(self._discards(state, claims)))]

    def _probabilities(self, state: GameState) -> Dict[Action, float]:
        by_move = self._actions_by_place(state)
        probabilities = {}
        for actions, chance in zip(
            by_move.values(), chances_of(self._logits(state, list(by_move)))
        ):
            parts = chances_of(self._discards(state, actions)) if len(actions) > 1 else [1.0]
            for action, part in zip(actions, parts):
                probabilities[action] = float(chance * part)
        return probabilities

    def _discards(self, state: GameState, claims: Sequence[Action]) -> Array:
        """The logits of the discards that can follow a claim."""
        tiles = [claim.tile for claim in claims if claim.tile is not None]
        return self._logits(after_claim(state, claims[0]), tiles)

    def _actions_by_place(self, state: GameState) -> Dict[int, Tuple[Action, ...]]:
        """The legal actions by their index in the output."""
        if _BY_ACTION in self.networks:
            return {action_index(action): (action,) for action in action_space(state)}
        return actions_by_move(state)

    def _logits(self, state: GameState, moves: Sequence[int]) -> Array:
        network = next(iter(self.networks))
        if len(self.networks) > 1:
            network = DECISION_KINDS[decision_kind(state)]
        return self._output(state, network, "policy")[list(moves)]
