"""Deals in which one seat begins near a rare form, so that such hands are seen often."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np

from mj_bot.events import HAND_SIZE, SEATS
from mj_bot.fan import MIN_FAN
from mj_bot.odds.targets.target_table import CHICKEN, load_table
from mj_bot.state import WALL_SIZE
from mj_bot.tiles import COPIES, HONOURS, KNITTED_STRAIGHTS, ORPHANS, TILE_KINDS
from mj_lab.game.walls import wall_of_seed

# The forms of which a seat is dealt a part, and how many of a hundred games begin so; the rest are
# dealt as usual. `target`: any hand of the target table.
SHARES = {
    "seven_pairs": 5,
    "thirteen_orphans": 5,
    "knitted": 6,
    "knitted_straight": 5,
    "pungs": 5,
    "flush": 5,
    "target": 13,
}
# The least number of tiles of the form that are dealt.
_LEAST = 8
_HONOURS_IN_FLUSH = 0.7
_PAIR_OF_ORPHANS = 0.5
_SET_BESIDE_KNITTED = 0.5


class FormDeal(NamedTuple):
    """A wall to play, and the seat that begins near a form; None for a usual deal."""

    wall: tuple[int, ...]
    seat: int | None


def deal_of_seed(seed: str) -> FormDeal:
    """The deal of a seed."""
    rng = Random(seed)
    drawn = rng.randrange(100)
    for form, share in SHARES.items():
        if drawn < share:
            return near_form(form, rng)
        drawn -= share
    return FormDeal(wall_of_seed(seed), None)


def near_form(form: str, rng: Random) -> FormDeal:
    """A deal in which one seat has a part of this form; all other tiles are random."""
    part = _part_of(form, rng)
    rest = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
    for tile in part:
        rest.remove(tile)
    rng.shuffle(rest)
    seat = rng.randrange(SEATS)
    wall: list[int] = []
    for other in range(SEATS):
        size = WALL_SIZE - (len(part) if other == seat else 0)
        own, rest = rest[:size], rest[size:]
        # A seat is dealt from the end of its wall.
        wall += own + part if other == seat else own
    return FormDeal(tuple(wall), seat)


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
    return rng.sample(_tiles_of(form, rng), rng.randint(_LEAST, HAND_SIZE))


def _tiles_of(form: str, rng: Random) -> list[int]:
    if form == "knitted":
        return [*rng.choice(KNITTED_STRAIGHTS), *HONOURS]
    if form == "flush":
        first = 9 * rng.randrange(3)
        kinds = list(range(first, first + 9))
        kinds += HONOURS if rng.random() < _HONOURS_IN_FLUSH else ()
        return [tile for tile in kinds for _ in range(COPIES)]
    counts = load_table().counts(load_table().parts_of(np.array([rng.choice(_winning())])))[0]
    return [tile for tile in range(TILE_KINDS) for _ in range(int(counts[tile]))]


def _orphans(rng: Random) -> list[int]:
    tiles = rng.sample(ORPHANS, rng.randint(_LEAST, HAND_SIZE))
    has_pair = len(tiles) < HAND_SIZE and rng.random() < _PAIR_OF_ORPHANS
    return tiles + tiles[:1] if has_pair else tiles


def _pungs(rng: Random) -> list[int]:
    pungs, pairs = rng.randint(0, 3), rng.randint(1, 4)
    pairs = min(pairs, (HAND_SIZE - 3 * pungs) // 2)
    tiles = rng.sample(range(TILE_KINDS), pungs + pairs)
    return [tile for place, tile in enumerate(tiles) for _ in range(3 if place < pungs else 2)]


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
