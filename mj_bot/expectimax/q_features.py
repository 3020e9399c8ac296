"""The feature `q_rows`: the Q network's input, small enough to compute for every leaf.

Shape [21, 34], uint8: one column a tile. Seats are in the order own, next, opposite, before. For a
tile held n times the first n of its four rows are 1.

| rows | what |
|---|---|
| 0-3 | copies in hand, without the melds |
| 4-7 | copies that this seat has not seen |
| 8-11 | tiles in the melds of each seat, as far as they are known |
| 12-15 | discards of each seat |
| 16, 17 | 1 at the seat wind, 1 at the prevalent wind |
| 18-20 | in every place: own melds, own discards so far, tiles left in the own wall |

It describes a hand before its discard, as if no tile had been drawn. A tree changes rows 0 to 8 and
18 to 20; a claim in a tree leaves the giver's discards as they are.

Source: the input of the network of 雷捷维, 王嘉旸, 任航, 闫天伟, 黄伟,
基于Expectimax搜索与Double DQN的非完备信息博弈算法, 计算机工程 2021(3), without its filling
up to a square.
"""

from typing import Dict, Sequence, Tuple

import numpy as np

from mj_bot.events import SEATS
from mj_bot.expectimax.own_hand import DrawnHand
from mj_bot.features.feature import Feature
from mj_bot.melds import Meld
from mj_bot.odds.hand_context import Array
from mj_bot.state import GameState
from mj_bot.tiles import COPIES, FIRST_HONOUR, TILE_KINDS

HAND, UNSEEN, MELDS, DISCARDS = 0, 4, 8, 12
WIND_TILES, MELD_COUNT, TURN, LEFT = 16, 18, 19, 20
Q_FEATURES = Feature("q_rows", 1, (21, TILE_KINDS))

# The factor on a row's numbers before the network.
SCALES = (1.0,) * MELDS + (0.25,) * (WIND_TILES - MELDS) + (1.0,) * 2 + (0.25, 1 / 16.0, 1 / 16.0)

_COPY = np.arange(COPIES, dtype=np.uint8)[:, None]


def q_features(state: GameState) -> Array:
    """The rows of a state: uint8 [21, 34]."""
    rows = np.zeros(Q_FEATURES.shape, np.uint8)
    rows[HAND : HAND + COPIES] = np.array(state.hand, np.uint8) > _COPY
    rows[UNSEEN : UNSEEN + COPIES] = np.array(state.unseen, np.uint8) > _COPY
    for step in range(SEATS):
        seat = (state.seat + step) % SEATS
        rows[MELDS + step] = _tiles_in(state.melds[seat])
        for discard in state.discards[seat]:
            rows[DISCARDS + step, discard.tile] += 1
    rows[WIND_TILES, FIRST_HONOUR + state.seat] = 1
    rows[WIND_TILES + 1, FIRST_HONOUR + state.prevalent_wind] = 1
    rows[MELD_COUNT] = len(state.own_melds)
    rows[TURN] = len(state.discards[state.seat])
    rows[LEFT] = state.walls[state.seat]
    return rows


def rows_in_tree(root: Array, drawn: Sequence[DrawnHand]) -> Array:
    """The rows of hands in the tree below a state whose rows are `root`: uint8 [hand, 21, 34]."""
    rows = np.repeat(root[None], len(drawn), axis=0)
    hands = np.frombuffer(b"".join([drawn_hand.hand for drawn_hand in drawn]), np.uint8)
    unseen = np.frombuffer(b"".join([drawn_hand.unseen for drawn_hand in drawn]), np.uint8)
    rows[:, HAND : HAND + COPIES] = hands.reshape(-1, 1, TILE_KINDS) > _COPY
    rows[:, UNSEEN : UNSEEN + COPIES] = unseen.reshape(-1, 1, TILE_KINDS) > _COPY
    left = np.array([drawn_hand.left for drawn_hand in drawn], np.uint8)
    rows[:, LEFT] = left[:, None]
    # Each draw in the tree is followed by a discard.
    rows[:, TURN] += (root[LEFT, 0] - left)[:, None]
    of_melds: Dict[Tuple[Meld, ...], Array] = {}
    for row, drawn_hand in enumerate(drawn):
        if drawn_hand.melds not in of_melds:
            of_melds[drawn_hand.melds] = _tiles_in(drawn_hand.melds)
        rows[row, MELDS] = of_melds[drawn_hand.melds]
        rows[row, MELD_COUNT] = len(drawn_hand.melds)
    return rows


def _tiles_in(melds: Sequence[Meld]) -> Array:
    """How many of each tile are in the melds, as far as known: uint8 [34]."""
    counts = np.zeros(TILE_KINDS, np.uint8)
    for meld in melds:
        for tile in meld.tiles():
            counts[tile] += 1
    return counts
