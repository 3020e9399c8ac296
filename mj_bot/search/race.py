"""What a hand is worth on the lattice of what it lacks: a race that one may win before others do.

A turn is the unit of time. In each the own draw is tile x with odds `own(x)`, the unseen copies
left of it by all unseen tiles; the others' discards bring it as often as `CLAIMED` says, for a
pung and for the win from three seats, for a chow from one. Somebody else wins, which ends the
race with nothing, at the rate `lam`. So a state is worth

    V = (sum of rate x worth over the edges that are better than V) / (lam + sum of their rates)

in two rounds from V = 0. A claimed edge leads to the open hand's value, a drawn one keeps a
concealed hand concealed. docs/odds.md has the reasons and what each piece earns.
"""

from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mj_bot.melds import Meld
from mj_bot.search.lattice import Level, lattice_of
from mj_bot.search.nearest import WINS_WITH, Shapes, tiles_held
from mj_bot.search.parts import SUIT_TILES, Array
from mj_bot.tiles import HONOURS, TILE_KINDS

OTHERS = 3
# A win is worth the 24 of the base and the 8 that another's win would have cost, and the fan:
# three times when self-drawn (BOTZONE.md, scoring).
BASE_WORTH = 32
CONCEALED_FAN = 2  # 门前清
SELF_DRAWN_FAN = 1  # 自摸
FULLY_CONCEALED_FAN = 4  # 不求人

OPEN, CONCEALED = 0, 1
_ROUNDS = 2

