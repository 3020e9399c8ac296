"""Files dropped on the site in a real browser: listed, replayed, reviewed, or refused in words."""

import gzip
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.records.matches import read_matches
from mj_lab.web.server.uploads import read_upload
from tests.mj_lab.conftest import expect
from tests.mj_lab.web.server.person import ASKED
from tests.mj_lab.web.site.pages.test_answers import people_of

DATA = Path(__file__).parents[4] / "data"

pytestmark = pytest.mark.thorough

# A file is dropped as a person drops it: its bytes come with the event.
DROP = """({ name, bytes }) => {
  const dataTransfer = new DataTransfer(), options = { bubbles: true, cancelable: true };
  dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
  const event = new DragEvent("drop", { dataTransfer, ...options });
  document.getElementById("drop").dispatchEvent(event);
}"""


def test_a_match_of_people_is_dropped_and_reviewed(
    served_site: SimpleNamespace, open_page: Callable[..., Any], data_folder: Path
) -> None:
    """The list, a hand's replay, the review of another seat; all of it there after a new load."""
    path = people_of(data_folder)
    upload = read_upload(path.read_bytes(), path.name)
    page = open_page(served_site.url)
    page.evaluate(DROP, {"name": path.name, "bytes": list(path.read_bytes())})
    if upload.count > 1:
        rows = page.locator("#found-list tbody tr")
        expect(rows).to_have_count(upload.count)
        for row, summary in enumerate(upload.summaries):
            assert summary["players"][0] in rows.nth(row).inner_text()
        rows.nth(upload.count - 1).locator("a").click()
    page.wait_for_selector("#choose-seat")
    shown = int(page.input_value("#choose-seat"))
    match = upload.game(upload.count)
    assert match.id in page.inner_text("#title")
    other = (shown + 1) % 4
    page.select_option("#choose-seat", str(other))
    page.click("#choices button")
    page.wait_for_function(f"() => document.getElementById('choose-seat')?.value === '{other}'")
    page.keyboard.press("End")
    assert str(max(match.scores)) in page.inner_text("#result")
    # The points that the answers of this seat lost, and the way to each.
    page.locator("#review").get_by_role("button").first.click()
    page.wait_for_selector("#decision .candidates")
    page.reload()
    page.wait_for_selector("#choose-seat")
    assert page.input_value("#choose-seat") == str(other)


def test_a_dropped_hand_is_played_on(
    served_site: SimpleNamespace, open_page: Callable[..., Any]
) -> None:
    """From a decision of its replay to a table that waits; one with flowers needs a server."""
    page = open_page(served_site.url)
    page.set_input_files("#file", DATA / "flowers_and_kongs.jsonl")
    page.wait_for_selector("#choose-seat")
    page.locator("#review").get_by_role("button").first.click()
    assert page.locator("#try-again").count() == 0
    page.goto(served_site.url)
    page.set_input_files("#file", DATA / "odds_matches.jsonl.gz")
    page.click("#found-list tbody tr a >> nth=0")
    page.wait_for_selector("#choose-seat")
    page.locator("#review").get_by_role("button").first.click()
    page.click("#try-again")
    page.wait_for_function(ASKED)
    assert "played on from a record" in page.inner_text("#standing")


def test_what_is_no_file_of_hands_is_said(
    served_site: SimpleNamespace, open_page: Callable[..., Any], tmp_path: Path
) -> None:
    """In the server's words; a file that breaks the worker leaves a fresh one behind."""
    page = open_page(served_site.url, service_workers="block")
    line = (DATA / "flowers_and_kongs.jsonl").read_bytes()
    wrong = {
        "cut.jsonl": line[:-40],
        "other.json": b'{"some": "thing"}',
        "cut.jsonl.gz": gzip.compress(line)[:-20],
        "large.jsonl": b" " * 4_000_001,
    }
    for name, data in wrong.items():
        (tmp_path / name).write_bytes(data)
        page.set_input_files("#file", tmp_path / name)
        expect(page.locator("#error")).to_contain_text(name + ":")
        assert "\n" not in page.inner_text("#error")
    (tmp_path / "good.jsonl").write_bytes(line)
    module = "**/engine.wasm"
    fresh = open_page(served_site.url, service_workers="block")
    fresh.context.route(module, lambda route: route.fulfill(body=b"no module"))
    fresh.set_input_files("#file", tmp_path / "good.jsonl")
    expect(fresh.locator("#error")).to_have_text("This question failed. Load the page again.")
    fresh.context.unroute(module)
    fresh.set_input_files("#file", tmp_path / "good.jsonl")
    fresh.wait_for_selector("#choose-seat")
    (match,) = read_matches(tmp_path / "good.jsonl")
    assert match.id in fresh.inner_text("#title")
    # The console has why; and that this test keeps the site from being kept.
    known = ("WebAssembly", "blocked by Playwright")
    for opened in (page, fresh):
        assert all(any(word in fault for word in known) for fault in opened.faults), opened.faults
        opened.faults.clear()
