"""The pages' reader of hands is the workshop's: every notation, as far as one has typed."""

import random
import re
from typing import Any

import pytest

from mj_bot.tiles import COPIES, code_of
from mj_lab.core.text import hands
from mj_lab.core.text.fan_table import fan_entries
from mj_lab.core.text.hands import Hand, hand_rules, hand_text, parse_hand
from mj_lab.core.text.notation import Notation
from mj_lab.core.text.tile_reader import NotationError
from tests.mj_lab.conftest import Open, expect
from tests.mj_lab.core.text.other_forms import other_forms

_GOOD = (
    *("123m", "4567p", "88s", "11z", "655z", "19s", "W123", "b4567", "T88", "F11", "J233"),
    *(
        "H1",
        "h2",
        "一二三万",
        "四五六七饼",
        "八八条",
        "1万",
        "12筒",
        "東",
        "东风",
        "南",
        "發財",
        "发",
    ),
    *("红中", "白板", "春", "兰", "菊", "[W123]", "[555p]", "[东东东东]", "[PENG B5]", "[CHI W2]"),
    *("[chi T8]", "[暗杠 东]", "[1111z concealed]", "[F1111 暗]", "[明杠 9s]", "【W123】"),
    *("［九九九条］", "[kong 5p]", "[三二一万]", "[ 789 s , ]"),
    *("EE", "ESWNCFP", "WW", "FFF", "🀇🀈", "🀄\ufe0f", "🀦", "１２３ｍ", "Ｗ１", "[NNN]", "[222m,1]"),
    *("[EEEE]", "[8888p，7]", "【３３３ｐ】", "[🀐🀐🀐]", "[123s2]", "[WWWW1]", "[9999m]"),
)
_BAD = (
    *("9z", "0m", "F5", "J4", "H9", "红", "[W1234]", "[H1]", "[W12", "[chi_w9]"),
    *("[123m_concealed]", "[W123", "]", "[", "1", "9"),
    *(" ", ",", "，", "m", "p", "z", "万", "二", "x", "?", "１", "W", "暗"),
    *("[222m,4]", "[222m,5]", "[12m3]", "|EE0000", "🀪", "½"),
)
_READ = """([rules, texts]) => {
  const hands = MJ.handText(rules);
  return texts.map((text) => {
    const { tiles, flowers, melds, rest } = hands.read(text);
    return [tiles, flowers, melds.map((one) => [one.codes, one.concealed]), rest === ""];
  });
}"""
_WRITE = """([rules, texts]) => {
  const hands = MJ.handText(rules);
  return texts.map(([text, drawn]) => ["letters", "digits", "chinese"].map(
    (notation) => hands.write({ ...hands.read(text), notation }, drawn)));
}"""


@pytest.fixture
def page(show: Open) -> Any:
    return show("/analyze")


def texts(count: int, seed: int) -> list[str]:
    """Hands in every notation, whole, cut short, and with characters changed."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        joint = chance.choice((" ", "", " ", ", "))
        tokens = chance.choices(_GOOD, k=chance.randrange(1, 5))
        if chance.random() < 0.4:
            tokens[chance.randrange(len(tokens))] = chance.choice(_BAD).replace("_", " ")
        text = joint.join(tokens)
        found.append(text[: chance.randrange(len(text) + 1)] if chance.random() < 0.2 else text)
    return found


def as_far_as_it_reads(text: str) -> list[Any]:
    """What the longest part of a text that Python reads says, from its beginning."""
    for end in range(len(text), -1, -1):
        # Before a number they are no letters of honours, though nothing but the end shows it.
        if re.match(r"[WFＷＦ]\d", text[max(end - 1, 0) : end + 1]):
            continue
        try:
            hand = parse_hand(text[:end])
        except NotationError:
            continue
        tiles = sorted(code_of(tile) for tile, n in enumerate(hand.counts) for _ in range(n))
        melds = [[[code_of(one) for one in meld.tiles()], meld.concealed] for meld in hand.melds]
        return [tiles, [code_of(one) for one in hand.flower_tiles], melds, end == len(text)]
    raise AssertionError(text)


def test_a_text_is_read_as_python_reads_it(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # How many tiles a hand has is the server's to say.
    monkeypatch.setattr(hands, "_check_size", lambda _text, _hand: None)
    asked = texts(600, 34)
    whole = 0
    for text, said in zip(asked, page.evaluate(_READ, [hand_rules(), asked]), strict=True):
        tiles, *others = said
        assert [sorted(tiles), *others] == as_far_as_it_reads(text), text
        if said[3] and tiles:
            whole += 1
            assert tiles[-1] == code_of(parse_hand(text).last or 0), text
    assert 150 < whole < 450


def test_other_forms_are_read_as_python_reads_them(page: Any) -> None:
    chance = random.Random(63)
    asked = []
    for entry in fan_entries():
        hand = parse_hand(entry.example.hand)
        asked += other_forms(hand, entry.example.hand, chance)
    for text, said in zip(asked, page.evaluate(_READ, [hand_rules(), asked]), strict=True):
        assert [sorted(said[0]), *said[1:]] == as_far_as_it_reads(text), text
        assert said[3] and said[0][-1] == code_of(parse_hand(text).last or 0), text


def test_what_cannot_be_read_has_its_column(page: Any) -> None:
    """In characters, as Python counts them, of which JavaScript's texts have two for a picture."""
    asked = ["🀇🀈 x", "１２３ｍ？", "123m [222m,4]", "EE½", "🀪"]
    columns = page.evaluate(
        "([rules, texts]) => texts.map((text) => MJ.handText(rules).read(text).column)",
        [hand_rules(), asked],
    )
    assert columns == [4, 5, 6, 3, 1]


