"""Finishes: a target hand, the tile that completes it, and the value of this win.

For near targets MahjongGB counts the fan with each possible last tile. For farther ones only the
fan they always have is known; targets of 7 and 6 fan then keep a share of their value (`OPTIONS`),
since they may still reach 8.
"""

from functools import lru_cache
from typing import List, NamedTuple, Tuple

import numpy as np

from mj_bot.fan import MIN_FAN, WAIT_FANS, WinContext, calculator, win
from mj_bot.melds import Meld
from mj_bot.odds.hand_context import Array, HandContext, tiles_held
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import TargetHands
from mj_bot.odds.targets.target_table import CHICKEN
from mj_bot.tiles import TILE_KINDS

OTHERS = 3
# A win is worth BASE_VALUE + `fan_value` x fan, with three times the fan if self-drawn. In points
# it is 32 + fan: 24 from the others, and the 8 that another's win costs. The hand value favours
# quick hands too much, so a fan counts more; all is multiplied by 3/4 (docs/reference/odds.md).
BASE_VALUE = 24.0
CONCEALED_FAN = 2  # 门前清
SELF_DRAWN_FAN = 1  # 自摸
FULLY_CONCEALED_FAN = 4  # 不求人

# The fan of a Chicken Hand: open, won on a discard, on a wait without fan. While it is far from
# complete it may still get a wait with fan, which spoils it, so then it counts as 7.
CHICKEN_FAN = 8
FAR_CHICKEN_FAN = 7

# The modes of a hand: OPEN if anything was claimed.
OPEN, CONCEALED = 0, 1
# Hands whose fan is cached: a game asks for the same ones turn after turn.
_FANS_KEPT = 1 << 14


class Finishes(NamedTuple):
    """Targets, each with a tile that may come last.

    target: intp [finish]. tile: intp [finish], TILE_KINDS if it may be any missing tile. win_value:
    float32 [mode, how, finish]; mode: OPEN, CONCEALED (only OPEN if the hand is open); how: 0 on a
    discard, 1 self-drawn.
    """

    target: Array
    tile: Array
    win_value: Array


def finishes_of(
    targets: TargetHands, missing: Array, context: HandContext, options: OddsOptions
) -> Finishes:
    """Every way to finish these targets. missing: int16 [target, 34]."""
    fan = _least_fan(targets, context)
    exact = targets.distance <= (options.exact_distance if calculator() is not None else -1)
    target = np.flatnonzero(~exact)
    tile = np.full(len(target), TILE_KINDS, np.intp)
    fans = fan[:, :, target]
    near = np.flatnonzero(exact)
    places, tiles = np.nonzero(missing[near])
    near = near[places]
    if len(near):
        counted = _counted(targets, near, tiles, context, fan)
        fans = np.concatenate([fans, counted], axis=2)
        target, tile = np.concatenate([target, near]), np.concatenate([tile, tiles])
    part = np.where(fans >= MIN_FAN, np.float32(1), np.float32(0))
    part[fans == MIN_FAN - 1] = options.seven_fan_weight
    part[fans == MIN_FAN - 2] = options.six_fan_weight
    times = np.array([1, OTHERS], np.float32)[:, None]
    win_value = part * (BASE_VALUE + options.fan_value * times * np.maximum(fans, MIN_FAN))
    return Finishes(target, tile, win_value.astype(np.float32))


def _least_fan(targets: TargetHands, context: HandContext) -> Array:
    """The fan of targets whatever tile comes last: int16 [mode, how, target]."""
    lifts = [(0, SELF_DRAWN_FAN)]
    if context.concealed:
        lifts.append((CONCEALED_FAN, FULLY_CONCEALED_FAN))
    fan = np.array([[targets.fan + lift for lift in both] for both in lifts], np.int16)
    chickens = targets.fan == CHICKEN
    fan[:, :, chickens] = 0
    fan[OPEN, 0, chickens] = FAR_CHICKEN_FAN
    if context.concealed:
        # The special forms: always concealed, so concealment adds no fan; never open.
        whole = ~targets.claimable
        fan[OPEN, :, whole] = 0
        fan[CONCEALED, 0, whole] = targets.fan[whole]
        fan[CONCEALED, 1, whole] = targets.fan[whole] + SELF_DRAWN_FAN
    return fan


def _counted(
    targets: TargetHands, near: Array, tiles: Array, context: HandContext, least: Array
) -> Array:
    """The fan of near targets by the last tile: int16 [mode, how, finish].

    If a concealed hand will be opened, the claimed sets are unknown: only the fan it always has,
    and that of the wait, count.
    """
    fixed = np.array(tiles_held([0] * TILE_KINDS, context.melds), np.int16)
    rows: List[Tuple[int, int, int]] = []
    for target, tile in zip(near.tolist(), tiles.tolist()):
        hand = targets.counts[target] - fixed
        hand[tile] -= 1
        rows.append(fans_with(tuple(hand.tolist()), context.melds, tile, context.winds))
    on_discard, self_drawn, wait = np.array(rows, np.int16).T
    exact = np.array([on_discard, self_drawn])
    if not context.concealed:
        return exact[None]
    opened = np.where(targets.claimable[near], least[OPEN][:, near] + wait, 0)
    opened[:, targets.fan[near] == CHICKEN] = 0
    opened[0, (targets.fan[near] == CHICKEN) & (wait == 0)] = CHICKEN_FAN
    return np.array([opened, exact])


@lru_cache(maxsize=_FANS_KEPT)
def fans_with(
    hand: Tuple[int, ...], melds: Tuple[Meld, ...], tile: int, winds: Tuple[int, int]
) -> Tuple[int, int, int]:
    """The fan on a discard, self-drawn, and of the wait alone; all 0 if the tile does not win."""
    win_context = WinContext(seat_wind=winds[0], prevalent_wind=winds[1])
    on_discard = win(hand, melds, tile, win_context)
    self_drawn = win(hand, melds, tile, win_context._replace(self_drawn=True))
    if on_discard is None or self_drawn is None:
        return 0, 0, 0
    wait = sum([fan.value * fan.times for fan in on_discard.fans if fan.english in WAIT_FANS])
    return on_discard.fan, self_drawn.fan, wait
