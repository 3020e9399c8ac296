"""Waits under the hand at the table and on the page of a hand, in real Chromium."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_bot.tiles import tile_of
from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis.hand_analysis import facts
from mj_lab.explain.analysis.state_from_hand import situation
from mj_lab.table.play import play_table
from mj_lab.table.play.store import PlayStore
from tests.mj_lab.conftest import expect
from tests.mj_lab.web.server.person import ASKED, PHONE, Person
from tests.mj_lab.web.server.staged import PERSON_SEAT, DrawnTile, Scene, stage

# Waits for T2 and South, under 8 fan either way; draws T9, then T2.
READY = "W1 W2 W3 B4 B5 B6 T2 T2 T3 T4 T5 F2 F2"
CHEAP = Scene({PERSON_SEAT: f"{READY} T9 T2"}, "")
FIGURES = """(place) => [...document.querySelectorAll(place + " [data-wait]")].map((row) => [
  row.dataset.wait, Number(row.querySelector(".left").textContent),
  ...row.querySelector(".wait-fan").textContent.match(/[0-9]+/g).map(Number),
  row.querySelectorAll(".too-few").length])"""


@pytest.fixture
def staged(tables_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayStore]:
    """The store of a server whose opponents discard what they draw."""
    monkeypatch.setattr(play_table, "_tactic", lambda _name, _player: DrawnTile(""))
    store = PlayStore(tables_file)
    yield store
    store.close()


def figures(hand: str, seat: int, taken: dict[str, int] | None = None) -> list[list[Any]]:
    """What a page shows of a hand's waits: tile, left, fan both ways, how many are red."""
    rows = facts(situation(parse_hand(hand), seat))["wins"]
    found = []
    for row in rows:
        ways = row["on_discard"], row["self_drawn"]
        left = row["left"] - (taken or {}).get(row["tile"], 0)
        red = sum(not way["enough"] for way in ways)
        found.append([row["tile"], left, *(way["fan"] for way in ways), red])
    return found


def test_waits_lie_under_the_hand(
    server: SimpleNamespace, staged: PlayStore, open_page: Callable[..., Any]
) -> None:
    """Of a lifted tile before the discard, of the hand after it; then it is complete under 8."""
    token = stage(staged, "cheap", CHEAP, 17)
    page = open_page(f"{server.url}/play#{token}")
    page.wait_for_function(ASKED)
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
def test_effective_tiles_stay_open(
    server: SimpleNamespace, staged: PlayStore, open_page: Callable[..., Any]
) -> None:
    """Opened once they come with every turn, also after a reload, until they are closed."""
    token = stage(staged, "open-list", Scene({PERSON_SEAT: f"{READY[:-6]} B1 B9 T9 T8"}, ""), 17)
    page = open_page(f"{server.url}/play#{token}")
    page.wait_for_function(ASKED)
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
@pytest.mark.parametrize(("theme", "locale"), [("light", "en-US"), ("dark", "zh-CN")])
def test_looks_of_the_waits(
    server: SimpleNamespace,
    staged: PlayStore,
    open_page: Callable[..., Any],
    well_laid: Callable[..., None],
    accessible: Callable[..., None],
    options: dict[str, Any],
    theme: str,
    locale: str,
) -> None:
    width = options.get("width", 1280)
    token = stage(staged, f"look-{theme}-{width}", CHEAP, 17)
    page = open_page(f"{server.url}/play#{token}", color_scheme=theme, locale=locale, **options)
    page.wait_for_function(ASKED)
    tile = page.locator('#own [data-code="T9"]')
    if options:
        tile.tap()
        page.wait_for_selector("#own .hand-tile.raised")
    else:
        tile.hover()
    page.wait_for_selector("#waits [data-wait]")
    assert page.evaluate(FIGURES, "#waits") == figures(READY, PERSON_SEAT)
    well_laid(page, (width,))
    accessible(page, (width,))


def test_waits_on_the_page_of_a_hand(
    server: SimpleNamespace, open_page: Callable[..., Any]
) -> None:
    """Red where it is under 8; and of 14 tiles in the row of each discard that leaves some."""
    page = open_page(f"{server.url}/analyze?hand=123m+456p+22345s+11z&tactic=greedy")
    page.wait_for_selector("#study h2:has-text('Tiles that complete')")
    assert "2 fan, under 8" in page.inner_text("#study tr:has([data-pick=T2]) .too-few >> nth=0")
    assert page.locator("#study tr:has([data-pick=F1]) .too-few").count() == 1
    page.goto(f"{server.url}/analyze?hand=123m+456p+22345s+11z+9p&tactic=greedy")
    page.wait_for_selector("#study .candidates")
    row = "#study .reasons:has([data-discard=B9])"
    assert page.evaluate(FIGURES, row) == figures("123m 456p 22345s 11z", 0)
    assert tile_of(page.get_attribute(f"{row} [data-pick] >> nth=0", "data-pick")) >= 0
