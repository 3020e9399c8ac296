"""The features of the forecast: the hand that an action leaves, its targets, and the table."""

from math import log, log1p
from typing import List, NamedTuple, Sequence, Tuple

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import CHI, HAND_SIZE, HU, PASS, PENG, PLAY, SEATS, Action
from mj_bot.fan import MIN_FAN, calculator
from mj_bot.odds.hand_context import Array, HandContext
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import TargetHands
from mj_bot.odds.targets.special_forms import SEVEN_PAIRS_FAN, THIRTEEN_ORPHANS_FAN
from mj_bot.odds.targets.target_table import CHICKEN
from mj_bot.odds.value.finishes import FAR_CHICKEN_FAN, OTHERS, fans_with
from mj_bot.odds.value.likeliest import likelihoods
from mj_bot.odds.win_chance import MIN_HAND_VALUE
from mj_bot.state import GameState
from mj_bot.successor import walls_after
from mj_bot.tiles import COPIES, FIRST_HONOUR

_TENS = 10.0
_FARTHEST = 5
_MOST_MELDS = 4.0
# How many single waits the network sees: the best ones, first those that win on a discard.
_WAITS_SEEN = 3
# Lower bound of the sum of likelihoods before its logarithm.
_LEAST_LIKELIHOOD = 1e-9
_FORMS = ("regular", "pungs", "flush", "seven_pairs", "thirteen_orphans", "knitted", "straight")
_SUITS = FIRST_HONOUR // 9


class TableSeen(NamedTuple):
    """The table as the forecast sees it.

    threat: how near the others are to winning. rivals: the most melds of one of them. deal_in: the
    deal-in chance of each of the 34 tiles. known: whether the others' discards can be seen. wins:
    whether a win is on offer.
    """

    threat: float
    rivals: int
    deal_in: Sequence[float]
    known: bool
    wins: bool


class HandLeft(NamedTuple):
    """The hand that an action leaves, and what was found about it."""

    context: HandContext
    targets: TargetHands
    hand_value: float
    rate: float


def table_seen(state: GameState, threat: float, deal_in: Sequence[float]) -> TableSeen:
    """The table of a state. threat, deal_in: by the model of the others."""
    others = [seat for seat in range(SEATS) if seat != state.seat]
    return TableSeen(
        threat,
        max([len(state.melds[seat]) for seat in others]),
        deal_in,
        is_table_known(state),
        action_space(state)[0].kind == HU,
    )


def is_table_known(state: GameState) -> bool:
    """Whether the others show at least half of the discards that their draws imply.

    A hand typed without a table shows none. At the first draws there is nothing to show, and the
    table counts as known.
    """
    # With a common wall nobody can see who drew how many tiles, so count all seats together.
    seats = [seat for seat in range(SEATS) if state.common_wall or seat != state.seat]
    shown = sum([len(state.discards[seat]) for seat in seats])
    drawn = sum([state.wall_size - HAND_SIZE - state.walls[seat] for seat in seats])
    if state.common_wall:
        drawn -= sum(state.flowers)
    return 2 * shown + 1 >= drawn


def forecast_features(
    state: GameState, action: Action, left: HandLeft, table: TableSeen, options: OddsOptions
) -> List[float]:
    """The input of the forecast, in the order of `FORECAST_NAMES`."""
    context, melds = left.context, len(left.context.melds)
    walls = walls_after(state, action)
    draws = walls[state.seat]
    others = [walls[seat] for seat in range(SEATS) if seat != state.seat]
    aims = _aims(left, options)
    waits = _waits(left)
    danger, safest = _dangers(context.hand, table.deal_in)
    row = [log(max(left.hand_value, MIN_HAND_VALUE)), log(aims.all), left.rate]
    row += [draws / _TENS, min(others) / _TENS, table.threat, _ahead(state, action)]
    row += [float(context.concealed), melds / _MOST_MELDS, table.rivals / _MOST_MELDS]
    row += [float(waits.self_drawn > 0), waits.on_discard / _TENS, waits.self_drawn / _TENS]
    row += [waits.fan / _TENS]
    row += [aims.near / _FARTHEST, aims.near_full / _FARTHEST, aims.fan / _TENS, log(aims.fan)]
    row += aims.forms + [danger, safest, 1 / (1 + draws)]
    row += [float(table.known), log1p(aims.ways), aims.useful / _TENS]
    row += [waits.comes, waits.unpaid / _TENS] + waits.first
    row += [log1p(aims.ways_beyond), aims.useful_beyond / _TENS, aims.nearest_share]
    return row + [sum(others) / OTHERS - draws, float(table.wins)]


class _Aims(NamedTuple):
    """All targets together.

    forms: the share of each form except the regular one. ways: targets of 8 fan at the distance of
    the nearest; useful: copies of the tiles they lack; nearest_share: their share of the
    likelihood. ways_beyond: targets one tile farther; useful_beyond: copies of the tiles that any
    of both lacks.
    """

    all: float
    fan: float
    forms: List[float]
    near: int
    near_full: int
    ways: int
    useful: int
    ways_beyond: int
    useful_beyond: int
    nearest_share: float


