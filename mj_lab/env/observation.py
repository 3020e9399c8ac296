"""What a seat sees as arrays: planes of 0 and 1, a few plain numbers, the mask of legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.actions import action_space
from mj_bot.events import SEATS, Request
from mj_bot.features.planes import PlaneHistory, planes
from mj_bot.state import OWN_DRAW, GameState
from mj_lab.env.action_index import ACTION_COUNT, action_index

# In place of a tile where there is none.
NO_TILE = 255
SCALAR_NAMES = (
    *("seat", "prevalent_wind", "decision", "drawn", "offered", "turn"),
    *(f"wall_{step}" for step in range(SEATS)),
    *(f"flowers_{step}" for step in range(SEATS)),
    *("replacing", "wall_last"),
)

Bytes = NDArray[np.uint8]


class SeatView:
    """What one seat has seen so far, and the arrays of it.

    wall_size: tiles of each seat's wall. history: of how many of the last own discards the planes
    are kept, 0-6.
    """

    def __init__(self, wall_size: int, history: int) -> None:
        self.state = GameState(wall_size)
        self._history = PlaneHistory(history)

    def see(self, request: Request) -> None:
        """Take in a request."""
        self.state.apply(request)
        if self.decides:
            self._history.see(self.state)

    @property
    def decides(self) -> bool:
        """Whether the seat has anything to decide: its own draw, or more answers than PASS."""
        return self.state.decision == OWN_DRAW or len(action_space(self.state)) > 1

    def observation(self) -> dict[str, NDArray[Any]]:
        """The arrays: `observation` (planes), `scalars`, `action_mask`."""
        mask = np.zeros(ACTION_COUNT, np.int8)
        mask[[action_index(action) for action in action_space(self.state)]] = 1
        return {
            "observation": planes(self.state, self._history),
            "scalars": _scalars(self.state),
            "action_mask": mask,
        }


def _scalars(state: GameState) -> Bytes:
    seats = [(state.seat + step) % SEATS for step in range(SEATS)]
    return np.array(
        [
            *(state.seat, state.prevalent_wind, state.decision),
            *(NO_TILE if tile is None else tile for tile in (state.drawn, state.offered)),
            (state.turn - state.seat) % SEATS,
            *(state.walls[seat] for seat in seats),
            *(state.flowers[seat] for seat in seats),
            *(state.replacing, state.wall_last),
        ],
        np.uint8,
    )
