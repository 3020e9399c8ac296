"""The review of a match in a real browser: the bar, leaving it, the page, what it leads to."""

import re
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tests.mj_lab.conftest import expect
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


def keep(page: Any, url: str, kept: dict[str, Any]) -> None:
    """Open "My games" with this match among them."""
    page.goto(url + "my-games.html")
    # Who has asked the worker once has its stores.
    page.evaluate("() => MJ.ask('/api/my-games', {})")
    page.evaluate(KEEP, kept)
    page.evaluate("(token) => MJ.rememberFinished(token)", kept["token"])
    page.reload()
    page.wait_for_selector("#hands tbody tr")


@pytest.mark.slow
def test_a_match_is_reviewed_while_one_may_leave(
    served_site: SimpleNamespace,
    node: InNode,
    open_page: Callable[..., Any],
    accessible: Callable[..., None],
    well_laid: Callable[..., None],
) -> None:
    page = open_page(served_site.url)
    keep(page, served_site.url, kept_match(node, 4, 2))
    page.click(".to-review >> nth=0")
    page.wait_for_selector("#progress")
    page.wait_for_function("() => document.getElementById('progress').value > 20")
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
    accessible(page, (390, 1280))
    well_laid(page, (390, 1280))
    assert page.locator("#to-replay").count() == page.locator("#try-again").count() == 1


def test_a_hand_is_tried_again_from_a_moment_of_the_review(
    served_site: SimpleNamespace,
    node: InNode,
    open_page: Callable[..., Any],
) -> None:
    page = open_page(served_site.url)
    keep(page, served_site.url, kept_match(node, 1, 1))
    page.click(".to-review")
    page.click("#worst button")
    page.click("#to-replay")
    page.wait_for_selector("#decision h2")
    assert page.url.startswith(served_site.url + "replay.html?record=kept.")
    page.click("#try-again")
    page.wait_for_function(ASKED)
    assert "played on from a record" in page.inner_text("#standing")
    assert re.fullmatch(re.escape(served_site.url) + r"play\.html#[\w-]{32}", page.url)
    Person(page).play()
    page.wait_for_selector("#then-and-now")
    page.goto(served_site.url + "my-games.html")
    page.wait_for_selector("#hands tbody tr")
    assert "tried again from a moment" in page.inner_text("#hands tbody tr >> nth=0")


@pytest.mark.slow
def test_a_match_of_16_hands_in_a_minute(
    served_site: SimpleNamespace, node: InNode, open_page: Callable[..., Any]
) -> None:
    page = open_page(served_site.url)
    keep(page, served_site.url, kept_match(node, 16, 16))
    page.click(".to-review >> nth=0")
    began = time.monotonic()
    page.wait_for_selector("#summary dl", timeout=1000 * 4 * MOST_SECONDS)
    took = time.monotonic() - began
    print(f"16 hands, four seats each: {took:.1f} s")
    assert took < MOST_SECONDS
    expect(page.locator("#tables tbody tr")).to_have_count(18)
