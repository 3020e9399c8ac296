"""The feature `look_ahead`: the wins of 8 fan or more that each discard leaves open.

Shape [210, 34]. A column is the discarded tile (0 for those not in the hand). Where nothing is
discarded, in a claim or a robbing, all columns are equal and show passing.

"k tiles replaced" is how far a hand is from ready after the discard: for k = 0 it is ready. The
wins within k are the target hands that lack k + 1 tiles and do not need the discarded one. Other
seats are ignored, and so is the fan of concealment, of the wait and of how the hand is won. So
targets of 6 and 7 fan and Chicken Hands are included: they may come to 8.

A chance is that the next k + 1 tiles are exactly those that some target lacks, in any order.
`plain`: all unseen copies are alike. `drawn`: they come from the wall, by `tile_location`.
`discarded`: the others discard them, by the same. It is a byte v: 0 for never, else 2 to the power
of (v - 255) / 10, rounded down, at least 1. So 10 less is half as likely, and 1 is one in 40
million or less.

Each of the first four has k = 0..4 outside and the classes inside: Chicken Hands, and at least 6,
8, 12, 16, 24, 32 and 48 fan.

reachable 5 x 8: 1 if there is such a win.
plain 5 x 8: how likely.
drawn 5 x 8, discarded 5 x 8: by tile location.
after_claim 5 x 5 x 2: by claim (chow with the claimed tile first, in the middle, last, pung, kong),
    k, and at least 6 or 8 fan, as `drawn`; a column is the discard after the claim; after a kong,
    which has no discard, all are alike. 0 in an own turn.

Source: the look-ahead features of J. Li and others, Suphx: Mastering Mahjong with Deep
Reinforcement Learning, arXiv:2003.13590 (for each discard, the wins that a search finds within a
number of replaced tiles and above a number of points), by the target hands of `odds`.
"""

from math import factorial
from typing import List, Sequence, Tuple

import numpy as np

from mj_bot.features.claims import CLAIM_PLACES, KONG_PLACE, possible_claims
from mj_bot.features.feature import Feature
from mj_bot.melds import Meld
from mj_bot.odds.hand_context import Array, tiles_held
from mj_bot.odds.opponents.deal_in import opponents, threat_of
from mj_bot.odds.opponents.tile_location import tile_location
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.odds.targets.target_table import CHICKEN
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import COPIES, TILE_KINDS

# k is less than this.
REPLACED = 5
# The least fan of each class; Chicken Hands are a class before these.
LEAST_FANS = (6, 8, 12, 16, 24, 32, 48)
_CLASSES = 1 + len(LEAST_FANS)
_CHANCES = ("plain", "drawn", "discarded")
# The class and the chance used by `after_claim`.
_CLAIM_CLASSES = slice(1, 3)
_CLAIM_CHANCE = 1

_BLOCK = REPLACED * _CLASSES
_CLAIM_BLOCK = REPLACED * 2
LOOK_AHEAD = Feature(
    "look_ahead", 1, ((1 + len(_CHANCES)) * _BLOCK + CLAIM_PLACES * _CLAIM_BLOCK, TILE_KINDS)
)

# The weight of a copy as likely as the others. Weights are integers, so that sums do not depend on
# order; the product of five, times the ways to choose, fits 64 bits.
_EVEN_WEIGHT = 32
_MOST_WEIGHT = 127

# 2 to the power of -1/10, and its powers from the 253rd up to 1.
_STEP = 0.9330329915368074
_CERTAIN = 255


def _chances_by_byte() -> Array:
    chances = [1.0]
    for _ in range(_CERTAIN - 2):
        chances.append(chances[-1] * _STEP)
    return np.array(chances[::-1])


def _ways_to_choose() -> Array:
    """By copies left and copies wanted: int64 [5, 5]."""
    ways = np.zeros((COPIES + 1, COPIES + 1), np.int64)
    for left in range(COPIES + 1):
        for wanted in range(left + 1):
            ways[left, wanted] = _choose(left, wanted)
    return ways


def _choose(left: int, wanted: int) -> int:
    return factorial(left) // factorial(wanted) // factorial(left - wanted) if left >= wanted else 0


_CHANCES_BY_BYTE = _chances_by_byte()
_WAYS = _ways_to_choose()


