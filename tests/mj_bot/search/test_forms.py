"""All Pungs and the special forms: every one made wins, and none that is near is missed."""

import random
from itertools import combinations

import numpy as np
import pytest

from mj_bot.fan import Luck, win
from mj_bot.melds import CHI, PENG, Meld
from mj_bot.search.forms import Forms, near_forms
from mj_bot.tiles import HONOURS, TILE_KINDS, counts_of, tiles_of

WINDS = (0, 1)


def forms(hand: list[int], melds: tuple[Meld, ...] = (), most: int = 2) -> Forms:
    unseen = [4 - count for count in hand]
    for meld in melds:
        for tile in meld.tiles():
            unseen[tile] -= 1
    return near_forms(hand, unseen, melds, most, WINDS)


def lacks(counts: np.ndarray, hand: list[int]) -> int:
    return int(np.maximum(counts.astype(int) - hand, 0).sum())


def assert_all_win(found: Forms, melds: list[Meld]) -> None:
    for counts, fan in zip(found.counts.tolist(), found.fan.tolist(), strict=True):
        for meld in melds:
            for tile in meld.tiles()[:3]:
                counts[tile] -= 1
        tile = next(tile for tile, count in enumerate(counts) if count)
        counts[tile] -= 1
        won = win(counts, melds, tile, Luck(seat_wind=WINDS[0], prevalent_wind=WINDS[1]))
        assert won is not None
        assert won.fan >= fan >= 8


@pytest.mark.parametrize("seed", range(30))
def test_every_form_near_a_random_hand_wins(seed: int) -> None:
    rng = random.Random(seed)
    deck = [tile for tile in range(TILE_KINDS) for _ in range(4)]
    rng.shuffle(deck)
    hand = counts_of(deck[:14])
    found = forms(hand, most=5)
    assert_all_win(found, [])
    assert all(lacks(counts, hand) <= 5 for counts in found.counts)
    assert len(np.unique(found.counts, axis=0)) == len(found.counts) or found.melds.any()


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


def test_seven_pairs_misses_none_of_the_nearest() -> None:
    hand = counts_of(tiles_of("W1 W1 W3 W3 B5 B5 T2 T2 T9 F1 F2 J1 J2 J3"))
    found = forms(hand, most=3)
    pairs = [counts for counts in found.counts.tolist() if all(c % 2 == 0 for c in counts)]
    assert len(pairs) == len(list(combinations(range(6), 3)))


@pytest.mark.parametrize("seed", range(10))
def test_all_pungs_against_every_choice(seed: int) -> None:
    rng = random.Random(seed)
    tiles = rng.sample(range(TILE_KINDS), 9)
    held = [tile for tile in tiles[:5] for _ in range(2)] + tiles[5:]
    hand = counts_of(held)
    melds = [
        Meld(PENG, tile, 1) for tile in rng.sample(sorted(set(range(34)) - set(tiles)), seed % 3)
    ]
    for tile in held[::-1][: 3 * len(melds)]:
        hand[tile] -= 1
    found = forms(hand, melds, most=5)
    mine = {tuple(row) for row in found.counts[found.melds].tolist() if max(row) == 3}
    mine = {row for row in mine if row.count(3) == 4}
    fixed = [meld.tile for meld in melds]
    expected = set()
    for pungs in combinations([tile for tile in range(34) if tile not in fixed], 4 - len(melds)):
        part = sum(max(3 - hand[tile], 0) for tile in pungs)
        if part > 5:
            continue
        for pair in range(34):
            if pair in pungs or pair in fixed or part + max(2 - hand[pair], 0) > 5:
                continue
            counts = [0] * 34
            for tile in (*pungs, *fixed):
                counts[tile] = 3
            counts[pair] = 1
            own = [Meld(PENG, tile, 1) for tile in (*pungs, *fixed)]
            rest = [1 if tile == pair else 0 for tile in range(34)]
            won = win(rest, own, pair, Luck(seat_wind=WINDS[0], prevalent_wind=WINDS[1]))
            counts[pair] = 2
            if won.fan - 6 >= 8:
                expected.add(tuple(counts))
    assert mine == expected


def test_melds_end_what_must_be_concealed() -> None:
    hand = counts_of(tiles_of("W1 W1 W3 W3 B5 B5 T2 T2 T9 T9 F1"))
    found = forms(hand, [Meld(CHI, 1, 1)], most=4)
    assert len(found.counts) == 0
    hand = counts_of(tiles_of("W1 W4 W7 B2 B5 B8 T3 T6 F1 F1 J2"))
    found = forms(hand, [Meld(CHI, 1, 1)], most=2)
    assert len(found.counts) > 0
    assert found.melds.all()
    assert_all_win(found, [Meld(CHI, 1, 1)])


def test_honours_that_are_gone_are_not_waited_for() -> None:
    hand = counts_of(tiles_of("W1 W4 B2 B5 T3 T6 F1 F2 F3 F4 J1 W9 W9 W9"))
    unseen = [4 - count for count in hand]
    for tile in HONOURS[5:]:
        unseen[tile] = 0
    found = near_forms(hand, unseen, [], 4, WINDS)
    assert (found.counts[:, 32:] == 0).all()
