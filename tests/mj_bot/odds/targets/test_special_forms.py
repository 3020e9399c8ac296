"""All Pungs and the special forms: every one made wins, and none that is near is missed."""

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

import numpy as np
import pytest

from mj_bot.events import CHI, GANG, PENG
from mj_bot.fan import WinContext, win
from mj_bot.melds import Meld
from mj_bot.odds.targets.special_forms import THIRTEEN_ORPHANS_FAN, Forms, near_forms
from mj_bot.tiles import (
    CHOW_MIDDLES,
    HONOURS,
    KNITTED_STRAIGHTS,
    ORPHANS,
    TILE_KINDS,
    counts_of,
    tiles_of,
)

WINDS = (0, 1)
STEPS = (0, 3, 6)


def forms(hand: list[int], melds: tuple[Meld, ...] = (), most: int = 2) -> Forms:
    unseen = [4 - count for count in hand]
    for meld in melds:
        for tile in meld.tiles():
            unseen[tile] -= 1
    return near_forms(hand, unseen, melds, most, WINDS)


def lacks(counts: np.ndarray, hand: list[int]) -> int:
    return int(np.maximum(counts.astype(int) - hand, 0).sum())


def assert_all_win(found: Forms, melds: list[Meld]) -> None:
    for whole, fan in zip(found.counts.tolist(), found.fan.tolist(), strict=True):
        counts = list(whole)
        for meld in melds:
            for tile in meld.tiles()[:3]:
                counts[tile] -= 1
        tile = next(tile for tile, count in enumerate(counts) if count)
        counts[tile] -= 1
        won = win(counts, melds, tile, WinContext(seat_wind=WINDS[0], prevalent_wind=WINDS[1]))
        assert won is not None
        # All Pungs is worth 6 at least, everything else 8.
        assert won.fan >= fan >= (6 if sum(count == 3 for count in whole) == 4 else 8)


@pytest.mark.parametrize("seed", range(30))
def test_every_form_near_a_random_hand_wins(seed: int) -> None:
    rng = random.Random(seed)
    deck = [tile for tile in range(TILE_KINDS) for _ in range(4)]
    rng.shuffle(deck)
    hand = counts_of(deck[:14])
    found = forms(hand, most=5)
    assert_all_win(found, [])
    assert all(lacks(counts, hand) <= 5 for counts in found.counts)
    assert len(np.unique(found.counts, axis=0)) == len(found.counts)


NEAR = {
    "seven pairs": ("W1 W1 W3 W3 B5 B5 T2 T2 T9 T9 F1 F1 J1 J2", 24),
    "seven pairs, one of them twice": ("W1 W1 W1 W1 B5 B5 T2 T2 T9 T9 F1 F1 J1 J2", 24),
    "thirteen orphans": ("W1 W9 B1 B9 T1 T9 F1 F2 F3 F4 J1 J2 J2 W5", 88),
    "honors and knitted": ("W1 W4 B2 B5 T3 T6 F1 F2 F3 F4 J1 J2 J3 W5", 12),
    "knitted straight": ("W1 W4 W7 B2 B5 B8 T3 T6 F1 F1 J2 J2 J2 W5", 12),
}


@pytest.mark.parametrize("name", NEAR)
def test_a_hand_one_tile_away_finds_its_form(name: str) -> None:
    tiles, fan = NEAR[name]
    hand = counts_of(tiles_of(tiles))
    found = forms(hand, most=1)
    assert_all_win(found, [])
    nearest = [lacks(counts, hand) for counts in found.counts]
    assert min(nearest) == 1
    assert fan in found.fan.tolist()


# -- every target of a form, written out --------------------------------------------------------


def random_hand(rng: random.Random, melds: int = 0) -> tuple[list[int], list[int]]:
    """A hand out of half of the tiles, and what is unseen when some others are gone."""
    kinds = rng.sample(range(TILE_KINDS), 17)
    deck = [tile for tile in kinds for _ in range(4)]
    rng.shuffle(deck)
    hand = counts_of(deck[: rng.choice([13, 14]) - 3 * melds])
    return hand, [rng.choice([4 - held, 4 - held, 0]) for held in hand]


def rows_of(found: Forms, which: np.ndarray) -> list[tuple[int, ...]]:
    return sorted(tuple(row) for row in found.counts[which].tolist())


