"""What a person reads at the table and after it: "you", the way back, which hand was which."""

import re
from types import SimpleNamespace

import pytest

from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import save_match
from tests.mj_lab.conftest import Open, expect, misread, thorough
from tests.mj_lab.web.server.person import ASKED, Person
from tests.mj_lab.web.server.staged import SCENES
from tests.recorded import Recorded

# What a tile of the own hand is called where it can be discarded.
DISCARDS = {
    "en-US": re.compile(
        "discard ([1-9] of (characters|dots|bamboos)|(East|South|West|North) wind"
        "|(red|green|white) dragon)(, just drawn)?"
    ),
    "zh-CN": re.compile("打「([一二三四五六七八九][万饼条]|[东南西北]风|[中发白])(，刚摸到)?」"),
}
# Notes from now on what these parts of the page say.
LISTEN = """(ids) => {
  window.told = [];
  for (const id of ids) {
    const part = document.getElementById(id), keep = () => window.told.push(part.textContent);
    new MutationObserver(keep).observe(part, { childList: true });
    keep();
  }
}"""


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
    staged: Open, open_page: Open, scene: str, language: str, said: list[str]
) -> None:
    """In the line below the table and in what a screen reader says."""
    page = open_page(staged(scene, pace=0.1).url, locale=language)
    page.wait_for_function(ASKED)
    page.evaluate(LISTEN, ["event", "live"])
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
def test_the_end_leads_to_the_replay_and_back_to_where_one_came_from(
    sit: Open, open_page: Open, server: SimpleNamespace
) -> None:
    page = sit("self-drawn", 34)
    table = page.url
    assert re.search(r"Win: \d+ fan, \d+ points", page.inner_text("#asks"))
    assert "Pure Straight" in page.inner_text("#asks .fans-now")
    Person(page).play(SCENES["self-drawn"])
    assert "You win by self-draw" in page.inner_text("#result h2")
    assert page.locator("#result .scores tbody tr").count() == 4
    assert page.locator("#table .hand .tile svg[aria-label='face down']").count() == 0
    page.click("#replay")
    page.wait_for_selector("#decision h2")
    assert re.search(r"/saved/\w+\?seat=1", page.url)
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
def test_saved_hands_tell_date_players_and_result(sit: Open, server: SimpleNamespace) -> None:
    page = sit("self-drawn")
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
def test_the_hand_that_won_is_shown_large(sit: Open, scene: str, width: int) -> None:
    """All its tiles, the last one marked; the reader's own line of scores stands out."""
    page = sit(scene, width=width)
    Person(page).play(SCENES[scene])
    codes = page.evaluate(
        "[...document.querySelectorAll('#result .won .tile')]"
        ".map((one) => one.dataset.title.split(' ')[0])"
    )
    assert sorted(codes) == sorted(SCENES["self-drawn"].draws[1].split())
    last = page.locator("#result .won .tile.new")
    assert last.count() == 1 and last.get_attribute("data-title").startswith("T5 ")
    assert last.bounding_box()["width"] >= (26 if width > 400 else 21)
    box = page.locator("#result .won").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.locator("#result tr.mine").inner_text().split()[:2] == ["South", "You"]


@pytest.mark.thorough
def test_the_own_hand_is_as_wide_as_the_window_has_room(sit: Open) -> None:
    page = sit("self-drawn")
    tile, table, own = (
        page.locator(part).bounding_box() for part in ("#own .tile >> nth=0", "#table", "#own")
    )
    assert tile["width"] >= 44
    assert own["y"] + own["height"] <= page.viewport_size["height"]
    assert table["height"] >= 0.6 * page.viewport_size["height"]


@pytest.mark.thorough
@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_a_screen_reader_is_told_all_once(sit: Open, locale: str) -> None:
    """Of a claim and of a discard each part has a name, and none is said twice."""
    page = sit("chow-low", locale=locale)
    assert misread(page) == []
    Person(page).pass_until_own_turn()
    page.mouse.move(0, 0)
    assert misread(page) == []
    own = page.locator("#own .hand-tile").all()
    names = [DISCARDS[locale].fullmatch(str(one.get_attribute("aria-label"))) for one in own]
    assert len(names) == 14 and all(names)
    hidden = {"en-US": "Hand of North, 13 face down", "zh-CN": "北家手牌，13 张扣着"}
    assert page.get_by_role("img", name=hidden[locale], exact=True).count() == 1


def test_the_coach_says_that_it_thinks(sit: Open) -> None:
    page = sit("self-drawn")
    page.evaluate(LISTEN, ["advice"])
    page.select_option("#coach-mode", "before")
    page.wait_for_selector("#advice .candidates")
    assert "The coach is thinking …" in page.evaluate("window.told")
    expect(page.locator("#advice")).to_have_attribute("aria-busy", "false")
    page.locator("#own .hand-tile").last.click()
    page.wait_for_selector("#mark .badge")
    # It lies where it is seen without scrolling.
    box = page.locator("#mark").bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"]


@pytest.mark.thorough
def test_saved_matches_are_listed(show: Open, server: SimpleNamespace, recorded: Recorded) -> None:
    match = Match.model_validate(recorded("rare_games")[9])
    save_match(server.folder / "wall-9-1.jsonl", match)
    page = show()
    page.wait_for_selector("#saved table")
    page.click(f"#saved a:has-text('{match.id}') >> nth=0")
    page.wait_for_selector("#table .hub")
    assert page.inner_text("#title") == match.id
