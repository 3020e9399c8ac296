"""The target hands nearest to a hand: from the table, and made from the hand.

A `Nearest` serves one hand after another. It caches the distances of recent suits, since most stay
the same from one decision to the next.
"""

from collections import OrderedDict
from functools import lru_cache
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mj_bot.fan import MIN_FAN
from mj_bot.melds import Meld
from mj_bot.odds.hand_context import Array, tiles_held
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.special_forms import near_forms
from mj_bot.odds.targets.suit_parts import SUIT_TILES, meld_codes
from mj_bot.odds.targets.target_table import (
    CHICKEN,
    MIN_TARGET_FAN,
    TargetHandTable,
    load_table,
)

# Greater than any real distance; the sum of four still fits a byte.
UNREACHABLE = 40
# The distance of a needed tile without unseen copies; the sum of nine still fits a byte.
NOT_TO_BE_HAD = 20
# The greatest distance of special forms: farther ones are many, and hardly ever won.
MOST_OF_FORMS = 6
_TARGET_TILES = 14
# A target holds 0 to 4 of a tile. The distances of a suit's parts are the sums of two numbers: of
# the first five tiles and of the others.
_COUNTS = 5
_HALF = 5
# Cached arrays of each kind, 0.3 MB each.
_KEPT = 12


class TargetHands(NamedTuple):
    """Target hands near a hand, nearest first."""

    counts: Array  # int16 [target, 34]: the 14 tiles.
    # int16 [target]: with the winds, without the fan of concealment, the wait and the way of
    # winning; CHICKEN for a Chicken Hand.
    fan: Array
    claimable: Array  # bool [target]: whether its sets may be claimed.
    distance: Array  # int16 [target]: how many tiles are missing.

    def __len__(self) -> int:
        return len(self.fan)

    def chosen(self, which: Array) -> "TargetHands":
        """Some of the targets, by a mask or by their indices."""
        return TargetHands(*[column[which] for column in self])


class _Kept:
    """A cache of the arrays used last."""

    def __init__(self) -> None:
        self._found: "OrderedDict[Any, Any]" = OrderedDict()

    def get(self, key: object, make: Callable[[], Any]) -> Any:
        value = self._found.get(key)
        if value is None:
            value = self._found[key] = make()
            if len(self._found) > _KEPT:
                self._found.popitem(last=False)
        else:
            self._found.move_to_end(key)
        return value