# Where a tile lies in a row in which chows do not run from suit to suit.
_GAP = 2
_PLACE = np.array([_GAP + tile + _GAP * (tile // SUIT_TILES) for tile in range(TILE_KINDS)])
_WIDTH = int(_PLACE[-1]) + _GAP + 1
_CHOWS = ((-2, -1), (-1, 1), (1, 2))


class Rates(NamedTuple):
    """The race's parameters, found in self-play (docs/odds.md).

    lam: how often a turn somebody else wins, in the scale of one's own draws. claimed: how often
    one of the others discards a tile, by how often a draw brings it. part_of_7, part_of_6: what a
    shape of 7 or 6 fan counts of one of 8 where nothing lifts it.
    """

    lam: float = 1.0
    claimed: float = 0.7
    part_of_7: float = 0.4
    part_of_6: float = 0.1


class Racer(NamedTuple):
    """A hand in the race.

    hand: 34 counts without the melds. have: with them, of a kong three. unseen: copies of each
    tile that may still come. concealed: whether nothing was claimed.
    """

    hand: Sequence[int]
    have: Sequence[int]
    unseen: Sequence[int]
    concealed: bool


def racer_of(hand: Sequence[int], melds: Sequence[Meld], unseen: Sequence[int]) -> Racer:
    """The racer with this hand and these melds.

    Raises ValueError if a meld's tile is not known.
    """
    concealed = all([meld.concealed for meld in melds])
    return Racer(hand, tiles_held(hand, melds), unseen, concealed)


class Worth(NamedTuple):
    """What came of a valuation.

    values: float [discard], in points over losing to another's win. chances: that the race is
    won, float [discard], None if they were not asked for. now: what the values become if the
    next tile is drawn at once (after a kong). discards: the tiles, or (None,) for none.
    """

    values: List[float]
    chances: Optional[List[float]]
    now: List[float]
    discards: Tuple[Optional[int], ...]


class _Groups(NamedTuple):
    """Shapes that lack the same tiles, as one.

    missing: int16 [group, 34]. worth: float32 [mode, how, discard, group], how: on a discard,
    self-drawn. part: the same, how much of the worth is sure to be a win.
    """

    missing: Array
    worth: Array
    part: Array


def race(shapes: Shapes, racer: Racer, rates: Rates, discarding: bool, chances: bool) -> Worth:
    """What the hand is worth: after each discard, or as it is if `discarding` is False."""
    held = [tile for tile in range(TILE_KINDS) if racer.hand[tile]]
    discards: Tuple[Optional[int], ...] = tuple(held) if discarding else (None,)
    have = np.array(racer.have, np.int16)
    missing = np.maximum(shapes.counts - have, 0)
    spare = shapes.counts[:, held] < have[held] if discarding else np.ones((len(shapes), 1), bool)
    if discarding:
        # A complete hand that may not win must break up.
        usable = shapes.distance > 0
        shapes = Shapes(*[column[usable] for column in shapes])
        missing, spare = missing[usable], spare[usable]
    if not len(shapes):
        nothing = [0.0] * len(discards)
        return Worth(nothing, nothing if chances else None, nothing, discards)
    columns, column_of = _different(spare)
    groups = _grouped(shapes, missing, columns, racer.concealed, rates)
    found = _run(lattice_of(groups.missing), groups, racer, rates, chances)
    values, now, chance = [
        None if row is None else [float(row[column]) for column in column_of]
        for row in found
    ]
    assert values is not None
    assert now is not None
    return Worth(values, chance, now, discards)


def _different(spare: Array) -> Tuple[Array, List[int]]:
    """The columns that differ, and which of them each column is."""
    found: Dict[bytes, int] = {}
    column_of = [found.setdefault(column.tobytes(), len(found)) for column in spare.T]
    first = [column_of.index(column) for column in range(len(found))]
    return spare[:, first], column_of


def _grouped(
    shapes: Shapes, missing: Array, spare: Array, concealed: bool, rates: Rates
) -> _Groups:
    """Shapes that lack the same are worth the best of them, for each discard apart."""
    keys = np.ascontiguousarray(missing.astype(np.int8)).view("S{}".format(TILE_KINDS)).ravel()
    order = np.argsort(keys, kind="mergesort")
    keys = keys[order]
    begins = np.concatenate([np.zeros(1, np.intp), np.flatnonzero(keys[1:] != keys[:-1]) + 1])
    worth, part = _worths(shapes, concealed, rates)
    usable = spare.T[:, order]
    spread = worth[:, :, None, order] * usable
    best = np.maximum.reduceat(spread, begins, axis=3)
    parts = np.where(spread > 0, part[:, :, None, order], 0)
    # Of shapes of the same worth any may do: it is how likely a win is, to show a person.
    parts = np.maximum.reduceat(parts, begins, axis=3)
    return _Groups(missing[order[begins]], best, parts)


def _worths(shapes: Shapes, concealed: bool, rates: Rates) -> Tuple[Array, Array]:
    """What winning each shape is worth, and how much of that is sure: [mode, how, shape]."""
    fan = shapes.fan.astype(np.float32)
    lifts = [(0, SELF_DRAWN_FAN)]
    if concealed:
        lifts.append((CONCEALED_FAN, FULLY_CONCEALED_FAN))
    worth = np.zeros((len(lifts), 2, len(shapes)), np.float32)
    part = np.ones_like(worth)
    for mode, both in enumerate(lifts):
        for how, lift in enumerate(both):
            reached = fan + lift
            times = OTHERS if how else 1
            sure = np.where(reached >= WINS_WITH, 1.0, rates.part_of_6)
            sure[reached == WINS_WITH - 1] = rates.part_of_7
            part[mode, how] = sure
            worth[mode, how] = sure * (BASE_WORTH + times * np.maximum(reached, WINS_WITH))
    if concealed:
        whole = ~shapes.melds
        worth[OPEN, :, whole] = 0
        part[OPEN, :, whole] = 0
        # They are concealed by themselves and count no fan for it.
        worth[CONCEALED, 0, whole] = BASE_WORTH + fan[whole]
        worth[CONCEALED, 1, whole] = BASE_WORTH + OTHERS * (fan[whole] + SELF_DRAWN_FAN)
    return worth, part


Values = Tuple[Array, Array, Optional[Array]]


def _run(
    levels: List[Level], groups: _Groups, racer: Racer, rates: Rates, chances: bool
) -> Values:
    """Values, values with a draw at once, and chances, of the empty state: [discard]."""
    modes, _, discards, _ = groups.worth.shape
    values = np.zeros((modes, discards, len(levels[-1].tiles)), np.float32)
    chance = np.zeros_like(values) if chances else None
    have = _spread(racer.have)
    unseen = np.array(racer.unseen, np.float32)
    now = values
    for level, above in zip(levels[-2::-1], levels[:0:-1]):
        step = _Step(level, above, have, unseen, groups, rates)
        before = values
        values = step.values(before)
        if len(level.tiles) == 1 and level.tiles.shape[1] == 0:
            now = step.drawn_now(before, values)
        if chance is not None:
            chance = step.chances(before, values, chance)
    best = modes - 1
    return values[best, :, 0], now[best, :, 0], None if chance is None else chance[best, :, 0]


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
        groups: _Groups,
        rates: Rates,
    ) -> None:
        self._level, self._above, self._groups, self._rates = level, above, groups, rates
        tile, parent = level.tile, level.parent
        got = _got(level)
        held = have + got
        counted = got[parent, _PLACE[tile]]
        total = max(float(unseen.sum()), 1.0)
        self._own = (np.maximum(unseen[tile] - counted, 0) / total).astype(np.float32)
        self._from_all = OTHERS * rates.claimed * self._own
        self._claimed = np.where(
            held[parent, _PLACE[tile]] >= 2,
            self._from_all,
            np.where(_chow_waits(held, parent, tile), rates.claimed * self._own, np.float32(0)),
        )

    def _edges(self, values: Array) -> Tuple[Array, Array, Array]:
        """Of every edge what a draw and a claim lead to, and the claim's rate."""
        child, group = self._level.child, self._above.group
        ends = np.flatnonzero(group >= 0)
        drawn = values.copy()
        modes = range(len(values))
        worth = self._groups.worth[:, :, :, group[ends]]
        for mode in modes:
            drawn[mode][:, ends] = np.maximum(drawn[mode][:, ends], worth[mode, 1])
        won = np.zeros_like(values)
        for mode in modes:
            won[mode][:, ends] = worth[mode, 0]
        drawn, won = drawn.take(child, axis=2), won.take(child, axis=2)
        opened = values[OPEN].take(child, axis=1) * (self._claimed > 0)
        wins = won >= opened
        claimed = np.where(wins, won, opened)
        return drawn, claimed, np.where(wins, self._from_all, self._claimed)

    def values(self, values: Array) -> Array:
        """The values of this level from those of the next: float32 [mode, discard, state]."""
        level, lam = self._level, self._rates.lam
        drawn, claimed, rate = self._edges(values)
        by_draw, by_claim = drawn * self._own, claimed * rate
        use_draw, use_claim = drawn > 0, claimed > 0
        found = np.zeros(values.shape[:2] + (len(level.tiles),), np.float32)
        for turn in range(_ROUNDS):
            gains = by_draw * use_draw + by_claim * use_claim
            taken = use_draw * self._own + use_claim * rate
            gained = np.add.reduceat(gains, level.begins, axis=2)
            value = gained / (np.add.reduceat(taken, level.begins, axis=2) + np.float32(lam))
            if turn + 1 < _ROUNDS:
                floor = value.repeat(_lengths(level), axis=2)
                use_draw, use_claim = drawn > floor, claimed > floor
        found[:, :, level.inner] = value
        return found

    def drawn_now(self, values: Array, here: Array) -> Array:
        """The values of the empty state if its next tile is drawn at once."""
        drawn, _, _ = self._edges(values)
        return here + (np.maximum(drawn - here, 0) * self._own).sum(axis=2)[:, :, None]

    def chances(self, values: Array, here: Array, chance: Array) -> Array:
        """The odds of winning the race with the edges that the values take."""
        level, group = self._level, self._above.group
        drawn, claimed, rate = self._edges(values)
        floor = here[:, :, level.parent]
        ends = np.flatnonzero(group >= 0)
        part = np.zeros((len(values), 2) + values.shape[1:], np.float32)
        part[:, :, :, ends] = self._groups.part[:, :, :, group[ends]]
        worth = np.zeros_like(part)
        worth[:, :, :, ends] = self._groups.worth[:, :, :, group[ends]]
        by_draw = np.where(worth[:, 1] >= values, part[:, 1], chance).take(level.child, axis=2)
        opened = values[OPEN].take(level.child, axis=1) * (self._claimed > 0)
        wins = worth[:, 0].take(level.child, axis=2) >= opened
        won = part[:, 0].take(level.child, axis=2)
        by_claim = np.where(wins, won, chance[OPEN].take(level.child, axis=1))
        draw_rate = (drawn > floor) * self._own
        claim_rate = (claimed > floor) * rate
        gained = np.add.reduceat(by_draw * draw_rate + by_claim * claim_rate, level.begins, axis=2)
        taken = np.add.reduceat(draw_rate + claim_rate, level.begins, axis=2)
        found = np.zeros_like(here)
        found[:, :, level.inner] = gained / (taken + np.float32(self._rates.lam))
        return found


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
