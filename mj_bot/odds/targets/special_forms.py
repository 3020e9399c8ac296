"""Target hands that are not in the table, made from the hand: All Pungs and special forms.

The special forms are Seven Pairs, Thirteen Orphans, Honors and Knitted Tiles, and Knitted Straight.
Each has at least 8 fan by itself; All Pungs has at least 6. Only targets that lack at most `most`
tiles are made; of Seven Pairs and of Honors and Knitted Tiles only the nearest, because the others
differ from them in tiles that the hand does not hold.
"""

from functools import lru_cache
from itertools import combinations
from typing import Iterator, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mj_bot.events import CHI, PENG
from mj_bot.fan import calculator
from mj_bot.melds import Meld
from mj_bot.odds.hand_context import Array, tiles_held
from mj_bot.odds.targets.target_table import MIN_TARGET_FAN
from mj_bot.tiles import CHOW_MIDDLES, CODES, HONOURS, KNITTED_STRAIGHTS, ORPHANS, TILE_KINDS

SEVEN_PAIRS_FAN = 24
THIRTEEN_ORPHANS_FAN = 88
HONORS_AND_KNITTED_FAN = 12
KNITTED_STRAIGHT_FAN = 12
MELDED_HAND_FAN = 6

# The tiles of a target, 34 counts, and its fan.
_Form = Tuple[List[int], int]

_NEVER = 2 * TILE_KINDS
# Cached fans of All Pungs: a game asks for the same ones repeatedly.
_FANS_KEPT = 1 << 15


class Forms(NamedTuple):
    """Target hands by their tiles."""

    counts: Array  # uint8 [target, 34].
    fan: Array  # int16 [target].
    # bool [target]: whether its sets may be claimed as in other hands (All Pungs, the free set of a
    # Knitted Straight).
    claimable: Array


class _Hand:
    """A hand as the forms need it.

    have: tiles held, melds included. lack: for each tile, how many copies are missing to hold 0-6
    of it; more than a hand has if too few are left.
    """

    def __init__(self, hand: Sequence[int], unseen: Sequence[int], melds: Sequence[Meld]) -> None:
        self.have = tiles_held(hand, melds)
        self.unseen = unseen
        self.melds = melds
        self.lack = [_lacks(held, left) for held, left in zip(self.have, unseen)]


def _lacks(held: int, left: int) -> List[int]:
    lacks = [max(count - held, 0) for count in range(7)]
    return [lack if lack <= left else _NEVER for lack in lacks]


def near_forms(
    hand: Sequence[int],
    unseen: Sequence[int],
    melds: Sequence[Meld],
    most: int,
    winds: Tuple[int, int] = (0, 0),
    enough: Optional[int] = None,
) -> Forms:
    """The targets of these forms that lack at most `most` tiles.

    hand: 34 counts without the melds. winds: the seat wind and the prevalent wind, 0-3. enough: of
    All Pungs only so many are made, the nearest, the first among equals: each costs a count of fan.
    """
    view = _Hand(hand, unseen, melds)
    pungs, fan = _all_pungs(view, most, winds, enough)
    rows: List[_Form] = []
    if not melds:
        for form in (_seven_pairs, _thirteen_orphans, _honors_and_knitted):
            rows += list(form(view, most))
    flags = [True] * len(fan) + [False] * len(rows)
    if len(melds) <= 1:
        rows += list(_knitted_straight(view, most))
        flags += [True] * (len(fan) + len(rows) - len(flags))
    counts = np.array([counts for counts, _ in rows], np.uint8).reshape(-1, TILE_KINDS)
    fans = np.array(fan + [fan_of for _, fan_of in rows], np.int16)
    return Forms(np.concatenate([pungs, counts]), fans, np.array(flags, bool))


def _seven_pairs(view: _Hand, most: int) -> Iterator[_Form]:
    have = view.have
    base = [count - count % 2 for count in have]
    lack = 7 - sum(base) // 2
    odd = [tile for tile, count in enumerate(have) if count % 2 and view.unseen[tile]]
    if not 0 <= lack <= min(most, len(odd)):
        return
    for chosen in combinations(odd, lack):
        counts = list(base)
        for tile in chosen:
            counts[tile] += 2
        yield counts, SEVEN_PAIRS_FAN


def _thirteen_orphans(view: _Hand, most: int) -> Iterator[_Form]:
    base = sum([view.lack[tile][1] for tile in ORPHANS])
    for pair in ORPHANS:
        if base - view.lack[pair][1] + view.lack[pair][2] <= most:
            counts = [1 if tile in ORPHANS else 0 for tile in range(TILE_KINDS)]
            counts[pair] = 2
            yield counts, THIRTEEN_ORPHANS_FAN


