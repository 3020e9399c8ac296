"""Lines that break, in real Chromium: the page says so, comes back, loses and doubles nothing."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.mj_lab.conftest import Open, expect
from tests.mj_lab.storage import FAULTS
from tests.mj_lab.web.server.person import ASKED
from tests.mj_lab.web.server.processes import WebProcess
from tests.mj_lab.web.server.table_client import begin

LINE = "#line:not([hidden])"
# How long the page waits for a confirmation, in milliseconds: table_connection.js.
PATIENCE = 6000
# The lines of a page, which may carry nothing any more, and nobody is informed: what was `missed`.
LINES = """
  window.lines = [];
  window.missed = [];
  window.WebSocket = class extends WebSocket {
    constructor(...address) {
      super(...address);
      window.lines.push(this);
      this.addEventListener("message", (event) => {
        if (!this.isDeaf) return;
        event.stopImmediatePropagation();
        window.missed.push(JSON.parse(event.data).sequence);
      });
    }
    send(text) {
      if (!this.isMute) super.send(text);
    }
  };
"""
# Of the lines that there are; new ones carry all.
CUT = "() => window.lines.forEach((line) => { line.isDeaf = line.isMute = true; })"
DEAFEN = "(isDeaf) => window.lines.forEach((line) => { line.isDeaf = isDeaf; })"
# All that came to one who is late: a state and the note on it.
MISSED = "(newest) => window.missed.filter((one) => one === newest).length >= 2"
# A lid was closed for a minute.
SLEEP = """() => {
  const hide = (hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  hide(true);
  const now = Date.now();
  Date.now = () => now + 60000;
  hide(false);
}"""


@pytest.fixture
def at_seat(server: SimpleNamespace, staged: Open, open_page: Open) -> Open:
    """`at_seat(**options)`: one more page of a staged seat."""
    address = staged("pung", 34).url

    def seated(**options: Any) -> Any:
        page = open_page(server.url + "/", **options)
        page.add_init_script(LINES)
        page.goto(address)
        page.wait_for_function(ASKED)
        return page

    return seated


def sequence_of(page: Any) -> int:
    return int(page.get_attribute("#playing", "data-sequence"))


def answer(page: Any) -> None:
    """Pass, or discard the last tile."""
    if page.locator("#asks .pass").count():
        page.click("#asks .pass")
    else:
        page.locator("#own .hand-tile").last.click()


def wait_until_past(page: Any, sequence: int) -> None:
    moved = "(before) => Number(document.getElementById('playing')?.dataset.sequence) > before"
    page.wait_for_function(moved, arg=sequence)


def test_an_answer_into_a_dead_line_is_said_again_on_a_new_one(at_seat: Open) -> None:
    """Nothing informs the page: it notices by itself that no confirmation comes."""
    page = at_seat()
    page.clock.install()
    page.reload()
    page.wait_for_function(ASKED)
    before = sequence_of(page)
    page.evaluate(CUT)
    answer(page)
    page.clock.fast_forward(PATIENCE - 1000)
    assert sequence_of(page) == before
    page.clock.fast_forward(2000)
    wait_until_past(page, before)
    expect(page.locator("#line")).to_be_hidden()
    page.wait_for_function(ASKED)
    assert sequence_of(page) > before


def test_a_page_that_is_looked_at_again_has_a_new_line(at_seat: Open) -> None:
    """The line died while a lid was closed, and another tab answered meanwhile."""
    page = at_seat()
    before = sequence_of(page)
    page.evaluate(CUT)
    other = at_seat()
    answer(other)
    wait_until_past(other, before)
    assert sequence_of(page) == before
    page.evaluate(SLEEP)
    wait_until_past(page, before)
    expect(page.locator("#line")).to_be_hidden()


@pytest.mark.parametrize(
    ("locale", "told"),
    [("en-US", "The table had gone on: that did not count."), ("zh-CN", "这一步没有算")],
)
def test_a_page_that_is_late_is_told_in_its_language(at_seat: Open, locale: str, told: str) -> None:
    """One of two pages of a seat hears nothing of the other's answer, and answers too."""
    late, other = at_seat(locale=locale), at_seat()
    before = sequence_of(late)
    late.evaluate(DEAFEN, True)
    answer(other)
    wait_until_past(other, before)
    other.wait_for_function(ASKED)
    late.wait_for_function(MISSED, arg=sequence_of(other))
    late.evaluate(DEAFEN, False)
    answer(late)
    expect(late.locator("#line")).to_contain_text(told)
    # The next thing that happens takes it away.
    answer(other)
    expect(late.locator("#line")).to_be_hidden()


def test_two_pages_of_one_seat_show_the_same(at_seat: Open) -> None:
    pages = [at_seat() for _ in range(2)]
    for turn in range(4):
        for page in pages:
            page.wait_for_function(ASKED)
        sequences = [sequence_of(page) for page in pages]
        answer(pages[turn % 2])
        for page in pages:
            wait_until_past(page, sequences[0])
    for page in pages:
        expect(page.locator("#line")).to_be_hidden()


def test_the_page_outlives_its_server(tmp_path: Path, open_page: Open) -> None:
    """Killed and started again on the same port: the page says so and goes on as it was."""
    with WebProcess(tmp_path) as server:
        said = begin(server.url, players=["human", "greedy", "greedy", "greedy"])
        page = open_page(f"{server.url}/play#{said['people'][0]['token']}")
        page.wait_for_function(ASKED)
        before, asked = sequence_of(page), page.inner_text("#asks")
        server.kill()
        page.wait_for_selector("#line:not([hidden])")
        server.start()
        expect(page.locator("#line")).to_be_hidden()
        assert (sequence_of(page), page.inner_text("#asks")) == (before, asked)
        answer(page)
        wait_until_past(page, before)
        # What Chromium says of a server that is not there; nothing else is on the console.
        assert all("WebSocket" in fault or "ERR_" in fault for fault in page.faults), page.faults
        page.faults.clear()


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-US", "The table waits and goes on by itself: the disk is full. Nothing is lost."),
        ("zh-CN", "牌桌在等，之后会自动继续：没有空间存了。不会丢失。"),
    ],
)
def test_a_page_says_what_its_table_waits_for(
    at_seat: Open, tables_file: Path, locale: str, words: str
) -> None:
    page = at_seat(locale=locale)
    before = sequence_of(page)
    with FAULTS["full"](tables_file):
        answer(page)
        expect(page.locator(LINE)).to_have_text(words)
        assert sequence_of(page) == before
    wait_until_past(page, before)
    expect(page.locator("#line")).to_be_hidden()
