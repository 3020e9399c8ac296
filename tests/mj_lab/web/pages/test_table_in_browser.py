"""A table begun in a browser and found again in it, at a server and on the site."""

import re

import pytest

from tests.mj_lab.conftest import Check, Open, expect
from tests.mj_lab.web.server.person import ASKED, Person, set_up

pytestmark = pytest.mark.thorough

SEAT = re.compile(r".*/play(\.html)?#[\w-]{32}")
# What is seen of a table: the question, where the match stands, the own hand.
SEEN = """() => [document.getElementById("asks").innerText,
  document.getElementById("standing").innerText,
  ...[...document.querySelectorAll("#own use")].map((one) => one.getAttribute("href"))]"""


def test_from_the_first_page_in_one_click_and_through_a_reload(page_of: Open) -> None:
    page = page_of()
    page.click("#play-now")
    page.wait_for_function(ASKED)
    assert SEAT.fullmatch(page.url)
    Person(page).press("#own .hand-tile")
    page.wait_for_function(ASKED)
    shown = page.evaluate(SEEN)
    assert len(shown) > 2 + 12
    sequence = Person(page).sequence()
    page.reload()
    page.wait_for_function(ASKED)
    assert Person(page).sequence() == sequence
    assert page.evaluate(SEEN) == shown


def test_a_table_is_found_again_on_the_first_page(
    page_of: Open, origin: Open, for_everybody: Check
) -> None:
    page = page_of("play")
    set_up(page, hands="4", pace="fast", coach_first="before")
    page.wait_for_function(ASKED)
    Person(page).pass_until_own_turn()
    page.wait_for_selector("#advice[aria-busy=false] .candidates")
    Person(page).press("#own .hand-tile")
    page.wait_for_selector("#mark .badge")
    page.wait_for_function(ASKED)
    page.click("#effective")
    page.wait_for_selector("#effective-list .nearer")
    seat, sequence = page.url, Person(page).sequence()
    page.goto(origin())
    page.wait_for_selector("#open-tables li")
    said = "Hand 1 of 4, with Xue, Xue, Xue: 0 points"
    expect(page.locator("#open-tables")).to_contain_text(said)
    for_everybody(page, (390, 1280))
    page.click("#open-tables a")
    page.wait_for_function(ASKED)
    expect(page).to_have_url(seat)
    assert Person(page).sequence() == sequence
    expect(page.locator("#coach-mode")).to_have_value("before")
    # Another browser knows nothing of it.
    other = page_of()
    other.wait_for_load_state("networkidle")  # All that it asked for is answered.
    assert not other.is_visible("#open-tables")
