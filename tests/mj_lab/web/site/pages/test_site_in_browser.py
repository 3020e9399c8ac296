"""The site in a real browser, from a plain server of files in a sub-folder, and without one."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from threading import Event
from time import sleep
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.options import ADVISER
from mj_lab.core.records.matches import read_matches
from mj_lab.measure.check.verify import disagreement
from mj_lab.web.site.pages import write_offline
from tests.mj_lab.conftest import Check, Open, expect
from tests.mj_lab.web.conftest import PlainFiles, serving_files, serving_site
from tests.mj_lab.web.server.person import ASKED, PHONE, Person, numbers, set_up
from tests.mj_lab.web.site.in_node import InNode
from tests.mj_lab.web.site.pages.kept_match import kept_match

pytestmark = pytest.mark.thorough

DATA = Path(__file__).parents[4] / "data"
FLOWERS = DATA / "flowers_and_kongs.jsonl"
# Of `first_click`.
MOST_MS = 2_000
# Answers that differ are played on in sampled worlds: by who plays at random many.
MOST_SECONDS = 240
KEPT = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
# The page goes on to its table while nobody waits for it.
# Other scripts in place of those that are kept.
SPOILT = """async () => {
  const [name] = await caches.keys(), cache = await caches.open(name);
  for (const { url } of await cache.keys())
    if (url.endsWith(".js")) await cache.put(url, new Response("throw new Error('of none');"));
}"""
SET_UP = "(players) => { MJ.setUpTable({ players, pace: 0, lot: true }); }"
COMPARED = "() => /learned made/.test(document.querySelector('#result .same-wall')?.innerText)"


@pytest.fixture
def served_site(site_folder: Path, tmp_path: Path) -> Iterator[SimpleNamespace]:
    """The site in a web space of its own.

    After its `stop` nothing answers; its `put` has another folder answer in its place.
    """
    with serving_site(tmp_path, site_folder) as served:
        yield served


def begin(page: Any, level: str = "learned", **fields: str) -> Any:
    """The page of the site, at a table with the fields chosen so, at the fastest pace."""
    page.goto(page.url.rpartition("/")[0] + "/play.html")
    set_up(page, level, **{"pace": "fast", **fields})
    page.wait_for_function(ASKED)
    return page


def exported(page: Any, path: Path) -> list[Any]:
    """The matches of the file that the page "My games" gives out."""
    page.goto(page.url.rpartition("/")[0] + "/my-games.html")
    page.wait_for_selector("#export")
    with page.expect_download() as found:
        page.click("#export")
    found.value.save_as(path)
    return list(read_matches(path))


@pytest.mark.slow
def test_a_hand_without_a_network(
    served_site: SimpleNamespace, open_page: Open, tmp_path: Path
) -> None:
    """Played offline after the first load; its record is the judge's; reviewed and replayed."""
    page = open_page(served_site.url)
    page.wait_for_selector("#play-now")
    page.wait_for_function(KEPT)
    served_site.stop()
    page.goto(served_site.url + "play.html")
    page.wait_for_selector("#set-up-form")
    levels = ["Easy · Kuai (greedy)", "Medium · Pu (rule_based)", "Strong · Xue (learned)"]
    assert page.locator("#seat-2 > option").all_inner_texts() == levels
    begin(page, "rule_based")
    Person(page).play()
    page.wait_for_function(COMPARED)
    (score,) = numbers(page, "#result tr.mine .score")
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
    (match,) = exported(page, tmp_path / "hands.jsonl")
    assert disagreement(match) is None
    assert match.scores[match.players.index("human")] == score
    assert sorted(match.players) == ["human", *["rule_based"] * 3]
    page.click(".review-one")
    page.wait_for_selector("#hands .lost")


# What is said of the line from now on.
NOTES_LINE = """() => {
  window.saidOfLine = [];
  const line = document.getElementById("line");
  new MutationObserver(() => line.textContent && window.saidOfLine.push(line.textContent))
    .observe(line, { childList: true, characterData: true, subtree: true });
}"""


class HalfAnEngine(PlainFiles):
    """Files as they are; the worker comes late, half of the engine's module when it may."""

    may = Event()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if self.path.endswith("worker.js"):
            sleep(7)  # A table's patience with its connection is 6 seconds.
        if self.path.endswith("module.bin"):
            outputfile.write(source.read(200_000))
            outputfile.flush()
            self.may.wait(60)
        super().copyfile(source, outputfile)


