"""The helps at the table in real Chromium: the coach, effective tiles, waits."""

import re
from typing import Any

import pytest

from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis.hand_analysis import facts
from mj_lab.explain.analysis.state_from_hand import situation
from tests.mj_lab.conftest import Check, Look, Open, expect
from tests.mj_lab.web.server.person import ASKED, PHONE, Person, lies_well
from tests.mj_lab.web.server.staged import PERSON_SEAT, Scene


@pytest.mark.thorough
def test_the_coach_before_and_after_the_move(sit: Open, tone: Look, for_everybody: Check) -> None:
    page = sit("self-drawn", **tone)
    assert not page.is_visible("#advice") and not page.is_visible("#mark")
    page.select_option("#coach-mode", "before")
    page.wait_for_selector("#advice .candidates")
    # A win is at hand: that is what it would do, and its words are in the live region.
    assert page.inner_text("#advice tr.choice .action").startswith(("Win", "和"))
    assert re.search(r"The coach would: Win|教练建议： 和", page.inner_text("#live"))
    page.click("#effective")
    page.wait_for_selector("#effective-list li")
    for_everybody(page, (390, 1280))
    page.keyboard.press("Escape")
    page.locator("#own .hand-tile").last.click()  # It throws the win away.
    page.wait_for_selector("#mark .badge.differs")
    cost = re.compile(r"blunder, costs about \d+ ± \d+ points|大错、失分 \d+ ± \d+")
    expect(page.locator("#mark")).to_have_text(cost)
    # The others have played by then, and the coach says what it would do next.
    page.wait_for_function(ASKED)
    page.wait_for_selector("#advice[aria-busy=false] .candidates")
    for_everybody(page, (390, 1280))
    # It is remembered, and sent again to the server when the page comes back.
    page.reload()
    page.wait_for_function(ASKED)
    page.wait_for_selector("#mark .badge")
    expect(page.locator("#coach-mode")).to_have_value("before")
    page.select_option("#coach-mode", "off")
    page.wait_for_selector("#mark", state="hidden")


def test_claims_are_passed_until_the_next_draw(sit: Open) -> None:
    """Set by a key, on a phone by its list; kept over a reload, and over when the seat draws."""
    page = sit("chow-low", **PHONE)
    assert page.locator("#asks .chi").count() == 3
    page.select_option("#claims", "turn")
    page.wait_for_selector("#own .apart .hand-tile")
    expect(page.locator("#claims")).to_have_value("")
    page.keyboard.press("p")
    expect(page.locator("#claims")).to_have_value("turn")
    page.reload()
    expect(page.locator("#claims")).to_have_value("turn")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.thorough
def test_after_the_hand_its_review_opens_and_closes_again(
    sit: Open, tone: Look, for_everybody: Check
) -> None:
    """Only where the coach is on; it says so, and one comes back from it by button and by Esc."""
    page = sit("self-drawn", **tone)
    page.select_option("#coach-mode", "after")
    page.locator("#own .hand-tile").last.click()  # It throws the win away.
    page.wait_for_selector("#mark .badge.differs")
    cost = re.search(r"\d+ ± \d+", page.inner_text("#mark"))
    Person(page).play()
    page.wait_for_selector("#review .worst-one")
    # The first of the worst is the win that was thrown away, at the points that the mark gave.
    assert cost is not None and cost[0] in page.inner_text("#review .worst-one >> nth=0")
    said = re.compile("review of this hand is open|这一盘的复盘")
    expect(page.locator("#live")).to_contain_text(said)
    for_everybody(page, (390, 1280))
    page.focus("#review-close")
    page.keyboard.press("Enter")
    assert not page.is_visible("#review")
    assert page.evaluate("document.activeElement.id") == "result"
    page.reload()
    page.wait_for_selector("#review .worst-one")
    page.keyboard.press("Escape")
    assert not page.is_visible("#review")
    page.reload()
    page.locator("#review .worst-one").first.click()
    page.wait_for_selector("#decision h2")
    assert re.search(r"/saved/\w+\?seat=1#t\d+", page.url)
    # A review that arrives after the coach was turned off stays away.
    slow: list[Any] = []
    page.route("**/saved/*", lambda route, _: slow.append(route))
    page.go_back()
    page.wait_for_selector("#review[aria-busy=true]")
    page.select_option("#coach-mode", "off")
    page.wait_for_selector("#review", state="hidden")
    slow.pop().continue_()
    page.wait_for_selector("#review[aria-busy=false]", state="attached")
    assert not page.is_visible("#review")


@pytest.mark.thorough
def test_a_phone_lengthwise(sit: Open, accessible: Check) -> None:
    """The coach before and after the move, effective tiles and the review beside the table."""
    page = sit("self-drawn", **{**PHONE, "width": 844, "height": 390})
    page.select_option("#coach-mode", "before")
    page.wait_for_selector("#advice .candidates")
    page.tap("#effective")
    page.wait_for_selector("#effective-list li")
    lies_well(page, "#table", "#own", "#asks", "#advice", "#effective-list", "#coach-mode")
    accessible(page)
    page.locator("#own .hand-tile").last.tap()
    page.locator("#own .hand-tile.raised").tap()
    page.wait_for_selector("#mark .badge.differs")
    lies_well(page, "#mark", "#own")
    Person(page, touch=True).play()
    page.wait_for_selector("#review .worst-one")
    lies_well(page, "#result", "#review", "#review-close")
    accessible(page)


