"""Files given to the first page of a server and of the site: listed, replayed, refused in words."""

import gzip
import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from mj_lab.core.records.match import Match
from mj_lab.web.server.uploads import MOST_BYTES, read_upload
from tests.mj_lab.conftest import Check, Look, Open, expect
from tests.mj_lab.web.server.person import numbers
from tests.mj_lab.web.site.pages.test_router import people_of
from tests.recorded import Recorded

pytestmark = pytest.mark.thorough

# A file is dropped as a person drops it: its bytes come with the event.
DROP = """([name, packed]) => {
  const dataTransfer = new DataTransfer(), options = { bubbles: true, cancelable: true };
  const bytes = Uint8Array.from(atob(packed), (one) => one.charCodeAt());
  dataTransfer.items.add(new File([bytes], name));
  const event = new DragEvent("drop", { dataTransfer, ...options });
  document.getElementById("drop").dispatchEvent(event);
}"""
HOSTILE = "</script><img src=x onerror=alert(1)><script>alert(2)</script>"


def drop(page: Any, name: str, data: bytes) -> None:
    page.evaluate(DROP, [name, b64encode(data).decode()])


def test_a_file_with_one_match_is_shown_at_once(
    page_of: Open, recorded: Recorded, tmp_path: Path
) -> None:
    record = recorded("botzone_matches")[0]
    (tmp_path / "one.jsonl").write_text(json.dumps(record))
    page = page_of()
    page.set_input_files("#file", tmp_path / "one.jsonl")
    page.wait_for_selector("#table .hub")
    page.keyboard.press("End")
    assert numbers(page, "#result .score") == record["scores"]
    page.select_option("#choose-seat", "2")
    if page.locator("#choose-tactic [value=greedy]").count():  # On the site is the adviser alone.
        page.select_option("#choose-tactic", "greedy")
    page.click("#choices button")
    page.wait_for_url("**seat=2**")
    expect(page.locator("#decision")).to_contain_text("Decision of West")
    page.click("nav a")
    page.wait_for_selector("#drop")


def test_a_match_of_people_is_dropped_and_one_of_its_hands_reviewed(
    page_of: Open, data_folder: Path
) -> None:
    """The list, a hand's replay, the review of another seat; all of it there after a new load."""
    path = people_of(data_folder)
    upload = read_upload(path.read_bytes(), path.name)
    page = page_of()
    drop(page, path.name, path.read_bytes())
    if upload.count > 1:
        rows = page.locator("#found-list tbody tr")
        expect(rows).to_have_count(upload.count)
        expect(page.locator("#found-title")).to_have_text(f"{upload.count} matches in {path.name}")
        for row, summary in enumerate(upload.summaries):
            assert summary["players"][0] in rows.nth(row).inner_text()
        rows.nth(upload.count - 1).locator("a").click()
    page.wait_for_selector("#choose-seat")
    shown = int(page.input_value("#choose-seat"))
    match = upload.game(upload.count)
    assert isinstance(match, Match)
    assert page.inner_text("#title") == match.id
    other = (shown + 1) % 4
    page.select_option("#choose-seat", str(other))
    page.click("#choices button")
    page.wait_for_url(f"**seat={other}**")
    page.wait_for_selector("#table .hub")
    page.keyboard.press("End")
    assert numbers(page, "#result .score") == list(match.scores)
    # The points that the answers of this seat lost, and the way to each.
    page.locator("#review").get_by_role("button").first.click()
    page.wait_for_selector("#decision .candidates")
    page.reload()
    page.wait_for_selector("#choose-seat")
    assert page.input_value("#choose-seat") == str(other)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "nothing in it"),
        (HOSTILE.encode(), "no JSON"),
        (b"{}", "neither a match line"),
        (b'{"requests": [', "no JSON"),
        (gzip.compress(b'{"requests": []}')[:-9], "Compressed file ended before|a damaged gzip"),
        (b"x" * (MOST_BYTES + 1), "over 4 MB, too large"),
    ],
)
def test_what_is_no_match_file(page_of: Open, data: bytes, told: str) -> None:
    page = page_of()
    drop(page, HOSTILE, data)
    page.wait_for_selector("#error:not([hidden])")
    said = page.inner_text("#error")
    assert any(words in said for words in told.split("|")) and "\n" not in said
    assert HOSTILE[:30] in said
    assert page.locator("img").count() == 0


def test_script_in_every_string_of_a_match(
    page_of: Open, recorded: Recorded, tmp_path: Path
) -> None:
    record = {**recorded("botzone_matches")[0], "id": HOSTILE, "players": [HOSTILE] * 4}
    (tmp_path / "bad.jsonl").write_text((json.dumps(record) + "\n") * 2)
    page = page_of()
    page.set_input_files("#file", tmp_path / "bad.jsonl")
    page.wait_for_selector("#found table")
    assert page.inner_text("#found tbody a >> nth=0") == HOSTILE[:80]
    page.click("#found tbody a >> nth=1")
    page.wait_for_selector("#table .hub")
    assert page.inner_text("#title") == HOSTILE
    assert page.locator("img").count() == 0


def test_of_many_matches_one_is_chosen(
    page_of: Open, recorded: Recorded, data_folder: Path, look: Look, for_everybody: Check
) -> None:
    records, name = recorded("botzone_matches"), "botzone_matches.jsonl.gz"
    page = page_of(**look)
    page.set_input_files("#file", data_folder / name)
    page.wait_for_selector("#found table")
    titles = {"en": f"{len(records)} matches in {name}", "zh-CN": f"{name} 中有 {len(records)} 盘"}
    assert page.inner_text("#found-title") == titles[look["locale"]]
    assert page.locator("#found tbody tr").count() == len(records) == 40
    for_everybody(page)
    page.click(f"#found a:has-text('{records[3]['id']}')")
    page.wait_for_selector("#table .hub")
    assert page.inner_text("#title") == records[3]["id"]