def test_the_table_is_there_before_the_engine(site_folder: Path, open_page: Open) -> None:
    with serving_files(site_folder, HalfAnEngine) as served:
        page = open_page(served.url, locale="en")
        page.click("#play-now")
        page.wait_for_selector("#line", state="attached")
        page.evaluate(NOTES_LINE)
        said = re.compile(r"engine: 0\.[1-6] of 0\.8 MB")
        expect(page.locator("#engine")).to_have_text(said, timeout=20_000)
        assert page.evaluate("window.saidOfLine") == []
        expect(page.locator("#playing .felt")).to_be_visible()
        assert not page.locator("#line").is_visible()
        page.click("#language")
        HalfAnEngine.may.set()
        page.wait_for_function(ASKED)
        expect(page.locator("#engine")).to_have_count(0)


def first_click(page: Any) -> float:
    """Milliseconds from the click on a cold site to the first tile that can be discarded."""
    page.wait_for_selector("#play-now")
    began = page.evaluate("() => performance.timeOrigin + performance.now()")
    page.click("#play-now")
    page.wait_for_function(ASKED)
    return float(page.evaluate("() => performance.timeOrigin + performance.now()") - began)


@pytest.mark.slow
def test_the_first_discard_is_asked_for_in_time(site: SimpleNamespace, open_page: Open) -> None:
    """On a machine that does nothing else."""
    took = median([first_click(open_page(site.url)) for _ in range(3)])
    print(f"first click to first discard: {took:.0f} ms")
    assert took < MOST_MS


@pytest.mark.slow
def test_a_table_is_played_in_one_tab(site: SimpleNamespace, open_page: Open) -> None:
    """The one that was opened last; the other says so and goes no further."""
    page = begin(open_page(site.url))
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_function(ASKED)
    expect(page.locator("#line")).not_to_have_text("")
    Person(other).pass_until_own_turn()
    Person(other).press("#own .hand-tile")
    other.wait_for_function(ASKED)
    sequence = Person(other).sequence()
    assert Person(page).sequence() != sequence
    page.reload()
    page.wait_for_function(ASKED)
    assert Person(page).sequence() == sequence


@pytest.mark.parametrize(
    ("do", "error", "text", "done"),
    [
        (lambda page: page.click("#play-now"), "#line", "The line is broken", "#own .hand-tile"),
        (
            lambda page: page.set_input_files("#file", FLOWERS),
            "#error",
            "This question failed. Load the page again.",
            "#choose-seat",
        ),
    ],
    ids=["a table", "a file"],
)
def test_a_broken_engine_is_said_and_taken_anew(
    site: SimpleNamespace, open_page: Open, do: Open, error: str, text: str, done: str
) -> None:
    page = open_page(site.url, service_workers="block")
    module = "**/module.bin"
    page.context.route(module, lambda route: route.fulfill(body=b"no module"))
    do(page)
    expect(page.locator(error)).to_contain_text(text)
    page.context.unroute(module)
    if page.locator("#file").count():  # A table takes a new engine by itself.
        do(page)
    page.wait_for_selector(done)
    # The console has why; and that this test keeps the site from being kept.
    known = ("Failed to fetch", "blocked by Playwright")
    assert all(any(word in fault for word in known) for fault in page.faults), page.faults
    page.faults.clear()


@pytest.mark.slow
def test_two_hands_of_a_round(site: SimpleNamespace, open_page: Open) -> None:
    page = begin(open_page(site.url), hands="4", claims_first="hand")
    Person(page).play()
    page.click("#next-hand")
    page.wait_for_function(ASKED)
    assert "2" in page.inner_text("#standing")
    Person(page).play()
    both = "() => document.querySelectorAll('#same-walls tbody tr').length === 2"
    page.wait_for_function(both, timeout=MOST_SECONDS * 1000)


