"""Shanten is MahjongGB's, and what its definition says when all targets are tried one by one."""

import random
from collections.abc import Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, permutations

import numpy as np
import pytest

from mj_bot.shanten import shanten
from mj_bot.tiles import (
    CHOW_MIDDLES,
    COPIES,
    HONOURS,
    KNITTED_STRAIGHTS,
    ORPHANS,
    TILE_KINDS,
    counts_of,
    tiles_of,
)
from mj_lab.measure.check.shanten.comparison import both_answers
from mj_lab.measure.check.shanten.random_hands import SIZES, random_hand

FORMS = {form.name: form.sizes for form in shanten.FORMS}
each_form = pytest.mark.parametrize("form", FORMS)


def hands(size: int, many: int, seed: int = 1) -> list[list[int]]:
    """Hands of all sorts; one of 3 x sets + 2 tiles is such a hand after a draw."""
    chance = random.Random(f"{seed} {size}")
    found = []
    for _ in range(many):
        at = random_hand(size if size % 3 == 1 else size - 1, chance)
        if size % 3 == 2:
            room = [tile for tile in range(TILE_KINDS) if at.hand[tile] < COPIES]
            at.hand[chance.choice(room)] += 1
        found.append(at.hand)
    return found


def changed(hand: Sequence[int], tile: int, by: int) -> list[int]:
    counts = list(hand)
    counts[tile] += by
    return counts


# ---- MahjongGB ----


@pytest.mark.parametrize("size", SIZES)
def test_every_answer_is_mahjonggbs(size: int) -> None:
    chance = random.Random(f"tests {size}")
    for _ in range(600):
        at = random_hand(size, chance)
        for question, ours, theirs in both_answers(at):
            assert ours == theirs, f"{question} of {at}"


# ---- the definition ----

PUNGS = [[tile] * 3 for tile in range(TILE_KINDS)]
CHOWS = [[tile - 1, tile, tile + 1] for tile in CHOW_MIDDLES]
PAIRS = [[tile] * 2 for tile in range(TILE_KINDS)]


def targets(sets: int, *, beside: Sequence[int] = ()) -> list[list[int]]:
    """All ways to have this many sets and a pair, as if there were any number of copies."""
    return [
        counts_of([*beside, *sum(chosen, []), *pair])
        for chosen in combinations_with_replacement(PUNGS + CHOWS, sets)
        for pair in PAIRS
    ]


def targets_of(form: str, size: int) -> list[list[int]]:
    sets = size // 3
    if form == "regular":
        return targets(sets)
    if form == "thirteen_orphans":
        return [counts_of([*ORPHANS, twice]) for twice in ORPHANS]
    if form == "knitted_straight":
        return [
            target
            for straight in KNITTED_STRAIGHTS
            for target in targets(sets - 3, beside=straight)
        ]
    return [
        counts_of(chosen)
        for straight in KNITTED_STRAIGHTS
        for chosen in combinations(straight + HONOURS, 14)
    ]


@pytest.mark.parametrize(
    ("form", "size"),
    [
        ("regular", 1),
        ("regular", 2),
        ("regular", 4),
        ("regular", 5),
        ("regular", 7),
        ("regular", 8),
        ("thirteen_orphans", 13),
        ("thirteen_orphans", 14),
        ("honors_and_knitted", 13),
        ("honors_and_knitted", 14),
        ("knitted_straight", 10),
        ("knitted_straight", 11),
        ("knitted_straight", 13),
        ("knitted_straight", 14),
    ],
)
def test_the_distance_is_that_of_the_nearest_target(form: str, size: int) -> None:
    """Every target is tried. (For seven pairs and bigger hands that would be millions.)"""
    all_targets = np.array(targets_of(form, size), np.int8)
    for hand in hands(size, 60):
        held = np.minimum(all_targets, np.array(hand, np.int8)).sum(axis=1)
        assert shanten.of_form(form, hand).distance == all_targets[0].sum() - held.max() - 1


def test_the_knitted_straights_are_147_258_369_of_three_suits() -> None:
    knits = ("147", "258", "369")
    written = {
        frozenset(tiles_of(" ".join(suit + number for suit, knit in zip("WBT", order, strict=True)
                                    for number in knit)))
        for order in permutations(knits)
    }  # fmt: skip
    assert {frozenset(straight) for straight in KNITTED_STRAIGHTS} == written


@each_form
def test_an_effective_tile_lowers_the_distance_by_one_and_no_other_does(form: str) -> None:
    ask, sizes = partial(shanten.of_form, form), FORMS[form]
    for size in sizes:
        if size + 1 not in sizes:
            continue
        for hand in hands(size, 40):
            found = ask(hand)
            for tile in range(TILE_KINDS):
                drawn = ask(changed(hand, tile, 1)).distance
                lowers = drawn == found.distance - 1
                assert lowers or drawn == found.distance
                if hand[tile] < COPIES:
                    assert lowers == (tile in found.effective)


@each_form
def test_after_a_draw_it_is_the_best_discard_that_counts(form: str) -> None:
    ask, sizes = partial(shanten.of_form, form), FORMS[form]
    for size in [size for size in sizes if size % 3 == 2]:
        for hand in hands(size, 60):
            found = ask(hand)
            after = [ask(changed(hand, tile, -1)) for tile in range(TILE_KINDS) if hand[tile]]
            assert max(found.distance, 0) == min(left.distance for left in after)
            effective = {
                tile for left in after if left.distance == found.distance for tile in left.effective
            }
            assert set(found.effective) == effective


@pytest.mark.parametrize("size", SIZES)
def test_a_win_is_a_hand_with_nothing_lacking(size: int) -> None:
    melds = (13 - size) // 3
    for hand in hands(size, 100):
        for tile in range(TILE_KINDS):
            complete = shanten.least_distance(changed(hand, tile, 1), melds) == -1
            assert shanten.is_winning_shape(hand, tile) == complete
            assert shanten.is_winning_shape(tuple(hand), tile) == complete


# ---- what cannot matter ----


def test_the_order_of_questions_does_not_matter() -> None:
    """The tables remember; what they remember must not depend on what was asked before."""
    some = hands(13, 50)
    first = [shanten.least(hand, 0) for hand in some]
    assert [shanten.least(hand, 0) for hand in reversed(some)] == first[::-1]


# ---- edges ----


@each_form
@pytest.mark.parametrize("size", range(17))
def test_a_hand_of_another_size_is_refused(form: str, size: int) -> None:
    ask, sizes = partial(shanten.of_form, form), FORMS[form]
    hand = counts_of([tile % TILE_KINDS for tile in range(size)])
    if size not in sizes:
        with pytest.raises(ValueError, match=f"{size} tiles"):
            ask(hand)


@pytest.mark.parametrize("melds", range(5))
def test_the_tiles_must_fit_the_melds(melds: int) -> None:
    for size in range(1, 15):
        hand = counts_of(range(size))
        if size in (13 - 3 * melds, 14 - 3 * melds):
            assert shanten.least(hand, melds).distance == shanten.least_distance(hand, melds)
        else:
            with pytest.raises(ValueError, match="tiles"):
                shanten.least_distance(hand, melds)