def test_a_hand_is_written_as_python_writes_it(page: Any) -> None:
    chance = random.Random(4)
    wall = [tile for tile in range(34) for _ in range(COPIES)]
    dealt = []
    for size in [14, 13, 12] * 40:
        tiles = chance.sample(wall, size)
        counts = tuple(tiles.count(tile) for tile in range(34))
        dealt.append((Hand(counts, (), tiles[-1], 0), " ".join(map(code_of, tiles))))
    asked = [[text, hand.size == 14] for hand, text in dealt]
    for (hand, _), said in zip(dealt, page.evaluate(_WRITE, [hand_rules(), asked]), strict=True):
        assert said == [hand_text(hand, notation) for notation in Notation]


@pytest.mark.parametrize(
    ("typed", "after"),
    [
        ("123m 4567p 88s 11z", "123m 4567p 88s 112z"),
        ("W123 B4567 T88 F11", "W123 B4567 T88 F112"),
        ("一二三万 四五六七饼 东", "一二三万 四五六七饼 东南"),
        ("123m B456", "W123 B456 F2"),
        ("456m 123m [555p] [暗杠 东] H1", "W123456 F2 [555p] [暗杠 东] H1"),
        ("123m 45", "123m 2z 45"),
        ("12", "2z 12"),
        ("123mEE", "123m 112z"),
        ("🀇🀈", "W12 F2"),
        ("[1111s]EE", "112z [1111s concealed]"),
        ("１２３ｍ", "123m 2z"),
    ],
)
def test_what_is_typed_is_shown_and_goes_on_by_clicks(page: Any, typed: str, after: str) -> None:
    """A click adds a tile in the notation of the text, and a click on it takes it away again."""
    page.fill("#hand", "")
    page.type("#hand", typed)
    shown = page.locator("#written li").count()
    page.click('#palette [data-code="F2"]')
    assert page.input_value("#hand") == after
    assert page.locator("#written li").count() == shown + 1
    page.click("#written li .tile-button[aria-label='remove South wind']")
    assert page.locator("#written li").count() == shown
    assert "2z" not in page.input_value("#hand") and "南" not in page.input_value("#hand")


def test_while_one_types_the_tiles_appear(page: Any) -> None:
    seen = []
    for char in "12m[5":
        page.type("#hand", char)
        unread = page.locator("#written .unread")
        seen.append((page.locator("#written li").count(), unread.count() and unread.inner_text()))
    assert seen == [(0, "1"), (0, "12"), (2, 0), (2, "["), (2, "[5")]
    page.type("#hand", "55p]")
    assert page.locator("#written .meld-button svg").count() == 3
    for kind, code, text in (("CONCEALED", "F1", "[1111z concealed]"), ("CHI", "T7", "[789s]")):
        page.select_option("#kind", kind)
        page.click(f'#palette [data-code="{code}"]')
        assert page.input_value("#hand").endswith(text)


def test_an_address_is_a_question(show: Open) -> None:
    page = show(
        "/analyze?hand=W123+B4567+T88+F11+J233&seen=T8+J3&seat=S&wind=W&turn=6&tactic=greedy"
    )
    fields = ("hand", "seen", "seat", "wind", "turn", "tactic")
    asked = ["W123 B4567 T88 F11 J233", "T8 J3", "1", "2", "6", "greedy"]
    assert [page.input_value(f"#{key}") for key in fields] == asked
    expect(page.locator("#study")).to_contain_text("greedy plays")
