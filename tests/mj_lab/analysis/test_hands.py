"""Hands as people write them: read back what the project itself writes, and told where they err."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.events import CHI, GANG, PENG
from mj_bot.melds import Meld
from mj_bot.tiles import CHOW_MIDDLES, CODES, counts_of, tiles_from_counts, tiles_of
from mj_lab.analysis.hands import NotationError, parse_hand, parse_tiles
from mj_lab.text.notation import compact, meld_text

WALL = [tile for tile in range(34) for _ in range(4)]


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[int], list[Meld]]:
    """A hand of 13 or 14 tiles, melds counted as three, out of one wall."""
    left = [4] * 34
    melds: list[Meld] = []
    for _ in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from([CHI, PENG, GANG]))
        tile = draw(st.sampled_from(CHOW_MIDDLES if kind == CHI else range(34)))
        meld = Meld(kind, tile, draw(st.integers(0, 1)) if kind == GANG else 1)
        need = counts_of(meld.tiles())
        if all(want <= have for want, have in zip(need, left, strict=True)):
            left = [have - want for want, have in zip(need, left, strict=True)]
            melds.append(meld)
    rest = tiles_from_counts(left)
    size = 13 - 3 * len(melds) + draw(st.integers(0, 1))
    places = draw(st.permutations(range(len(rest))))
    return [rest[place] for place in places[:size]], melds


@given(hands())
def test_what_the_project_writes_is_read_back(hand: tuple[list[int], list[Meld]]) -> None:
    tiles, melds = hand
    counts = counts_of(tiles)
    text = " ".join([compact(counts), *map(meld_text, melds)])
    read = parse_hand(text)
    assert list(read.counts) == counts
    assert [meld[:3] for meld in read.melds] == [meld[:3] for meld in melds]
    assert read.held() == counts_of([*tiles, *(tile for meld in melds for tile in meld.tiles())])


@given(st.permutations(WALL))
def test_wire_codes_are_read_with_any_spacing(wall: list[int]) -> None:
    codes = [CODES[tile] for tile in wall[:14]]
    expected = tuple(counts_of(wall[:14]))
    for text in (" ".join(codes), "".join(codes), ", ".join(codes), "  ".join(codes).lower()):
        hand = parse_hand(text)
        assert hand.counts == expected
        assert hand.last == wall[13]


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("[W123]", Meld(CHI, 1, 1)),
        ("[W312]", Meld(CHI, 1, 1)),
        ("[CHI W2]", Meld(CHI, 1, 1)),
        ("[吃W123]", Meld(CHI, 1, 1)),
        ("[chow W1 W2 W3 open]", Meld(CHI, 1, 1)),
        ("[B555]", Meld(PENG, 13, 1)),
        ("[PENG B5]", Meld(PENG, 13, 1)),
        ("[碰 B5]", Meld(PENG, 13, 1)),
        ("[F1111]", Meld(GANG, 27, 1)),
        ("[明杠F1111]", Meld(GANG, 27, 1)),
        ("[GANG F1]", Meld(GANG, 27, 1)),
        ("[GANG F1 concealed]", Meld(GANG, 27, 0)),
        ("[F1111 concealed]", Meld(GANG, 27, 0)),
        ("[暗杠 F1]", Meld(GANG, 27, 0)),
        ("[暗 F1111]", Meld(GANG, 27, 0)),
        ("[ANGANG F1]", Meld(GANG, 27, 0)),
    ],
)
def test_melds(text: str, meld: Meld) -> None:
    assert parse_hand(f"W456789 T2233 {text}").melds == (meld,)


def test_flowers_are_laid_aside() -> None:
    hand = parse_hand("H12 W123 B4567 T88 F11 J23")
    assert (hand.flowers, hand.size, hand.last) == (2, 13, 33)


def test_a_tile_may_be_forgotten() -> None:
    # The issue's own example has twelve tiles.
    assert parse_hand("W123 B4567 T88 F11 J2").size == 12


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "13 tiles"),
        ("x", 1, "a letter of tiles"),
        ("W0", 2, "a number 1-9 after W"),
        ("W123 B40", 8, "a number 1-9 after B"),
        ("W123 F15", 8, "a number 1-4 after F"),
        ("W123 J4", 7, "a number 1-3 after J"),
        ("W", 2, "a number 1-9 after W"),
        ("W1-3", 3, "a letter of tiles"),
        ("W１", 2, "a number 1-9"),
        ("W12345 W1111", 12, "at most 4 of a tile"),
        ("W1111 [W123]", 9, "at most 4 of a tile"),
        ("[W123] [W123] [W123] [W123] [B123]", 35, "at most 4 melds"),
        ("[W123", 6, "] at the end of the meld"),
        ("W11 [W12]", 5, "a meld such as"),
        ("[PENG W123]", 1, "a pung"),
        ("[CHI W1]", 1, "a chow"),
        ("[CHI F2]", 1, "a chow"),
        ("[F123]", 1, "a meld such as"),
        ("[W891]", 1, "a meld such as"),
        ("[]", 1, "a meld such as"),
        ("[W123 concealed]", 1, "only kongs are concealed"),
        ("[hello W123]", 2, "tiles of a meld"),
        ("W123 B456", 10, "13 tiles"),
        ("W123456789 B123456", 19, "13 tiles, or 14"),
        ("W12345 [B111] J1", 17, "10 tiles beside 1 meld, or 11"),
        ("W" * 1000, 400, "the end of the hand"),
    ],
)
def test_the_place_and_what_was_expected(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_hand(text)
    assert raised.value.column == column
    assert expected in raised.value.expected
    assert str(raised.value).startswith(f"column {column}: expected ")
    assert "\n" not in str(raised.value)


@given(st.text(max_size=60))
def test_nothing_else_is_raised(text: str) -> None:
    for read in (parse_hand, parse_tiles):
        try:
            read(text)
        except NotationError as error:
            assert 1 <= error.column <= len(text) + 1


def test_tiles_elsewhere() -> None:
    assert parse_tiles("") == []
    assert parse_tiles("W12 F1") == tiles_of("W1 W2 F1")
    with pytest.raises(NotationError):
        parse_tiles("[W123]")
    with pytest.raises(NotationError):
        parse_tiles("H1")