def _honors_and_knitted(view: _Hand, most: int) -> Iterator[_Form]:
    for knitted in KNITTED_STRAIGHTS:
        tiles = knitted + HONOURS
        missing = [tile for tile in tiles if not view.have[tile]]
        if not 2 <= len(missing) <= most + 2:
            continue
        held = [1 if tile in tiles and view.have[tile] else 0 for tile in range(TILE_KINDS)]
        for left_out in combinations(missing, 2):
            counts = list(held)
            wanted = [tile for tile in missing if tile not in left_out]
            if all(view.unseen[tile] for tile in wanted):
                for tile in wanted:
                    counts[tile] = 1
                yield counts, HONORS_AND_KNITTED_FAN


def _knitted_straight(view: _Hand, most: int) -> Iterator[_Form]:
    lack = view.lack
    for knitted in KNITTED_STRAIGHTS:
        left = most - sum([lack[tile][1] for tile in knitted])
        if left < 0:
            continue
        base = [1 if tile in knitted else 0 for tile in range(TILE_KINDS)]
        for with_set, left_over in _with_a_set(view, base, left):
            for pair, held in enumerate(with_set):
                if held <= 2 and lack[pair][held + 2] - lack[pair][held] <= left_over:
                    counts = list(with_set)
                    counts[pair] += 2
                    yield counts, KNITTED_STRAIGHT_FAN


def _with_a_set(view: _Hand, base: List[int], left: int) -> Iterator[Tuple[List[int], int]]:
    """The knitted tiles with each free set: the meld, or any set near enough.

    Each comes with the number of further tiles that may be missing.
    """
    if view.melds:
        sets = [view.melds[0].tiles()[:3]]
    else:
        sets = [(tile - 1, tile, tile + 1) for tile in CHOW_MIDDLES]
        sets += [(tile, tile, tile) for tile in range(TILE_KINDS)]
    for tiles in sets:
        counts = list(base)
        for tile in tiles:
            counts[tile] += 1
        lacks = [view.lack[tile][counts[tile]] - view.lack[tile][base[tile]] for tile in set(tiles)]
        if sum(lacks) <= left:
            yield counts, left - sum(lacks)


def _all_pungs(
    view: _Hand, most: int, winds: Tuple[int, int], enough: Optional[int]
) -> Tuple[Array, List[int]]:
    """The targets of All Pungs, as counts and fan; the other forms have few."""
    if any(meld.kind == CHI for meld in view.melds):
        return np.zeros((0, TILE_KINDS), np.uint8), []
    fixed = [meld.tile for meld in view.melds if meld.tile is not None]
    lacks = sorted([(view.lack[tile][3], tile) for tile in range(TILE_KINDS) if tile not in fixed])
    near_pairs = [
        [pair for pair in range(TILE_KINDS) if view.lack[pair][2] <= left]
        for left in range(most + 1)
    ]
    near: List[Tuple[int, Tuple[int, ...], int]] = []
    for pungs in _cheapest(lacks, 4 - len(fixed), most):
        cost = sum([lacks_of for lacks_of, _ in pungs])
        sets = tuple(sorted(fixed + [tile for _, tile in pungs]))
        near += [
            (cost + view.lack[pair][2], sets, pair)
            for pair in near_pairs[most - cost]
            if pair not in sets
        ]
    if enough is not None and len(near) > enough:
        order = sorted(range(len(near)), key=lambda index: near[index][0])[:enough]
        near = [near[index] for index in sorted(order)]
    tiles_of: List[Tuple[int, ...]] = []
    fans: List[int] = []
    for _, sets, pair in near:
        fan = pungs_fan(sets, pair, winds)
        if fan >= MIN_TARGET_FAN:
            tiles_of.append((*sets, pair))
            fans.append(fan)
    counts = np.zeros((len(fans), TILE_KINDS), np.uint8)
    if fans:
        tiles = np.array(tiles_of)
        each = np.arange(len(fans))[:, None]
        counts[each, tiles[:, :-1]] = 3
        counts[each, tiles[:, -1:]] = 2
    return counts, fans


def _cheapest(
    lacks: Sequence[Tuple[int, int]], size: int, most: int
) -> Iterator[Tuple[Tuple[int, int], ...]]:
    """All choices of `size` pairs (cost, tile), sorted by cost, of total cost at most `most`."""
    if size == 0:
        yield ()
        return
    for index, (cost, tile) in enumerate(lacks):
        if cost * size > most:
            return
        for rest in _cheapest(lacks[index + 1 :], size - 1, most - cost):
            yield ((cost, tile), *rest)


@lru_cache(maxsize=_FANS_KEPT)
def pungs_fan(pungs: Tuple[int, ...], pair: int, winds: Tuple[int, int]) -> int:
    """The fan of four pungs and a pair, all melded, without Melded Hand.

    0 if MahjongGB is missing.
    """
    calculate = calculator()
    if calculate is None:
        return 0
    packs = tuple([(PENG, CODES[tile], 1) for tile in pungs])
    last = CODES[pair]
    # Called a thousand times in one turn, so not through `win`.
    fans = calculate(packs, (last,), last, 0, False, False, False, False, *winds, verbose=True)
    return sum([value * times for value, times, _, _ in fans]) - MELDED_HAND_FAN
