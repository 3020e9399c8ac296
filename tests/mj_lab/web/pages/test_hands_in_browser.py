"""Hands clicked together or typed on the page of a hand, at a server and on the site."""

import re
from typing import Any

import pytest

from mj_lab.core.options import ADVISER
from tests.mj_lab.conftest import Check, Open, expect

pytestmark = pytest.mark.thorough


@pytest.fixture
def page(page_of: Open) -> Any:
    """The page of a hand; at a server of the quickest tactic, on the site there is one alone."""
    opened = page_of("analyze")
    if opened.locator("#tactic option[value=greedy]").count():
        opened.select_option("#tactic", "greedy")
    return opened


def has_hand(page: Any, text: str) -> None:
    expect(page.locator("#hand")).to_have_value(text)


def test_a_hand_is_clicked_together(page: Any) -> None:
    for code in ["W1", "W2", "W3", "B4", "B5", "B6", "B7", "T8", "T8", "F1", "F1", "J2", "J3"]:
        page.click(f'#palette [data-code="{code}"]')
    has_hand(page, "W123 B4567 T88 F11 J23")
    page.click('#palette [data-code="J3"]')
    has_hand(page, "W123 B4567 T88 F11 J23 J3")
    assert "14 tiles" in page.inner_text("#written")
    page.click("#submit")
    page.wait_for_selector("#study .candidates")
    assert page.locator("#study tr.choice").count() == 1
    assert "Thirteen Orphans" in page.inner_text("#study")
    assert page.locator("#study [title^=十三幺]").count() == 1
    page.click("#written .tile-button >> nth=13")
    page.click("#submit")
    page.wait_for_selector("#study h2:has-text('If another seat discards it')")
    page.click("#written .tile-button >> nth=0")
    page.click("#submit")
    page.wait_for_selector("#study h2:has-text('One tile is missing')")


def test_melds_are_clicked_together(page: Any) -> None:
    melds = (("CHI", "W7"), ("PENG", "J1"), ("GANG", "F1"), ("CONCEALED", "B5"))
    for kind, code in melds:
        page.select_option("#kind", kind)
        page.click(f'#palette [data-code="{code}"]')
        assert page.input_value("#kind") == "TILE"
    for kind, code in (("PENG", "T1"), ("CHI", "F1"), ("CHI", "W8"), ("PENG", "J1")):
        page.select_option("#kind", kind)
        page.click(f'#palette [data-code="{code}"]')
    has_hand(page, "[W789] [J111] [F1111] [B5555 concealed]")
    page.click('#palette [data-code="F1"]')
    page.click('#palette [data-code="T9"]')
    has_hand(page, "T9 [W789] [J111] [F1111] [B5555 concealed]")
    page.click("#submit")
    page.wait_for_selector("#study h2:has-text('Tiles that complete the hand')")
    page.click("#written .meld-button >> nth=2")
    has_hand(page, "T9 [W789] [J111] [B5555 concealed]")


def test_a_hand_is_typed_and_its_fault_is_shown_in_place(page: Any, for_everybody: Check) -> None:
    """A server says what it expected, the site what it cannot read."""
    error = page.locator("#error")
    page.fill("#hand", "W123 B40")
    page.keyboard.press("Enter")
    expect(error).to_have_text(
        re.compile("^(column 8: expected a number 1-9 after B|column [0-9]+: cannot be read: 0)")
    )
    assert page.evaluate("document.getElementById('hand').selectionStart") == 7
    page.fill("#seen", "x")
    page.fill("#hand", "W123 B4567 T88 F11 J23")
    page.keyboard.press("Enter")
    expect(error).to_have_text(re.compile("^seen: (column 1: |cannot be read: x)"))
    for_everybody(page)
    page.fill("#seen", "")
    page.fill("#hand", "T8 B456 [W123] [F1111 concealed] [J111]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#study h2:has-text('Tiles that complete the hand')")
    expect(error).to_be_hidden()
    page.click("#language")
    assert "听的牌" in page.inner_text("#study")


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_the_odds_fit_a_narrow_screen(show: Open, language: str) -> None:
    """Every column of the tables is seen without scrolling sideways."""
    for hand in ("W123+B4567+T88+F11+J233", "W1124+B456+T22234+F1", "W123456789+T456+F11"):
        page = show(f"/analyze?hand={hand}&tactic=odds", width=390, locale=language)
        page.wait_for_selector("#study:not([aria-busy]) table")
        sizes = page.evaluate(
            "[...document.querySelectorAll('#study .scroll')]"
            ".map(e => [e.scrollWidth, e.clientWidth])"
        )
        assert len(sizes) >= 2
        assert all(whole <= inner for whole, inner in sizes), (hand, sizes)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_example_and_a_hand_that_is_short_of_a_tile(
    page_of: Open, for_everybody: Check, theme: str
) -> None:
    """How other answers look is `test_hand_page`'s to say."""
    page = page_of("analyze", color_scheme=theme)
    page.click("#example")
    page.wait_for_selector("#study .candidates")
    assert ADVISER in page.inner_text("#study .plays")
    page.fill("#hand", "W123 B4567 T88 F11 J2")
    page.click("#submit")
    page.wait_for_selector("#study h2:has-text('One tile is missing')")
    for_everybody(page)


def test_an_address_is_a_question(page_of: Open) -> None:
    page = page_of("analyze", "?hand=W111222333+W99+B123")
    expect(page.locator("#fans .total")).to_contain_text("48")
    for query in ("hand=%3Cscript%3Ealert(1)%3C/script%3E", "hand=W0&tactic=none&turn=99x&seat=Q"):
        page = page_of("analyze", f"?{query}&flags=%3Cb%3E")
        expect(page.locator("#error")).to_contain_text(re.compile("column|cannot be read"))
