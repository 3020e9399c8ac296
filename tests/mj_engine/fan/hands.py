"""Complete hands of every kind, at random: what the fan calculators are asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import NamedTuple

CHOW, PUNG, KONG = range(3)
COPIES = 4
TILE_KINDS = 34
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
KNITTED = tuple(
    [
        tuple([9 * suit + number + step for suit, number in enumerate(order) for step in (0, 3, 6)])
        for order in permutations(range(3))
    ]
)

# Self-drawn, fourth tile, about a kong, last of the wall; seat's and prevalent wind; flowers.
WinContext = tuple[bool, bool, bool, bool, int, int, int]
Meld = tuple[int, int, int]  # kind, tile (of a chow the middle), offer
Set = tuple[int, int]  # kind, tile


class Question(NamedTuple):
    counts: list[int]
    tile: int
    melds: list[Meld]
    win_context: WinContext


def _numbers(*numbers: int) -> list[int]:
    return [9 * suit + number - 1 for suit in range(3) for number in numbers]


_HONOURS = list(range(27, 34))
_ONE_SUIT = [list(range(first, first + 9)) for first in (0, 9, 18)]
# What a hand's tiles may be restricted to, so that the fans of tiles come up.
POOLS: tuple[list[int], ...] = (
    *[list(range(TILE_KINDS))] * 5,
    *_ONE_SUIT,
    *[suit + _HONOURS for suit in _ONE_SUIT],
    *[[tile for tile in range(27) if tile not in suit] for suit in _ONE_SUIT],
    *[suit[low : low + size] for suit in _ONE_SUIT for low, size in ((0, 4), (2, 5), (5, 4))],
    _numbers(*range(2, 9)),
    _numbers(1, 2, 3, 7, 8, 9) + _HONOURS,
    _numbers(2, 4, 6, 8),
    _numbers(7, 8, 9),
    _numbers(1, 2, 3),
    _numbers(4, 5, 6),
    _numbers(3, 4, 5, 6, 7),
    _numbers(1, 2, 3, 4),
    _numbers(6, 7, 8, 9),
    _numbers(1, 9),
    list(ORPHANS),
    _HONOURS,
    [9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 33],  # reversible
    [19, 20, 21, 23, 25, 32],  # green
    [27, 28, 29, 30, 0, 13],
    [31, 32, 33, 8, 13, 20],
)


def _tiles_of(kind: int, tile: int) -> tuple[int, ...]:
    return (tile - 1, tile, tile + 1) if kind == CHOW else (tile, tile, tile)


def _is_middle(tile: int, pool: Sequence[int]) -> bool:
    return tile < 27 and 0 < tile % 9 < 8 and tile - 1 in pool and tile + 1 in pool


def _near(rng: random.Random, last: Set) -> Set | None:
    """A set that may make a fan with the last one: same, shifted, of another suit."""
    kind, tile = last
    if tile >= 27:
        return None
    other = rng.choice((tile, tile + 1, tile + 2, tile + 3, tile + 6, tile + 9, tile + 10))
    other = (other + rng.choice((0, 0, 9, 18))) % 27
    return (kind, other) if kind != CHOW or 0 < other % 9 < 8 else None


def _sets_and_pair(rng: random.Random) -> tuple[list[Set], int, list[int]]:
    """Four sets and a pair of some pool, with the counts of their tiles."""
    while True:
        pool = rng.choice(POOLS)
        middles = [tile for tile in pool if _is_middle(tile, pool)]
        pungs = rng.choice((0.0, 0.1, 0.3, 0.5, 0.9, 1.0)) if middles else 1.0
        sets: list[Set] = []
        while len(sets) < 4:
            near = _near(rng, sets[-1]) if sets and rng.random() < 0.35 else None
            if near:
                sets.append(near)
            elif rng.random() < pungs:
                sets.append((PUNG, rng.choice(pool)))
            else:
                sets.append((CHOW, rng.choice(middles)))
        pair = rng.choice(pool)
        counts = [0] * TILE_KINDS
        for kind, tile in sets:
            for part in _tiles_of(kind, tile):
                counts[part] += 1
        counts[pair] += 2
        if max(counts) <= COPIES:
            return sets, pair, counts


def _split(
    rng: random.Random, sets: list[Set], pair: int, counts: list[int]
) -> tuple[list[int], list[Meld]]:
    """The concealed tiles and the melds, some of the pungs as kongs."""
    rng.shuffle(sets)
    melded = rng.choice((0, 0, 0, 1, 1, 2, 3, 4))
    kongs = rng.choice((0.0, 0.3, 0.9))
    concealed = rng.choice((0.0, 0.5, 1.0))
    hand = [pair, pair]
    melds: list[Meld] = []
    for place, (kind, tile) in enumerate(sets):
        if place >= melded:
            hand += _tiles_of(kind, tile)
        elif kind == PUNG and counts[tile] == 3 and rng.random() < kongs:
            melds.append((KONG, tile, 0 if rng.random() < concealed else rng.randint(1, 3)))
        else:
            melds.append((kind, tile, rng.randint(1, 3)))
    return hand, melds


def divided(rng: random.Random) -> tuple[list[int], list[Meld]]:
    return _split(rng, *_sets_and_pair(rng))


def terminal_chows(rng: random.Random) -> tuple[list[int], list[Meld]]:
    """1-2-3 and 7-8-9 twice, mostly with the pair that makes a fan of them."""
    suits = rng.sample(range(3), 3)
    one, other = (suits[0], suits[0]) if rng.random() < 0.5 else suits[:2]
    five = 9 * (one if one == other else suits[2]) + 4
    sets = [(CHOW, 9 * suit + middle) for suit in (one, other) for middle in (1, 7)]
    pair = five if rng.random() < 0.8 else rng.choice((27, 31, 9 * suits[1] + 4))
    return _split(rng, sets, pair, [0] * TILE_KINDS)


def nine_gates(rng: random.Random) -> tuple[list[int], list[Meld]]:
    """1112345678999 and one tile more of the suit."""
    first = rng.choice((0, 9, 18))
    tiles = [first + place for place in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)]
    return [*tiles, first + rng.randrange(9)], []


def pairs(rng: random.Random) -> tuple[list[int], list[Meld]]:
    """Seven pairs, four of a kind among them, sometimes in a row."""
    if rng.random() < 0.1:
        first = rng.choice((0, 9, 18)) + rng.randrange(3)
        return [tile for tile in range(first, first + 7) for _ in range(2)], []
    pool = [tile for tile in rng.choice(POOLS) for _ in range(2)]
    return [tile for tile in rng.sample(pool, min(7, len(pool))) for _ in range(2)], []


def orphans(rng: random.Random) -> tuple[list[int], list[Meld]]:
    return [*ORPHANS, rng.choice(ORPHANS)], []


def honours_and_knitted(rng: random.Random) -> tuple[list[int], list[Meld]]:
    """14 of the honours and a Knitted Straight's nine tiles, sometimes with all of one."""
    straight = rng.choice(KNITTED)
    whole = rng.choice(((), straight, tuple(_HONOURS)))
    rest = [tile for tile in (*straight, *_HONOURS) if tile not in whole]
    return [*whole, *rng.sample(rest, 14 - len(whole))], []


