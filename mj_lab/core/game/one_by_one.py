"""A policy as a tactic: asked for one decision after another, at any table but the fast one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.features.scalars import scalars
from mj_bot.nets.action_index import ACTION_COUNT, action_at, action_index
from mj_bot.state import GameState
from mj_bot.tactics.random import lot_of
from mj_engine import Policy, features
from mj_engine.policies import answers_of, features_of

# What makes a lot a number from 0 to 1.
_OF_LOTS = 2.0**-32


class OneByOne:
    """Shows a policy what it sees at the fast table (`mj_engine.Policy`), in batches of one."""

    def __init__(self, policy: Policy, seed: int) -> None:
        self._policy, self._seed = policy, seed
        self._names = features_of(policy)
        self._history = features.PlaneHistory()
        self._look_ahead = features.LookAhead() if "look_ahead" in self._names else None

    def __call__(self, state: GameState) -> Action:
        """The policy's answer, which may be illegal; it is not asked if there is one action only.

        Raises PolicyError if it fails.
        """
        self._history.see(state)
        by_index = {action_index(action): action for action in action_space(state)}
        if len(by_index) == 1:
            return next(iter(by_index.values()))
        legal = np.zeros((1, ACTION_COUNT), np.bool_)
        legal[0, list(by_index)] = True
        seen = {name: self._feature(name, state)[None] for name in self._names} | {
            "game": np.zeros(1, np.int64),
            "seat": np.array([state.seat], np.uint8),
            "lot": np.array([lot_of(state, self._seed) * _OF_LOTS]),
        }
        index = int(answers_of(self._policy, seen, legal)[0])
        return by_index.get(index) or action_at(index)

    def _feature(self, name: str, state: GameState) -> NDArray[np.uint8]:
        if name == "planes":
            return features.planes(state, self._history)
        if name == "look_ahead" and self._look_ahead is not None:
            return self._look_ahead(state)
        makers = {"columns": features.columns, "hand_only": features.hand_only}
        return makers[name](state) if name in makers else np.asarray(scalars(state))
