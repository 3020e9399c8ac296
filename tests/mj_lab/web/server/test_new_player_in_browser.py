"""What a new player meets: the set-up, what is seen on the table, titles, a phone, no archive."""

import re
import time
from pathlib import Path

import pytest

from mj_lab.table.play import play_table
from tests.mj_lab.conftest import Check, Look, Open
from tests.mj_lab.web.conftest import serving
from tests.mj_lab.web.server.person import ASKED, ASKED_OR_OVER, OVER, PHONE, Person, set_up
from tests.mj_lab.web.server.staged import Scene, wall_with

# The colour of the ring around what has the focus, and of the felt below it.
RING = """(which) => {
  const button = document.querySelector(which);
  button.focus();
  return [getComputedStyle(button).outlineColor, getComputedStyle(button).outlineStyle,
    getComputedStyle(document.querySelector(".felt")).backgroundColor];
}"""


def contrast(one: str, other: str) -> float:
    """Of two colours as a browser says them; WCAG 2.1's contrast ratio."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_from_the_first_click_to_the_first_discard(show: Open) -> None:
    """Under 2 s: in a browser that has not played yet one sits at East, and discards first.

    On a slow or busy machine in 4 times what the page of a table takes there without one.
    """
    begun = time.monotonic()
    show("/play").wait_for_selector("#set-up:not([hidden])")
    empty = time.monotonic() - begun
    page = show("/", locale="en-US")
    page.wait_for_selector("#levels input")
    assert page.locator("#levels b").all_inner_texts() == [
        "Easy · Kuai",
        "Medium · Pu",
        "Strong · Xue",
    ]
    page.check('#levels input[value="greedy"]')
    begun = time.monotonic()
    page.click("#play-now")
    page.wait_for_selector("#own .tile")  # The page of the table is there.
    page.wait_for_function(ASKED)
    assert time.monotonic() - begun < max(2, 4 * empty)
    assert "discard" in page.inner_text("#asks")
    players = page.locator("#table .who").all_inner_texts()
    assert sorted(players) == ["Kuai", "Kuai", "Kuai", "You"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("locale", "levels", "friend"),
    [
        (
            "en-US",
            ["Easy · Kuai (greedy)", "Medium · Pu (rule_based)", "Strong · Xue (learned)"],
            "A friend, by a link",
        ),
        (
            "zh-CN",
            ["简单 · 阿快（greedy）", "中等 · 老谱（rule_based）", "强 · 阿学（learned）"],
            "朋友（用链接）",
        ),
    ],
)
def test_levels_come_first_and_claims_and_coach_before_the_first_hand(
    show: Open, locale: str, levels: list[str], friend: str
) -> None:
    page = show("/play", locale=locale)
    page.wait_for_selector("#set-up:not([hidden])")
    offered = page.locator("#seat-2 > option").all_inner_texts()
    assert offered == [*levels, friend]
    more = page.locator("#seat-2 > optgroup option").all_inner_texts()
    assert "v1_1" in more and any("random" in one for one in more)
    assert not any(name in one for name in ("greedy", "rule_based", "learned") for one in more)
    page.check('#levels input[value="greedy"]')
    assert [page.input_value(f"#seat-{number}") for number in (2, 3, 4)] == ["greedy"] * 3
    page.select_option("#seat-3", "random")
    assert page.locator("#levels input:checked").count() == 0
    page.select_option("#seat-4", "human")
    assert page.is_disabled("#coach-first")
    page.select_option("#seat-4", "greedy")
    set_up(page, claims_first="hand", coach_first="before")
    page.wait_for_function("() => document.getElementById('claims')?.value === 'hand'")
    page.wait_for_selector("#advice:not([hidden])")
    assert page.input_value("#coach-mode") == "before"


@pytest.mark.parametrize(
    ("locale", "skip"), [("en-US", "Skip to the content"), ("zh-CN", "跳到正文")]
)
def test_the_second_tab_is_play_now(page_of: Open, locale: str, skip: str) -> None:
    page = page_of(locale=locale)
    page.wait_for_selector("#levels input")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == skip
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "play-now"


def test_who_skips_the_header_stays_at_the_table(sit: Open) -> None:
    page = sit("chow-low")
    address = page.url
    page.focus(".skip")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.url == address and page.evaluate("document.activeElement.closest('#asks')?.id")


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_ring_of_the_focus_is_seen_on_felt(sit: Open, scheme: str) -> None:
    page = sit("chow-low", color_scheme=scheme)
    page.keyboard.press("Tab")
    for which in ("#asks .chi", "#asks .pass"):
        ring, style, felt = page.evaluate(RING, which)
        assert style == "solid" and contrast(ring, felt) >= 3
    page.click("#asks .pass")
    page.wait_for_selector("#own .hand-tile")
    page.keyboard.press("ArrowRight")
    ring, style, felt = page.evaluate(RING, "#own .hand-tile")
    assert style == "solid" and contrast(ring, felt) >= 3


@pytest.mark.thorough
@pytest.mark.parametrize("look", [{"width": 1280}, PHONE], ids=["wide", "phone"])
def test_a_win_is_the_loudest_of_the_answers(sit: Open, look: Look) -> None:
    # 5 of bamboos can be had as a win and, of a hand with two more, as a pung.
    page = sit("claimed-win", **look)
    page.wait_for_selector("#asks .win")
    felt = page.eval_on_selector(".felt", "one => getComputedStyle(one).backgroundColor")
    found = page.eval_on_selector_all(
        "#asks button",
        """all => all.map((one) => [one.classList.contains("win"),
          getComputedStyle(one).backgroundColor, one.offsetHeight,
          parseFloat(getComputedStyle(one).fontSize), one.getBoundingClientRect().top])""",
    )
    (win,) = (one for one in found if one[0])
    others = [one for one in found if not one[0]]
    assert others
    assert contrast(win[1], felt) >= 3
    for other in others:
        assert win[2] > other[2] and win[3] > other[3]
        assert win[4] <= other[4]


@pytest.mark.thorough
@pytest.mark.parametrize(("look", "least"), [({"width": 1280, "height": 800}, 30), (PHONE, 21)])
def test_discards_are_large_enough_to_read_and_the_clock_is_near_the_hand(
    staged: Open, open_page: Open, look: Look, least: int
) -> None:
    page = open_page(staged(Scene({}, ""), clock=60.0).url, **look)
    page.wait_for_function(ASKED)
    Person(page).pass_until_own_turn()
    page.wait_for_selector("#clock-left:not(:empty)")
    clock, own = (page.locator(part).bounding_box() for part in ("#clock-left", "#own"))
    assert 0 <= own["y"] - (clock["y"] + clock["height"]) < 110
    assert own["x"] <= clock["x"] <= own["x"] + own["width"]
    page.locator("#own .hand-tile").last.click()
    if page.locator("#own .raised").count():
        page.locator("#own .raised").click()
    page.wait_for_selector("#table .discards .tile")
    # Asked within the page: a table that is drawn anew has other elements.
    discard = "document.querySelector('#table .discards .tile').getBoundingClientRect().width"
    assert page.evaluate(discard) >= least
    # The clock is empty while the others play: it is there again with the next question.
    page.wait_for_selector("#clock-left:not(:empty)")


@pytest.mark.thorough
@pytest.mark.usefixtures("without_pace", "opponents")
def test_on_a_phone_the_next_hand_begins_at_the_top_and_the_scores_have_you_in_sight(
    show: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = wall_with({}, 15)
    monkeypatch.setattr(play_table, "wall_of_seed", lambda _seed: wall)
    page = show("/play", locale="en-US", **PHONE)
    bots = {f"seat_{number}": "random" for number in (2, 3, 4)}
    set_up(page, hands="4", lot="no", claims_first="hand", **bots)
    page.wait_for_selector("#own .tile")
    for hand in range(4):
        while True:
            page.wait_for_function(ASKED_OR_OVER)
            if page.evaluate(OVER):
                break
            Person(page, touch=True).press("#own .hand-tile")
        if hand < 3:
            page.locator("#next-hand").scroll_into_view_if_needed()
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            assert page.evaluate("scrollY") > 100
            page.locator("#next-hand").tap()
            page.wait_for_function(f"() => !({OVER})()")
            assert page.evaluate("scrollY") == 0
    heads = page.locator("#result .by-hand th").all_inner_texts()
    assert len(heads) == 4 and heads[0] == "East You"
    box = page.locator("#result .by-hand th").first.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]


@pytest.mark.thorough
@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_each_page_has_its_own_title(show: Open, locale: str) -> None:
    paths = ("/", "/play", "/train", "/games", "/analyze")
    titles = [show(path, locale=locale).title() for path in paths]
    assert len(set(titles)) == len(titles) and all("mj_bot" in title for title in titles)
    chinese = [bool(re.search(r"[\u4e00-\u9fff]", title)) for title in titles]
    assert chinese == [locale == "zh-CN"] * len(titles)


def test_without_an_archive_the_page_of_games_leads_on(
    tmp_path: Path, open_page: Open, for_everybody: Check
) -> None:
    with serving(tmp_path, compare=False) as server:
        page = open_page(server.url + "/games", locale="en-US")
        page.wait_for_selector("#no-archive:not([hidden])")
        assert page.is_hidden("#archive") and page.is_hidden("#error")
        assert "mj records index" in page.inner_text("#no-archive")
        for_everybody(page)
        page.click('#no-archive a[href="/play"]')
        page.wait_for_selector("#set-up:not([hidden])")
