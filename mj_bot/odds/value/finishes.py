"""What it is worth to finish a shape with a tile: how many fan, and whether they are enough.

Shapes that are near are counted exactly, by MahjongGB, for each tile that may come last; of those
farther off only what they have in any case is known, and how often that is lifted to 8.
"""

from functools import lru_cache
from typing import List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mj_bot.fan import WAIT_FANS, Luck, calculator, win
from mj_bot.melds import Meld
from mj_bot.odds.opponents.tile_location import Whereabouts, evenly
from mj_bot.odds.targets.nearest import WINS_WITH, Shapes, tiles_held
from mj_bot.odds.targets.suit_parts import Array
from mj_bot.odds.targets.target_table import CHICKEN
from mj_bot.tiles import TILE_KINDS

OTHERS = 3
# What a win is worth in the race. In points it is 32 (24 from the others and the 8 that another's
# win would have cost) and the fan, three times when self-drawn (BOTZONE.md, scoring); but the race
# favours quick hands too much, so a fan counts twice here, all by 3/4 (docs/odds.md).
BASE_WORTH = 24.0
FAN_WORTH = 1.5
CONCEALED_FAN = 2  # 门前清
SELF_DRAWN_FAN = 1  # 自摸
FULLY_CONCEALED_FAN = 4  # 不求人

# A Chicken Hand: open, won by a discard, on a wait that counts nothing. Far off it may yet come
# to a wait that does, so it is counted as if it lacked a fan.
CHICKEN_FAN = 8
_FAR_CHICKEN = 7

# The modes of a hand: whether something was claimed.
OPEN, CONCEALED = 0, 1
# Fans remembered: a game asks for the same hands turn after turn.
_FANS_KEPT = 1 << 14


class Rates(NamedTuple):
    """The race's parameters, found in self-play (docs/odds.md).

    lam: how often a turn somebody else wins, in the scale of one's own draws. claimed: the others'
    discards count so many times what they are (see `whereabouts`). part_of_7, part_of_6: what a
    shape of 7 or 6 fan counts of one of 8 where nothing that is known lifts it. exact: shapes
    that lack no more tiles are counted exactly. kinds: whether the others' discards are told
    apart by kind (1) or not (0).
    """

    lam: float = 1.2
    claimed: float = 1.2
    part_of_7: float = 0.4
    part_of_6: float = 0.1
    exact: int = 2


class Racer(NamedTuple):
    """A hand in the race.

    hand: 34 counts without the melds. have: with them, of a kong three. unseen: copies of each
    tile that may still come, and where they are. melds, winds of the seat and of the round.
    concealed: whether nothing was claimed.
    """

    hand: Sequence[int]
    have: Sequence[int]
    unseen: Sequence[int]
    where: Whereabouts
    melds: Tuple[Meld, ...]
    winds: Tuple[int, int]
    concealed: bool


def racer_of(
    hand: Sequence[int],
    melds: Sequence[Meld],
    unseen: Sequence[int],
    winds: Tuple[int, int],
    where: Optional[Whereabouts] = None,
) -> Racer:
    """The racer with this hand and these melds; the unseen copies lie evenly if not told where.

    Raises ValueError if a meld's tile is not known.
    """
    concealed = all(meld.concealed for meld in melds)
    where = evenly(unseen) if where is None else where
    return Racer(hand, tiles_held(hand, melds), unseen, where, tuple(melds), winds, concealed)


class Ways(NamedTuple):
    """Ways to finish: a shape and the tile that comes last.

    shape: intp [way]. tile: intp [way], TILE_KINDS where any of the missing ones may be it.
    worth: float32 [mode, how, way], how: on a discard, self-drawn; one mode if the hand is open.
    """

    shape: Array
    tile: Array
    worth: Array


