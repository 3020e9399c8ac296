"""The features for networks, computed in C++: identical to mj_bot.features.

>>> import mj_engine
>>> from mj_engine import features
>>> game = mj_engine.Game(mj_engine.wall_of_seed(1))
>>> game.advance()
>>> features.columns(game.observation(0)).shape
(246, 34)
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mj_engine import _core
from mj_engine._mj_bot import GameState
from mj_engine.odds import tables

# The table's observation, or a state of mj_bot.
Seen: TypeAlias = "_core.Observation | GameState"
Bytes = NDArray[np.uint8]

PlaneHistory = _core.PlaneHistory


class LookAhead:
    """Computes `look_ahead` for one state after another. Not thread-safe."""

    def __init__(self) -> None:
        self._core = _core.LookAhead(tables())

    def __call__(self, seen: Seen) -> Bytes:
        """uint8 [210, 34]: the wins of 8 fan or more still open after each discard."""
        return self._core(seen)


def planes(seen: Seen, history: PlaneHistory) -> Bytes:
    """uint8 [9 x (1 + length of the history), 34, 4]: counts of 0 to 4, now and earlier."""
    return _core.planes(seen, history)


def columns(seen: Seen) -> Bytes:
    """uint8 [246, 34]: channels of 0 and 1 with all that the seat sees."""
    return _core.columns(seen)


def hand_only(seen: Seen) -> Bytes:
    """uint8 [4, 34]: counts of the hand and the unseen tiles."""
    return _core.hand_only(seen)
