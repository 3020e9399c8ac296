"""The likeliest shapes of a hand that was valued, told for people."""

from typing import List, NamedTuple, Optional, Tuple

import numpy as np

from mj_bot.fan import Luck, win
from mj_bot.odds.targets.nearest import Shapes, tiles_held
from mj_bot.odds.targets.suit_parts import Array
from mj_bot.odds.value.finishes import (
    BASE_WORTH,
    FAN_WORTH,
    OTHERS,
    Racer,
    Rates,
)
from mj_bot.tiles import TILE_KINDS


class Aim(NamedTuple):
    """A shape that the hand may become.

    fans: Chinese and English names, as they would count with the rest drawn and the last tile,
    the likeliest, discarded by another. missing: the tiles that lack, one twice if two lack.
    """

    fan: int
    fans: Tuple[Tuple[str, str], ...]
    missing: Tuple[int, ...]


def likeliest(
    shapes: Shapes, racer: Racer, rates: Rates, discard: Optional[int], most: int
) -> List[Aim]:
    """The likeliest shapes that do without the discard, one for each set of missing tiles."""
    have = np.array(racer.have, np.int16)
    if discard is not None:
        shapes = shapes.chosen((shapes.counts[:, discard] < have[discard]) & (shapes.distance > 0))
    missing = np.maximum(shapes.counts - have, 0)
    likely = _odds(shapes, missing, racer, rates)
    aims: List[Aim] = []
    seen = set()
    for shape in np.argsort(-likely, kind="mergesort").tolist():
        key = missing[shape].tobytes()
        if key in seen:
            continue
        seen.add(key)
        aims.append(_aim(shapes.counts[shape], missing[shape], racer))
        if len(aims) == most:
            break
    return aims


def _odds(shapes: Shapes, missing: Array, racer: Racer, rates: Rates) -> Array:
    """How likely each shape is, by itself, times its worth: float [shape], to sort by."""
    unseen = np.array(racer.unseen, float)
    drawn, discarded = np.array(racer.where.drawn), np.array(racer.where.discarded)
    odds = np.ones(len(shapes))
    for copy in range(int(missing.max()) if len(shapes) else 0):
        left = np.maximum(unseen - copy, 0) / np.maximum(unseen, 1)
        # The third of a pung can be claimed from all, and so can the last tile of all.
        pung = shapes.counts - missing + copy >= 2
        rate = left * (drawn + rates.claimed * discarded * np.where(pung, OTHERS, 1))
        odds *= np.where(missing > copy, rate / (rates.lam + rate), 1).prod(axis=1)
    return odds * (BASE_WORTH + FAN_WORTH * shapes.fan)


def _aim(counts: Array, missing: Array, racer: Racer) -> Aim:
    lacks = np.flatnonzero(missing).repeat(missing[missing > 0]).tolist()
    last = max(lacks, key=lambda tile: racer.unseen[tile]) if lacks else int(counts.argmax())
    hand = (counts - np.array(tiles_held([0] * TILE_KINDS, racer.melds))).tolist()
    hand[last] -= 1
    luck = Luck(seat_wind=racer.winds[0], prevalent_wind=racer.winds[1])
    found = win(hand, racer.melds, last, luck)
    if found is None:
        return Aim(0, (), tuple(lacks))
    fans = sorted(found.fans, key=lambda fan: -fan.value)
    return Aim(found.fan, tuple([(fan.name, fan.english) for fan in fans]), tuple(lacks))
