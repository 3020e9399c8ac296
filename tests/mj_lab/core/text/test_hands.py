"""Hands as people write them: what the project writes is read back, and errors are named."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.events import CHI, GANG, PENG
from mj_bot.melds import Meld
from mj_bot.tiles import CHOW_MIDDLES, counts_of, tiles_from_counts, tiles_of
from mj_lab.core.text.hands import hand_text, parse_hand, parse_tiles
from mj_lab.core.text.notation import Notation, compact, in_notation, meld_text, tiles_text
from mj_lab.core.text.tile_reader import NotationError
from tests.mj_lab.core.text.other_forms import concealed, dealt, essence, other_forms


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


@pytest.mark.parametrize("notation", list(Notation))
@given(hand=hands(), flowers=st.sets(st.integers(34, 41)))
def test_what_the_project_writes_is_read_back(
    notation: Notation, hand: tuple[list[int], list[Meld]], flowers: set[int]
) -> None:
    tiles, melds = hand
    text = " ".join(
        [tiles_text(tiles, notation), *(meld_text(meld, notation) for meld in melds)]
        + [tiles_text(sorted(flowers), notation)]
    )
    read = parse_hand(text)
    assert list(read.counts) == counts_of(tiles)
    assert (read.last, read.flower_tiles) == (tiles[-1] if tiles else None, tuple(sorted(flowers)))
    assert [meld[:3] for meld in read.melds] == [meld[:3] for meld in melds]
    assert read.held() == counts_of([*tiles, *(tile for meld in melds for tile in meld.tiles())])


@given(hands())
def test_a_hand_goes_from_notation_to_notation_and_stays_the_same(
    hand: tuple[list[int], list[Meld]],
) -> None:
    tiles, melds = hand
    first = parse_hand(" ".join([compact(counts_of(tiles)), *map(meld_text, melds)]))
    read = first
    for notation in (*Notation, Notation.LETTERS):
        read = parse_hand(hand_text(read, notation))
    whole = first.size + 3 * len(melds) == 14
    assert read[:2] == first[:2]
    assert not whole or read.last == first.last


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("123m456p789s11z", "W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1"),
        ("1234567z", "F1 F2 F3 F4 J3 J2 J1"),
        ("1M2P3S4Z", "W1 B2 T3 F4"),
        ("一二三万", "W1 W2 W3"),
        ("1万2万3万", "W1 W2 W3"),
        ("1二3萬", "W1 W2 W3"),
        ("四饼五筒六餅", "B4 B5 B6"),
        ("七条八索九條", "T7 T8 T9"),
        ("东南西北中发白", "F1 F2 F3 F4 J1 J2 J3"),
        ("東風、南风，西 北风；红中 發財 白板", "F1 F2 F3 F4 J1 J2 J3"),
        ("w12 1m 一万", "W1 W2 W1 W1"),
        ("W1W2, w3  b4,F1 九条东", "W1 W2 W3 B4 F1 T9 F1"),
        ("ESWNCFP", "F1 F2 F3 F4 J1 J2 J3"),
        ("W1WWW2mF3F44sFF12pF", "W1 F3 F3 F3 W2 F3 J2 T4 T4 J2 J2 B1 B2 J2"),
        ("Ｗ１　２ｍ，東；３万", "W1 W2 F1 W3"),
        ("1 2 3m4 5 z W1 2 ３ｓ", "W1 W2 W3 F4 J3 W1 T2 T3"),
        ("🀇\u200b🀄\ufe0f 🀡🀘🀆", "W1 J1 B9 T9 J3"),
        ("W1万", None),
        ("123", None),
    ],
)
def test_every_notation(text: str, codes: str | None) -> None:
    if codes is None:
        with pytest.raises(NotationError):
            parse_tiles(text)
    else:
        assert parse_tiles(text) == tiles_of(codes)


@given(st.lists(st.integers(0, 33), max_size=20))
def test_a_text_for_people_keeps_its_tiles(tiles: list[int]) -> None:
    text = "why PLAY " + tiles_text(tiles) + ", not CHI: 12.5% (3)"
    for notation in Notation:
        written = in_notation(text, notation)
        between = written.removeprefix("why PLAY ").removesuffix(", not CHI: 12.5% (3)")
        assert len(between) == len(written) - len("why PLAY , not CHI: 12.5% (3)")
        if all(tiles.count(tile) <= 4 for tile in tiles):
            assert parse_tiles(between) == tiles


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
        ("[碰五饼]", Meld(PENG, 13, 1)),
        ("[吃二万]", Meld(CHI, 1, 1)),
        ("[一二三万]", Meld(CHI, 1, 1)),
        ("[1m2m3m]", Meld(CHI, 1, 1)),
        ("【555p】", Meld(PENG, 13, 1)),
        ("[1111z concealed]", Meld(GANG, 27, 0)),
        ("[暗杠东]", Meld(GANG, 27, 0)),
        ("［明杠 1z］", Meld(GANG, 27, 1)),
        ("[F1111]", Meld(GANG, 27, 1)),
        ("[明杠F1111]", Meld(GANG, 27, 1)),
        ("[GANG F1]", Meld(GANG, 27, 1)),
        ("[GANG F1 concealed]", Meld(GANG, 27, 0)),
        ("[F1111 concealed]", Meld(GANG, 27, 0)),
        ("[暗杠 F1]", Meld(GANG, 27, 0)),
        ("[暗 F1111]", Meld(GANG, 27, 0)),
        ("[ANGANG F1]", Meld(GANG, 27, 0)),
        ("[222m,1]", Meld(PENG, 1, 1)),
        ("[EEE3]", Meld(PENG, 27, 1)),
        ("[123m，3]", Meld(CHI, 1, 1)),
        ("[WWWW1]", Meld(GANG, 29, 1)),
        ("[FFFF,7]", Meld(GANG, 32, 1)),
        ("[EEEE]", Meld(GANG, 27, 0)),
        ("[EEEE 明]", Meld(GANG, 27, 1)),
    ],
)
def test_melds(text: str, meld: Meld) -> None:
    assert parse_hand(f"W456789 T2233 {text}").melds == (meld,)


def test_other_forms_are_the_same_hand() -> None:
    chance = Random(63)
    for _ in range(300):
        hand = dealt(chance)
        ours = [tiles_text(concealed(hand)), *map(meld_text, hand.melds)]
        text = " ".join([*ours, tiles_text(hand.flower_tiles)])
        for form in (text, *other_forms(hand, text, chance)):
            assert essence(parse_hand(form)) == essence(hand), form


def test_a_bare_kong_is_concealed_only_where_tools_write_so() -> None:
    for text, is_concealed in (
        ("[1111s] 123m 456m 789m 11p", False),
        ("[1111s] 123m 456m 789m EE", True),
        ("[1111s][222m,1] 456m 789m 11p", True),
        ("[1111s,2] 123m 456m 789m EE", False),
        ("[GANG 1s] 123m 456m 789m EE", False),
    ):
        assert parse_hand(text).melds[0].concealed == is_concealed, text


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
        ("B", 2, "a number 1-9 after B"),
        ("W1-3", 3, "a letter of tiles"),
        ("0m", 1, "a number 1-9"),
        ("W1 12", 6, "a suit behind the numbers"),
        ("12q", 3, "a suit behind the numbers"),
        ("一二东", 3, "a suit behind the numbers"),
        ("W1 128z", 6, "a number 1-7 before z"),
        ("11111m", 5, "at most 4 of a tile"),
        ("五五五五五万", 5, "at most 4 of a tile"),
        ("H11", 3, "at most 1 of a flower"),
        ("春春", 2, "at most 1 of a flower"),
        ("[123m】", 6, "tiles of a meld"),
        ("一个", 2, "a suit behind the numbers"),
        ("Ｗ０", 2, "a number 1-9"),
        ("🀇🀈x", 3, "a letter of tiles"),
        ("🀇🀈🀪", 3, "a letter of tiles"),
        ("EEEEE", 5, "at most 4 of a tile"),
        ("11m|EE1000", 4, "a letter of tiles"),
        ("[222m,5]", 1, "a kong"),
        ("[222m,4]", 8, "a suit behind the numbers"),
        ("[222m,1", 8, "a suit behind the numbers"),
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
