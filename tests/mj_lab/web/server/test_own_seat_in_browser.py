"""What one does at the own seat but answer: the coach's row, a bot that plays on, giving up."""

import re
from types import SimpleNamespace

import pytest

from mj_lab.table.play import live_table
from tests.mj_lab.conftest import Check, Look, Open, expect, thorough
from tests.mj_lab.web.server.person import (
    ASKED,
    ASKED_OR_OVER,
    MOVED,
    PHONE,
    Person,
    lies_well,
    set_up,
)
from tests.mj_lab.web.server.table_client import begin

ROW = "#advice tr.choice .play"
# Whether the coach has spoken and the table waits.
ADVISED = f"() => ({ASKED})() && document.querySelector('{ROW}') !== null"
FOCUSED = f"() => document.activeElement?.matches('{ROW}')"
OWN_DISCARDS = '#table .seat-layer[data-seat="0"] .discards .tile'
# At once: the bot may discard between two questions to the page.
COUNTED_THEN_TOUCHED = f"""() => {{
  const count = document.querySelectorAll('{OWN_DISCARDS}').length;
  document.querySelector("#own .tile").click();
  return count;
}}"""
SPECTATOR = "() => Object.values(sessionStorage).map((kept) => JSON.parse(kept).spectators)[0]"


@pytest.mark.parametrize(
    ("locale", "look"), [("en-US", {}), thorough("zh-CN", PHONE)], ids=["wide", "phone"]
)
def test_the_coach_plays_two_moves(
    page_of: Open, locale: str, look: Look, accessible: Check
) -> None:
    """By keyboard alone: Tab to the row, Enter, Enter; by a tap on its tile, and on its figures."""
    page = page_of("play", locale=locale, **look)
    set_up(page, "greedy", lot="no", pace="fast", claims_first="hand", coach_first="before")
    for move in range(2):
        page.wait_for_function(ADVISED)
        if move == 0:
            accessible(page, (look.get("width", 1280),))
            name = page.get_attribute(ROW, "aria-label")
            assert re.match("Play: Discard .+|就打这个：打 .+", name), name
        sequence = Person(page).sequence()
        if look:
            page.locator(ROW if move == 0 else "#advice tr.choice td:last-child").tap()
        else:
            while move == 0 and not page.evaluate(FOCUSED):
                page.keyboard.press("Tab")
            page.wait_for_function(FOCUSED)
            page.keyboard.press("Enter")
        page.wait_for_function(MOVED, arg=sequence)
        expect(page.locator("#mark .badge")).to_have_text(
            re.compile("as the coach would|与教练一致")
        )
    page.wait_for_function(ADVISED)
    sequence = Person(page).sequence()
    page.keyboard.press("c")
    page.wait_for_function(MOVED, arg=sequence)


@pytest.mark.slow
def test_a_bot_plays_on_until_one_touches_a_tile(
    server: SimpleNamespace, open_page: Open, opponents: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is seen by who looks on, stays over a reload, and the hand is marked as the bot's."""
    monkeypatch.setattr(live_table, "DEFAULT", "greedy")
    made = begin(server.url, players=["human", *["random"] * 3], hands=4, pace=0.3)
    page = open_page(f"{server.url}/play#{made['people'][0]['token']}", locale="en-US")
    watcher = open_page(f"{server.url}/play#{made['spectators']}", locale="zh-CN")
    page.wait_for_function(ASKED)
    page.keyboard.press("a")
    expect(page.locator("#auto")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#live")).to_contain_text("A bot plays for you")
    expect(watcher.locator('#table .plate[data-seat="0"] .who')).to_have_text(re.compile("托管"))
    discards = page.locator(OWN_DISCARDS)
    page.wait_for_function(f"() => document.querySelectorAll('{OWN_DISCARDS}').length > 1")
    page.reload()
    expect(page.locator("#auto")).to_have_attribute("aria-pressed", "true")
    page.wait_for_selector("#own .tile")
    before = page.evaluate(COUNTED_THEN_TOUCHED)
    expect(page.locator("#auto")).to_have_attribute("aria-pressed", "false")
    page.wait_for_function(ASKED_OR_OVER)
    # The tap took the seat back, and discarded nothing.
    assert before <= discards.count() <= before + 1
    page.click("#auto")
    page.wait_for_selector("#result .by-bot", timeout=120_000)
    assert page.is_visible("#next-hand")
    page.goto(server.url + "/my-games")
    expect(page.locator("#hands tbody")).to_contain_text("a bot answered")
    expect(page.locator("#mean-score")).to_have_text("no hand yet")
    expect(page.locator("#rating")).to_contain_text("30 more hands")


@pytest.mark.parametrize("look", [{}, thorough(PHONE)], ids=["wide", "phone"])
def test_giving_up_is_asked_once_and_ends_the_match(
    page_of: Open, origin: Open, look: Look, accessible: Check
) -> None:
    page = page_of("play", locale="en-US", **look)
    set_up(page, "greedy", lot="no", pace="fast", hands="4")
    page.wait_for_function(ASKED)
    sequence = Person(page).sequence()
    address = page.url
    page.click("#give-up")
    expect(page.locator("#really")).to_contain_text("Really give up?")
    lies_well(page, "#own-seat", "#really-give-up", "#keep-playing")
    accessible(page, (look.get("width", 1280),))
    page.keyboard.press("Escape")
    page.wait_for_selector("#give-up")
    assert page.evaluate("document.activeElement.id") == "give-up"
    assert Person(page).sequence() == sequence
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#play-now")
    page.reload()
    page.wait_for_selector("#play-now")
    page.wait_for_timeout(300)
    assert page.is_hidden("#open-tables")
    # The link still shows the table as it was left, and asks nothing any more.
    page.goto(address)
    expect(page.locator("#own-seat")).to_contain_text("You gave this match up.")
    assert page.locator("#asks button, #own .hand-tile, #auto").count() == 0
