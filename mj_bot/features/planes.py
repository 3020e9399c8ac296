"""The feature `planes`: hand, melds and discards as counts of 0 to 4, now and earlier.

Shape [63, 34, 4], 0 and 1: for a tile present n times the first n of four are 1. Nine planes show
what a seat sees now: its own hand; the melds of the four seats (own, next, opposite, before); their
discards, in the same order. The next nine show what it saw at its last own discard, and so on for
six discards, newest first; zeros where there were fewer. A claimed discard stays among the
discards. Another seat's concealed kong does not appear.

Source: 陈仁泽, 谭钧尹, 冯睿杰, 强化学习期末 (the report of the course bot rl-final), whose network
takes this input: 63 matrices of 34 x 4.
"""

from typing import List

import numpy as np

from mj_bot.events import SEATS
from mj_bot.features.feature import Feature
from mj_bot.melds import Meld
from mj_bot.odds.hand_context import Array
from mj_bot.state import GameState
from mj_bot.tiles import COPIES, TILE_KINDS

# Own hand, four seats' melds, four seats' discards.
PLANE_ROWS = 1 + 2 * SEATS
MOST_HISTORY = 6
PLANES = Feature("planes", 1, (PLANE_ROWS * (1 + MOST_HISTORY), TILE_KINDS, COPIES))

_FIRST_DISCARDS = 1 + SEATS
_STEPS = np.arange(COPIES, dtype=np.uint8)


class PlaneHistory:
    """What a seat saw at its last own discards.

    length: how many discards are kept, 0-6. Call `see` with the state at every decision of the
    seat, before the answer; a claim and its discard are one decision.
    """

    def __init__(self, length: int = MOST_HISTORY) -> None:
        self._earlier = [_no_rows() for _ in range(length)]
        self._decided, self._discards = _no_rows(), 0

    def see(self, state: GameState) -> None:
        """Record a decision; recording it twice changes nothing."""
        if self._earlier:
            self._earlier = self.before(state)
            self._decided = rows_seen(state)
            self._discards = len(state.discards[state.seat])

    def before(self, state: GameState) -> List[Array]:
        """The rows seen at the own discards before this state, newest first."""
        if len(state.discards[state.seat]) > self._discards:
            return ([self._decided] + self._earlier)[: len(self._earlier)]
        return self._earlier


def planes(state: GameState, history: PlaneHistory) -> Array:
    """The planes of a state: uint8 [9 x (1 + length of the history), 34, 4].

    The history must have seen the decisions before this one, and may have seen this one.
    """
    rows = np.concatenate([rows_seen(state)] + history.before(state))
    return (rows[..., None] > _STEPS).astype(np.uint8)


def rows_seen(state: GameState) -> Array:
    """Nine rows of 34 counts, see above: uint8 [9, 34]."""
    rows = [list(state.hand)]
    rows += [[0] * TILE_KINDS for _ in range(2 * SEATS)]
    for step in range(SEATS):
        seat = (state.seat + step) % SEATS
        for meld in state.melds[seat]:
            _add_meld(meld, rows[1 + step])
        row = rows[_FIRST_DISCARDS + step]
        for discard in state.discards[seat]:
            row[discard.tile] += 1
    return np.array(rows, np.uint8)


def _add_meld(meld: Meld, row: List[int]) -> None:
    for tile in meld.tiles():
        row[tile] += 1


def _no_rows() -> Array:
    return np.zeros((PLANE_ROWS, TILE_KINDS), np.uint8)
