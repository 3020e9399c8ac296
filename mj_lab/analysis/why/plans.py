"""The plan of a hand: the sets of the greatest fan that it is likely to win with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from mj_bot.melds import Meld
from mj_bot.routes.families.patterns import PATTERNS, targets_of
from mj_bot.tiles import (
    FIRST_DRAGON,
    FIRST_HONOUR,
    HONOURS,
    KNITTED_STRAIGHTS,
    ORPHANS,
    TILE_KINDS,
    TYPES,
    tile_of,
)
from mj_lab.analysis.complete_hand.divisions import KNITTED
from mj_lab.analysis.why.target_hand import TargetHand

_Sets = tuple[tuple[int, ...], ...]

# Sets in the notation of `mj_bot.routes.families.patterns`, in addition to those there.
_MORE_PATTERNS = (
    ("一色三步高", "a123 a345 a567"),
    ("一色四步高", "a123 a234 a345 a456"),
    ("一色四步高", "a123 a345 a567 a789"),
    ("三色三节高", "a111 b222 c333"),
    ("一色三节高", "a111 a222 a333"),
    ("一色四节高", "a111 a222 a333 a444"),
    ("三同刻", "a111 b111 c111"),
    ("双同刻", "a111 b111"),
)
_WINDS = range(FIRST_HONOUR, FIRST_DRAGON)
_DRAGONS = range(FIRST_DRAGON, TILE_KINDS)
# Fans of honour pungs: which honours, how many pungs, whether a pair belongs to them.
_HONOUR_PUNGS: Mapping[str, tuple[range, int, bool]] = {
    "大三元": (_DRAGONS, 3, False),
    "小三元": (_DRAGONS, 2, True),
    "双箭刻": (_DRAGONS, 2, False),
    "箭刻": (_DRAGONS, 1, False),
    "大四喜": (_WINDS, 4, False),
    "小四喜": (_WINDS, 3, True),
    "三风刻": (_WINDS, 3, False),
}
_OF_PAIRS = ("七对", "连七对", "碰碰和", "三暗刻", "四暗刻")
_PUNGS = "碰碰和"
_ALL_TYPES = "五门齐"
_HALF_FLUSH, _FULL_FLUSH = "混一色", "清一色"
_ORPHANS = "十三幺"
_KNITTED = ("全不靠", "七星不靠")
# In a type with more tiles than this, a single one does not matter to All Types.
_MANY = 3


def _numbered(least: int, most: int) -> frozenset[int]:
    return frozenset(t for t in range(FIRST_HONOUR) if least <= t % 9 + 1 <= most)


# Fans with a rule for every tile, and the tiles that they allow.
_ALLOWED: Mapping[str, frozenset[int]] = {
    _ORPHANS: frozenset(ORPHANS),
    "混幺九": frozenset(ORPHANS),
    "全带幺": _numbered(1, 3) | _numbered(7, 9) | frozenset(HONOURS),
    "大于五": _numbered(6, 9),
    "小于五": _numbered(1, 4),
    "全大": _numbered(7, 9),
    "全中": _numbered(4, 6),
    "全小": _numbered(1, 3),
    "断幺": _numbered(2, 8),
}
# Fans that a claim makes impossible.
CONCEALED_ONLY = ("七对", "连七对", "全不靠", "七星不靠", "十三幺", "三暗刻", "四暗刻", "门前清")


class HandPlan(NamedTuple):
    """A hand of 8 fan that a candidate leads to.

    fan: the Chinese name of its greatest fan. total: all its fan, None if not known. missing: the
    tiles that it lacks, each with its copies left.
    """

    fan: str
    fans: tuple[str, ...]
    total: int | None
    missing: Mapping[int, int]


class Left(NamedTuple):
    """The hand after an action. hand: 34 counts. discard: the tile that goes, if any."""

    hand: Sequence[int]
    melds: Sequence[Meld]
    discard: int | None


def plans_of(row: Mapping[str, Any]) -> list[HandPlan]:
    """The target hands of a candidate, the likeliest first."""
    found = []
    for target in row.get("targets") or []:
        if not isinstance(target, Mapping) or not target.get("fans"):
            continue
        fans, missing = target["fans"], target.get("missing")
        if not all(isinstance(fan, str) for fan in fans) or not isinstance(missing, Mapping):
            continue
        total = target.get("fan")
        lacks = {tile_of(code): int(left) for code, left in missing.items()}
        total = total if isinstance(total, int) else None
        found.append(HandPlan(fans[0], tuple(fans), total, lacks))
    return found


class FanTiles(NamedTuple):
    """The tiles that a fan needs, for the finder in C++ (mj_engine/cpp/why).

    rule: the rule of a fan of the whole hand: 0 for no rule, else its place in `_RULES`, with Half
    and Full Flush separate. single: whether it uses one tile of each kind only. sets: every choice
    of sets.
    """

    rule: int
    allowed: tuple[int, ...]
    single: bool
    concealed_only: bool
    sets: tuple[_Sets, ...]


def fan_tiles(fan: str) -> FanTiles:
    """The tiles that a fan needs. fan: its Chinese name."""
    kinds = (_OF_PAIRS, (_ALL_TYPES,), (_HALF_FLUSH,), (_FULL_FLUSH,), _KNITTED, _ALLOWED)
    rule = next((place for place, names in enumerate(kinds, start=1) if fan in names), 0)
    allowed = tuple(sorted(_ALLOWED.get(fan, ())))
    return FanTiles(rule, allowed, fan == _ORPHANS, fan in CONCEALED_ONLY, tuple(_sets_of(fan)))


def is_named(fan: str) -> bool:
    """Whether a player would call a hand by this fan, because it needs certain tiles."""
    return (
        fan in _ALLOWED
        or fan in _OF_PAIRS
        or fan in _HONOUR_PUNGS
        or fan in (_ALL_TYPES, _HALF_FLUSH, _FULL_FLUSH, *_KNITTED)
        or any(True for _ in _sets_of(fan))
    )


def tiles_needed(target: TargetHand, mine: Left, other: Left) -> list[int]:
    """The tiles that a target hand needs, that one action keeps and the other gives away."""
    held = [all_of - lacks for all_of, lacks in zip(target.counts, target.missing, strict=True)]
    return [
        tile
        for tile, count in enumerate(held)
        if count > other.hand[tile] and mine.hand[tile] > other.hand[tile]
    ]


def kept_for(plan: HandPlan, target: TargetHand, mine: Left, other: Left) -> list[int]:
    """Tiles that one action keeps for the greatest fan of a plan and the other breaks up."""
    lost = tiles_needed(target, mine, other)
    rule = next((rule for names, rule in _RULES if plan.fan in names), None)
    if rule is not None:
        return next(
            (tiles for tile in lost if (tiles := rule(_Given(plan, mine, other, tile)))), []
        )
    sets = _sets_in(plan.fan, target, mine.melds)
    of_fan = Counter(tile for group in sets for tile in group)
    broken = {tile for tile in lost if of_fan[tile] > other.hand[tile]}
    return _held(next((group for group in sets if set(group) & broken), ()), target)


def kept_at_all(target: TargetHand, mine: Left, other: Left) -> tuple[list[int], list[int]]:
    """The part of a target hand that the other action breaks up: tiles held, tiles missing."""
    lost = tiles_needed(target, mine, other)
    for division in target.divisions(len(mine.melds))[:1]:
        for part in division.parts:
            if set(part.tiles) & set(lost) and len(part.tiles) <= 3:
                held = _held(part.tiles, target)
                lacks = [t for t in sorted(set(part.tiles)) if part.tiles.count(t) > held.count(t)]
                return held, lacks
    return [], []


def _held(tiles: Sequence[int], target: TargetHand) -> list[int]:
    """The tiles of a set that are there already."""
    held = []
    for tile in sorted(set(tiles)):
        there = target.counts[tile] - target.missing[tile]
        held += [tile] * min(tiles.count(tile), there)
    return held


def made_for(plan: HandPlan, target: TargetHand | None, mine: Left) -> list[int]:
    """The tiles of the newest meld, if it is a set of the plan's greatest fan."""
    newest = _set_of(mine.melds[-1])
    if plan.fan == _PUNGS:
        return list(newest) if len(set(newest)) == 1 else []
    if target is None:
        return []
    rest = [_set_of(meld) for meld in mine.melds[:-1]]
    for division in target.divisions(len(mine.melds)):
        have = [newest, *rest, *(part.tiles for part in division.parts)]
        for sets in _sets_of(plan.fan):
            if newest in sets and all(have.count(one) >= sets.count(one) for one in sets):
                return list(newest)
    return []


