"""The likeliest target hands of a valued hand, with their fans, for people to read."""

from typing import List, NamedTuple, Optional, Tuple

import numpy as np

from mj_bot.fan import MIN_FAN, WinContext, win
from mj_bot.odds.hand_context import Array, HandContext, tiles_held
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import TargetHands
from mj_bot.odds.value.finishes import BASE_VALUE, OTHERS
from mj_bot.tiles import TILE_KINDS

# The search stops after this many of the likeliest that miss 8 fan.
_MOST_TRIED = 40


class LikelyTarget(NamedTuple):
    """A target that the hand may become.

    fan: at least 8. fans: Chinese and English names, the greatest first. They are counted with
    tiles drawn and the last one discarded by another seat; that one is drawn too if there are not 8
    fan otherwise. The last tile is the one with the most unseen copies, the first among equals,
    that gives 8 fan. missing: the missing tiles, repeated as needed.
    """

    fan: int
    fans: Tuple[Tuple[str, str], ...]
    missing: Tuple[int, ...]


def likeliest(
    targets: TargetHands, context: HandContext, options: OddsOptions, most: int
) -> List[LikelyTarget]:
    """The likeliest targets that win with 8 fan, one for each set of missing tiles."""
    have = np.array(context.have, np.int16)
    missing = np.maximum(targets.counts - have, 0)
    fan_value = BASE_VALUE + options.fan_value * targets.fan
    # Chances that differ only in the last bits, which vary by machine, are equal.
    likely = (likelihoods(targets, context, options) * fan_value).astype(np.float32)
    likeliest_targets: List[LikelyTarget] = []
    seen = set()
    for target in np.argsort(-likely, kind="mergesort").tolist():
        key = missing[target].tobytes()
        if key in seen:
            continue
        seen.add(key)
        candidate = _likely_target(targets.counts[target], missing[target], context)
        if candidate is not None:
            likeliest_targets.append(candidate)
        if len(likeliest_targets) == most or len(seen) == _MOST_TRIED:
            break
    return likeliest_targets


def likelihoods(targets: TargetHands, context: HandContext, options: OddsOptions) -> Array:
    """The chance of each target alone, roughly: float [target].

    It is the chance that each missing tile comes before another seat wins. A target whose sets
    cannot be claimed waits for own draws, except for its last tile, which any seat may discard.
    """
    missing = np.maximum(targets.counts - np.array(context.have, np.int16), 0)
    unseen = np.array(context.unseen, float)
    drawn, discarded = np.array(context.location.drawn), np.array(context.location.discarded)
    last = (targets.distance == 1)[:, None]
    likelihood = np.ones(len(targets))
    for copy in range(int(missing.max()) if len(targets) else 0):
        left = np.maximum(unseen - copy, 0) / np.maximum(unseen, 1)
        # The third tile of a pung can be claimed from all seats, other tiles from one.
        seats = np.where(targets.counts - missing + copy >= 2, OTHERS, 1)
        seats = np.where(last, OTHERS, seats * targets.claimable[:, None])
        rate = left * (drawn + options.rival_discard_weight * discarded * seats)
        likelihood *= np.where(missing > copy, rate / (options.rival_win_rate + rate), 1).prod(
            axis=1
        )
    return likelihood


def _likely_target(counts: Array, missing: Array, context: HandContext) -> Optional[LikelyTarget]:
    """The target with its fans; None if no last tile gives 8 fan."""
    lacks = np.flatnonzero(missing).repeat(missing[missing > 0]).tolist()
    lasts = sorted(set(lacks), key=lambda tile: (-context.unseen[tile], tile))
    concealed = (counts - np.array(tiles_held([0] * TILE_KINDS, context.melds))).tolist()
    for self_drawn in (False, True):
        for last in lasts or [int(counts.argmax())]:
            hand = list(concealed)
            hand[last] -= 1
            win_context = WinContext(
                self_drawn, seat_wind=context.winds[0], prevalent_wind=context.winds[1]
            )
            scored = win(hand, context.melds, last, win_context)
            if scored is not None and scored.fan >= MIN_FAN:
                fans = sorted(scored.fans, key=lambda fan: -fan.value)
                names = tuple([(fan.name, fan.english) for fan in fans])
                return LikelyTarget(scored.fan, names, tuple(lacks))
    return None