def look_ahead(state: GameState, nearest: Nearest) -> Array:
    """The channels of a state: uint8 [210, 34]. nearest: finds targets; one serves a game."""
    search = _Search(state, nearest)
    cells = np.zeros(LOOK_AHEAD.shape, np.uint8)
    chances = search(state.hand, state.own_melds, state.decision == OWN_DRAW)
    cells[:_BLOCK] = chances[0].reshape(_BLOCK, TILE_KINDS) > 0
    cells[_BLOCK : (1 + len(_CHANCES)) * _BLOCK] = chances.reshape(-1, TILE_KINDS)
    first = (1 + len(_CHANCES)) * _BLOCK
    for claim in possible_claims(state):
        melds = list(state.own_melds) + [claim.meld]
        chances = search(claim.hand, melds, claim.place != KONG_PLACE)
        start = first + claim.place * _CLAIM_BLOCK
        part = chances[_CLAIM_CHANCE][:, _CLAIM_CLASSES]
        cells[start : start + _CLAIM_BLOCK] = part.reshape(_CLAIM_BLOCK, TILE_KINDS)
    return cells


class _Search:
    """Looks ahead from hands of one state: weights of tiles, and the total of all ways."""

    def __init__(self, state: GameState, nearest: Nearest) -> None:
        self._nearest = nearest
        self._unseen = state.unseen
        self._winds = (state.seat, state.prevalent_wind)
        location = tile_location(state, threat_of(opponents(state)))
        left = sum(state.unseen)
        weights = [[1] * TILE_KINDS]
        weights += [_weights(chances, state.unseen) for chances in location]
        # By tile and copies wanted: the weight of choosing them, for each kind of chance.
        copies = np.arange(COPIES + 1)
        powers = np.array(weights, np.int64)[:, :, None] ** copies
        self._ways = powers * _WAYS[state.unseen]
        even = np.array([1, _EVEN_WEIGHT, _EVEN_WEIGHT], float)[:, None]
        sizes = range(1, REPLACED + 1)
        in_all = np.array([max(_choose(left, size), 1) for size in sizes], float)
        self._in_all = in_all * np.array([even[:, 0] ** size for size in sizes]).T

    def __call__(self, hand: Sequence[int], melds: Sequence[Meld], discarding: bool) -> Array:
        """The bytes of the chances: uint8 [chance, k, class, 34]."""
        cells = np.zeros((len(_CHANCES), REPLACED, _CLASSES, TILE_KINDS), np.uint8)
        targets = self._nearest.within(hand, self._unseen, melds, self._winds, REPLACED)
        targets = targets.chosen(targets.distance > 0)
        if not len(targets):
            return cells
        have = np.array(tiles_held(hand, melds), np.int16)
        missing = np.maximum(targets.counts - have, 0)
        order, begins = _groups(missing)
        missing = missing[order[begins]]
        ways = np.ones((len(_CHANCES), len(missing)), np.int64)
        for tile in np.flatnonzero(missing.any(axis=0)):
            ways *= self._ways[:, tile][:, missing[:, tile]]
        held = np.flatnonzero(np.array(hand)) if discarding else np.arange(TILE_KINDS)[:1]
        spare = targets.counts[:, held] < have[held] if discarding else np.ones((len(targets), 1))
        classes = _classes(targets.fan) & (spare != 0)
        reached = np.logical_or.reduceat(classes[:, order], begins, axis=1)
        sizes = missing.sum(axis=1)
        for k in range(REPLACED):
            own = np.flatnonzero(sizes == k + 1)
            # [class, discard, chance]
            sums = np.dot(reached[:, own].transpose(0, 2, 1).astype(np.int64), ways[:, own].T)
            chances = sums / self._in_all[:, k]
            written = 1 + np.searchsorted(_CHANCES_BY_BYTE, chances.ravel(), side="right")
            written = written.reshape(chances.shape) * (sums > 0)
            part = written.transpose(2, 0, 1)
            cells[:, k][:, :, held if discarding else slice(None)] = part
        return cells


def _weights(chances: Sequence[float], unseen: Sequence[int]) -> List[int]:
    """The weight of a copy of each tile, from the chances of the tiles."""
    left = sum(unseen)
    weights = []
    for chance, copies in zip(chances, unseen):
        weight = int(_EVEN_WEIGHT * chance * left / copies + 0.5) if copies else 0
        weights.append(min(max(weight, 1), _MOST_WEIGHT))
    return weights


def _groups(missing: Array) -> Tuple[Array, Array]:
    """An order that groups targets lacking the same tiles, and where each group begins."""
    keys = np.ascontiguousarray(missing.astype(np.int8)).view("S{}".format(TILE_KINDS)).ravel()
    order = np.argsort(keys, kind="mergesort")
    keys = keys[order]
    begins = np.flatnonzero(np.concatenate([np.ones(1, bool), keys[1:] != keys[:-1]]))
    return order, begins


def _classes(fan: Array) -> Array:
    """The classes of each target: bool [class, target, 1]."""
    least = np.array(LEAST_FANS)[:, None]
    return np.concatenate([(fan == CHICKEN)[None], fan >= least])[:, :, None]
