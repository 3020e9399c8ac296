"""What a person reads at the table and after it: "you", the way back, which hand was which."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.table.play import play_table
from mj_lab.table.play.store import PlayStore
from tests.mj_lab.conftest import expect, thorough
from tests.mj_lab.web.server.person import ASKED, Person
from tests.mj_lab.web.server.staged import SCENES, DrawnTile, stage


@pytest.fixture
def sit(
    server: SimpleNamespace, tables_file: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., str]]:
    """`sit(scene, number)`: the address of a table where that will happen."""
    store = PlayStore(tables_file)

    def staged(scene: str, number: int, pace: float = 0.0) -> str:
        opponent = DrawnTile(SCENES[scene].opponent_pungs)
        monkeypatch.setattr(play_table, "_tactic", lambda _name, _player: opponent)
        token = stage(store, f"told-{scene}-{number}", SCENES[scene], 17, number, pace)
        return f"{server.url}/play#{token}"

    yield staged
    store.close()


@pytest.mark.parametrize(
    ("scene", "language", "said"),
    [
        ("self-drawn", "en", ["You draw", "You win by self-draw"]),
        thorough("self-drawn", "zh", ["你摸牌", "你自摸"]),
        thorough("claimed-win", "en", ["You win on the discard of East"]),
        thorough("pung", "en", ["You pung", "You draw"]),
        thorough("chow-low", "zh", ["你吃", "你摸牌"]),
    ],
)
def test_who_plays_is_called_you(
    sit: Callable[..., str],
    open_page: Callable[..., Any],
    scene: str,
    language: str,
    said: list[str],
) -> None:
    """In the line below the table and in what a screen reader says."""
    page = open_page(sit(scene, 40 + len(language + said[0]), 0.1), locale=language)
    page.wait_for_function(ASKED)
    page.evaluate(
        """() => {
          window.told = [];
          for (const id of ["event", "live"]) {
            const keep = () => window.told.push(document.getElementById(id).textContent);
            new MutationObserver(keep).observe(document.getElementById(id), { childList: true });
            keep();
          }
        }"""
    )
    Person(page).play(SCENES[scene])
    told = " ".join(page.evaluate("window.told"))
    for words in said:
        assert words in told
    # The person sits at South, and East's draws are announced as such.
    assert re.search("East draws|东家摸牌", told)
    assert not re.search(r"South (draws|discards|pungs|chows|wins)|南家(摸|打|碰|吃|自|点)", told)
    # A tile that lies face down is not read aloud.
    assert not re.search("draws face down|摸牌 扣", told)


@pytest.mark.thorough
def test_back_leads_to_where_one_came_from(
    sit: Callable[..., str], open_page: Callable[..., Any], server: SimpleNamespace
) -> None:
    table = sit("self-drawn", 60)
    page = open_page(table)
    Person(page).play(SCENES["self-drawn"])
    page.click("#replay")
    page.wait_for_selector("#event .step")
    page.keyboard.press("ArrowRight")
    page.select_option("#choose-seat", "2")  # Another page at the same address.
    page.click("#choices button")
    page.wait_for_function("location.search.includes('seat=2')")
    page.wait_for_selector("#event .step")
    page.click('a[data-t="back"]')
    expect(page).to_have_url(table)
    page.wait_for_selector("#result:not([hidden])")
    # From the first page it leads there, and from a tab of its own too.
    page.goto(server.url)
    address = page.locator("#saved a").first.get_attribute("href")
    page.click("#saved a >> nth=0")
    page.wait_for_selector("#event .step")
    page.click('a[data-t="back"]')
    page.wait_for_selector("#saved a")
    expect(page).to_have_url(server.url + "/")
    other = open_page(server.url + address)
    assert other.get_attribute('a[data-t="back"]', "href") == "/"


@pytest.mark.thorough
def test_saved_hands_tell_date_players_and_result(
    sit: Callable[..., str], open_page: Callable[..., Any], server: SimpleNamespace
) -> None:
    page = open_page(sit("self-drawn", 61))
    Person(page).play(SCENES["self-drawn"])
    page.goto(server.url)
    row = page.locator("#saved tbody tr").first
    date = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    assert re.fullmatch(date + ", hand 1 at the table", row.locator("a").inner_text())
    cells = row.locator("td").all_inner_texts()
    assert cells[1] == "random, You, random, random"
    assert re.fullmatch(r"South \(You\) wins, \d+ fan", cells[2])
    row.locator("a").click()
    page.wait_for_selector("#event .step")
    assert re.fullmatch(date + ", hand 1 at the table", page.inner_text("#title"))
    page.click("#language")
    assert re.fullmatch(date + " 牌桌第 1 盘", page.inner_text("#title"))


@pytest.mark.thorough
@pytest.mark.parametrize(("scene", "width"), [("self-drawn", 1280), ("claimed-win", 390)])
def test_the_hand_that_won_is_shown_large(
    sit: Callable[..., str], open_page: Callable[..., Any], scene: str, width: int
) -> None:
    """All its tiles, the last one marked; the reader's own line of scores stands out."""
    page = open_page(sit(scene, 70 + width), width=width)
    Person(page).play(SCENES[scene])
    codes = page.evaluate(
        "[...document.querySelectorAll('#result .won .tile')].map((one) => one.title.split(' ')[0])"
    )
    assert sorted(codes) == sorted(SCENES["self-drawn"].draws[1].split())
    last = page.locator("#result .won .tile.new")
    assert last.count() == 1 and last.get_attribute("title").startswith("T5 ")
    assert last.bounding_box()["width"] >= (26 if width > 400 else 21)
    box = page.locator("#result .won").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.locator("#result tr.mine").inner_text().split()[:2] == ["South", "You"]


@pytest.mark.thorough
def test_the_own_hand_is_as_wide_as_the_window_has_room(
    sit: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    page = open_page(sit("self-drawn", 80))
    page.wait_for_function(ASKED)
    tile, table, own = (
        page.locator(part).bounding_box() for part in ("#own .tile >> nth=0", "#table", "#own")
    )
    assert tile["width"] >= 44
    assert own["y"] + own["height"] <= page.viewport_size["height"]
    assert table["height"] >= 0.6 * page.viewport_size["height"]


def test_the_coach_says_that_it_thinks(
    sit: Callable[..., str], open_page: Callable[..., Any]
) -> None:
    page = open_page(sit("self-drawn", 81))
    page.wait_for_function(ASKED)
    page.evaluate(
        """() => {
          window.told = [];
          const card = document.getElementById("advice");
          const keep = () => window.told.push(card.innerText);
          new MutationObserver(keep).observe(card, { childList: true });
        }"""
    )
    page.select_option("#coach-mode", "before")
    page.wait_for_selector("#advice .candidates")
    assert "The coach is thinking …" in page.evaluate("window.told")
    expect(page.locator("#advice")).to_have_attribute("aria-busy", "false")
    page.locator("#own .hand-tile").last.click()
    page.wait_for_selector("#mark .badge")
    # It lies where it is seen without scrolling.
    box = page.locator("#mark").bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"]