# -- fans of certain sets --------------------------------------------------------------------------


def _sets_of(fan: str) -> Iterator[_Sets]:
    """Every choice of sets that makes a fan, for fans of certain sets."""
    for chinese, english, pattern, rate in PATTERNS:
        if chinese == fan:
            yield from (target.sets for target in targets_of(english, pattern, rate))
    for chinese, pattern in _MORE_PATTERNS:
        if chinese == fan:
            yield from (target.sets for target in targets_of("", pattern, 0.0))
    if fan in _HONOUR_PUNGS:
        honours, pungs, with_pair = _HONOUR_PUNGS[fan]
        for chosen in combinations(honours, pungs):
            sets = tuple((tile,) * 3 for tile in chosen)
            rest = [tile for tile in honours if tile not in chosen]
            yield from ((*sets, (tile,) * 2) for tile in rest) if with_pair else (sets,)


def _sets_in(fan: str, target: TargetHand, melds: Sequence[Meld]) -> list[tuple[int, ...]]:
    """The concealed sets of a target hand that make a fan; empty if it has no such sets."""
    on_table = [_set_of(meld) for meld in melds]
    for division in target.divisions(len(melds)):
        for sets in _sets_of(fan):
            have = [part.tiles for part in division.parts] + on_table
            if all(have.count(one) >= sets.count(one) for one in sets):
                return _not_melded(sets, on_table)
            knitted = [part.tiles for part in division.parts if part.kind == KNITTED]
            if knitted and {tile for one in sets for tile in one} <= set(knitted[0]):
                return list(sets)
    return []


