"""The site in a real browser, from a plain server of files in a sub-folder, and without one."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.options import ADVISER
from mj_lab.core.records.matches import read_matches
from mj_lab.core.text.fan_table import fan_entries
from mj_lab.measure.check.verify import disagreement
from tests.mj_lab.conftest import expect
from tests.mj_lab.web.server.person import ASKED, PHONE, Person
from tests.mj_lab.web.site.in_node import InNode
from tests.mj_lab.web.site.pages.kept_match import kept_match

pytestmark = pytest.mark.thorough

# Of `first_click`.
MOST_MS = 2_000
# Answers that differ are played on in sampled worlds: by who plays at random many.
MOST_SECONDS = 240
KEPT = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
# The page goes on to its table while nobody waits for it.
SET_UP = "(players) => { MJ.setUpTable({ players, pace: 0, lot: true }); }"
COMPARED = "() => /learned made/.test(document.querySelector('#result .same-wall')?.innerText)"


def begin(page: Any, url: str, level: str = "learned", **settings: str) -> None:
    """Set a table up with the fields chosen so, at the fastest pace."""
    page.goto(url + "play.html")
    page.wait_for_selector("#set-up-form")
    page.check(f'#levels input[value="{level}"]')
    for name, value in {"pace": "fast", **settings}.items():
        page.select_option(f"#{name}", value)
    page.click("#set-up-form .main")
    page.wait_for_function(ASKED)


def pass_until_own_turn(page: Any) -> None:
    """Others may discard before the own first draw."""
    while not page.locator("#own .hand-tile").count():
        Person(page).press("#asks .pass")
        page.wait_for_function(ASKED)


def exported(page: Any, url: str, path: Path) -> list[Any]:
    """The matches of the file that the page "My games" gives out."""
    page.goto(url + "my-games.html")
    page.wait_for_selector("#export")
    with page.expect_download() as found:
        page.click("#export")
    found.value.save_as(path)
    return list(read_matches(path))


def test_a_hand_without_a_network(
    served_site: SimpleNamespace, open_page: Callable[..., Any], tmp_path: Path
) -> None:
    """Played offline after the first load; its record is the judge's; reviewed and replayed."""
    page = open_page(served_site.url)
    page.wait_for_selector("#play-now")
    page.wait_for_function(KEPT)
    served_site.stop()
    page.goto(served_site.url + "play.html")
    page.wait_for_selector("#set-up-form")
    levels = ["Easy (greedy)", "Medium (rule_based)", "Strong (learned)"]
    assert page.locator("#seat-2 > option").all_inner_texts() == levels
    begin(page, served_site.url, "rule_based")
    Person(page).play()
    page.wait_for_function(COMPARED)
    score = int(page.inner_text("#result tr.mine .score").replace("−", "-"))
    page.wait_for_selector("#beside", timeout=MOST_SECONDS * 1000)
    page.click("#beside")
    page.wait_for_selector("#table-1 .hub")
    assert ADVISER in page.inner_text("#name-1")
    page.go_back()
    page.wait_for_selector("#replay")
    page.click("#replay")
    page.wait_for_selector("#decision h2")
    page.keyboard.press("End")
    assert page.locator("#result .scores tbody tr").count() == 4
    (match,) = exported(page, served_site.url, tmp_path / "hands.jsonl")
    assert disagreement(match) is None
    assert match.scores[match.players.index("human")] == score
    assert sorted(match.players) == ["human", *["rule_based"] * 3]
    page.click(".review-one")
    page.wait_for_selector("#hands .lost")


def first_click(page: Any) -> float:
    """Milliseconds from the click on a cold site to the first tile that can be discarded."""
    page.wait_for_selector("#play-now")
    began = page.evaluate("() => performance.timeOrigin + performance.now()")
    page.click("#play-now")
    page.wait_for_function(ASKED)
    return float(page.evaluate("() => performance.timeOrigin + performance.now()") - began)


def test_the_first_click_leads_to_the_first_discard(
    served_site: SimpleNamespace, open_page: Callable[..., Any]
) -> None:
    page = open_page(served_site.url)
    first_click(page)
    assert re.fullmatch(re.escape(served_site.url) + r"play\.html#[\w-]{32}", page.url)


@pytest.mark.slow
def test_the_first_discard_is_asked_for_in_time(
    served_site: SimpleNamespace, open_page: Callable[..., Any]
) -> None:
    """On a machine that does nothing else."""
    took = median([first_click(open_page(served_site.url)) for _ in range(3)])
    print(f"first click to first discard: {took:.0f} ms")
    assert took < MOST_MS


