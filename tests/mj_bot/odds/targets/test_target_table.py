"""The table against MahjongGB."""

import random
from functools import lru_cache

import numpy as np
import pytest
from MahjongGB import MahjongFanCalculator

from mj_bot.odds.targets.suit_parts import SuitParts, sets_of_code
from mj_bot.odds.targets.target_table import (
    CHICKEN,
    MIN_TARGET_FAN,
    TargetHandTable,
    load_table,
    unpack_table,
)
from mj_bot.tiles import CHOW_MIDDLES, CODES, TILE_KINDS, counts_of

MELDED_HAND = 6


@lru_cache(maxsize=1)
def table() -> TargetHandTable:
    return load_table()


def melded_fan(sets: list[tuple[bool, int]], pair: int, seat: int, prevalent: int) -> int:
    """What MahjongGB counts when all is melded, without Melded Hand."""
    packs = tuple(("CHI" if chow else "PENG", CODES[tile], 1) for chow, tile in sets)
    winds = (seat, prevalent)
    code = CODES[pair]
    found = MahjongFanCalculator(packs, (code,), code, 0, False, False, False, False, *winds)
    return sum(int(points) for points, _ in found) - MELDED_HAND


def sets_and_pair(parts: np.ndarray) -> tuple[list[tuple[bool, int]], int]:
    sets, pair = [], -1
    for suit, part in enumerate(parts.tolist()):
        source = table().honours if suit == 3 else table().suit
        own = sets_of_code(int(source.code[part]))
        sets += [(chow, 9 * suit + place) for chow, place in own]
        if source.pair[part] >= 0:
            pair = 9 * suit + int(source.pair[part])
    return sets, pair


def random_target(rng: random.Random) -> tuple[list[tuple[bool, int]], int]:
    every = [(True, tile) for tile in CHOW_MIDDLES] + [(False, tile) for tile in range(TILE_KINDS)]
    while True:
        sets, pair = rng.choices(every, k=4), rng.randrange(TILE_KINDS)
        counts = tiles_in(sets, pair)
        if max(counts) <= 4:
            return sets, pair


def tiles_in(sets: list[tuple[bool, int]], pair: int) -> list[int]:
    tiles = [pair, pair]
    for chow, tile in sets:
        tiles += [tile - 1, tile, tile + 1] if chow else [tile] * 3
    return counts_of(tiles)


def no_pung_of(sets: list[tuple[bool, int]]) -> int:
    return next((wind for wind in range(4) if (False, 27 + wind) not in sets), 0)


def has_wind_pung(sets: list[tuple[bool, int]]) -> bool:
    return any(not chow and 27 <= tile <= 30 for chow, tile in sets)


def test_a_random_sample_has_the_fan_that_mahjonggb_counts() -> None:
    sample = np.random.RandomState(5).randint(0, len(table()), 20000)
    parts = table().parts_of(sample)
    lifts = {(s, p): table().wind_lift(s, p) for s in range(4) for p in range(4)}
    rng = random.Random(5)
    for target, own in zip(sample, parts, strict=True):
        sets, pair = sets_and_pair(own)
        wind = no_pung_of(sets)
        fan = int(table().fan[target])
        assert fan == min(melded_fan(sets, pair, wind, wind), 255)
        winds = (rng.randrange(4), rng.randrange(4))
        # With three pungs of winds (12 fan and more) the calculator counts them otherwise.
        if fan < 12 and has_wind_pung(sets):
            assert fan + lifts[winds][own[3]] == melded_fan(sets, pair, *winds)


def test_every_target_has_fourteen_tiles_and_no_fifth() -> None:
    for first in range(0, len(table()), 200000):
        targets = np.arange(first, min(first + 200000, len(table())))
        counts = table().counts(table().parts_of(targets))
        assert (counts.sum(axis=1) == 14).all()
        assert counts.max() <= 4


def test_random_targets_are_held_exactly_when_they_should_be() -> None:
    rng = random.Random(9)
    parts = table().parts_of(np.arange(len(table())))
    base = np.array([len(table().suit.code)] * 3 + [498], np.int64)
    held = set(_keys(parts, base).tolist())
    index = [_index(source) for source in [table().suit] * 3 + [table().honours]]
    for _ in range(20000):
        sets, pair = random_target(rng)
        fan = melded_fan(sets, pair, no_pung_of(sets), no_pung_of(sets))
        all_pungs = not any(chow for chow, _ in sets)
        least = 5 if has_wind_pung(sets) else MIN_TARGET_FAN
        wanted = not all_pungs and (fan >= least or fan == CHICKEN)
        own = [index[suit][_code(sets, pair, suit)] for suit in range(4)]
        assert (int(_keys(np.array([own]), base)[0]) in held) == wanted


def _keys(parts: np.ndarray, base: np.ndarray) -> np.ndarray:
    key = np.zeros(len(parts), np.int64)
    for suit in range(4):
        key = key * base[suit] + parts[:, suit]
    return key


def _index(source: SuitParts) -> dict[tuple[int, int], int]:
    both = zip(source.code.tolist(), source.pair.tolist(), strict=True)
    return {one: place for place, one in enumerate(both)}


def _code(sets: list[tuple[bool, int]], pair: int, suit: int) -> tuple[int, int]:
    code = 0
    for chow, tile in sets:
        if tile // 9 == suit:
            code += 1 << (3 * (tile % 9 - 1)) if chow else 1 << (21 + tile % 9)
    return code, pair % 9 if pair // 9 == suit else -1


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(ValueError, match="table"):
        unpack_table(b"x" * 100)
