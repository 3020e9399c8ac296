"""Tactic `agent`: what a network likes best that was trained in `mj_lab.env`.

Its weights, which `mj_lab.env.write_agent` writes, have one network, `all`, with the output
`policy` over the 853 actions of `mj_bot.nets.action_index`. Of the legal actions that with the
greatest is played. None ship with the bot: `agent@weights=FILE` names them, and `handin.py` packs
them.
"""

from typing import Dict, Sequence

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.nets.action_index import ACTION_COUNT, action_index
from mj_bot.odds.model import Array
from mj_bot.state import GameState
from mj_bot.tactics._by_network import ByNetwork, chances_of


class Agent(ByNetwork):
    """Plays the likeliest of the legal actions."""

    name = "agent"
    needs = ((("all", "policy", ACTION_COUNT),),)

    def _choose(self, state: GameState) -> Action:
        actions = action_space(state)
        logits = self._logits(state, actions)
        self._told = list(zip(actions, chances_of(logits)))
        return actions[int(np.argmax(logits))]

    def _probabilities(self, state: GameState) -> Dict[Action, float]:
        actions = action_space(state)
        return dict(zip(actions, chances_of(self._logits(state, actions)).tolist()))

    def _logits(self, state: GameState, actions: Sequence[Action]) -> Array:
        places = [action_index(action) for action in actions]
        return self._output(state, "all", "policy")[places]