class Nearest:
    """Finds the targets nearest to a hand."""

    def __init__(
        self, table: Optional[TargetHandTable] = None, options: Optional[OddsOptions] = None
    ) -> None:
        self._options = OddsOptions() if options is None else options
        self._table = load_table() if table is None else table
        table = self._table
        self._halves = [_half_codes(own.counts) for own in (table.suit, table.honours)]
        sizes = table.suit.counts.sum(axis=1).astype(np.intp)
        honour_sizes = table.honours.counts.sum(axis=1).astype(np.intp)
        self._front_size = sizes[table.fronts[0]] + sizes[table.fronts[1]]
        back_size = sizes[table.backs[0]] + honour_sizes[table.backs[1]]
        self._by_size = np.argsort(back_size, kind="mergesort")
        self._size_starts = np.searchsorted(back_size[self._by_size], np.arange(_TARGET_TILES + 2))
        self._parts, self._fronts, self._backs = _Kept(), _Kept(), _Kept()
        self._lifts: Dict[Tuple[int, int], Array] = {}

    def __call__(
        self,
        hand: Sequence[int],
        unseen: Sequence[int],
        melds: Sequence[Meld],
        winds: Tuple[int, int],
    ) -> TargetHands:
        """The targets at most `slack` tiles farther than the nearest of 8 fan, nearest first.

        hand: 34 counts without the melds. unseen: copies of each tile that may still come. winds:
        the seat wind and the prevalent wind, 0-3. Targets of 6 and 7 fan are included, and a few of
        the nearest Chicken Hands, whose fan is `CHICKEN`: there are many of these, and any fan
        spoils them. The options say how many.

        Raises ValueError if a meld's tile is not known.
        """
        slack, max_targets = self._options.slack, self._options.max_targets
        max_chicken_hands = self._options.max_chicken_hands
        keys = _keys(hand, unseen, melds)
        rows, distance, fan = self._of_table(keys, melds, winds, slack)
        nearest = int(distance[fan >= MIN_FAN].min()) if (fan >= MIN_FAN).any() else UNREACHABLE
        most = min(nearest + slack, MOST_OF_FORMS)
        if len(distance) >= max_targets:
            # Where the table has enough, a form as far as its last is not among the chosen.
            within = np.cumsum(np.bincount(distance[fan != CHICKEN], minlength=1))
            most = min(most, max(0, int(np.searchsorted(within, max_targets)) - 1))
        forms = near_forms(hand, unseen, melds, most, winds, max_targets)
        counts = forms.counts.astype(np.int16)
        have = np.array(tiles_held(hand, melds), np.int16)
        lacks = np.maximum(counts - have, 0).sum(axis=1).astype(np.int16)
        reach = lacks[forms.fan >= MIN_FAN]
        nearest = min([nearest] + ([int(reach.min())] if len(reach) else []))
        order = _nearest_first(
            distance, (fan != CHICKEN) & (distance <= nearest + slack), max_targets
        )
        chickens = (fan == CHICKEN) & (distance <= nearest + slack)
        if max_chicken_hands and chickens.any():
            chickens &= distance <= int(distance[chickens].min()) + slack
            more = _nearest_first(distance, chickens, max_chicken_hands)
            order = np.concatenate([order, more])
        parts = self._table.parts_of(rows[order])
        close = lacks <= nearest + slack
        claimable = np.ones(len(order), bool)
        both = TargetHands(
            np.concatenate([self._table.counts(parts).astype(np.int16), counts[close]]),
            np.concatenate([fan[order], forms.fan[close]]),
            np.concatenate([claimable, forms.claimable[close]]),
            np.concatenate([distance[order].astype(np.int16), lacks[close]]),
        )
        return both.chosen(np.argsort(both.distance, kind="mergesort")[:max_targets])

    def within(
        self,
        hand: Sequence[int],
        unseen: Sequence[int],
        melds: Sequence[Meld],
        winds: Tuple[int, int],
        most: int,
    ) -> TargetHands:
        """All targets that lack at most `most` tiles, in any order.

        The other arguments are as above. `most` is at most 6, so that no target needs a tile
        without unseen copies.

        Raises ValueError if a meld's tile is not known.
        """
        front, back, bound = self._bounds(_keys(hand, unseen, melds), melds)
        targets, distance = self._expand(np.flatnonzero(bound <= most), front, back)
        near = np.flatnonzero(distance <= most)
        targets, distance = targets[near], distance[near]
        parts = self._table.parts_of(targets)
        fan = self._table.fan[targets] + self._lift(winds)[parts[:, 3]]
        keep = np.flatnonzero((fan >= MIN_TARGET_FAN) | (fan == CHICKEN))
        forms = near_forms(hand, unseen, melds, most, winds)
        have = np.array(tiles_held(hand, melds), np.int16)
        counts = np.concatenate([self._table.counts(parts[keep]), forms.counts]).astype(np.int16)
        lacks = np.maximum(counts[len(keep) :] - have, 0).sum(axis=1)
        return TargetHands(
            counts,
            np.concatenate([fan[keep], forms.fan]),
            np.concatenate([np.ones(len(keep), bool), forms.claimable]),
            np.concatenate([distance[keep], lacks]).astype(np.int16),
        )

    def _of_table(
        self, keys: "List[_Key]", melds: Sequence[Meld], winds: Tuple[int, int], slack: int
    ) -> Tuple[Array, Array, Array]:
        """Table index, distance and fan of all targets that may be near enough, unsorted."""
        front, back, bound = self._bounds(keys, melds)
        lift = self._lift(winds)[self._table.backs[1]]
        pieces: List[Tuple[Array, Array, Array]] = []
        # A target beyond this needs a tile without unseen copies.
        nearest = NOT_TO_BE_HAD - 1 - slack
        for level in range(int(bound.min()), NOT_TO_BE_HAD):
            if level > nearest + slack:
                break
            targets, distance = self._expand(np.flatnonzero(bound == level), front, back)
            fan = self._table.fan[targets] + lift[self._table.back_of[targets]]
            held = (fan >= MIN_TARGET_FAN) | (fan == CHICKEN)
            keep = np.flatnonzero(held & (distance <= nearest + slack))
            targets, distance, fan = targets[keep], distance[keep], fan[keep]
            winning = distance[fan >= MIN_FAN]
            if len(winning):
                nearest = min(nearest, int(winning.min()))
            pieces.append((targets, distance, fan))
        if not pieces:
            return np.zeros(0, np.intp), np.zeros(0, np.uint8), np.zeros(0, np.int16)
        targets, distance, fan = [np.concatenate(column) for column in zip(*pieces)]
        return targets, distance, fan

    def _bounds(self, keys: "List[_Key]", melds: Sequence[Meld]) -> Tuple[Array, Array, Array]:
        """Distances of fronts and backs, and for each front a lower bound of its targets."""
        front = self._fronts.get(
            tuple(keys[:2]), lambda: self._front_distances(keys[0], keys[1], melds)
        )
        back, least_back = self._backs.get(
            tuple(keys[2:]), lambda: self._back_distances(keys[2], keys[3], melds)
        )
        bound = front + least_back[self._front_size]
        return front, back, bound

    def _expand(self, fronts: Array, front: Array, back: Array) -> Tuple[Array, Array]:
        """All targets of these fronts and their distances."""
        starts = self._table.starts
        sizes = starts[fronts + 1] - starts[fronts]
        targets = np.arange(int(sizes.sum()), dtype=np.intp)
        targets += (starts[fronts] - np.cumsum(sizes) + sizes).repeat(sizes)
        return targets, front[fronts].repeat(sizes) + back[self._table.back_of[targets]]

    def _lift(self, winds: Tuple[int, int]) -> Array:
        lift = self._lifts.get(winds)
        if lift is None:
            lift = self._lifts[winds] = self._table.wind_lift(*winds)
        return lift

    def _front_distances(self, first: "_Key", second: "_Key", melds: Sequence[Meld]) -> Array:
        parts = [self._part_distances(key, melds) for key in (first, second)]
        fronts = self._table.fronts
        return parts[0][fronts[0]] + parts[1][fronts[1]]

    def _back_distances(
        self, first: "_Key", second: "_Key", melds: Sequence[Meld]
    ) -> Tuple[Array, Array]:
        """The distance of every back, and the least of them by the number of tiles in the front."""
        parts = [self._part_distances(key, melds) for key in (first, second)]
        backs = self._table.backs
        back = parts[0][backs[0]] + parts[1][backs[1]]
        ordered = back[self._by_size]
        least = np.full(_TARGET_TILES + 1, 2 * UNREACHABLE, np.uint8)
        for size in range(_TARGET_TILES + 1):
            own = ordered[self._size_starts[size] : self._size_starts[size + 1]]
            if len(own):
                least[_TARGET_TILES - size] = own.min()
        return back, least

    def _part_distances(self, key: "_Key", melds: Sequence[Meld]) -> Array:
        return self._parts.get(key, lambda: self._make_part_distances(key, melds))

    def _make_part_distances(self, key: "_Key", melds: Sequence[Meld]) -> Array:
        """How many tiles each part lacks: uint8 [part], at most UNREACHABLE.

        That is for parts that do not hold the melds; those lacking a tile without unseen copies are
        at NOT_TO_BE_HAD or more.
        """
        parts, halves = self._table.suit, self._halves[0]
        if key.suit == 3:
            parts, halves = self._table.honours, self._halves[1]
        lacks = [_lacks(have, unseen) for have, unseen in key.tiles]
        first, second = _sums_of(lacks[:_HALF]), _sums_of(lacks[_HALF : parts.counts.shape[1]])
        distance: Array = first.take(halves[0])
        distance += second.take(halves[1])
        own = [meld for meld in melds if meld.tile is not None and meld.tile // 9 == key.suit]
        if own:
            distance[~parts.holding(own)] = UNREACHABLE
        return np.minimum(distance, UNREACHABLE, out=distance)


class _Key(NamedTuple):
    """Everything that the distances of a suit's parts depend on.

    tiles: for each, copies held (melds included) and usable unseen copies. melds: their codes.
    """

    suit: int
    tiles: Tuple[Tuple[int, int], ...]
    melds: Tuple[int, ...]


def _nearest_first(distance: Array, which: Array, most: int) -> Array:
    """The indices of the nearest targets of a mask, at most `most`."""
    indices = np.flatnonzero(which)
    return indices[np.argsort(distance[indices], kind="mergesort")][:most]


def _keys(hand: Sequence[int], unseen: Sequence[int], melds: Sequence[Meld]) -> List[_Key]:
    have = tiles_held(hand, melds)
    # A target holds at most four of a tile, so more unseen copies make no difference.
    tiles = [(held, min(left, 4 - held)) for held, left in zip(have, unseen)]
    keys = []
    for suit in range(4):
        own = [meld for meld in melds if meld.tile is None or meld.tile // SUIT_TILES == suit]
        codes = tuple(sorted(meld_codes(own)))
        keys.append(_Key(suit, tuple(tiles[suit * SUIT_TILES : (suit + 1) * SUIT_TILES]), codes))
    return keys


def _half_codes(counts: Array) -> Tuple[Array, Array]:
    """The counts of each part's first tiles and of its others as numbers to the base 5."""
    halves = [counts[:, :_HALF], counts[:, _HALF:]]
    first, second = [
        np.dot(half.astype(np.intp), _COUNTS ** np.arange(half.shape[1])[::-1]) for half in halves
    ]
    return first, second


def _sums_of(lacks: Sequence[Array]) -> Array:
    """What every choice of counts lacks, in the order of their codes: uint8 [code]."""
    sums = lacks[0]
    for lack in lacks[1:]:
        sums = (sums[:, None] + lack).ravel()
    return sums


@lru_cache(maxsize=None)
def _lacks(have: int, unseen: int) -> Array:
    """How many copies of a tile are missing for targets with 0 to 4 of it."""
    lacks = [max(want - have, 0) for want in range(_COUNTS)]
    return np.array([lack if lack <= unseen else NOT_TO_BE_HAD for lack in lacks], np.uint8)
