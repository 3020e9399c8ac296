"""What is in reach after a discard: how near the target hands are, how many, their fan."""

from typing import Dict, List, NamedTuple, Optional

import numpy as np

from mj_bot.fan import MIN_FAN
from mj_bot.odds.evaluator import ValuedHand

# Greater than any distance.
_FAR = 99


class TargetSummary(NamedTuple):
    """The target hands that a hand may still become.

    distance: tiles missing to the nearest target of 8 fan; if there is none, one more than to the
    farthest target looked up. ways: targets of 8 fan at this distance. fan: their mean fan.
    special: the share of them whose sets cannot be claimed. dearest: the greatest fan of all
    targets. shape: tiles missing to the nearest target of any fan.
    """

    distance: int
    ways: int
    fan: float
    special: float
    dearest: int
    shape: int


def target_summaries(valued: ValuedHand) -> Dict[Optional[int], TargetSummary]:
    """What is in reach after the discard of each tile in hand; under None if nothing is discarded.

    A target stays in reach if it does not need the discarded copy. A hand valued after its discard
    has only None.
    """
    context, targets = valued
    held: List[Optional[int]] = [None]
    spare = np.ones((len(targets), 1), bool)
    if has_discard(valued):
        tiles = [tile for tile, count in enumerate(context.hand) if count]
        # A complete hand that does not win must be broken up, as in `hand_values`.
        targets = targets.chosen(targets.distance > 0)
        spare = targets.counts[:, tiles] < np.array(context.have)[tiles]
        held = list(tiles)
    if not len(targets):
        return {tile: TargetSummary(0, 0, 0.0, 0.0, 0, 0) for tile in held}
    distance, fan = targets.distance.astype(np.int64), targets.fan.astype(np.int64)
    farther = int(distance.max()) + 1
    full = spare & (fan >= MIN_FAN)[:, None]
    apart = distance[:, None]
    nearest = np.where(full, apart, _FAR).min(axis=0)
    at_nearest = full & (apart == nearest)
    ways = at_nearest.sum(axis=0)
    fans = fan.dot(at_nearest)
    special = (~targets.claimable).astype(np.int64).dot(at_nearest)
    dearest = (spare * fan[:, None]).max(axis=0)
    shape = np.where(spare, apart, _FAR).min(axis=0)
    counts = np.maximum(ways, 1)
    columns = [
        np.minimum(nearest, farther),
        ways,
        fans / counts,
        special / counts,
        dearest,
        np.minimum(shape, farther),
    ]
    rows = zip(*[column.tolist() for column in columns])
    return {tile: TargetSummary(*row) for tile, row in zip(held, rows)}


def has_discard(valued: ValuedHand) -> bool:
    """Whether the hand was valued before its discard."""
    return sum(valued.context.hand) % 3 == 2
