"""Divisions against a slow search over all ways to choose four sets and a pair."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mj_bot.tiles import CHOW_MIDDLES, TILE_KINDS, counts_of, tiles_of
from mj_bot.winning_shape import is_winning_shape
from mj_lab.analysis.complete_hand.divisions import divisions_of

SETS = [(tile,) * 3 for tile in range(TILE_KINDS)]
SETS += [(middle - 1, middle, middle + 1) for middle in CHOW_MIDDLES]


def slow_divisions(counts: list[int], sets: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every choice of sets and a pair out of all there are that gives just these tiles."""
    wanted = Counter({tile: count for tile, count in enumerate(counts) if count})
    inside = [one for one in SETS if not Counter(one) - wanted]
    found = []
    for chosen in combinations_with_replacement(inside, sets):
        for pair in wanted:
            if Counter([tile for one in chosen for tile in one] + [pair, pair]) == wanted:
                found.append((*sorted(chosen), (pair, pair)))
    return sorted(found)


@st.composite
def complete_hands(draw: st.DrawFn) -> tuple[list[int], int]:
    """The tiles of up to four sets and a pair from a few kinds, so that many can be read twice."""
    sets = draw(st.integers(1, 4))
    near = [one for one in SETS if max(one) < 7 or min(one) > 31 or 17 < min(one) < 22]
    tiles = [tile for _ in range(sets) for tile in draw(st.sampled_from(near))]
    tiles += [draw(st.sampled_from([0, 1, 2, 3, 4, 18, 33]))] * 2
    counts = counts_of(tiles)
    return counts, 4 - sets


@settings(max_examples=150, deadline=None)
@given(complete_hands())
def test_every_division_is_found_once(given_hand: tuple[list[int], int]) -> None:
    counts, melds = given_hand
    if max(counts) > 4:
        return
    found = [one for one in divisions_of(counts, melds) if one.form == "regular"]
    as_tiles = []
    for one in found:
        (pair,) = [part.tiles for part in one.parts if part.kind == "PAIR"]
        sets = sorted(part.tiles for part in one.parts if part.kind != "PAIR")
        as_tiles.append((*sets, pair))
    assert sorted(as_tiles) == slow_divisions(counts, 4 - melds)


@pytest.mark.parametrize(
    ("tiles", "melds", "forms"),
    [
        ("W1 W1 W2 W2 W3 W3 W7 W7 W8 W8 W9 W9 W5 W5", 0, ["regular", "seven_pairs"]),
        ("W1 W1 W1 W1 B3 B3 T5 T5 F1 F1 F2 F2 J3 J3", 0, ["seven_pairs"]),
        ("W1 W9 B1 B9 T1 T9 F1 F2 F3 F4 J1 J2 J3 J3", 0, ["thirteen_orphans"]),
        ("W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 F3 J1 J2", 0, ["honors_and_knitted"]),
        ("W1 W4 B2 B5 T3 T6 T9 F1 F2 F3 F4 J1 J2 J3", 0, ["honors_and_knitted"]),
        ("W1 W4 W7 B2 B5 B8 T3 T6 T9 W2 W3 W4 J1 J1", 0, ["knitted_straight"]),
        ("W1 W4 W7 B2 B5 B8 T3 T6 T9 J1 J1", 1, ["knitted_straight"]),
        ("W1 W4 W7 B2 B5 B8 T3 T6 T9 W2 W3 W5 J1 J1", 0, []),
        ("W1 W2 W4 J1 J1", 3, []),
        ("W1 W4 W7 B2 B5 B8 T2 T6 T9 F1 F2 F3 J1 J2", 0, []),
    ],
)
def test_forms(tiles: str, melds: int, forms: list[str]) -> None:
    counts = counts_of(tiles_of(tiles))
    assert [one.form for one in divisions_of(counts, melds)] == forms
    for tile in {*tiles_of(tiles)}:
        rest = list(counts)
        rest[tile] -= 1
        assert is_winning_shape(rest, tile) == bool(forms)
