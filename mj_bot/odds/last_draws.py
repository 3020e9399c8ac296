"""The last own draws: too few to complete a hand that lacks more than one tile."""

from typing import Optional, Sequence

import numpy as np

from mj_bot.odds.targets.nearest import TargetHands

# With this many own draws left, or more, a hand that is not ready wins as often as predicted. With
# 3, 2, 1 and 0 left it won 0.57, 0.73, 0.36 and 0 times as often, each within 0.18, in 1,091 of the
# 279,000 decisions of docs/results/learning.md.
DRAWS_TO_GET_READY = 4


def part_if_not_ready(own_draws: int) -> float:
    """The share of its predicted win chance that a hand lacking two tiles or more really has.

    own_draws: how many the seat has left, by `GameState.walls`.

    >>> [part_if_not_ready(left) for left in (0, 1, 4, 20)]
    [0.0, 0.25, 1.0, 1.0]
    """
    return min(own_draws, DRAWS_TO_GET_READY) / DRAWS_TO_GET_READY


def is_ready(targets: TargetHands, have: Sequence[int], discard: Optional[int] = None) -> bool:
    """Whether some target lacks one tile after the discard; it may have needed the discarded tile.

    have: 34 counts with melds, and with the tile to be discarded.
    """
    lacks = targets.distance
    if discard is not None:
        lacks = lacks + (targets.counts[:, discard] >= have[discard])
    return bool(np.any(lacks == 1))