@pytest.mark.slow
def test_a_file_goes_from_browser_to_browser(
    site: SimpleNamespace, site_folder: Path, open_page: Open, tmp_path: Path
) -> None:
    """And what is no file of hands is said so in a line."""
    page = begin(open_page(site.url))
    Person(page).play()
    path = tmp_path / "hands.jsonl"
    before = exported(page, path)
    other = open_page(site.url + "my-games.html")
    other.wait_for_selector("#export")
    other.set_input_files("#import", path)
    other.wait_for_selector("#hands tbody tr")
    assert exported(other, tmp_path / "again.jsonl") == before
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


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_pages_of_a_finished_hand_are_for_everybody(
    site: SimpleNamespace,
    node: InNode,
    open_page: Open,
    theme: str,
    locale: str,
    for_everybody: Check,
) -> None:
    """Nothing serious for axe in the replay, the two games side by side and the review."""
    page = open_page(site.url + "my-games.html", color_scheme=theme, locale=locale)
    record = json.dumps(kept_match(node, 1, 1)["hands"][0]["record"])
    asked = "(text) => MJ.ask('/api/my-games/import', new File([text], 'hand.jsonl'))"
    (token,) = page.evaluate(asked, record)["tokens"]
    for name, there in (
        ("replay", "#decision h2"),
        ("beside", "#table-1 .hub"),
        ("review", "#summary dl"),
    ):
        page.goto(f"{site.url}{name}.html?record={token}{'.0&seat=0' * (name != 'review')}")
        page.wait_for_selector(there)
        if name == "replay":
            page.locator("#review").get_by_role("button").first.click()
            page.wait_for_selector("#decision .candidates")
        if name == "review":
            page.click("#worst button")
            page.wait_for_selector("#moment .hub")
        for_everybody(page, (390, 1280))


def test_a_newer_version_is_said_and_taken(
    served_site: SimpleNamespace, site_folder: Path, open_page: Open, tmp_path: Path
) -> None:
    """The folder changes as a web space does when the site is put there anew.

    A script that is kept and is not of the version that is in use is fetched again.
    """
    newer = tmp_path / "newer"
    shutil.copytree(site_folder, newer)
    page = open_page(served_site.url)
    page.wait_for_function(KEPT)
    first = newer / "index.html"
    html = first.read_text(encoding="utf-8")
    first.write_text(html.replace("<h1>mj_bot</h1>", "<h1>newer</h1>"), encoding="utf-8")
    write_offline(newer)
    served_site.put(newer)
    page.evaluate(SPOILT)
    page.reload()
    expect(page.locator("h1")).to_have_text("mj_bot")
    page.wait_for_selector("#newer button")
    page.click("#newer button")
    expect(page.locator("h1")).to_have_text("newer")
    page.wait_for_selector("#switches button")
    assert page.locator("#newer").count() == 0


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_a_hundred_hands(site: SimpleNamespace, open_page: Open, tmp_path: Path) -> None:
    """50 at the size of a phone, all offline after the first load; every record verifies."""
    for phone in (False, True):
        page = open_page(site.url, **(PHONE if phone else {}))
        page.wait_for_selector("#play-now")
        page.wait_for_function(KEPT)
        page.context.set_offline(True)
        for number in range(50):
            players = ["human", *(["odds", "greedy", "odds"] if number % 2 else ["greedy"] * 3)]
            page.goto(site.url + "play.html")
            page.wait_for_selector("#set-up-form")
            page.evaluate(SET_UP, players)
            page.wait_for_function(ASKED)
            Person(page, phone).play()
            page.wait_for_function(COMPARED)
        matches = exported(page, tmp_path / f"{phone:d}.jsonl")
        assert len(matches) == 50
        assert [disagreement(match) for match in matches] == [None] * 50
        page.context.close()


@pytest.mark.parametrize(("locale", "run"), [("en-US", "Run"), ("zh-CN", "运行")])
def test_a_page_in_a_folder_says_that_it_wants_http(
    site_folder: Path, browser: Any, locale: str, run: str
) -> None:
    page = browser.new_page(locale=locale)
    page.goto((site_folder / "index.html").as_uri())
    expect(page.locator("#wants-http")).to_contain_text(f"{run} python -m http.server")
    page.close()


def test_a_dropped_hand_is_played_on(site: SimpleNamespace, open_page: Open) -> None:
    """From a decision of its replay to a table that waits; Botzone with flowers needs a server."""
    page = open_page(site.url)
    page.set_input_files("#file", FLOWERS)
    page.wait_for_selector("#choose-seat")
    page.locator("#review").get_by_role("button").first.click()
    assert page.locator("#try-again").count() == 0
    page.goto(site.url)
    page.set_input_files("#file", DATA / "odds_matches.jsonl.gz")
    page.click("#found-list tbody tr a >> nth=0")
    page.wait_for_selector("#choose-seat")
    page.locator("#review").get_by_role("button").first.click()
    page.click("#try-again")
    page.wait_for_function(ASKED)
    assert "played on from a record" in page.inner_text("#standing")