def ways_to_finish(shapes: Shapes, missing: Array, racer: Racer, rates: Rates) -> Ways:
    """Every way to finish these shapes. missing: int16 [shape, 34]."""
    fan = _least_fan(shapes, racer)
    exact = shapes.distance <= (rates.exact if calculator() is not None else -1)
    shape = np.flatnonzero(~exact)
    tile = np.full(len(shape), TILE_KINDS, np.intp)
    fans = fan[:, :, shape]
    near = np.flatnonzero(exact)
    places, tiles = np.nonzero(missing[near])
    near = near[places]
    if len(near):
        counted = _counted(shapes, near, tiles, racer, fan)
        fans = np.concatenate([fans, counted], axis=2)
        shape, tile = np.concatenate([shape, near]), np.concatenate([tile, tiles])
    part = np.where(fans >= WINS_WITH, np.float32(1), np.float32(0))
    part[fans == WINS_WITH - 1] = rates.part_of_7
    part[fans == WINS_WITH - 2] = rates.part_of_6
    times = np.array([1, OTHERS], np.float32)[:, None]
    worth = part * (BASE_WORTH + FAN_WORTH * times * np.maximum(fans, WINS_WITH))
    return Ways(shape, tile, worth.astype(np.float32))


def _least_fan(shapes: Shapes, racer: Racer) -> Array:
    """The fan that shapes have however they are finished: int16 [mode, how, shape]."""
    lifts = [(0, SELF_DRAWN_FAN)]
    if racer.concealed:
        lifts.append((CONCEALED_FAN, FULLY_CONCEALED_FAN))
    fan = np.array([[shapes.fan + lift for lift in both] for both in lifts], np.int16)
    chickens = shapes.fan == CHICKEN
    fan[:, :, chickens] = 0
    fan[OPEN, 0, chickens] = _FAR_CHICKEN
    if racer.concealed:
        # They are concealed by themselves and count no fan for it.
        whole = ~shapes.melds
        fan[OPEN, :, whole] = 0
        fan[CONCEALED, 0, whole] = shapes.fan[whole]
        fan[CONCEALED, 1, whole] = shapes.fan[whole] + SELF_DRAWN_FAN
    return fan


def _counted(shapes: Shapes, near: Array, tiles: Array, racer: Racer, least: Array) -> Array:
    """The fan of near shapes by the last tile: int16 [mode, how, way].

    A concealed hand that will be opened by a claim is not known yet: it has what it has in any
    case, and the wait.
    """
    fixed = np.array(tiles_held([0] * TILE_KINDS, racer.melds), np.int16)
    rows: List[Tuple[int, int, int]] = []
    for shape, tile in zip(near.tolist(), tiles.tolist()):
        hand = shapes.counts[shape] - fixed
        hand[tile] -= 1
        rows.append(_fans_of(tuple(hand.tolist()), racer.melds, tile, racer.winds))
    on_discard, self_drawn, wait = np.array(rows, np.int16).T
    exact = np.array([on_discard, self_drawn])
    if not racer.concealed:
        return exact[None]
    opened = np.where(shapes.melds[near], least[OPEN][:, near] + wait, 0)
    opened[:, shapes.fan[near] == CHICKEN] = 0
    opened[0, (shapes.fan[near] == CHICKEN) & (wait == 0)] = CHICKEN_FAN
    return np.array([opened, exact])


@lru_cache(maxsize=_FANS_KEPT)
def _fans_of(
    hand: Tuple[int, ...], melds: Tuple[Meld, ...], tile: int, winds: Tuple[int, int]
) -> Tuple[int, int, int]:
    """The fan on a discard and self-drawn, and what the wait is of it; all 0 for no win."""
    luck = Luck(seat_wind=winds[0], prevalent_wind=winds[1])
    on_discard = win(hand, melds, tile, luck)
    self_drawn = win(hand, melds, tile, luck._replace(self_drawn=True))
    if on_discard is None or self_drawn is None:
        return 0, 0, 0
    wait = sum([fan.value * fan.times for fan in on_discard.fans if fan.english in WAIT_FANS])
    return on_discard.fan, self_drawn.fan, wait