# Waits for T2 and South, under 8 fan either way; draws T9, then T2.
READY = "W1 W2 W3 B4 B5 B6 T2 T2 T3 T4 T5 F2 F2"
CHEAP = Scene({PERSON_SEAT: f"{READY} T9 T2"}, "")
FIGURES = """(place) => [...document.querySelectorAll(place + " [data-wait]")].map((row) => [
  row.dataset.wait, Number(row.querySelector(".left").textContent),
  ...row.querySelector(".wait-fan").textContent.match(/[0-9]+/g).map(Number),
  row.querySelectorAll(".too-few").length])"""


def figures(hand: str, seat: int) -> list[list[Any]]:
    """What a page shows of a hand's waits: tile, left, fan both ways, how many are red."""
    found = []
    for row in facts(situation(parse_hand(hand), seat))["wins"]:
        ways = row["on_discard"], row["self_drawn"]
        red = sum(not way["enough"] for way in ways)
        found.append([row["tile"], row["left"], *(way["fan"] for way in ways), red])
    return found


def test_waits_lie_under_the_hand(sit: Open) -> None:
    """Of a lifted tile before the discard, of the hand after it; then it is complete under 8."""
    page = sit(CHEAP)
    page.locator('#own [data-code="W1"]').first.hover()
    said = page.locator("#waits .quiet")
    expect(said).to_have_text("Ready after discarding")
    page.locator('#own [data-code="T9"]').hover()
    expect(said).to_have_text("Waits for, after")
    expected = figures(READY, PERSON_SEAT)
    assert page.evaluate(FIGURES, "#waits") == expected
    assert [row[0] for row in expected] == ["T2", "F2"]
    box = page.locator("#waits").bounding_box()
    assert box["y"] + box["height"] <= 800
    page.locator('#own [data-code="T9"]').click()
    page.wait_for_selector("#asks .pass")  # East discards what may be chowed, and waits.
    expect(said).to_have_text("Waits for")
    assert page.evaluate(FIGURES, "#waits") == expected
    page.click("#asks .pass")
    few = page.locator("#waits .too-few").first
    expect(few).to_have_text(re.compile("^2 of bamboos: complete, but 4 fan"))
    expect(page.locator("#live")).to_contain_text("complete, but 4 fan. A win needs 8")
    assert page.locator("#own .hand-tile").count() == 14
    assert page.locator("#asks .win").count() == 0


@pytest.mark.thorough
def test_effective_tiles_stay_open(sit: Open) -> None:
    """Opened once they come with every turn, also after a reload, until they are closed."""
    page = sit(Scene({PERSON_SEAT: f"{READY[:-6]} B1 B9 T9 T8"}, ""))
    page.keyboard.press("e")
    page.wait_for_selector("#effective-list li")
    expect(page.locator("#effective-list")).to_contain_text("To 8 fan")
    Person(page).press('#own [data-code="T9"]')
    page.wait_for_function(ASKED)
    page.wait_for_selector("#effective-list li")
    page.reload()
    page.wait_for_selector("#effective-list li")
    page.keyboard.press("e")
    page.wait_for_selector("#effective-list", state="hidden")
    assert page.get_attribute("#effective", "aria-expanded") == "false"


@pytest.mark.thorough
@pytest.mark.parametrize("options", [{}, PHONE], ids=["wide", "phone"])
def test_looks_of_the_waits(sit: Open, for_everybody: Check, options: Look, tone: Look) -> None:
    page = sit(CHEAP, **tone, **options)
    tile = page.locator('#own [data-code="T9"]')
    if options:
        tile.tap()
        page.wait_for_selector("#own .hand-tile.raised")
    else:
        tile.hover()
    page.wait_for_selector("#waits [data-wait]")
    assert page.evaluate(FIGURES, "#waits") == figures(READY, PERSON_SEAT)
    for_everybody(page, (options.get("width", 1280),))


def test_waits_on_the_page_of_a_hand(page_of: Open) -> None:
    """Red where it is under 8; and of 14 tiles in the row of each discard that leaves some."""
    page = page_of("analyze", "?hand=123m+456p+22345s+11z&tactic=greedy")
    page.wait_for_selector("#study h2:has-text('Tiles that complete')")
    assert "2 fan, under 8" in page.inner_text("#study tr:has([data-pick=T2]) .too-few >> nth=0")
    assert page.locator("#study tr:has([data-pick=F1]) .too-few").count() == 1
    page = page_of("analyze", "?hand=123m+456p+22345s+11z+9p&tactic=greedy")
    page.wait_for_selector("#study .candidates")
    row = "#study .reasons:has([data-discard=B9])"
    assert page.evaluate(FIGURES, row) == figures("123m 456p 22345s 11z", 0)
    assert page.get_attribute(f"{row} [data-pick] >> nth=0", "data-pick") in ("T2", "F1")
