"""Four people and one who watches, each in a browser of their own, play a hand by links."""

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.core.records.matches import read_matches
from mj_lab.measure.check.verify import disagreement
from mj_lab.table.play import live_table as running_module
from mj_lab.table.play import play_table
from tests.mj_lab.conftest import expect
from tests.mj_lab.web.server.person import ASKED, MOVED
from tests.mj_lab.web.server.staged import SCENES, wall_with

# Long enough to answer in on a slow machine too.
CLAIM = 2.0
# Presses the first of these that is there, in one go: a discard does not lie for ever.
PRESS = """(wanted) => {
  for (const name of wanted) {
    const button = document.querySelector("#asks ." + name);
    if (button) { button.click(); return name; }
  }
  return "";
}"""
DISCARD = """() => {
  const tile = [...document.querySelectorAll("#own .hand-tile")].at(-1);
  tile?.click();
  return tile !== undefined;
}"""
# Whether the hand is over, and how many tiles of hands are seen from behind.
FACES_DOWN = """() => [!document.getElementById("result").hidden,
  document.querySelectorAll("#playing .hand .tile svg[aria-label='face down']").length]"""
SECONDS = 400


def answer(page: Any) -> str:
    """Answer what the page is asked, if it is; the button that was pressed, "discard" or ""."""
    if not page.evaluate(ASKED):
        return ""
    sequence = page.get_attribute("#playing", "data-sequence")
    pressed: str = page.evaluate(PRESS, ["win", "peng", "chi", "pass"])
    if pressed in ("win", "pass"):
        return pressed
    if not page.evaluate(DISCARD):  # What lay there was gone by then.
        return ""
    page.wait_for_function(MOVED, arg=sequence)
    return pressed or "discard"


@pytest.mark.thorough
def test_four_people_by_links_and_one_who_looks_on(
    server: SimpleNamespace, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = wall_with(SCENES["pung"].draws, 15)
    monkeypatch.setattr(running_module, "CLAIM_SECONDS", CLAIM)
    monkeypatch.setattr(play_table, "wall_of_seed", lambda _seed: wall)
    before = set(server.folder.rglob("*.jsonl"))
    host = open_page(server.url + "/play")
    host.wait_for_selector("#set-up:not([hidden])")
    for number in (2, 3, 4):
        host.select_option(f"#seat-{number}", "human")
    host.select_option("#lot", "no")
    host.select_option("#pace", "fast")
    host.click("#set-up-form button[type=submit]")
    host.wait_for_selector("#lobby-seats .link")
    links = [link.get_attribute("href") for link in host.locator("#lobby-seats .link").all()]
    assert len(set(links)) == 4 and host.url not in links
    others = [open_page(link) for link in links]
    pages, watcher = [host, *others[:3]], others[3]
    for page in (*pages, watcher):
        page.wait_for_selector("#table .hub")
    # Nobody else was given the links.
    assert not any(page.locator("#links .link").count() for page in others)
    assert len({page.url for page in pages}) == 4
    expect(watcher.locator("#standing")).to_contain_text("You are watching")
    pressed: list[str] = []
    end = time.monotonic() + SECONDS
    while not host.is_visible("#result"):
        assert time.monotonic() < end, pressed
        host.wait_for_timeout(30)  # None of the pages alone knows whose turn it is.
        pressed += [answer(page) for page in pages]
        # Who watches is asked nothing, and sees four hands from behind.
        assert watcher.locator("#asks button, #own .hand-tile").count() == 0
        over, hidden = watcher.evaluate(FACES_DOWN)
        assert over or hidden >= 4 * 4
    played = [one for one in pressed if one in ("discard", "peng", "chi")]
    assert "peng" in played and len(played) >= 5, pressed
    scores = []
    for page in (*pages, watcher):
        page.wait_for_selector("#result:not([hidden])")
        scores.append([int(text) for text in page.locator("#result .score").all_inner_texts()])
        assert page.evaluate(FACES_DOWN) == [True, 0]
    (path,) = set(server.folder.rglob("*.jsonl")) - before
    (match,) = read_matches(path)
    assert disagreement(match) is None
    assert scores == [list(match.scores)] * 5
