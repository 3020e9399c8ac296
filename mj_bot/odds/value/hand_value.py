"""What a hand is worth on the lattice of what it lacks: a race that one may win before others do.

A turn is the unit of time. How often the own draw and a discard of another seat bring a tile, by
copies left, `whereabouts` says; it may be claimed for a pung and for the win from three seats, for
a chow from one. Somebody else wins, which ends the race with nothing, at the rate `lam`. So a state
is worth

    V = (sum of rate x worth over the edges that are better than V) / (lam + sum of their rates)

in two rounds from V = 0. A claimed edge leads to the open hand's value, a drawn one keeps a
concealed hand concealed. docs/odds.md has the reasons and what each piece earns.
"""

from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mj_bot.odds.targets.nearest import Shapes
from mj_bot.odds.targets.suit_parts import SUIT_TILES, Array
from mj_bot.odds.value.finishes import (
    OPEN,
    OTHERS,
    Racer,
    Rates,
    ways_to_finish,
)
from mj_bot.odds.value.lattice import Level, lattice_of
from mj_bot.tiles import HONOURS, TILE_KINDS

_ROUNDS = 2
# What is better by less than this is equal: it makes no difference to V, but to the rates it would.
_CLEARLY = np.float32(1 + 1e-5)

# Where a tile lies in a row in which chows do not run from suit to suit.
_GAP = 2
_PLACE = np.array([_GAP + tile + _GAP * (tile // SUIT_TILES) for tile in range(TILE_KINDS)])
_WIDTH = int(_PLACE[-1]) + _GAP + 1
_CHOWS = ((-2, -1), (-1, 1), (1, 2))


class Worth(NamedTuple):
    """What came of a valuation.

    values: float [discard]. now: what they become if the next tile is drawn at once (after a
    kong). rates: how often a turn something comes that is better. discards: the tiles, or (None,)
    for none.
    """

    values: List[float]
    now: List[float]
    rates: List[float]
    discards: Tuple[Optional[int], ...]


class _Finishes(NamedTuple):
    """The ways to win: shapes that lack the same tiles as one group, by the tile that comes last.

    missing: int16 [group, 34]. row_of: intp [group, 34], the row of a group that is completed by
    a tile. worth: float32 [mode, how, discard, row], how: on a discard, self-drawn; the last row
    is of nothing.
    """

    missing: Array
    row_of: Array
    worth: Array


def race(shapes: Shapes, racer: Racer, rates: Rates, discarding: bool) -> Worth:
    """What the hand is worth: after each discard, or as it is if `discarding` is False."""
    held = [tile for tile in range(TILE_KINDS) if racer.hand[tile]]
    discards: Tuple[Optional[int], ...] = tuple(held) if discarding else (None,)
    have = np.array(racer.have, np.int16)
    if discarding:
        # A complete hand that may not win must break up.
        shapes = shapes.chosen(shapes.distance > 0)
        spare = shapes.counts[:, held] < have[held]
    else:
        spare = np.ones((len(shapes), 1), bool)
    if not len(shapes):
        nothing = [0.0] * len(discards)
        return Worth(nothing, nothing, nothing, discards)
    columns, column_of = _different(spare)
    finishes = _finishes(shapes, np.maximum(shapes.counts - have, 0), columns, racer, rates)
    found = _run(lattice_of(finishes.missing), finishes, racer, rates)
    values, now, taken = [[float(row[column]) for column in column_of] for row in found]
    return Worth(values, now, taken, discards)


def _different(spare: Array) -> Tuple[Array, List[int]]:
    """The columns that differ, and which of them each column is."""
    found: Dict[bytes, int] = {}
    column_of = [found.setdefault(column.tobytes(), len(found)) for column in spare.T]
    first = [column_of.index(column) for column in range(len(found))]
    return spare[:, first], column_of


def _finishes(
    shapes: Shapes, missing: Array, spare: Array, racer: Racer, rates: Rates
) -> _Finishes:
    """Shapes that lack the same are worth the best of them, for each discard apart."""
    keys = np.ascontiguousarray(missing.astype(np.int8)).view("S{}".format(TILE_KINDS)).ravel()
    order = np.argsort(keys, kind="mergesort")
    keys = keys[order]
    new = np.ones(len(keys), bool)
    new[1:] = keys[1:] != keys[:-1]
    group = np.zeros(len(keys), np.intp)
    group[order] = np.cumsum(new) - 1
    groups = missing[order[new]]
    ways = ways_to_finish(shapes, missing, racer, rates)
    # A row for each group and last tile, TILE_KINDS for any.
    rows = group[ways.shape] * (TILE_KINDS + 1) + ways.tile
    order = np.argsort(rows, kind="mergesort")
    rows = rows[order]
    begins = np.concatenate([np.zeros(1, np.intp), np.flatnonzero(rows[1:] != rows[:-1]) + 1])
    spread = ways.worth[:, :, None, order] * spare.T[:, ways.shape[order]]
    worth = np.maximum.reduceat(spread, begins, axis=3)
    nothing = np.zeros(worth.shape[:3] + (1,), np.float32)
    row_of = np.full((len(groups), TILE_KINDS + 1), -1, np.intp)
    row_of.ravel()[rows[begins]] = np.arange(len(begins))
    any_tile = row_of[:, TILE_KINDS:]
    row_of = np.where(any_tile >= 0, any_tile, row_of[:, :TILE_KINDS])
    return _Finishes(groups, row_of, np.concatenate([worth, nothing], axis=3))


def _run(
    levels: List[Level], finishes: _Finishes, racer: Racer, rates: Rates
) -> Tuple[Array, Array, Array]:
    """Values, values with a draw at once, and rates, of the empty state: [discard] each."""
    modes, _, discards, _ = finishes.worth.shape
    values = np.zeros((modes, discards, len(levels[-1].tiles)), np.float32)
    have = _spread(racer.have)
    unseen = np.array(racer.unseen, np.float32)
    left = np.maximum(unseen, 1)
    drawn = np.array(racer.where.drawn, np.float32) / left
    claims = np.array(racer.where.discarded, np.float32) * np.float32(rates.claimed) / left
    now = taken = values
    for level, above in zip(levels[-2::-1], levels[:0:-1]):
        step = _Step(level, above, have, unseen, drawn, claims, finishes, rates)
        before = values
        values, taken = step.values(before)
        if not level.tiles.shape[1]:
            now = step.drawn_now(before, values)
    # The last mode is the hand's own.
    return values[-1, :, 0], now[-1, :, 0], taken[-1, :, 0]


def _spread(have: Sequence[int]) -> Array:
    row = np.zeros(_WIDTH, np.int16)
    row[_PLACE] = have
    return row


class _Step:
    """From one level to the next: rates of the edges and what they lead to."""

    def __init__(
        self,
        level: Level,
        above: Level,
        have: Array,
        unseen: Array,
        drawn: Array,
        claims: Array,
        finishes: _Finishes,
        rates: Rates,
    ) -> None:
        self._level, self._finishes, self._lam = level, finishes, np.float32(rates.lam)
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
        group = above.group[level.child]
        self._row = np.where(group >= 0, finishes.row_of[group, tile], -1)

    def _edges(self, values: Array) -> Tuple[Array, Array, Array]:
        """Of every edge what a draw and a claim lead to, and the claim's rate."""
        worth = self._finishes.worth
        to = values.take(self._level.child, axis=2)
        drawn = np.maximum(to, worth[:, 1].take(self._row, axis=2, mode="wrap"))
        won = worth[:, 0].take(self._row, axis=2, mode="wrap")
        opened = to[OPEN] * (self._claimed > 0)
        wins = won >= opened
        claimed = np.where(wins, won, opened)
        return drawn, claimed, np.where(wins, self._from_all, self._claimed)

    def values(self, values: Array) -> Tuple[Array, Array]:
        """The values of this level from those of the next: float32 [mode, discard, state].

        And the rates of the edges taken, of the states that have any.
        """
        level, lam = self._level, self._lam
        drawn, claimed, rate = self._edges(values)
        by_draw, by_claim = drawn * self._own, claimed * rate
        use_draw, use_claim = drawn > 0, claimed > 0
        found = np.zeros(values.shape[:2] + (len(level.tiles),), np.float32)
        for turn in range(_ROUNDS):
            gains = by_draw * use_draw + by_claim * use_claim
            taken = use_draw * self._own + use_claim * rate
            gained = np.add.reduceat(gains, level.begins, axis=2)
            taken = np.add.reduceat(taken, level.begins, axis=2)
            value = gained / (taken + lam)
            if turn + 1 < _ROUNDS:
                floor = (value * _CLEARLY).repeat(_lengths(level), axis=2)
                use_draw, use_claim = drawn > floor, claimed > floor
        found[:, :, level.inner] = value
        return found, taken

    def drawn_now(self, values: Array, here: Array) -> Array:
        """The values of the empty state if its next tile is drawn at once."""
        drawn, _, _ = self._edges(values)
        return here + (np.maximum(drawn - here, 0) * self._own).sum(axis=2)[:, :, None]


def _lengths(level: Level) -> Array:
    return np.diff(np.append(level.begins, len(level.parent)))


def _got(level: Level) -> Array:
    """What was got in each state, counted: int16 [state, place]."""
    got = np.zeros((len(level.tiles), _WIDTH), np.int16)
    states = np.arange(len(level.tiles))
    for column in range(level.tiles.shape[1]):
        got[states, _PLACE[level.tiles[:, column]]] += 1
    return got


def _chow_waits(held: Array, parent: Array, tile: Array) -> Array:
    """Whether a chow could be claimed with the tile of each edge: bool [edge]."""
    place = _PLACE[tile]
    found = np.zeros(len(tile), bool)
    for first, second in _CHOWS:
        found |= (held[parent, place + first] > 0) & (held[parent, place + second] > 0)
    return found & (tile < HONOURS[0])
