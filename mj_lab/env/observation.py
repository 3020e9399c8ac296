"""What a seat sees as arrays: planes of 0 and 1, a few plain numbers, the mask of legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.actions import action_space
from mj_bot.events import CHI, PENG, SEATS, Request
from mj_bot.melds import Meld
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import COPIES, TILE_KINDS
from mj_lab.env.action_index import ACTION_COUNT, action_index

# Own hand, four seats' melds, four seats' discards.
PLANE_ROWS = 1 + 2 * SEATS
MOST_HISTORY = 6
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
        self._earlier: list[Bytes] = [_no_rows()] * history
        self._decided, self._discards = _no_rows(), 0

    def see(self, request: Request) -> None:
        """Take in a request."""
        self.state.apply(request)
        if self._earlier and self.decides:
            self._remember()

    @property
    def decides(self) -> bool:
        """Whether the seat has anything to decide: its own draw, or more answers than PASS."""
        return self.state.decision == OWN_DRAW or len(action_space(self.state)) > 1

    def observation(self) -> dict[str, NDArray[Any]]:
        """The arrays: `observation` (planes), `scalars`, `action_mask`."""
        rows = np.concatenate([rows_seen(self.state), *self._earlier])
        planes = (rows[..., None] > np.arange(COPIES)).astype(np.uint8)
        mask = np.zeros(ACTION_COUNT, np.int8)
        mask[[action_index(action) for action in action_space(self.state)]] = 1
        return {"observation": planes, "scalars": _scalars(self.state), "action_mask": mask}

    def _remember(self) -> None:
        discards = len(self.state.discards[self.state.seat])
        if discards > self._discards:
            self._earlier = [self._decided, *self._earlier[:-1]]
        self._decided, self._discards = rows_seen(self.state), discards


def rows_seen(state: GameState) -> Bytes:
    """Nine rows of 34 counts: own hand, melds and discards of the seats from one's own on."""
    rows = _no_rows()
    rows[0] = state.hand
    for step in range(SEATS):
        seat = (state.seat + step) % SEATS
        for meld in state.melds[seat]:
            _add_meld(meld, rows[1 + step])
        for discard in state.discards[seat]:
            rows[1 + SEATS + step, discard.tile] += 1
    return rows


def _add_meld(meld: Meld, row: Bytes) -> None:
    if meld.tile is None:
        return
    if meld.kind == CHI:
        row[meld.tile - 1 : meld.tile + 2] += 1
    else:
        row[meld.tile] = 3 if meld.kind == PENG else 4


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


def _no_rows() -> Bytes:
    return np.zeros((PLANE_ROWS, TILE_KINDS), np.uint8)