@pytest.mark.slow
def test_a_table_is_found_as_it_was(
    served_site: SimpleNamespace, open_page: Callable[..., Any]
) -> None:
    page = open_page(served_site.url)
    begin(page, served_site.url, hands="4", **{"coach-first": "before"})
    pass_until_own_turn(page)
    page.wait_for_selector("#advice[aria-busy=false] .candidates")
    Person(page).press("#own .hand-tile")
    page.wait_for_selector("#mark .badge")
    page.wait_for_function(ASKED)
    shown = [page.inner_text(f"#{part}") for part in ("asks", "own", "standing")]
    sequence = page.get_attribute("#playing", "data-sequence")
    page.click("#effective")
    page.wait_for_selector("#effective-list .nearer")
    page.reload()
    page.wait_for_function(ASKED)
    assert page.get_attribute("#playing", "data-sequence") == sequence
    assert [page.inner_text(f"#{part}") for part in ("asks", "own", "standing")] == shown
    page.goto(served_site.url)
    page.click("#open-tables a")
    page.wait_for_function(ASKED)
    assert page.get_attribute("#playing", "data-sequence") == sequence


@pytest.mark.slow
def test_a_table_is_played_in_one_tab(
    served_site: SimpleNamespace, open_page: Callable[..., Any]
) -> None:
    """The one that was opened last; the other says so and goes no further."""
    page = open_page(served_site.url)
    begin(page, served_site.url)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_function(ASKED)
    expect(page.locator("#line")).not_to_have_text("")
    pass_until_own_turn(other)
    Person(other).press("#own .hand-tile")
    other.wait_for_function(ASKED)
    sequence = other.get_attribute("#playing", "data-sequence")
    assert page.get_attribute("#playing", "data-sequence") != sequence
    page.reload()
    page.wait_for_function(ASKED)
    assert page.get_attribute("#playing", "data-sequence") == sequence


def test_a_broken_engine_is_said_and_taken_anew(
    served_site: SimpleNamespace, open_page: Callable[..., Any]
) -> None:
    page = open_page(served_site.url, service_workers="block")
    module = "**/engine.wasm"
    page.context.route(module, lambda route: route.fulfill(body=b"no module"))
    page.click("#play-now")
    expect(page.locator("#play-error")).to_have_text("This question failed. Load the page again.")
    page.context.unroute(module)
    page.click("#play-now")
    page.wait_for_function(ASKED)
    # The console has why; and that this test keeps the site from being kept.
    known = ("WebAssembly", "blocked by Playwright")
    assert all(any(word in fault for word in known) for fault in page.faults), page.faults
    page.faults.clear()


@pytest.mark.slow
def test_two_hands_of_a_round(served_site: SimpleNamespace, open_page: Callable[..., Any]) -> None:
    page = open_page(served_site.url)
    begin(page, served_site.url, hands="4", **{"claims-first": "hand"})
    Person(page).play()
    page.click("#next-hand")
    page.wait_for_function(ASKED)
    assert "2" in page.inner_text("#standing")
    Person(page).play()
    both = "() => document.querySelectorAll('#same-walls tbody tr').length === 2"
    page.wait_for_function(both, timeout=MOST_SECONDS * 1000)


def test_hands_and_questions_are_answered(
    served_site: SimpleNamespace, open_page: Callable[..., Any]
) -> None:
    page = open_page(served_site.url + "analyze.html")
    page.click("#example")
    page.wait_for_selector("#study .candidates")
    assert ADVISER in page.inner_text("#study .plays")
    page.goto(served_site.url + "analyze.html?hand=W111222333+W99+B123")
    page.wait_for_selector("#fans")
    assert "48" in page.inner_text("#fans .total")
    page.goto(served_site.url + "analyze.html?hand=W12x")
    expect(page.locator("#error")).to_contain_text("cannot be read")
    page.goto(served_site.url + "train.html")
    page.click("#start-form .main")
    page.wait_for_selector("#asking:not([hidden])")
    first = page.locator("#own .train-tile, #asks button").first
    first.click()
    page.wait_for_selector("#told .verdict")
    page.goto(served_site.url + "rules.html")
    assert page.locator(".fan-entry").count() == len(fan_entries())


@pytest.mark.slow
def test_a_file_goes_from_browser_to_browser(
    served_site: SimpleNamespace,
    site_folder: Path,
    open_page: Callable[..., Any],
    tmp_path: Path,
) -> None:
    """And what is no file of hands is said so in a line."""
    page = open_page(served_site.url)
    begin(page, served_site.url)
    Person(page).play()
    path = tmp_path / "hands.jsonl"
    before = exported(page, served_site.url, path)
    other = open_page(served_site.url + "my-games.html")
    other.wait_for_selector("#export")
    other.set_input_files("#import", path)
    other.wait_for_selector("#hands tbody tr")
    assert exported(other, served_site.url, tmp_path / "again.jsonl") == before
    bad = tmp_path / "bad.jsonl"
    record = json.loads(path.read_text(encoding="utf-8"))
    record["requests"][5][0] = "3 0 PLAY W0"
    bad.write_text(json.dumps({**record, "id": "other"}) + "\n", encoding="utf-8")
    for wrong in (bad, site_folder / "index.html"):
        other.set_input_files("#import", wrong)
        expect(other.locator("#kept")).not_to_have_text("")
        assert "\n" not in other.inner_text("#kept")
    other.reload()
    other.wait_for_selector("#hands tbody tr")
    assert other.locator("#hands tbody tr").count() == 1