def reachable(
    targets: Iterable[list[int]], have: list[int], unseen: list[int], most: int
) -> list[tuple[int, ...]]:
    """Those whose missing tiles are at most this many and can all be had."""
    rows = []
    for counts in targets:
        missing = [max(count - held, 0) for count, held in zip(counts, have, strict=True)]
        if sum(missing) <= most and all(
            lack <= left for lack, left in zip(missing, unseen, strict=True)
        ):
            rows.append(tuple(counts))
    return sorted(rows)


def missing_of(counts: Iterable[int], hand: list[int]) -> int:
    return sum(max(count - held, 0) for count, held in zip(counts, hand, strict=True))


def seven_pairs(hand: list[int], most: int, tile: int = 0, pairs: int = 0) -> Iterator[list[int]]:
    """All ways to choose seven pairs from this tile on, so near that `most` tiles may lack."""
    if most < 0:
        return
    if tile == TILE_KINDS:
        if pairs == 7:
            yield []
        return
    for count in range(0, min(2, 7 - pairs) + 1):
        lack = max(2 * count - hand[tile], 0)
        for rest in seven_pairs(hand, most - lack, tile + 1, pairs + count):
            yield [2 * count, *rest]


@pytest.mark.parametrize("seed", range(12))
def test_seven_pairs_are_all_of_the_nearest(seed: int) -> None:
    """Where tiles are gone, of those that the hand's own tiles allow."""
    hand, unseen = random_hand(random.Random(seed))
    every = list(seven_pairs(hand, 4))
    distance = 7 - sum(count // 2 for count in hand)
    assert min((missing_of(counts, hand) for counts in every), default=5) == min(distance, 5)
    for most in (1, 4):
        found = near_forms(hand, unseen, [], most, WINDS)
        mine = rows_of(found, (found.counts % 2 == 0).all(axis=1))
        near = [counts for counts in every if missing_of(counts, hand) == distance]
        assert mine == reachable(near, hand, unseen, most)


@pytest.mark.parametrize("seed", range(12))
def test_honors_and_knitted_are_the_nearest_of_each_arrangement(seed: int) -> None:
    rng = random.Random(seed)
    hand, unseen = random_hand(rng)
    if seed % 2:
        for tile in rng.sample(sorted({*KNITTED_STRAIGHTS[seed % 6], *HONOURS}), 10):
            hand[tile], unseen[tile] = 1, rng.choice([3, 0])
    expected = []
    for starts in permutations(range(3)):
        knitted = [9 * suit + start + step for suit, start in enumerate(starts) for step in STEPS]
        every = [
            counts_of([tile for tile in (*knitted, *HONOURS) if tile not in left_out])
            for left_out in combinations([*knitted, *HONOURS], 2)
        ]
        nearest = min(missing_of(counts, hand) for counts in every)
        near = [counts for counts in every if missing_of(counts, hand) == nearest]
        expected += reachable(near, hand, unseen, 5)
    found = near_forms(hand, unseen, [], 5, WINDS)
    single = (found.counts.max(axis=1) == 1) & ~found.claimable
    assert rows_of(found, single) == sorted(expected)


@pytest.mark.parametrize("seed", range(12))
def test_thirteen_orphans_against_every_pair(seed: int) -> None:
    rng = random.Random(seed)
    hand, unseen = random_hand(rng)
    for tile in rng.sample(ORPHANS, 8):
        hand[tile], unseen[tile] = 1 + (rng.random() < 0.2), rng.choice([2, 2, 0])
    every = [counts_of([*ORPHANS, pair]) for pair in ORPHANS]
    found = near_forms(hand, unseen, [], 5, WINDS)
    mine = rows_of(found, found.fan == THIRTEEN_ORPHANS_FAN)
    assert mine == reachable(every, hand, unseen, 5)


@pytest.mark.parametrize("seed", range(12))
def test_knitted_straights_against_every_one(seed: int) -> None:
    rng = random.Random(seed)
    sets = [(tile - 1, tile, tile + 1) for tile in CHOW_MIDDLES]
    sets += [(tile, tile, tile) for tile in range(TILE_KINDS)]
    melds = []
    if seed % 3 == 1:
        melds = [Meld(CHI, rng.choice(CHOW_MIDDLES), 1)]
    elif seed % 3 == 2:
        melds = [Meld(rng.choice([PENG, GANG]), rng.randrange(TILE_KINDS), 1)]
    hand, unseen = random_hand(rng, len(melds))
    *most_of_them, last = rng.sample(KNITTED_STRAIGHTS[seed % 6], 9)
    for tile in most_of_them:
        hand[tile], unseen[tile] = max(hand[tile], 1), 2
    have = list(hand)
    for meld in melds:
        one, two, three = meld.tiles()[:3]
        sets = [(one, two, three)]
        for tile in sets[0]:
            have[tile] += 1
    every = []
    for starts in permutations(range(3)):
        knitted = [9 * suit + start + step for suit, start in enumerate(starts) for step in STEPS]
        every += [
            counts_of([*knitted, *own, pair, pair]) for own in sets for pair in range(TILE_KINDS)
        ]
    every = [counts for counts in every if max(counts) <= 4]
    found = near_forms(hand, unseen, melds, 5, WINDS)
    mine = rows_of(found, np.array([has_knitted(row) for row in found.counts.tolist()], bool))
    expected = reachable(every, have, unseen, 5)
    assert mine == expected
    assert expected or not unseen[last]


def has_knitted(counts: list[int]) -> bool:
    """Whether it holds a Knitted Straight and a pair: so do no Honors and Knitted Tiles."""
    return max(counts) > 1 and any(all(counts[tile] for tile in nine) for nine in KNITTED_STRAIGHTS)


@pytest.mark.parametrize("seed", range(10))
def test_all_pungs_against_every_choice(seed: int) -> None:
    rng = random.Random(seed)
    tiles = rng.sample(range(TILE_KINDS), 9)
    held = [tile for tile in tiles[:5] for _ in range(2)] + tiles[5:]
    melds = [
        Meld(rng.choice([PENG, GANG]), tile, 1)
        for tile in rng.sample(sorted(set(range(34)) - set(tiles)), seed % 3)
    ]
    hand = counts_of(held[: 14 - 3 * len(melds)])
    fixed = [meld.tile for meld in melds if meld.tile is not None]
    unseen = [0 if tile in fixed else 4 - held for tile, held in enumerate(hand)]
    unseen[rng.choice(tiles)] = 0
    found = near_forms(hand, unseen, melds, 5, WINDS)
    whole = found.claimable & ((found.counts == 3).sum(axis=1) == 4)
    mine = dict(zip(map(tuple, found.counts[whole].tolist()), found.fan[whole], strict=True))
    assert mine == every_all_pungs(hand, unseen, fixed, 5)
    assert len(mine) == whole.sum()
    have = np.array([3 if tile in fixed else held for tile, held in enumerate(hand)])
    lacks = np.maximum(found.counts[whole] - have, 0).sum(axis=1)
    for enough in (1, 20, len(mine)):
        few = near_forms(hand, unseen, melds, 5, WINDS, enough)
        nearest = np.sort(np.argsort(lacks, kind="stable")[:enough])
        rows = [*found.counts[whole][nearest], *found.counts[~whole]]
        np.testing.assert_array_equal(few.counts, rows)
    # Some are worth less than the 8 that a win takes, but none than the 6 of All Pungs.
    assert 6 <= min(mine.values()) < 8


def every_all_pungs(
    hand: list[int], unseen: list[int], fixed: list[int], most: int
) -> dict[tuple[int, ...], int]:
    """All that lack this many tiles, with what MahjongGB counts but for Melded Hand."""
    have = [3 if tile in fixed else held for tile, held in enumerate(hand)]
    found = {}
    free = [tile for tile in range(34) if tile not in fixed]
    for pungs in combinations(free, 4 - len(fixed)):
        if sum(max(3 - hand[tile], 0) for tile in pungs) > most:
            continue
        own = (*pungs, *fixed)
        every = [[3 * (tile in own) + 2 * (tile == pair) for tile in range(34)] for pair in free]
        every = [counts for counts in every if max(counts) == 3 and sum(counts) == 14]
        for counts in reachable([row for row in every if 2 in row], have, unseen, most):
            pair = counts.index(2)
            melds = [Meld(PENG, tile, 1) for tile in own]
            win_context = WinContext(seat_wind=WINDS[0], prevalent_wind=WINDS[1])
            won = win(counts_of([pair]), melds, pair, win_context)
            assert won is not None
            if won.fan - 6 >= 6:
                found[counts] = won.fan - 6
    return found


def test_melds_end_what_must_be_concealed() -> None:
    hand = counts_of(tiles_of("W1 W1 W3 W3 B5 B5 T2 T2 T9 T9 F1"))
    found = forms(hand, (Meld(CHI, 1, 1),), most=4)
    assert len(found.counts) == 0
    hand = counts_of(tiles_of("W1 W4 W7 B2 B5 B8 T3 T6 F1 F1 J2"))
    found = forms(hand, (Meld(CHI, 1, 1),), most=2)
    assert len(found.counts) > 0
    assert found.claimable.all()
    assert_all_win(found, [Meld(CHI, 1, 1)])
