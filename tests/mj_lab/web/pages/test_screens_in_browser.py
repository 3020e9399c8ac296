"""At every size: the own hand whole and in sight, what is pressed large, nothing sideways."""

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.records.matches import read_matches, save_match
from mj_lab.web.server.saved import key_of
from tests.mj_lab.conftest import NEXT_FRAMES, Open, left_at_rest
from tests.mj_lab.explain.review.replay.conftest import DATA
from tests.mj_lab.web.pages.test_files_in_browser import drop
from tests.mj_lab.web.server.person import ASKED, set_up
from tests.mj_lab.web.server.training import begin_training
from tests.mj_lab.web.site.pages.test_router import people_of

Size = tuple[int, int]

# Phones upright and lying, with and without a browser's own bars; windows; one zoomed in to 200%.
SIZES: tuple[Size, ...] = (
    (320, 568), (568, 320), (360, 640), (375, 553), (375, 667), (390, 844), (844, 390),
    (1280, 800), (1920, 1080), (640, 400),
)  # fmt: skip
AT_400_PERCENT: Size = (320, 200)
# What a table says while one plays.
SAY_AT_LENGTH = """() => {
  const line = document.getElementById("line");
  line.textContent = "The line is broken. ".repeat(15);
  line.hidden = false;
}"""
# What is wrong: a tile of the own hand that is narrow, or not seen whole because the window ends or
# something lies over it; an answer that is not; a control under 40 pixels, but for tiles and
# links in a line of text; a page that is wider than the window.
WRONG = """() => {
  const found = [], least = innerWidth > 320 ? 30 : 26, wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push("the page is " + wide + " wide");
  const named = (e) => e.tagName + "#" + e.id + "." + e.className + " " + e.textContent;
  const box = (e) => e.getBoundingClientRect();
  const whole = (e) => {
    const { left, right, top, bottom } = box(e);
    const seen = (x, y) => e.contains(document.elementFromPoint(x, y));
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight &&
      seen((left + right) / 2, top + 8) && seen((left + right) / 2, bottom - 8);
  };
  const own = [...document.querySelectorAll("#own .hand .tile")];
  if (document.getElementById("own") && !own.length) found.push("no hand");
  for (const e of own) {
    if (!whole(e)) found.push("not whole: " + named(e) + JSON.stringify(box(e)));
    if (box(e).width < least) found.push("narrow: " + box(e).width + " " + named(e));
  }
  for (const e of document.querySelectorAll("#asks .answer, .controls button"))
    if (innerHeight > 300 && !whole(e)) found.push("not seen: " + named(e));
  const fields = "input:not([type=range], label input), label:has(input)";
  for (const e of document.querySelectorAll("button, a.button, select, summary, " + fields)) {
    const { width, height } = box(e);
    if (e.matches(".hand-tile, .train-tile, .away *") || width < 2) continue;
    if (Math.min(width, height) < 39.9) found.push("small: " + [width, height] + " " + named(e));
  }
  return found;
}"""


def fits(page: Any, sizes: Iterable[Size], before: str = "scrollTo(0, 0)") -> None:
    """What the page shows is in order at these sizes; it begins at its top, or where told."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(NEXT_FRAMES)
        page.evaluate(before)
        assert left_at_rest(page, WRONG) == [], (width, height)
    page.set_viewport_size({"width": 1280, "height": 800})


def train_fits(page: Any, sizes: Iterable[Size], themes: Iterable[str]) -> None:
    """A question of each theme, asked and answered."""
    for theme in themes:
        begin_training(page, theme)
        fits(page, sizes)
        page.keyboard.press("1" if theme != "waits" else "Enter")
        page.wait_for_selector("#feedback:not([hidden])")
        fits(page, sizes)
        # A session that is not over goes on after a reload.
        page.evaluate("document.getElementById('leave').click()")
        page.wait_for_selector("#end:not([hidden])")
        page.reload()


def review_fits(page: Any, data_folder: Path, sizes: Iterable[Size]) -> None:
    """From a file of people's to its report, and the table at a moment of it."""
    path = people_of(data_folder)
    drop(page, path.name, path.read_bytes())
    page.click(".match-of-hands .button.main")
    page.wait_for_selector("#worst button.hand", timeout=120_000)
    fits(page, sizes)
    page.click("#worst button.hand >> nth=0")
    page.wait_for_selector("#moment .table .hub")
    fits(page, sizes, "document.getElementById('moment').scrollIntoView({ block: 'start' })")


@pytest.mark.thorough
def test_play_and_replay_at_every_size(
    server: SimpleNamespace, sit: Open, open_ready: Open
) -> None:
    """Three chows to choose from, and a discard; a hand with melds and flowers, and its end."""
    page = sit("chow-low")
    fits(page, SIZES)
    page.evaluate(SAY_AT_LENGTH)
    fits(page, SIZES[:2])
    page.evaluate("document.getElementById('line').hidden = true")
    page.click("#asks .pass")
    page.wait_for_selector("#own .apart .hand-tile")
    fits(page, SIZES)
    path = server.folder / "flowers.jsonl"
    save_match(path, next(iter(read_matches(DATA / "flowers_and_kongs.jsonl"))))
    page = open_ready(f"{server.url}/saved/{key_of(path)}?seat=1&tactic=greedy#t150")
    page.wait_for_selector("#table .hub")
    fits(page, SIZES)
    path.unlink()


@pytest.mark.thorough
def test_train_at_every_size(show: Open) -> None:
    train_fits(show("/train"), SIZES, ["claims"])


@pytest.mark.slow
def test_the_pages_zoomed_in_and_the_report(page_of: Open, data_folder: Path) -> None:
    """Of the server at all sizes and at 400%, and of the site."""
    sizes = (*SIZES, AT_400_PERCENT)
    train_fits(page_of("train", locale="zh-CN"), sizes, ["claims", "waits", "fan"])
    page = page_of("play")
    set_up(page, "greedy", lot="no", pace="fast")
    page.wait_for_function(ASKED)
    fits(page, sizes)
    review_fits(page_of(), data_folder, sizes)
