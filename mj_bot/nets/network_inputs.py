"""The features of a state by name, as a batch of one: a network's input."""

from typing import Dict, Optional, Sequence

from mj_bot.features.columns import COLUMNS, columns
from mj_bot.features.feature import Feature
from mj_bot.features.hand_only import HAND_ONLY, hand_only
from mj_bot.features.look_ahead import LOOK_AHEAD, look_ahead
from mj_bot.features.planes import PLANES, PlaneHistory, planes
from mj_bot.features.scalars import SCALARS, scalars
from mj_bot.odds.hand_context import Array
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.state import GameState


def feature_named(name: str) -> Feature:
    """The feature with that name.

    Raises KeyError if there is none.
    """
    known = (COLUMNS, HAND_ONLY, LOOK_AHEAD, PLANES, SCALARS)
    return {feature.name: feature for feature in known}[name]


class NetworkInputs:
    """Makes features; one serves a seat for a whole game, because planes show earlier decisions."""

    def __init__(self) -> None:
        self._history = PlaneHistory()
        self._discards = 0
        self._nearest: Optional[Nearest] = None  # Slow to build, so only on demand.

    def see(self, state: GameState) -> None:
        """Record a decision of the seat before its answer; a second time changes nothing."""
        discards = len(state.discards[state.seat])
        if discards < self._discards:  # A new game.
            self._history = PlaneHistory()
        self._discards = discards
        self._history.see(state)

    def features(self, state: GameState, names: Sequence[str]) -> Dict[str, Array]:
        """The features by name, uint8 [1, ...] each."""
        return {name: self._feature(state, name)[None] for name in names}

    def _feature(self, state: GameState, name: str) -> Array:
        if name == PLANES.name:
            return planes(state, self._history)
        if name == LOOK_AHEAD.name:
            if self._nearest is None:
                self._nearest = Nearest()
            return look_ahead(state, self._nearest)
        makers = {COLUMNS.name: columns, HAND_ONLY.name: hand_only, SCALARS.name: scalars}
        return makers[name](state)
