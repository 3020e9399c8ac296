"""Deals in which one seat is near a rare form or ready early, so that such hands are frequent."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np

from mj_bot.events import HAND_SIZE, SEATS
from mj_bot.fan import MIN_FAN
from mj_bot.odds.targets.target_table import CHICKEN, load_table
from mj_bot.state import WALL_SIZE
from mj_bot.tiles import COPIES, FIRST_HONOUR, HONOURS, KNITTED_STRAIGHTS, ORPHANS, TILE_KINDS
from mj_lab.core.game.walls import wall_of_seed

# The forms of which a seat is dealt a part, and the percentage of games that begin so; the rest are
# dealt as usual. `target`: any hand of the target table.
SHARES = {
    "seven_pairs": 5,
    "thirteen_orphans": 5,
    "knitted": 6,
    "knitted_straight": 5,
    "pungs": 5,
    "flush": 5,
    "target": 22,
    "early": 16,
}
# Percentages of early hands that lack no tile, one, and two, and have 0 to 4 melds; and of targets
# that have 8 fan. Early is one of the first five own draws.
_LACKING = (15, 50, 35)
_MELDS = (30, 22, 24, 16, 8)
_PAID = 80
_EARLY = 5
# The fewest tiles of the form that are dealt.
_LEAST = 8
# How often one set of a target is not dealt, which may then be any.
_WITHOUT_A_SET = 0.5
_HONOURS_IN_FLUSH = 0.7
_PAIR_OF_ORPHANS = 0.5
_SET_BESIDE_KNITTED = 0.5
# All chows, by 34 and their middles.
_CHOWS = [TILE_KINDS + tile for tile in range(FIRST_HONOUR) if 0 < tile % 9 < 8]


class FormDeal(NamedTuple):
    """A wall to play, and the seat that begins near a form; None for a usual deal.

    turn, melds: of an early hand, as in `mj_engine.advantages.ForecastDeal`.
    """

    wall: tuple[int, ...]
    seat: int | None
    turn: int = 0
    melds: tuple[int, ...] = ()


def deal_of_seed(seed: str) -> FormDeal:
    """The deal of a seed."""
    rng = Random(seed)
    drawn = rng.randrange(100)
    for form, share in SHARES.items():
        if drawn < share:
            return early_deal(seed) if form == "early" else near_form(form, rng)
        drawn -= share
    return usual_deal(seed)


def near_form(form: str, rng: Random) -> FormDeal:
    """A deal in which one seat has a part of this form; all other tiles are random."""
    part = _part_of(form, rng)
    rest = _all_but(part, rng)
    seat = rng.randrange(SEATS)
    wall: list[int] = []
    for other in range(SEATS):
        size = WALL_SIZE - (len(part) if other == seat else 0)
        own, rest = rest[:size], rest[size:]
        # A seat is dealt from the end of its wall.
        wall += own + part if other == seat else own
    return FormDeal(tuple(wall), seat)


def _all_but(tiles: list[int], rng: Random) -> list[int]:
    """All other tiles, in any order."""
    rest = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
    for tile in tiles:
        rest.remove(tile)
    rng.shuffle(rest)
    return rest


def usual_deal(seed: str) -> FormDeal:
    """The usual deal of a seed."""
    return FormDeal(wall_of_seed(seed), None)


def early_deal(seed: str) -> FormDeal:
    """A deal in which a seat has, at an early draw, a complete hand or one lacking a tile or two.

    Some of its sets are melds. The hand is at the beginning of the seat's wall.
    """
    rng = Random(f"{seed} early")
    sets, pair = _target_of_sets(rng, paid=rng.randrange(100) < _PAID)
    rng.shuffle(sets)
    claimed = rng.choices(range(len(_MELDS)), _MELDS)[0]
    standing = [tile for set_code in sets[claimed:] for tile in _tiles_of_set(set_code)] + [
        pair
    ] * 2
    rng.shuffle(standing)
    lacking = rng.choices(range(len(_LACKING)), _LACKING)[0]
    hand = standing[lacking:] + [
        tile for set_code in sets[:claimed] for tile in _tiles_of_set(set_code)
    ]
    rest = _all_but(hand, rng)
    seat = rng.randrange(SEATS)
    before = seat * WALL_SIZE
    wall = (*rest[:before], *hand, *rest[before:])
    return FormDeal(wall, seat, rng.randint(1, _EARLY), tuple(sets[:claimed]))


def paid_hand(rng: Random) -> list[int]:
    """The tiles of a target of 8 fan, in any order."""
    sets, pair = _target_of_sets(rng, paid=True)
    hand = [tile for set_code in sets for tile in _tiles_of_set(set_code)] + [pair] * 2
    rng.shuffle(hand)
    return hand


def _target_of_sets(rng: Random, paid: bool) -> tuple[list[int], int]:
    """Four sets, a pung by its tile and a chow by 34 and its middle, and the tile of the pair.

    paid: a target that has 8 fan.
    """
    while paid:
        counts = _counts_of_target(rng)
        pairs = [tile for tile, count in enumerate(counts) if count >= 2]
        for pair in rng.sample(pairs, len(pairs)):
            left = [count - 2 * (tile == pair) for tile, count in enumerate(counts)]
            sets = _sets_of(left, rng.random() < 0.5)
            if sets is not None:
                return sets, pair
    while True:
        sets = [rng.choice([*range(TILE_KINDS), *_CHOWS]) for _ in range(4)]
        pair = rng.randrange(TILE_KINDS)
        tiles = [tile for set_code in sets for tile in _tiles_of_set(set_code)] + [pair] * 2
        if max(map(tiles.count, tiles)) <= COPIES:
            return sets, pair


def _sets_of(counts: list[int], pungs_first: bool) -> list[int] | None:
    """A way to divide counts into sets; None if there is none."""
    tile = next((tile for tile, count in enumerate(counts) if count), None)
    if tile is None:
        return []
    kinds = [tile] * (counts[tile] >= 3)
    if TILE_KINDS + tile + 1 in _CHOWS and counts[tile + 1] and counts[tile + 2]:
        kinds.append(TILE_KINDS + tile + 1)
    for set_code in kinds if pungs_first else kinds[::-1]:
        left = list(counts)
        for part in _tiles_of_set(set_code):
            left[part] -= 1
        rest = _sets_of(left, pungs_first)
        if rest is not None:
            return [set_code, *rest]
    return None


def _tiles_of_set(set_code: int) -> list[int]:
    middle = set_code - TILE_KINDS
    return [set_code] * 3 if middle < 0 else [middle - 1, middle, middle + 1]


def _part_of(form: str, rng: Random) -> list[int]:
    """Tiles of the form, at most a hand."""
    if form == "seven_pairs":
        pairs = rng.sample(range(TILE_KINDS), rng.randint(3, 6))
        return [tile for tile in pairs for _ in range(2)]
    if form == "pungs":
        return _pungs(rng)
    if form == "knitted_straight":
        return _knitted_straight(rng)
    if form == "thirteen_orphans":
        return _orphans(rng)
    tiles = _tiles_of(form, rng)
    return rng.sample(tiles, rng.randint(_LEAST, min(len(tiles), HAND_SIZE)))


def _tiles_of(form: str, rng: Random) -> list[int]:
    if form == "knitted":
        return [*rng.choice(KNITTED_STRAIGHTS), *HONOURS]
    if form == "flush":
        first = 9 * rng.randrange(3)
        kinds = list(range(first, first + 9))
        kinds += HONOURS if rng.random() < _HONOURS_IN_FLUSH else ()
        return [tile for tile in kinds for _ in range(COPIES)]
    sets, pair = _target_of_sets(rng, paid=True)
    rng.shuffle(sets)
    held = sets[1:] if rng.random() < _WITHOUT_A_SET else sets
    return [tile for set_code in held for tile in _tiles_of_set(set_code)] + [pair] * 2


def _counts_of_target(rng: Random) -> list[int]:
    table = load_table()
    counts: list[int] = table.counts(table.parts_of(np.array([rng.choice(_winning())])))[0].tolist()
    return counts


def _orphans(rng: Random) -> list[int]:
    tiles = rng.sample(ORPHANS, rng.randint(_LEAST, HAND_SIZE))
    has_pair = len(tiles) < HAND_SIZE and rng.random() < _PAIR_OF_ORPHANS
    return tiles + tiles[:1] if has_pair else tiles


def _pungs(rng: Random) -> list[int]:
    pungs, pairs = rng.randint(0, 3), rng.randint(1, 4)
    pairs = min(pairs, (HAND_SIZE - 3 * pungs) // 2)
    tiles = rng.sample(range(TILE_KINDS), pungs + pairs)
    return [tile for number, tile in enumerate(tiles) for _ in range(3 if number < pungs else 2)]


def _knitted_straight(rng: Random) -> list[int]:
    tiles = rng.sample(list(rng.choice(KNITTED_STRAIGHTS)), rng.randint(6, 9))
    if rng.random() < _SET_BESIDE_KNITTED:
        first = 9 * rng.randrange(3) + rng.randrange(7)
        tiles += rng.sample([first, first + 1, first + 2], 2)
    return tiles


@lru_cache(maxsize=1)
def _winning() -> tuple[int, ...]:
    """The targets of the table that have 8 fan by themselves."""
    fan = load_table().fan
    return tuple(np.flatnonzero((fan >= MIN_FAN) & (fan != CHICKEN)).tolist())
