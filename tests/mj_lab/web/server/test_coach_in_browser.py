"""The coach and the helps at the table, and a table found again, in real Chromium."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.table.play import play_table
from mj_lab.table.play.store import PlayStore
from tests.mj_lab.conftest import expect
from tests.mj_lab.web.server.person import ASKED, PHONE, Person
from tests.mj_lab.web.server.staged import SCENES, DrawnTile, stage


@pytest.fixture
def staged(tables_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayStore]:
    """The store of a server whose opponents let a scene happen."""
    monkeypatch.setattr(play_table, "_tactic", lambda _name, _player: DrawnTile(""))
    store = PlayStore(tables_file)
    yield store
    store.close()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("theme", "locale", "width"), [("light", "en-US", 1280), ("dark", "zh-CN", 390)]
)
def test_the_coach_before_and_after_the_move(
    server: SimpleNamespace,
    staged: PlayStore,
    open_page: Callable[..., Any],
    well_laid: Callable[..., None],
    accessible: Callable[..., None],
    theme: str,
    locale: str,
    width: int,
) -> None:
    token = stage(staged, f"coach-{theme}", SCENES["self-drawn"], 17)
    page = open_page(f"{server.url}/play#{token}", color_scheme=theme, locale=locale)
    page.wait_for_function(ASKED)
    assert not page.is_visible("#advice") and not page.is_visible("#mark")
    page.select_option("#coach-mode", "before")
    page.wait_for_selector("#advice .candidates")
    # A win is at hand: that is what it would do, and its words are in the live region.
    assert page.inner_text("#advice tr.choice .action").startswith(("Win", "和"))
    assert re.search(r"The coach would: Win|教练建议： 和", page.inner_text("#live"))
    page.click("#effective")
    page.wait_for_selector("#effective-list li")
    accessible(page, (width,))
    well_laid(page, (390, 1280))
    page.keyboard.press("Escape")
    last = page.locator("#own .hand-tile").last
    last.click()  # It throws the win away.
    page.wait_for_selector("#mark .badge.differs")
    cost = re.compile(r"blunder, costs about \d+ ± \d+ points|大错、失分 \d+ ± \d+")
    expect(page.locator("#mark")).to_have_text(cost)
    # The others have played by then, and the coach says what it would do next.
    page.wait_for_function(ASKED)
    page.wait_for_selector("#advice[aria-busy=false] .candidates")
    accessible(page, (width,))
    well_laid(page, (390, 1280))
    # It is remembered, and sent again to the server when the page comes back.
    page.reload()
    page.wait_for_function(ASKED)
    page.wait_for_selector("#mark .badge")
    expect(page.locator("#coach-mode")).to_have_value("before")
    page.select_option("#coach-mode", "off")
    page.wait_for_selector("#mark", state="hidden")


def test_claims_are_passed_until_the_next_draw(
    server: SimpleNamespace, staged: PlayStore, open_page: Callable[..., Any]
) -> None:
    """Set by a key, on a phone by its list; kept over a reload, and over when the seat draws."""
    token = stage(staged, "passing", SCENES["chow-low"], 17)
    page = open_page(f"{server.url}/play#{token}", **PHONE)
    page.wait_for_function(ASKED)
    assert page.locator("#asks .chi").count() == 3
    page.select_option("#claims", "turn")
    page.wait_for_selector("#own .apart .hand-tile")
    expect(page.locator("#claims")).to_have_value("")
    page.keyboard.press("p")
    expect(page.locator("#claims")).to_have_value("turn")
    page.reload()
    expect(page.locator("#claims")).to_have_value("turn")
    well = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert well


@pytest.mark.thorough
def test_a_table_is_found_again_on_the_first_page(
    server: SimpleNamespace,
    open_page: Callable[..., Any],
    well_laid: Callable[..., None],
    accessible: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play_table, "_tactic", lambda _name, _player: DrawnTile(""))
    page = open_page(server.url + "/play")
    page.wait_for_selector("#set-up:not([hidden])")
    page.select_option("#hands", "4")
    page.select_option("#pace", "fast")
    page.click("#set-up-form button[type=submit]")
    page.wait_for_selector("#table .hub")
    seat = page.url
    page.goto(server.url + "/")
    page.wait_for_selector("#open-tables li")
    said = re.compile(r"Hand 1 of 4, with .*learned.*: 0 points")
    expect(page.locator("#open-tables")).to_contain_text(said)
    well_laid(page, (390, 1280))
    accessible(page, (390,))
    page.click("#open-tables a")
    page.wait_for_selector("#table .hub")
    expect(page).to_have_url(seat)
    # Another browser knows nothing of it.
    other = open_page(server.url + "/")
    other.wait_for_load_state("networkidle")  # All that it asked for is answered.
    assert not other.is_visible("#open-tables")


@pytest.mark.thorough
def test_a_finished_table_is_listed_no_more(
    server: SimpleNamespace, staged: PlayStore, open_page: Callable[..., Any]
) -> None:
    scene = SCENES["self-drawn"]
    page = open_page(f"{server.url}/play#{stage(staged, 'over', scene, 17)}")
    page.wait_for_function(ASKED)
    Person(page).play(scene)
    page.goto(server.url + "/")
    page.wait_for_function("() => localStorage.getItem('mj-tables') === '[]'")
    expect(page.locator("#open-tables")).to_be_hidden()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("theme", "locale", "width"), [("light", "en-US", 1280), ("dark", "zh-CN", 390)]
)
def test_after_the_hand_its_review_opens_and_closes_again(
    server: SimpleNamespace,
    staged: PlayStore,
    open_page: Callable[..., Any],
    well_laid: Callable[..., None],
    accessible: Callable[..., None],
    theme: str,
    locale: str,
    width: int,
) -> None:
    """Only where the coach is on; it says so, and one comes back from it by button and by Esc."""
    scene = SCENES["self-drawn"]
    token = stage(staged, f"review-{theme}", scene, 17)
    page = open_page(f"{server.url}/play#{token}", color_scheme=theme, locale=locale)
    page.wait_for_function(ASKED)
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
    accessible(page, (width,))
    well_laid(page, (390, 1280))
    page.focus("#review-close")
    page.keyboard.press("Enter")
    assert not page.is_visible("#review")
    assert page.evaluate("document.activeElement.id") == "result"
    page.reload()
    page.wait_for_selector("#review .worst-one")
    page.keyboard.press("Escape")
    assert not page.is_visible("#review")
    page.reload()
    page.wait_for_selector("#review .worst-one")
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
def test_a_phone_lengthwise(
    server: SimpleNamespace,
    staged: PlayStore,
    open_page: Callable[..., Any],
    accessible: Callable[..., None],
) -> None:
    """The coach before and after the move, effective tiles and the review beside the table."""
    lengthwise = {**PHONE, "width": 844, "height": 390}
    token = stage(staged, "lengthwise", SCENES["self-drawn"], 17)
    page = open_page(f"{server.url}/play#{token}", **lengthwise)
    page.wait_for_function(ASKED)
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


def lies_well(page: Any, *parts: str) -> None:
    """The page is no wider than the window, and these parts are seen and inside of it."""
    wide = page.evaluate("innerWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    for part in parts:
        box = page.locator(part).bounding_box()
        assert box is not None and box["width"] > 20, part
        assert box["x"] >= 0 and box["x"] + box["width"] <= wide + 1, (part, box)