def knitted_straight(rng: random.Random) -> tuple[list[int], list[Meld]]:
    """A Knitted Straight, a set and a pair."""
    straight = rng.choice(KNITTED)
    while True:
        kind, tile, pair = rng.choice((CHOW, PUNG)), rng.randrange(34), rng.randrange(34)
        if kind == CHOW and not _is_middle(tile, range(27)):
            continue
        tiles = [*straight, pair, pair, *_tiles_of(kind, tile)]
        if max([tiles.count(each) for each in tiles]) <= COPIES:
            break
    if rng.random() < 0.5:
        return tiles, []
    if kind == PUNG and tiles.count(tile) == 3 and rng.random() < 0.5:
        return tiles[:11], [(KONG, tile, rng.randint(0, 3))]
    return tiles[:11], [(kind, tile, rng.randint(1, 3))]


def incomplete(rng: random.Random) -> tuple[list[int], list[Meld]]:
    tiles, melds = rng.choice((divided, pairs, orphans, knitted_straight))(rng)
    while len(tiles) % 3 == 2:
        other = rng.randrange(TILE_KINDS)
        # A kong in the melds leaves no tile, a pung one.
        melded = [
            4 if kind == KONG else _tiles_of(kind, tile).count(other)
            for kind, tile, _ in melds
            if other in _tiles_of(kind, tile)
        ]
        if tiles.count(other) + sum(melded) < COPIES:
            tiles[rng.randrange(len(tiles))] = other
            break
    return tiles, melds


FORMS: tuple[tuple[Callable[[random.Random], tuple[list[int], list[Meld]]], int], ...] = (
    (divided, 78),
    (terminal_chows, 2),
    (nine_gates, 1),
    (pairs, 4),
    (orphans, 1),
    (honours_and_knitted, 3),
    (knitted_straight, 6),
    (incomplete, 5),
)
_MAKERS, _WEIGHTS = zip(*FORMS, strict=True)


def question(rng: random.Random) -> Question:
    """A hand of any kind with a winning tile and flags, winds and flowers at random."""
    while True:
        tiles, melds = rng.choices(_MAKERS, _WEIGHTS)[0](rng)
        if len(tiles) + 3 * len(melds) == 14:
            break
    tile = rng.choice(tiles)
    tiles.remove(tile)
    counts = [0] * TILE_KINDS
    for each in tiles:
        counts[each] += 1
    often = rng.choice((0.1, 0.5))
    win_context: WinContext = (
        rng.random() < 0.5,
        rng.random() < often,
        rng.random() < often,
        rng.random() < often,
        rng.randrange(4),
        rng.randrange(4),
        rng.choice((0, 0, rng.randrange(9))),
    )
    return Question(counts, tile, melds, win_context)
