"""The likeliest target hands of a valued hand, with their fans, to show to people."""

from typing import List, NamedTuple, Tuple

import numpy as np

from mj_bot.fan import WinContext, win
from mj_bot.odds.model import Array, HandContext, Rates, tiles_held
from mj_bot.odds.targets.nearest import TargetHands
from mj_bot.odds.value.finishes import BASE_VALUE, FAN_VALUE, OTHERS
from mj_bot.tiles import TILE_KINDS


class LikelyTarget(NamedTuple):
    """A target that the hand may become.

    fans: Chinese and English names, counted as if another seat discards the last tile (the one with
    the most unseen copies) and the rest is drawn. missing: the missing tiles, repeated as needed.
    """

    fan: int
    fans: Tuple[Tuple[str, str], ...]
    missing: Tuple[int, ...]


def likeliest(
    targets: TargetHands, context: HandContext, rates: Rates, most: int
) -> List[LikelyTarget]:
    """The likeliest targets of the hand, one for each set of missing tiles."""
    have = np.array(context.have, np.int16)
    missing = np.maximum(targets.counts - have, 0)
    likely = _likelihood(targets, missing, context, rates)
    found: List[LikelyTarget] = []
    seen = set()
    for target in np.argsort(-likely, kind="mergesort").tolist():
        key = missing[target].tobytes()
        if key in seen:
            continue
        seen.add(key)
        found.append(_told(targets.counts[target], missing[target], context))
        if len(found) == most:
            break
    return found


def _likelihood(targets: TargetHands, missing: Array, context: HandContext, rates: Rates) -> Array:
    """The chance of each target alone, roughly, times its value: float [target], to sort by."""
    unseen = np.array(context.unseen, float)
    drawn, discarded = np.array(context.location.drawn), np.array(context.location.discarded)
    found = np.ones(len(targets))
    for copy in range(int(missing.max()) if len(targets) else 0):
        left = np.maximum(unseen - copy, 0) / np.maximum(unseen, 1)
        # The third tile of a pung can be claimed from all seats, other tiles from one.
        pung = targets.counts - missing + copy >= 2
        claimed = rates.rival_discard_weight * discarded * np.where(pung, OTHERS, 1)
        rate = left * (drawn + claimed)
        found *= np.where(missing > copy, rate / (rates.rival_win_rate + rate), 1).prod(axis=1)
    return found * (BASE_VALUE + FAN_VALUE * targets.fan)


def _told(counts: Array, missing: Array, context: HandContext) -> LikelyTarget:
    lacks = np.flatnonzero(missing).repeat(missing[missing > 0]).tolist()
    last = max(lacks, key=lambda tile: context.unseen[tile]) if lacks else int(counts.argmax())
    hand = (counts - np.array(tiles_held([0] * TILE_KINDS, context.melds))).tolist()
    hand[last] -= 1
    win_context = WinContext(seat_wind=context.winds[0], prevalent_wind=context.winds[1])
    found = win(hand, context.melds, last, win_context)
    if found is None:
        return LikelyTarget(0, (), tuple(lacks))
    fans = sorted(found.fans, key=lambda fan: -fan.value)
    names = tuple([(fan.name, fan.english) for fan in fans])
    return LikelyTarget(found.fan, names, tuple(lacks))