def _aims(left: HandLeft, options: OddsOptions) -> _Aims:
    targets, context = left.targets, left.context
    if not len(targets):
        nothing = [0.0] * (len(_FORMS) - 1)
        far = (_FARTHEST, _FARTHEST, 0, 0, 0, 0, 0.0)
        return _Aims(_LEAST_LIKELIHOOD, float(MIN_FAN), nothing, *far)
    fan = np.where(targets.fan == CHICKEN, FAR_CHICKEN_FAN, targets.fan)
    part = np.where(fan >= MIN_FAN, 1.0, options.six_fan_weight)
    part[fan == MIN_FAN - 1] = options.seven_fan_weight
    likely = part * likelihoods(targets, context, options)
    whole = float(likely.sum())
    mean = float((likely * np.maximum(fan, MIN_FAN)).sum()) / whole if whole > 0 else float(MIN_FAN)
    form = _forms_of(targets)
    least = max(whole, _LEAST_LIKELIHOOD)
    forms = [float(likely[form == index].sum()) / least for index in range(1, len(_FORMS))]
    full = fan >= MIN_FAN
    near_full = int(targets.distance[full].min()) if full.any() else _FARTHEST
    nearest = full & (targets.distance == near_full)
    beyond = full & (targets.distance == near_full + 1)
    return _Aims(
        least,
        mean,
        forms,
        min(_FARTHEST, int(targets.distance.min())),
        min(_FARTHEST, near_full),
        int(nearest.sum()),
        _lacked(left, nearest),
        int(beyond.sum()),
        _lacked(left, nearest | beyond),
        float(likely[nearest].sum()) / least,
    )


def _lacked(left: HandLeft, which: Array) -> int:
    """Copies of the tiles that these targets lack."""
    context = left.context
    lacks = (left.targets.counts[which] > np.array(context.have)).any(axis=0)
    return int(np.array(context.unseen)[lacks].sum())


def _forms_of(targets: TargetHands) -> Array:
    """The form of each target, an index into `_FORMS`: intp [target]."""
    counts = targets.counts
    suits = (counts[:, :FIRST_HONOUR].reshape(-1, _SUITS, 9) > 0).any(axis=2).sum(axis=1)
    form = np.where(suits <= 1, _FORMS.index("flush"), 0)
    form[(counts == 3).sum(axis=1) == 4] = _FORMS.index("pungs")
    form[_has_knitted(counts)] = _FORMS.index("straight")
    form[~targets.claimable] = _FORMS.index("knitted")
    form[~targets.claimable & (targets.fan == SEVEN_PAIRS_FAN)] = _FORMS.index("seven_pairs")
    orphans = ~targets.claimable & (targets.fan == THIRTEEN_ORPHANS_FAN)
    form[orphans] = _FORMS.index("thirteen_orphans")
    return form


def _has_knitted(counts: Array) -> Array:
    """Whether 147, 258 and 369 are present, each in another suit: bool [target]."""
    # [target, suit, row of three, number]: 147, 258 and 369 are the numbers of one column.
    held = (counts[:, :FIRST_HONOUR] > 0).reshape(-1, _SUITS, 3, 3).all(axis=2)
    start = np.where(held.any(axis=2), 2 - held[:, :, ::-1].argmax(axis=2), -1)
    apart = (start[:, 0] != start[:, 1]) & (start[:, 0] != start[:, 2])
    found: Array = (start >= 0).all(axis=1) & apart & (start[:, 1] != start[:, 2])
    return found


class _Waits(NamedTuple):
    """The tiles that complete a hand.

    on_discard, self_drawn: copies that win with 8 fan that way. fan: their mean fan. comes: the
    chance that the next discard of another seat is one of on_discard. unpaid: copies that give less
    than 8 fan. first: for the best single tiles the copies and the fan on a discard, scaled.
    """

    on_discard: float
    self_drawn: float
    fan: float
    comes: float
    unpaid: float
    first: List[float]


def _waits(left: HandLeft) -> _Waits:
    if calculator() is None:
        return _Waits(0.0, 0.0, 0.0, 0.0, 0.0, [0.0] * (2 * _WAITS_SEEN))
    context, targets = left.context, left.targets
    near = targets.counts[targets.distance == 1]
    lasts = np.flatnonzero((near > np.array(context.have)).any(axis=0)).tolist()
    hand = tuple(context.hand)
    given = drawn = unpaid = 0
    fans = comes = 0.0
    each: List[Tuple[bool, int, int]] = []
    for tile in lasts:
        on_discard, self_drawn, _ = fans_with(hand, context.melds, tile, context.winds)
        unseen = context.unseen[tile]
        if self_drawn < MIN_FAN:
            unpaid += unseen
            continue
        wins = on_discard >= MIN_FAN
        drawn += unseen
        if wins:
            given += unseen
            comes += context.location.discarded[tile]
        fans += unseen * (on_discard if wins else self_drawn)
        each.append((wins, unseen, on_discard if wins else 0))
    first: List[float] = []
    for _, copies, fan in sorted(each, reverse=True)[:_WAITS_SEEN]:
        first += [copies / COPIES, fan / _TENS]
    first += [0.0] * (2 * _WAITS_SEEN - len(first))
    return _Waits(float(given), float(drawn), fans / max(drawn, 1), comes, float(unpaid), first)


def _dangers(hand: Sequence[int], deal_in: Sequence[float]) -> Tuple[float, float]:
    """The mean and the least deal-in chance of the tiles kept."""
    dangers = [(deal_in[tile], count) for tile, count in enumerate(hand) if count]
    if not dangers:
        return 0.0, 1.0
    whole = sum([danger * count for danger, count in dangers])
    return whole / sum(hand), min([danger for danger, _ in dangers])


def _ahead(state: GameState, action: Action) -> float:
    """How many of the three other seats draw before this one."""
    if action.kind == PASS:
        return ((state.seat - state.turn + SEATS - 1) % SEATS) / OTHERS
    return float(discards(action))


def discards(action: Action) -> bool:
    """Whether the action discards a tile."""
    return action.kind in (PLAY, CHI, PENG)
