"""Pages of records saved as files and put on paper: the same on disk, whole on a sheet."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_bot.tactics import load
from mj_lab.core.pages.page import data_of_page
from mj_lab.core.records.match import Match
from mj_lab.explain.review.page import review_page
from mj_lab.explain.review.replay.match_page import replay_page
from mj_lab.explain.review.together.report import report_of
from tests.mj_lab.conftest import Open, expect
from tests.mj_lab.explain.review.test_review_in_browser import games
from tests.mj_lab.web.server.person import numbers
from tests.recorded import Recorded

HOSTILE = "</script><img src=x onerror=alert(1)>\u2028"
# What is wrong on a sheet: light on dark, wider than it, a part to scroll, what is there to press.
FAULTS_ON_PAPER = """() => {
  const found = [], colours = getComputedStyle(document.body);
  if (colours.backgroundColor !== "rgb(255, 255, 255)") found.push(colours.backgroundColor);
  if (colours.color !== "rgb(0, 0, 0)") found.push(colours.color);
  if (document.documentElement.scrollWidth > innerWidth) found.push("wide");
  for (const one of document.querySelectorAll("button, nav, select, input, .switches"))
    if (one.getClientRects().length && !one.closest("td, li")) found.push(one.outerHTML);
  for (const one of document.querySelectorAll("main *")) {
    const { overflowX, overflowY, position } = getComputedStyle(one);
    const scrolls = [overflowX, overflowY].some((how) => ["auto", "scroll"].includes(how));
    if (scrolls || ["fixed", "sticky"].includes(position)) found.push(one.className);
  }
  return found;
}"""


def saved(page: Any, path: Path) -> Any:
    """Presses the button that saves a page, and returns the data that is then on disk."""
    page.wait_for_selector("#keep:not([hidden])")
    with page.expect_download() as download:
        page.click("#keep")
    download.value.save_as(path)
    text = path.read_text(encoding="utf-8")
    assert "'self'" not in text.partition("</head>")[0]
    return data_of_page(text)


def test_a_replay_is_saved_as_a_page_of_its_own(
    page_of: Open, open_page: Open, recorded: Recorded, tmp_path: Path
) -> None:
    record = {**recorded("botzone_matches")[0], "players": [HOSTILE, "b", "c", "d"]}
    (tmp_path / "one.jsonl").write_text(json.dumps(record))
    page = page_of()
    page.set_input_files("#file", tmp_path / "one.jsonl")
    page.wait_for_selector("#table .hub")
    page.wait_for_selector("#choices button")
    data = saved(page, tmp_path / "kept.html")
    assert data["match"]["players"] == record["players"] and not data.get("again")
    kept = open_page((tmp_path / "kept.html").as_uri(), locale="en")
    kept.keyboard.press("End")
    assert numbers(kept, "#result .score") == record["scores"]
    assert kept.locator("#keep, #choices button, nav, #try-again").count() == 0


def test_a_review_is_saved_without_what_needs_a_server(
    server: SimpleNamespace, open_ready: Open, open_page: Open, tmp_path: Path
) -> None:
    report = server.folder / "three.html"
    report.write_text(review_page(report_of(games(), "player", "odds")))
    page = open_ready(server.url)
    page.locator("#reports a", has_text="three").click()
    data = saved(page, tmp_path / "kept.html")
    report.unlink()
    assert [game["replay"] for game in data["matches"]] == [None] * 3
    assert [game["id"] for game in data["matches"]] == [game.id for game in games()]
    kept = open_page((tmp_path / "kept.html").as_uri(), locale="en")
    expect(kept.locator("#players tbody tr")).to_have_count(4)
    assert kept.locator("#keep, nav").count() == 0


@pytest.mark.parametrize("kind", ["replay", "review"])
def test_a_page_fits_a_sheet(
    kind: str, open_page: Open, recorded: Recorded, tmp_path: Path
) -> None:
    match = Match.model_validate(recorded("botzone_matches")[0])
    (tmp_path / "page.html").write_text(
        replay_page(match, 0, load("greedy"), "greedy")
        if kind == "replay"
        else review_page(report_of(games(), "player", "odds")),
        encoding="utf-8",
    )
    # An A4 sheet without its margins.
    page = open_page((tmp_path / "page.html").as_uri(), 718, 1000, color_scheme="dark")
    page.wait_for_selector("#switches button")
    page.keyboard.press("End")
    page.emulate_media(media="print")
    assert page.evaluate(FAULTS_ON_PAPER) == []
    assert page.pdf(format="A4").startswith(b"%PDF")