@pytest.mark.parametrize(
    ("scheme", "locale"),
    [pytest.param("light", "en-US", marks=pytest.mark.slow), ("dark", "zh-CN")],
)
def test_it_is_for_everybody(
    served_site: SimpleNamespace,
    open_page: Callable[..., Any],
    accessible: Callable[..., None],
    well_laid: Callable[..., None],
    scheme: str,
    locale: str,
) -> None:
    """Nothing serious for axe, on wide screens and narrow ones, in both languages and colours."""
    page = open_page(served_site.url, color_scheme=scheme, locale=locale)
    for name in ("index", "play", "analyze", "rules", "train", "my-games"):
        page.goto(f"{served_site.url}{name}.html")
        page.wait_for_selector("#switches button")
        accessible(page, (390, 1280))
        well_laid(page, (390, 1280))
    begin(page, served_site.url)
    accessible(page, (390, 1280))
    well_laid(page, (390, 1280))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_pages_of_a_finished_hand_are_for_everybody(
    served_site: SimpleNamespace,
    node: InNode,
    open_page: Callable[..., Any],
    accessible: Callable[..., None],
    well_laid: Callable[..., None],
    scheme: str,
    locale: str,
) -> None:
    """Nothing serious for axe in the replay, the two games side by side and the review."""
    page = open_page(served_site.url + "my-games.html", color_scheme=scheme, locale=locale)
    record = json.dumps(kept_match(node, 1, 1)["hands"][0]["record"])
    asked = "(text) => MJ.ask('/api/my-games/import', new File([text], 'hand.jsonl'))"
    (token,) = page.evaluate(asked, record)["tokens"]
    for name, there in (
        ("replay", "#decision h2"),
        ("beside", "#table-1 .hub"),
        ("review", "#summary dl"),
    ):
        page.goto(f"{served_site.url}{name}.html?record={token}{'.0&seat=0' * (name != 'review')}")
        page.wait_for_selector(there)
        if name == "replay":
            page.keyboard.press("]")
            page.wait_for_selector("#decision .words")
        if name == "review":
            page.click("#worst button")
            page.wait_for_selector("#moment .hub")
        accessible(page, (390, 1280))
        well_laid(page, (390, 1280))


def test_a_newer_version_is_said_and_taken(
    served_site: SimpleNamespace, site_folder: Path, open_page: Callable[..., Any], tmp_path: Path
) -> None:
    """The folder changes as a web space does when the site is put there anew."""
    newer = tmp_path / "newer"
    shutil.copytree(site_folder, newer)
    page = open_page(served_site.url)
    page.wait_for_function(KEPT)
    script = newer / "offline.js"
    script.write_text(script.read_text(encoding="utf-8").replace('"version": "', '"version": "n'))
    first = newer / "index.html"
    html = first.read_text(encoding="utf-8")
    first.write_text(html.replace("<h1>mj_bot</h1>", "<h1>newer</h1>"), encoding="utf-8")
    served_site.put(newer)
    page.reload()
    expect(page.locator("h1")).to_have_text("mj_bot")
    page.wait_for_selector("#newer button")
    page.click("#newer button")
    expect(page.locator("h1")).to_have_text("newer")
    page.wait_for_selector("#switches button")
    assert page.locator("#newer").count() == 0


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_a_hundred_hands(
    served_site: SimpleNamespace, open_page: Callable[..., Any], tmp_path: Path
) -> None:
    """50 at the size of a phone, all offline after the first load; every record verifies."""
    for phone in (False, True):
        page = open_page(served_site.url, **(PHONE if phone else {}))
        page.wait_for_selector("#play-now")
        page.wait_for_function(KEPT)
        page.context.set_offline(True)
        for number in range(50):
            players = ["human", *(["odds", "greedy", "odds"] if number % 2 else ["greedy"] * 3)]
            page.goto(served_site.url + "play.html")
            page.wait_for_selector("#set-up-form")
            page.evaluate(SET_UP, players)
            page.wait_for_function(ASKED)
            Person(page, phone).play()
            page.wait_for_function(COMPARED)
        matches = exported(page, served_site.url, tmp_path / f"{phone:d}.jsonl")
        assert len(matches) == 50
        assert [disagreement(match) for match in matches] == [None] * 50
        page.context.close()
