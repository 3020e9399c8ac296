"""What holds of basic_shanten for any hand; needs hypothesis."""

from collections.abc import Sequence

import pytest

from mj_bot.routes.distance.basic_shanten import Search, basic_shanten, split
from mj_bot.routes.distance.difficulty import difficulties
from mj_bot.tiles import CODES, TILE_KINDS, counts_of, tile_of, tiles_of

pytest.importorskip("hypothesis")
from hypothesis import assume, example, given
from hypothesis import strategies as st

Counts = list[int]


@st.composite
def hands(draw: st.DrawFn, suits: int = 4) -> tuple[Counts, Counts]:
    """Up to 14 tiles, and of each kind what is left, at most what the hand leaves."""
    kinds = TILE_KINDS if suits == 4 else 9 * suits
    tiles = draw(
        st.lists(st.integers(0, kinds - 1), max_size=14).filter(
            lambda found: all(found.count(tile) <= 4 for tile in found)
        )
    )
    counts = counts_of(tiles)
    remain = [draw(st.integers(0, 4 - count)) for count in counts]
    return counts, remain


@given(hands(), hands(), st.integers(0, 4))
def test_what_is_remembered_changes_nothing(
    hand: tuple[Counts, Counts], other: tuple[Counts, Counts], sets: int
) -> None:
    search = Search(difficulties(hand[1]))
    search.distance(split(other[0]), 1, sets)
    search.distance(split(other[0]), 1, 1)
    assert search.distance(split(hand[0]), 1, sets) == basic_shanten(*hand, 1, sets)


@given(hands(), st.permutations(range(3)), st.integers(0, 4))
def test_suits_are_interchangeable(
    hand: tuple[Counts, Counts], order: Sequence[int], sets: int
) -> None:
    def moved(counts: Counts) -> Counts:
        suits = split(counts)
        return [count for suit in (*order, 3) for count in suits[suit]]

    found = basic_shanten(moved(hand[0]), moved(hand[1]), 1, sets)
    assert found == pytest.approx(basic_shanten(*hand, 1, sets))


@given(hands(), st.integers(0, 4), st.integers(0, TILE_KINDS - 1))
def test_without_a_pair_a_copy_less_never_is_nearer(
    hand: tuple[Counts, Counts], sets: int, gone: int
) -> None:
    counts, remain = hand
    assume(remain[gone])
    fewer = [copies - (tile == gone) for tile, copies in enumerate(remain)]
    assert basic_shanten(counts, fewer, 0, sets) >= basic_shanten(counts, remain, 0, sets) - 1e-9


# With a pair the rules as they are written give way at one point: where no tile can be paired any
# more, rule 1 says 2, while rule 4 says 1 where there is no set to be seen either. So a live lone
# tile, which no set can use up, is asked for.
LONE = tile_of("F4")
DEAD_BUT_F4 = [{"B3": 0, "T2": 0, "T9": 0, "F4": 2}.get(code, 4) for code in CODES]


@given(hands(), st.integers(0, 4), st.integers(0, TILE_KINDS - 1))
@example((counts_of(tiles_of("B3 B5 T2 T9 F4")), DEAD_BUT_F4), 1, 12)
def test_a_copy_less_never_is_nearer(hand: tuple[Counts, Counts], sets: int, gone: int) -> None:
    counts, remain = list(hand[0]), list(hand[1])
    counts[LONE], remain[LONE] = 1, 2
    assume(remain[gone])
    fewer = [copies - (tile == gone) for tile, copies in enumerate(remain)]
    assert basic_shanten(counts, fewer, 1, sets) >= basic_shanten(counts, remain, 1, sets) - 1e-9
