"""The tactic `learned` in C++, and the features of candidates that its model sees.

>>> import mj_engine
>>> from mj_engine.learned import CandidateFeatures
>>> game = mj_engine.Game(mj_engine.wall_of_seed(1))
>>> game.advance()
>>> seen = game.observation(0)
>>> CandidateFeatures()(seen).shape == (len(seen.legal), 80)
True
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_engine import _core
from mj_engine._mj_bot import LearnedTactic, learned_of, odds_options
from mj_engine.odds import Asked, asked, tables


class CandidateFeatures:
    """Values the actions of one decision after another and describes them; not for two threads."""

    def __init__(self, **options: float) -> None:
        """Options of `odds`.

        Raises ValueError if there is no such option.
        """
        self._core = _core.Odds(tables(), odds_options(options))

    def __call__(self, observation: Asked) -> NDArray[np.float64]:
        """float64 [candidate, feature], in the order of `candidates`, by mj_bot.learned's names.

        Raises ValueError if the observation is not a game.
        """
        return _core.candidate_features(self._core, *asked(observation))


class Learned:
    """Says what `learned` plays and what each action is worth; one serves one player."""

    name = "learned"

    def __init__(self, name: str = name) -> None:
        """name: with its options, as for a tactic; nothing is drawn at random.

        Raises ValueError if an option is bad, or the weights cannot be used.
        """
        made = learned_of(name)
        self._core = _core.Learned(
            tables(), odds_options({}), _layers(made), made.margin, made.within
        )

    def choose(self, observation: Asked) -> str:
        """What it plays, as it is sent.

        Raises ValueError if the observation is not a game.
        """
        return self._core.choose(*asked(observation))

    __call__ = choose

    def explain(self, observation: Asked) -> list[dict[str, Any]]:
        """Every legal action, best first, as from `explain` of the tactic in mj_bot.

        Raises ValueError if the observation is not a game.
        """
        return self._core.explain(*asked(observation))


def native(name: str) -> _core.Tactic:
    """The native tactic of a name with its options: `learned@temperature=1,weights=FILE`.

    Raises ValueError if an option is bad, or the weights cannot be used.
    """
    made = learned_of(name)
    return _core.native_learned(
        name, tables(), odds_options({}), _layers(made), made.margin, made.within, made.temperature
    )


def _layers(made: LearnedTactic) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    layers = made.model.layers
    return [(np.ascontiguousarray(weight), np.ascontiguousarray(bias)) for weight, bias in layers]
