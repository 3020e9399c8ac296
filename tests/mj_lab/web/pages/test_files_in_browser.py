"""Files given to the first page of a server and of the site: listed, replayed, refused in words."""

import gzip
import json
import re
from base64 import b64encode
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from mj_lab.web.server.uploads import MOST_BYTES, read_upload
from tests.mj_lab.conftest import Check, Look, Open, expect, slow
from tests.mj_lab.web.server.person import ASKED, numbers
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


# What of a report is the reader's own.
OWN = ("#players", "#worst-of-players h2", "#summary h2")


def save_review(page: Any, path: Path) -> None:
    with page.expect_download() as download:
        page.click("#keep")
    download.value.save_as(path)


def test_a_match_of_people_is_one_match_with_a_report(
    page_of: Open,
    open_page: Open,
    data_folder: Path,
    look: Look,
    tmp_path: Path,
    for_everybody: Check,
    accessible: Check,
) -> None:
    """Dropped: names, points, hands; who the reader is; the report, saved; Back; a new load."""
    path = people_of(data_folder)
    upload = read_upload(path.read_bytes(), path.name)
    (table,) = upload.tables
    page = page_of(timezone_id="Asia/Shanghai", **look)
    drop(page, path.name, path.read_bytes())
    page.wait_for_selector(".match-of-hands")
    chinese = look["locale"] == "zh-CN"
    began = datetime.fromtimestamp(table["began"], timezone(timedelta(hours=8)))
    title = page.inner_text(".match-of-hands h3")
    assert table["name"] in title and f"{began:%Y-%m-%d %H:%M}" in title
    rows = page.locator(".match-of-hands tbody tr")
    expect(rows).to_have_count(len(table["rows"]) + 1)
    assert numbers(page, ".match-of-hands tr.sum td.number") == table["standing"]
    heads = page.locator(".match-of-hands thead th")
    assert heads.all_inner_texts() == ["盘" if chinese else "Hand", *table["players"]]
    assert rows.nth(1).locator("a").inner_text() == ("东1" if chinese else "East 1")
    for_everybody(page)
    accessible(page)
    me = table["players"][2]
    page.click(f".own-picker button:has-text('{me}')")
    assert heads.nth(3).inner_text() == me + ("（你）" if chinese else " (you)")
    page.click(".match-of-hands .button.main")
    page.wait_for_selector("#summary dl", timeout=60_000)
    place = page.locator("#own-player [aria-pressed=true]")
    expect(place).to_have_text(me)
    assert me in page.inner_text("#worst-of-players h2")
    # The hand below is called as in the table, and a saved page is still the reader's.
    assert re.match(rf"(东1|East 1) \w+ {me}\b", page.inner_text("#summary h2"))
    assert page.inner_text("#game option >> nth=0") == ("1. 东1" if chinese else "1. East 1")
    save_review(page, tmp_path / "kept.html")
    kept = open_page((tmp_path / "kept.html").as_uri(), **look)
    assert [kept.inner_text(one) for one in OWN] == [page.inner_text(one) for one in OWN]
    assert page.locator("#tables tbody tr").count() >= len(table["rows"]) + 2
    for_everybody(page)
    accessible(page)
    page.go_back()
    expect(rows).to_have_count(len(table["rows"]) + 1)
    page.reload()
    expect(rows).to_have_count(len(table["rows"]) + 1)
    page.go_back()
    expect(page.locator("#found")).to_be_hidden()
    page.go_forward()
    expect(rows).to_have_count(len(table["rows"]) + 1)
    # A hand's replay is seen from the own seat.
    rows.nth(len(table["rows"])).locator("a").click()
    page.wait_for_selector("#choose-seat")
    seat = table["rows"][-1]["cells"][2][0]
    assert page.input_value("#choose-seat") == str(seat)
    page.click("nav a")
    expect(rows).to_have_count(len(table["rows"]) + 1)


@pytest.mark.foreign
def test_a_match_without_a_name(page_of: Open, data_folder: Path) -> None:
    path = data_folder / "salasasa_match.json"
    page = page_of()
    drop(page, path.name, path.read_bytes())
    title = page.locator(".match-of-hands h3")
    expect(title).to_contain_text("Match: 10 of 16 hands, ")
    # What is no match takes nothing away.
    drop(page, HOSTILE, b"{}")
    page.wait_for_selector("#error:not([hidden])")
    assert title.is_visible()


@pytest.mark.parametrize("origin", ["server", slow("site")], indirect=True)
def test_a_second_try_from_the_worst_answer_of_a_report(page_of: Open, data_folder: Path) -> None:
    path = people_of(data_folder)
    page = page_of()
    drop(page, path.name, path.read_bytes())
    page.click(".match-of-hands .button.main")
    page.click("#worst-of-players button.hand:has-text('1'), #worst button.hand", timeout=60_000)
    page.click("#worst button.hand >> nth=0")
    page.click("#try-again")
    page.wait_for_function(ASKED)
    assert "played on from a record" in page.inner_text("#standing")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "nothing in it"),
        (HOSTILE.encode(), "no JSON"),
        (b"{}", "neither a match line"),
        (b'{"requests": [', "ends inside the value"),
        (
            gzip.compress(b'{"requests": []}', mtime=0)[:-9],
            "Compressed file ended before|a damaged gzip",
        ),
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
    titles = {"en": f"{name}: {len(records)} hands", "zh-CN": f"{name}：共 {len(records)} 盘"}
    assert page.inner_text("#found-title") == titles[look["locale"]]
    assert page.locator("#found tbody tr").count() == len(records) == 40
    for_everybody(page)
    page.click(f"#found a:has-text('{records[3]['id']}')")
    page.wait_for_selector("#table .hub")
    assert page.inner_text("#title") == records[3]["id"]
