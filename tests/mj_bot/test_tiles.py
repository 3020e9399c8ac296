"""The 34 kinds: every code means one tile, and count vectors lose nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot import tiles


def test_every_code_is_one_tile_and_every_tile_one_code() -> None:
    assert [tiles.tile_of(tiles.code_of(tile)) for tile in range(42)] == list(range(42))
    assert len(set(tiles.ALL_CODES)) == 42


@pytest.mark.parametrize(
    ("code", "tile"), [("W1", 0), ("B1", 9), ("T9", 26), ("F4", 30), ("J1", 31), ("H8", 41)]
)
def test_the_numbering_that_everything_relies_on(code: str, tile: int) -> None:
    assert tiles.tile_of(code) == tile


@given(st.text(max_size=4))
def test_what_is_no_code_raises(text: str) -> None:
    if text in tiles.ALL_CODES:
        return
    with pytest.raises(ValueError, match="no such tile"):
        tiles.tile_of(text)


@given(st.lists(st.integers(0, tiles.TILE_KINDS - 1), max_size=20))
def test_counts_and_codes_keep_the_tiles(some: list[int]) -> None:
    counts = tiles.counts_of(some)
    assert len(counts) == tiles.TILE_KINDS
    assert tiles.tiles_from_counts(counts) == sorted(some)
    assert tiles.tiles_of(tiles.codes_of(some)) == some


@pytest.mark.parametrize("tile", range(42))
def test_a_tile_is_of_one_sort(tile: int) -> None:
    sorts = [tiles.is_suited(tile), tiles.is_honour(tile), tiles.is_flower(tile)]
    assert sum(sorts) == 1
    letter = tiles.code_of(tile)[0]
    assert sorts == [letter in "WBT", letter in "FJ", letter == "H"]


@pytest.mark.parametrize("tile", range(tiles.FIRST_HONOUR))
def test_suit_and_number_are_the_codes_letters(tile: int) -> None:
    code = tiles.code_of(tile)
    assert tiles.SUIT_LETTERS[tiles.suit_of(tile)] + str(tiles.number_of(tile)) == code
    assert tiles.rank_kind(tile) == {"1": 0, "9": 0, "2": 1, "8": 1}.get(code[1], 2)


def test_the_sets_of_tiles() -> None:
    assert len(tiles.ORPHANS) == 13
    assert len(tiles.CHOW_MIDDLES) == 21
    assert {tiles.code_of(tile) for tile in tiles.TERMINALS} == {"W1", "W9", "B1", "B9", "T1", "T9"}
    assert [tuple(place + 1 for place in knit) for knit in tiles.KNITS] == [
        (1, 4, 7),
        (2, 5, 8),
        (3, 6, 9),
    ]
    assert {tiles.code_of(tile)[1] for tile in tiles.CHOW_MIDDLES} == set("2345678")
    middles = [tile for tile, is_one in enumerate(tiles.IS_CHOW_MIDDLE) if is_one]
    assert middles == list(tiles.CHOW_MIDDLES)
