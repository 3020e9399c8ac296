"""Deals near rare forms: whole walls, and the form is in the seat's hand."""

from random import Random

import pytest

from mj_bot.shanten import shanten
from mj_bot.tiles import TILE_KINDS
from mj_lab.learn.fit.forecast.deals import SHARES, deal_of_seed, early_deal, near_form

_NEAREST = {"seven_pairs": 4, "thirteen_orphans": 6, "knitted": 6}


@pytest.mark.parametrize("form", sorted({*SHARES} - {"early"}))
def test_a_seat_is_dealt_a_part_of_the_form(form: str) -> None:
    distances = []
    for seed in range(20):
        made = near_form(form, Random(seed))
        assert sorted(made.wall) == sorted([*range(TILE_KINDS)] * 4)
        assert made.seat is not None
        end = 34 * (made.seat + 1)
        counts = [made.wall[end - 13 : end].count(tile) for tile in range(TILE_KINDS)]
        distances.append(shanten.least_distance(counts, 0))
    # A hand dealt anyhow is 3 to 4 away on average.
    assert sum(distances) / len(distances) < 3.2


def test_a_seed_deals_the_same_and_its_share_of_each() -> None:
    made = [deal_of_seed(f"deals {number}") for number in range(400)]
    assert made[:5] == [deal_of_seed(f"deals {number}") for number in range(5)]
    near = sum(one.seat is not None for one in made)
    assert abs(near / 400 - sum(SHARES.values()) / 100) < 0.08


def test_an_early_hand_lacks_two_tiles_at_most_and_has_its_melds() -> None:
    lacking = []
    for seed in range(40):
        made = early_deal(str(seed))
        assert sorted(made.wall) == sorted([*range(TILE_KINDS)] * 4)
        assert made.seat is not None and 1 <= made.turn <= 5
        hand = list(made.wall[34 * made.seat :][:14])
        for meld in made.melds:
            middle = meld - TILE_KINDS
            for tile in [meld] * 3 if middle < 0 else (middle - 1, middle, middle + 1):
                hand.remove(tile)
        counts = [hand.count(tile) for tile in range(TILE_KINDS)]
        lacking.append(shanten.least_distance(counts, len(made.melds)))
    assert max(lacking) <= 2 and {0, 1} <= set(lacking)