def _not_melded(sets: _Sets, on_table: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The sets that are not on the table yet."""
    rest = list(sets)
    for tiles in on_table:
        if tiles in rest:
            rest.remove(tiles)
    return rest


def _set_of(meld: Meld) -> tuple[int, ...]:
    """A meld as a set of three."""
    return meld.tiles()[:3]


# -- fans of the whole hand ------------------------------------------------------------------------


class _Given(NamedTuple):
    """A tile that a plan needs, `mine` keeps and `other` gives away."""

    plan: HandPlan
    mine: Left
    other: Left
    tile: int


def _of_pairs(given: _Given) -> list[int]:
    """A pair or a pung that the other action breaks."""
    count = given.mine.hand[given.tile]
    return [given.tile] * count if count >= 2 else []


def _of_all_types(given: _Given) -> list[int]:
    """The given tiles of a type of which the hand has few."""
    first, end = next(one for one in TYPES if one[0] <= given.tile < one[1])
    if any(first <= tile < end for meld in given.other.melds for tile in meld.tiles()):
        return []
    tiles = [tile for tile in range(first, end) for _ in range(given.mine.hand[tile])]
    return tiles if len(tiles) <= _MANY else []


def _of_one_suit(given: _Given) -> list[int]:
    """The tile, if it is of the hand's main suit, or an honour that the fan allows."""
    honours = HONOURS if given.plan.fan == _HALF_FLUSH else ()
    tiles = [tile for tile, count in enumerate(given.mine.hand) for _ in range(count)]
    tiles += [tile for meld in given.mine.melds for tile in meld.tiles()]
    suits = [sum(tile // 9 == suit for tile in tiles if tile < FIRST_HONOUR) for suit in range(3)]
    suit = suits.index(max(suits))
    return _if_allowed(given, {*range(9 * suit, 9 * suit + 9), *honours})


def _of_knitted(given: _Given) -> list[int]:
    """The tile, if it is the hand's only one of its kind."""
    have = {*(tile for tile, count in enumerate(given.mine.hand) if count), *given.plan.missing}
    straight = max(KNITTED_STRAIGHTS, key=lambda one: len(have & set(one)))
    return _if_allowed(given, {*straight, *HONOURS}, single=True)


def _of_allowed(given: _Given) -> list[int]:
    fan = given.plan.fan
    return _if_allowed(given, _ALLOWED[fan], single=fan == _ORPHANS)


def _if_allowed(given: _Given, allowed: Collection[int], single: bool = False) -> list[int]:
    """The tile, if the plan can use it and cannot use the tile that is discarded instead.

    single: whether the plan uses one tile of each kind only.
    """
    discard, hand = given.mine.discard, given.mine.hand
    has_place = discard in allowed and not (single and discard is not None and hand[discard])
    return [given.tile] if given.tile in allowed and not has_place else []


_Rule = Callable[[_Given], list[int]]
_RULES: tuple[tuple[Collection[str], _Rule], ...] = (
    (_OF_PAIRS, _of_pairs),
    ((_ALL_TYPES,), _of_all_types),
    ((_HALF_FLUSH, _FULL_FLUSH), _of_one_suit),
    (_KNITTED, _of_knitted),
    (_ALLOWED, _of_allowed),
)
