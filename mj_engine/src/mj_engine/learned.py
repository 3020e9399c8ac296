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

import numpy as np
from numpy.typing import NDArray

from mj_engine import _core
from mj_engine._mj_bot import learned_of, odds_options
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


def native(name: str) -> _core.Tactic:
    """The native tactic of a name with its options: `learned@temperature=1,weights=FILE`.

    Raises ValueError if an option is bad, or the weights cannot be used.
    """
    made = learned_of(name)
    layers = made.model.layers
    arrays = [(np.ascontiguousarray(weight), np.ascontiguousarray(bias)) for weight, bias in layers]
    return _core.native_learned(
        name, tables(), odds_options({}), arrays, made.margin, made.within, made.temperature
    )
