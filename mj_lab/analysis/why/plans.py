"""What a hand is kept together for: the sets of the greatest fan that it is likely to win with."""

from __future__ import annotations

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

_Sets = tuple[tuple[int, ...], ...]

# Sets in the notation of `mj_bot.routes.families.patterns`, beside those that stand there.
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
# Fans of pungs of honours: which honours, how many pungs, whether a pair goes with them.
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
# All types but this many tiles of one are easily kept.
_MANY = 3


def _numbered(least: int, most: int) -> frozenset[int]:
    return frozenset(t for t in range(FIRST_HONOUR) if least <= t % 9 + 1 <= most)


# Fans that ask something of every tile, and the tiles that they allow.
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
# Fans that a claim gives away.
CONCEALED_ONLY = ("七对", "连七对", "全不靠", "七星不靠", "十三幺", "三暗刻", "四暗刻", "门前清")


class Plan(NamedTuple):
    """A hand of 8 fan that a candidate leads to.

    fan: the Chinese name of its greatest fan. total: all its fan; None if it is not known. missing:
    the tiles that it lacks, each with its copies left.
    """

    fan: str
    fans: tuple[str, ...]
    total: int | None
    missing: Mapping[int, int]


class Left(NamedTuple):
    """What an action leaves. hand: 34 counts. discard: the tile that it gives away, if any."""

    hand: Sequence[int]
    melds: Sequence[Meld]
    discard: int | None


def plans_of(row: Mapping[str, Any]) -> list[Plan]:
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
        found.append(Plan(fans[0], tuple(fans), total, lacks))
    return found


def is_named(fan: str) -> bool:
    """Whether a player would name a hand by this fan: it asks for certain tiles."""
    return (
        fan in _ALLOWED
        or fan in _OF_PAIRS
        or fan in _HONOUR_PUNGS
        or fan in (_ALL_TYPES, _HALF_FLUSH, _FULL_FLUSH, *_KNITTED)
        or any(True for _ in _sets_of(fan))
    )


def kept_for(plan: Plan, mine: Left, other: Left) -> list[int]:
    """Tiles that one action keeps for a plan and the other breaks up; none if it breaks nothing."""
    given = [max(0, a - b) for a, b in zip(mine.hand, other.hand, strict=True)]
    lost = [tile for tile, count in enumerate(given) if count]
    if not lost:
        return []
    known = next((rule for names, rule in _RULES if plan.fan in names), None)
    if known is not None:
        return next((tiles for tile in lost if (tiles := known(plan, mine, other, tile))), [])
    lacks = plan.missing.keys()
    sets = list(_sets_of(plan.fan))
    if any(_is_within(one, other.hand, other.melds, lacks) for one in sets):
        return []
    held = [
        [tile for tile in group if mine.hand[tile]]
        for one in sets
        if _is_within(one, mine.hand, mine.melds, lacks)
        for group in _not_melded(one, mine.melds)
        if set(group) & set(lost)
    ]
    return max(held, key=len, default=[])


def made_for(plan: Plan, mine: Left) -> list[int]:
    """The tiles of the newest meld, if it is a set of the plan's greatest fan."""
    newest = _set_of(mine.melds[-1])
    if plan.fan == _PUNGS:
        return list(newest) if len(set(newest)) == 1 else []
    for sets in _sets_of(plan.fan):
        if newest in sets and _is_within(sets, mine.hand, mine.melds, plan.missing.keys()):
            return list(newest)
    return []


# -- fans of certain sets ---------------------------------------------------------------------------


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


def _is_within(
    sets: _Sets, hand: Sequence[int], melds: Sequence[Meld], missing: Collection[int]
) -> bool:
    """Whether sets are there once what is missing has come."""
    counts = [0] * TILE_KINDS
    for group in _not_melded(sets, melds):
        for tile in group:
            counts[tile] += 1
    return all(
        not count or hand[tile] >= count or tile in missing for tile, count in enumerate(counts)
    )


def _not_melded(sets: _Sets, melds: Sequence[Meld]) -> list[tuple[int, ...]]:
    """The sets that are not on the table yet."""
    rest = list(sets)
    for meld in melds:
        if (tiles := _set_of(meld)) in rest:
            rest.remove(tiles)
    return rest


def _set_of(meld: Meld) -> tuple[int, ...]:
    """A meld as a set of three."""
    return meld.tiles()[:3]


# -- fans of the whole hand -------------------------------------------------------------------------


def _of_pairs(plan: Plan, mine: Left, other: Left, tile: int) -> list[int]:
    """A pair or a pung that the other action breaks."""
    count = mine.hand[tile]
    return [tile] * count if count >= 2 and other.hand[tile] < count else []


def _of_all_types(plan: Plan, mine: Left, other: Left, tile: int) -> list[int]:
    """The tiles of a type of which the other action leaves few."""
    first, end = next(one for one in TYPES if one[0] <= tile < one[1])
    if any(first <= one < end for meld in other.melds for one in meld.tiles()):
        return []
    tiles = [one for one in range(first, end) for _ in range(mine.hand[one])]
    return tiles if len(tiles) <= _MANY else []


def _of_one_suit(plan: Plan, mine: Left, other: Left, tile: int) -> list[int]:
    honours = HONOURS if plan.fan == _HALF_FLUSH else ()
    tiles = [one for one, count in enumerate(mine.hand) for _ in range(count)]
    tiles += [one for meld in mine.melds for one in meld.tiles()]
    suits = [sum(one // 9 == suit for one in tiles if one < FIRST_HONOUR) for suit in range(3)]
    suit = suits.index(max(suits))
    return _if_allowed({*range(9 * suit, 9 * suit + 9), *honours}, mine, tile)


def _of_knitted(plan: Plan, mine: Left, other: Left, tile: int) -> list[int]:
    have = {*(one for one, count in enumerate(mine.hand) if count), *plan.missing}
    straight = max(KNITTED_STRAIGHTS, key=lambda one: len(have & set(one)))
    if other.hand[tile]:
        return []
    return _if_allowed({*straight, *HONOURS}, mine, tile, single=True)


def _of_allowed(plan: Plan, mine: Left, other: Left, tile: int) -> list[int]:
    return _if_allowed(_ALLOWED[plan.fan], mine, tile, single=plan.fan == _ORPHANS)


def _if_allowed(
    allowed: Collection[int], mine: Left, tile: int, single: bool = False
) -> list[int]:
    """The tile, if the plan has a place for it and none for what is discarded instead.

    single: whether it has a place for one of each kind only.
    """
    discard = mine.discard
    has_place = discard in allowed and not (single and discard is not None and mine.hand[discard])
    return [tile] if tile in allowed and not has_place else []


_Rule = Callable[[Plan, Left, Left, int], list[int]]
_RULES: tuple[tuple[Collection[str], _Rule], ...] = (
    (_OF_PAIRS, _of_pairs),
    ((_ALL_TYPES,), _of_all_types),
    ((_HALF_FLUSH, _FULL_FLUSH), _of_one_suit),
    (_KNITTED, _of_knitted),
    (_ALLOWED, _of_allowed),
)
