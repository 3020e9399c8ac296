"""The hand value: computed on the lattice of missing tiles, while other seats may win first.

Time is counted in turns. The tile location and the copies left give the rates at which a tile is
drawn, and discarded by others. A pung and the win can be claimed from three seats, a chow from one.
At the rival win rate another seat wins, and the hand ends with value 0. So the value of a state of
the lattice is

    V = (sum of rate x value over the edges that are better than V) / (rival win rate + rates)

found in two rounds from V = 0. A claim opens the hand; a draw keeps a concealed hand concealed.
docs/reference/odds.md has the reasons and what each part gains in play.
"""

from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mj_bot.odds.hand_context import Array, HandContext
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import TargetHands
from mj_bot.odds.targets.suit_parts import SUIT_TILES
from mj_bot.odds.value.finishes import OPEN, OTHERS, finishes_of
from mj_bot.odds.value.lattice import Level, lattice_of
from mj_bot.tiles import HONOURS, TILE_KINDS

ROUNDS = 2
# An edge must be better by more than this factor: equal ones change the rates but not V.
CLEARLY = np.float32(1 + 1e-5)

# Edges, counted for each mode and discard, that are valued at once: 512 KB an array.
_EDGES_AT_ONCE = 1 << 17

# The place of each tile in a row with gaps between the suits, so that no chow crosses one.
_GAP = 2
_PLACE = np.array([_GAP + tile + _GAP * (tile // SUIT_TILES) for tile in range(TILE_KINDS)])
_WIDTH = int(_PLACE[-1]) + _GAP + 1
_CHOWS = ((-2, -1), (-1, 1), (1, 2))


class HandValues(NamedTuple):
    """The values of a hand by discard.

    values: float [discard]. drawing_now: the same if the next tile is drawn at once (after a kong).
    rates: how often a turn a tile improves the hand. discards: the tiles, or (None,) for none.
    """

    values: List[float]
    drawing_now: List[float]
    rates: List[float]
    discards: Tuple[Optional[int], ...]


class _FinishRows(NamedTuple):
    """The finishes of groups of targets; a group is all targets that lack the same tiles.

    missing: int16 [group, 34]. row_of: intp [group, 34], the row of the group completed by that
    tile, -1 if none. win_value: float32 [mode, how, discard, row], see `Finishes`.
    """

    missing: Array
    row_of: Array
    win_value: Array


def hand_values(
    targets: TargetHands, context: HandContext, options: OddsOptions, discarding: bool
) -> HandValues:
    """The value of the hand after each discard, or as it is if `discarding` is False."""
    held = [tile for tile in range(TILE_KINDS) if context.hand[tile]]
    discards: Tuple[Optional[int], ...] = tuple(held) if discarding else (None,)
    have = np.array(context.have, np.int16)
    if discarding:
        # A complete hand that does not win must be broken up, so leave out complete targets.
        targets = targets.chosen(targets.distance > 0)
        spare = targets.counts[:, held] < have[held]
    else:
        spare = np.ones((len(targets), 1), bool)
    if not len(targets):
        nothing = [0.0] * len(discards)
        return HandValues(nothing, nothing, nothing, discards)
    columns, column_of = _different(spare)
    finishes = _finish_rows(
        targets, np.maximum(targets.counts - have, 0), columns, context, options
    )
    rows = _run(lattice_of(finishes.missing), finishes, context, options)
    values, now, taken = [[float(row[column]) for column in column_of] for row in rows]
    return HandValues(values, now, taken, discards)


def _different(spare: Array) -> Tuple[Array, List[int]]:
    """The distinct columns, and for each column the index of its equal among them."""
    index_of: Dict[bytes, int] = {}
    column_of = [index_of.setdefault(column.tobytes(), len(index_of)) for column in spare.T]
    first = [column_of.index(column) for column in range(len(index_of))]
    return spare[:, first], column_of


def _finish_rows(
    targets: TargetHands, missing: Array, spare: Array, context: HandContext, options: OddsOptions
) -> _FinishRows:
    """The best win value of each group and last tile, for each discard."""
    keys = np.ascontiguousarray(missing.astype(np.int8)).view("S{}".format(TILE_KINDS)).ravel()
    order = np.argsort(keys, kind="mergesort")
    keys = keys[order]
    new = np.ones(len(keys), bool)
    new[1:] = keys[1:] != keys[:-1]
    group = np.zeros(len(keys), np.intp)
    group[order] = np.cumsum(new) - 1
    groups = missing[order[new]]
    finishes = finishes_of(targets, missing, context, options)
    # One row for each group and last tile; TILE_KINDS stands for any.
    rows = group[finishes.target] * (TILE_KINDS + 1) + finishes.tile
    order = np.argsort(rows, kind="mergesort")
    rows = rows[order]
    begins = np.concatenate([np.zeros(1, np.intp), np.flatnonzero(rows[1:] != rows[:-1]) + 1])
    spread = finishes.win_value[:, :, None, order] * spare.T[:, finishes.target[order]]
    win_value = np.maximum.reduceat(spread, begins, axis=3)
    row_of = np.full((len(groups), TILE_KINDS + 1), -1, np.intp)
    row_of.ravel()[rows[begins]] = np.arange(len(begins))
    any_tile = row_of[:, TILE_KINDS:]
    row_of = np.where(any_tile >= 0, any_tile, row_of[:, :TILE_KINDS])
    return _FinishRows(groups, row_of, win_value)


def _run(
    levels: List[Level], finishes: _FinishRows, context: HandContext, options: OddsOptions
) -> Tuple[Array, Array, Array]:
    """For the state with no tile yet: values, values with a draw at once, rates; [discard] each."""
    modes, _, discards, _ = finishes.win_value.shape
    values = np.zeros((modes, discards, len(levels[-1].tiles)), np.float32)
    have = _spread(context.have)
    unseen = np.array(context.unseen, np.float32)
    left = np.maximum(unseen, 1)
    drawn = np.array(context.location.drawn, np.float32) / left
    claims = (
        np.array(context.location.discarded, np.float32)
        * np.float32(options.rival_discard_weight)
        / left
    )
    now = taken = values
    for level, above in zip(levels[-2::-1], levels[:0:-1]):
        step = _Step(level, above, have, unseen, drawn, claims, finishes, options)
        before = values
        values, taken = step.values(before)
        if not level.tiles.shape[1]:
            now = step.drawn_now(before, values)
    # The last mode is the hand's current one.
    return values[-1, :, 0], now[-1, :, 0], taken[-1, :, 0]


def _spread(have: Sequence[int]) -> Array:
    row = np.zeros(_WIDTH, np.int16)
    row[_PLACE] = have
    return row


class _Step:
    """The edges from one level to the next: their rates, and the values they lead to."""

    def __init__(
        self,
        level: Level,
        above: Level,
        have: Array,
        unseen: Array,
        drawn: Array,
        claims: Array,
        finishes: _FinishRows,
        options: OddsOptions,
    ) -> None:
        self._level, self._finishes = level, finishes
        self._rival_win_rate = np.float32(options.rival_win_rate)
        tile, parent = level.tile, level.parent
        got = _got(level)
        held = have + got
        counted = got[parent, _PLACE[tile]]
        left = np.maximum(unseen[tile] - counted, 0).astype(np.float32)
        self._own = drawn[tile] * left
        each = claims[tile] * left
        self._from_all = OTHERS * each
        chow = np.where(_chow_waits(held, parent, tile), each, np.float32(0))
        self._claimed = np.where(held[parent, _PLACE[tile]] >= 2, self._from_all, chow)
        self._claimable = _one_or_zero(self._claimed > 0)
        group = above.group[level.child]
        row = np.where(group >= 0, finishes.row_of[group, tile], -1)
        self._wins = np.flatnonzero(row >= 0)
        self._row = row[self._wins]

    def _edges(self, values: Array, part: slice = slice(None)) -> Tuple[Array, Array, Array]:
        """For every edge: the value after a draw and after a claim, and the rate of the claim.

        The latter two have one row for both modes where no edge is a win. part: of the discards.
        """
        drawn = values[:, part].take(self._level.child, axis=2)
        opened = drawn[OPEN] * self._claimable
        if not len(self._wins):
            return drawn, opened[None], self._claimed
        win_value = self._finishes.win_value[:, :, part].take(self._row, axis=3)
        wins = (slice(None), slice(None), self._wins)
        drawn[wins] = np.maximum(drawn[wins], win_value[:, 1])
        won, opened_there = win_value[:, 0], opened[:, self._wins]
        claimed, rate = np.empty_like(drawn), np.empty_like(drawn)
        claimed[...], rate[...] = opened, self._claimed
        claimed[wins] = np.maximum(won, opened_there)
        from_all, from_one = self._from_all[self._wins], self._claimed[self._wins]
        rate[wins] = np.where(won >= opened_there, from_all, from_one)
        return drawn, claimed, rate

    def values(self, values: Array) -> Tuple[Array, Array]:
        """The values of this level from those of the next: float32 [mode, discard, state].

        Also the summed rates of the edges taken, for the states that have edges.
        """
        level = self._level
        modes, discards, _ = values.shape
        full = np.zeros((modes, discards, len(level.tiles)), np.float32)
        taken = np.zeros((modes, discards, len(level.inner)), np.float32)
        step = max(1, _EDGES_AT_ONCE // max(1, modes * len(level.tile)))
        for first in range(0, discards, step):
            part = slice(first, first + step)
            value, taken[:, part] = self._inner_values(*self._edges(values, part))
            full[:, part, level.inner] = value
        return full, taken

    def _inner_values(self, drawn: Array, claimed: Array, rate: Array) -> Tuple[Array, Array]:
        """The values of the states that have edges, and the summed rates of the edges taken."""
        level = self._level
        by_draw, by_claim = drawn * self._own, claimed * rate
        floor: Array = np.zeros(1, np.float32)
        for turn in range(ROUNDS):
            use_draw, use_claim = _one_or_zero(drawn > floor), _one_or_zero(claimed > floor)
            gains = by_draw * use_draw
            gains += by_claim * use_claim
            use_draw *= self._own
            use_claim *= rate
            use_draw += use_claim
            gained = np.add.reduceat(gains, level.begins, axis=2)
            taken = np.add.reduceat(use_draw, level.begins, axis=2)
            value = gained / (taken + self._rival_win_rate)
            if turn + 1 < ROUNDS:
                floor = (value * CLEARLY).repeat(_lengths(level), axis=2)
        return value, taken

    def drawn_now(self, values: Array, here: Array) -> Array:
        """The values of the state with no tile yet if its next tile is drawn at once."""
        drawn, _, _ = self._edges(values)
        return here + (np.maximum(drawn - here, 0) * self._own).sum(axis=2)[:, :, None]


def _one_or_zero(mask: Array) -> Array:
    """A mask as float32. By way of int8: numpy casts bool an item at a time."""
    return mask.view(np.int8).astype(np.float32)


def _lengths(level: Level) -> Array:
    return np.diff(np.append(level.begins, len(level.parent)))


def _got(level: Level) -> Array:
    """The counts of the tiles got in each state: int16 [state, place]."""
    got = np.zeros((len(level.tiles), _WIDTH), np.int16)
    states = np.arange(len(level.tiles))
    for column in range(level.tiles.shape[1]):
        got[states, _PLACE[level.tiles[:, column]]] += 1
    return got


def _chow_waits(held: Array, parent: Array, tile: Array) -> Array:
    """Whether a chow could be claimed with the tile of each edge: bool [edge]."""
    rank = _PLACE[tile]
    waits = np.zeros(len(tile), bool)
    for first, second in _CHOWS:
        waits |= (held[parent, rank + first] > 0) & (held[parent, rank + second] > 0)
    return waits & (tile < HONOURS[0])
