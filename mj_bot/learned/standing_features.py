"""The model's view of the match standing: the same for all candidates of a hand.

| feature | what |
|---|---|
| known | 1 in a match; without a standing all features are 0 |
| left, last | hands left to play, with this one, in sixteens; whether this is the last |
| over_best, over_middle, over_least | the own total less that of each other seat, in games |
| ahead_of_best, ... | the same in standard deviations of what the remaining hands may bring |

All but the first three are clipped to -4 and 4.
"""

from math import sqrt
from typing import Optional

import numpy as np

from mj_bot.events import SEATS
from mj_bot.odds.hand_context import Array
from mj_bot.state import Standing

# Raised whenever a feature changes: weights of another version are refused.
STANDING_VERSION = 1
STANDING_NAMES = (
    "known",
    "left",
    "last",
    "over_best",
    "over_middle",
    "over_least",
    "ahead_of_best",
    "ahead_of_middle",
    "ahead_of_least",
)

# Points: the standard deviation of one game (docs/guide/measuring.md, one seating).
_GAME = 28.3
_MOST = 4.0
_HANDS = 16.0


def standing_features(standing: Optional[Standing], seat: int) -> Array:
    """The features of one seat, float64 [feature], in the order of STANDING_NAMES.

    >>> standing_features(Standing(3, 4, (0, 0, 0, 0)), 1).tolist()[:4]
    [1.0, 0.0625, 1.0, 0.0]
    """
    if standing is None:
        return np.zeros(len(STANDING_NAMES))
    left = standing.hands_left
    own = standing.totals[seat]
    others = sorted((standing.totals[other] for other in range(SEATS) if other != seat))[::-1]
    leads = np.array([own - other for other in others], dtype=np.float64) / _GAME
    # The difference of two seats' scores has twice the variance of one.
    sure = leads / sqrt(2.0 * left)
    bounded = np.clip(np.concatenate([leads, sure]), -_MOST, _MOST)
    return np.concatenate([[1.0, left / _HANDS, float(left == 1)], bounded])
