"""The feature `hand_only`: the hand and the unseen tiles, as four rows of counts.

Shape [4, 34]: unseen copies of each tile; copies in the hand, without the melds; the fan of a pung
of winds or dragons times the unseen copies; the same times the held copies (both 0 for other
tiles). A pung of dragons brings 2 fan, one of winds 2 for the seat wind, 2 for the prevalent wind,
4 for both, else 1. So no number is above 16.

Source: 当你迷茫的时候, an article on a network that learns discards from a calculator. Its rows are
tiles left, bonus left, tiles held and bonus held; here a pung's fan replaces bonus tiles.
"""

from typing import List

import numpy as np

from mj_bot.events import SEATS
from mj_bot.features.feature import Feature
from mj_bot.odds.hand_context import Array
from mj_bot.state import GameState
from mj_bot.tiles import FIRST_DRAGON, FIRST_HONOUR, TILE_KINDS

HAND_ONLY = Feature("hand_only", 1, (4, TILE_KINDS))

_DRAGON_FAN = 2
_OWN_WIND_FAN = 2
_OTHER_WIND_FAN = 1


def hand_only(state: GameState) -> Array:
    """The four rows of a state: uint8 [4, 34]."""
    counts = np.array([state.unseen, state.hand], np.uint8)
    return np.concatenate([counts, counts * np.array(_pung_fans(state), np.uint8)])


def _pung_fans(state: GameState) -> List[int]:
    fans = [0] * FIRST_HONOUR
    for wind in range(SEATS):
        own = (wind == state.seat) + (wind == state.prevalent_wind)
        fans.append(_OWN_WIND_FAN * own or _OTHER_WIND_FAN)
    return fans + [_DRAGON_FAN] * (TILE_KINDS - FIRST_DRAGON)
