"""The review of a match in a real browser: the bar, leaving it, the page, what it leads to."""

import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.mj_lab.conftest import Check, Open, expect
from tests.mj_lab.web.pages.test_kept_pages_in_browser import saved
from tests.mj_lab.web.server.person import ASKED, Person
from tests.mj_lab.web.site.in_node import InNode
from tests.mj_lab.web.site.pages.kept_match import kept_match

pytestmark = pytest.mark.thorough

# Of a match of 16 hands, from the click on.
MOST_SECONDS = 60
KEEP = """(kept) => new Promise((done, failed) => {
  const asked = indexedDB.open("mj_bot");
  asked.onsuccess = () => {
    const store = asked.result.transaction("tables", "readwrite").objectStore("tables");
    store.put(kept, kept.token);
    store.transaction.oncomplete = () => { asked.result.close(); done(); };
  };
  asked.onerror = () => failed(asked.error);
})"""


@pytest.fixture
def to_review(site: SimpleNamespace, node: InNode, open_page: Open) -> Open:
    """`to_review(hands, finished)`: the page where the review of such a match was just begun."""

    def begun(hands: int, finished: int) -> Any:
        page = open_page(site.url + "my-games.html")
        # Who has asked the worker once has its stores.
        page.evaluate("() => MJ.ask('/api/my-games', {})")
        page.evaluate(KEEP, kept := kept_match(node, hands, finished))
        page.evaluate("(token) => MJ.rememberFinished(token)", kept["token"])
        page.reload()
        page.click(".to-review >> nth=0")
        return page

    return begun


@pytest.mark.slow
def test_a_match_is_reviewed_while_one_may_leave(
    to_review: Open, accessible: Check, for_everybody: Check
) -> None:
    page = to_review(4, 2)
    page.wait_for_selector("#progress")
    page.wait_for_function("() => document.getElementById('progress')?.value > 20")
    # Others are answered meanwhile.
    assert page.evaluate("() => MJ.ask('/api/score')") == {"scores": []}
    page.click("#stop")
    stopped = page.inner_text("#reviewed")
    accessible(page, (390, 1280))
    page.reload()
    page.wait_for_selector("#summary dl")
    assert "Reviewed" in stopped and page.locator("#progress").count() == 0
    assert page.locator("#players tbody tr").count() == 4
    assert page.locator("#tables tbody tr").count() == 4
    page.click("#worst button")
    page.wait_for_selector("#moment .hub")
    for_everybody(page, (390, 1280))
    assert page.locator("#to-replay").count() == page.locator("#try-again").count() == 1


@pytest.mark.slow
def test_a_hand_is_tried_again_from_a_moment_of_the_review(
    site: SimpleNamespace, to_review: Open, tmp_path: Path
) -> None:
    page = to_review(1, 1)
    # The only person of a match that is in My games is the reader, and is shown first.
    page.wait_for_selector("#summary dl")
    assert page.locator(".own-picker [aria-pressed=true]").inner_text() == "a person"
    assert "a person" in page.inner_text("#pickers [aria-pressed=true]")
    (kept,) = saved(page, tmp_path / "kept.html")["matches"]
    assert not kept["replay"]
    assert {one["again"] for seat in kept["seats"] for one in seat["worst"]} == {""}
    page.click("#worst button")
    page.click("#to-replay")
    page.wait_for_selector("#decision h2")
    assert page.url.startswith(site.url + "replay.html?record=kept.")
    page.click("#try-again")
    page.wait_for_function(ASKED)
    assert "played on from a record" in page.inner_text("#standing")
    assert re.fullmatch(re.escape(site.url) + r"play\.html#[\w-]{32}", page.url)
    Person(page).play()
    page.wait_for_selector("#then-and-now")
    page.goto(site.url + "my-games.html")
    page.wait_for_selector("#hands tbody tr")
    assert "tried again from a moment" in page.inner_text("#hands tbody tr >> nth=0")


@pytest.mark.slow
def test_a_match_of_16_hands_in_a_minute(to_review: Open) -> None:
    page = to_review(16, 16)
    began = time.monotonic()
    page.wait_for_selector("#summary dl", timeout=1000 * 4 * MOST_SECONDS)
    took = time.monotonic() - began
    print(f"16 hands, four seats each: {took:.1f} s")
    assert took < MOST_SECONDS
    expect(page.locator("#tables tbody tr")).to_have_count(18)
