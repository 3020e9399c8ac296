"""A seat's observation as arrays: binary planes, a few numbers, the mask of legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.actions import action_space
from mj_bot.events import Request
from mj_bot.features.planes import PLANE_ROWS, PlaneHistory, planes
from mj_bot.features.scalars import SCALARS, scalars
from mj_bot.nets.action_index import ACTION_COUNT, action_index
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import COPIES, TILE_KINDS

# The arrays of one state, or of many tables along the first axis.
Seen = dict[str, NDArray[Any]]


def observation(state: GameState, history: PlaneHistory | None = None) -> Seen:
    """The environments' observation of a state: `observation` (planes), `scalars`, `action_mask`.

    history: has seen the seat's earlier decisions, and supplies the earlier planes; without it
    there are none.

    >>> from mj_bot.history import load_json
    >>> deal = "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 F1"
    >>> seen = observation(load_json({"requests": ["0 0 0", deal, "2 J1"]}))
    >>> seen["observation"].shape, seen["action_mask"].sum()
    ((9, 34, 4), np.int64(14))
    """
    mask = np.zeros(ACTION_COUNT, np.int8)
    mask[[action_index(action) for action in action_space(state)]] = 1
    return {
        "observation": planes(state, PlaneHistory(0) if history is None else history),
        "scalars": scalars(state),
        "action_mask": mask,
    }


def flat_observation(seen: Seen) -> NDArray[np.float32]:
    """An observation as one binary row for dense layers: float32 [n, `flat_size`].

    The planes come first, then each of the 16 numbers one-hot in 34 places. seen: of n tables, as
    from `VectorEnv`, or of one.

    >>> from mj_bot.history import load_json
    >>> begun = load_json({"requests": ["0 0 0"], "responses": []})
    >>> flat_observation(observation(begun)).shape
    (1, 1768)
    """
    numbers = seen["scalars"].reshape(-1, *SCALARS.shape)
    places = numbers[..., None] == np.arange(TILE_KINDS)
    rows = (seen["observation"].reshape(len(numbers), -1), places.reshape(len(numbers), -1))
    return np.concatenate(rows, axis=1).astype(np.float32)


def flat_size(history: int = 0) -> int:
    """The length of a row of `flat_observation`, with this many earlier discards."""
    return PLANE_ROWS * (1 + history) * TILE_KINDS * COPIES + SCALARS.shape[0] * TILE_KINDS


class SeatView:
    """What one seat has seen so far, and its observation.

    wall_size: tiles of each seat's wall. history: how many own discards back planes are kept, 0-6.
    """

    def __init__(self, wall_size: int, history: int) -> None:
        self.state = GameState(wall_size)
        self._history = PlaneHistory(history)

    def see(self, request: Request) -> None:
        """Process a request."""
        self.state.apply(request)
        if self.decides:
            self._history.see(self.state)

    @property
    def decides(self) -> bool:
        """Whether the seat has a choice: on its own draw, or with more than PASS."""
        return self.state.decision == OWN_DRAW or len(action_space(self.state)) > 1

    def observation(self) -> Seen:
        """The seat's current observation."""
        return observation(self.state, self._history)
