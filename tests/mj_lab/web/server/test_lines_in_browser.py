"""Lines that break, in real Chromium: the page says so, comes back, loses and doubles nothing."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from mj_lab.table.play import play_table
from mj_lab.table.play.store import PlayStore
from tests.mj_lab.conftest import expect
from tests.mj_lab.web.server.person import ASKED
from tests.mj_lab.web.server.staged import SCENES, DrawnTile, stage
from tests.mj_lab.web.server.table_client import begin
from tests.mj_lab.web.server.test_killed_server import Server

LINE = "#line:not([hidden])"
# How long the page waits for a confirmation, in milliseconds: play_line.js.
PATIENCE = 6000


class Cable:
    """Between a page and its server: what goes through it may vanish, and nobody is informed."""

    def __init__(self, url: str) -> None:
        self.server = int(url.rsplit(":", 1)[1])
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.ends: list[socket.socket] = []
        self.dead: set[socket.socket] = set()
        Thread(target=self._accept, daemon=True).start()

    def cut_silently(self) -> None:
        """All lines that there are carry nothing any more; new ones do."""
        self.dead.update(self.ends)

    def close(self) -> None:
        self.listening.close()
        for end in self.ends:
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                theirs, _ = self.listening.accept()
                ours = socket.create_connection(("127.0.0.1", self.server))
                self.ends += [theirs, ours]
                for one, other in ((theirs, ours), (ours, theirs)):
                    Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if one not in self.dead:
                    other.sendall(data)
            if one not in self.dead:
                other.shutdown(socket.SHUT_WR)


@pytest.fixture
def cable(server: SimpleNamespace) -> Iterator[Cable]:
    made = Cable(server.url)
    yield made
    made.close()


@pytest.fixture
def token(tables_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A staged seat; the opponents only discard what they draw."""
    monkeypatch.setattr(play_table, "_tactic", lambda _name, _player: DrawnTile(""))
    store = PlayStore(tables_file)
    made = stage(store, f"line-{tmp_path.name}", SCENES["pung"], 34)
    store.close()
    return made


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


@pytest.mark.thorough
def test_an_answer_into_a_dead_line_is_said_again_on_a_new_one(
    cable: Cable, token: str, open_page: Callable[..., Any]
) -> None:
    """Nothing informs the page: it notices by itself that no confirmation comes."""
    page = open_page(f"{cable.url}/play#{token}")
    page.wait_for_function(ASKED)
    page.clock.install()
    page.reload()
    page.wait_for_function(ASKED)
    before = sequence_of(page)
    cable.cut_silently()
    answer(page)
    page.clock.fast_forward(PATIENCE - 1000)
    assert sequence_of(page) == before
    page.clock.fast_forward(2000)
    wait_until_past(page, before)
    page.wait_for_function("() => document.getElementById('line').hidden")
    page.wait_for_function(ASKED)
    assert sequence_of(page) > before


@pytest.mark.thorough
def test_a_page_that_is_looked_at_again_has_a_new_line(
    cable: Cable, token: str, open_page: Callable[..., Any]
) -> None:
    """A lid was closed for a minute, the line died, another tab answered meanwhile."""
    page = open_page(f"{cable.url}/play#{token}")
    page.wait_for_function(ASKED)
    before = sequence_of(page)
    other = open_page(f"{cable.url}/play#{token}")
    cable.cut_silently()
    other.close()
    other = open_page(f"{cable.url}/play#{token}")
    other.wait_for_function(ASKED)
    answer(other)
    wait_until_past(other, before)
    assert sequence_of(page) == before
    page.evaluate(
        """() => {
          const hide = (hidden) => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
          };
          hide(true);
          const now = Date.now();
          Date.now = () => now + 60000;
          hide(false);
        }"""
    )
    wait_until_past(page, before)
    expect(page.locator("#line")).to_be_hidden()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("locale", "told"),
    [("en-US", "The table had gone on: that did not count."), ("zh-CN", "这一步没有算")],
)
def test_a_page_that_is_late_is_told_in_its_language(
    server: SimpleNamespace, token: str, open_page: Callable[..., Any], locale: str, told: str
) -> None:
    """One of two pages of a seat hears nothing of the other's answer, and answers too."""
    late = open_page(server.url + "/", locale=locale)
    is_deaf = False
    missed: list[int] = []

    def between(page_side: Any) -> None:
        server_side = page_side.connect_to_server()

        def said(text: str) -> None:
            if is_deaf:
                missed.append(json.loads(text)["sequence"])
            else:
                page_side.send(text)

        server_side.on_message(said)
        page_side.on_message(server_side.send)

    late.route_web_socket("**/api/table", between)
    late.goto(f"{server.url}/play#{token}")
    late.wait_for_function(ASKED)
    before = sequence_of(late)
    is_deaf = True
    other = open_page(f"{server.url}/play#{token}")
    other.wait_for_function(ASKED)
    answer(other)
    wait_until_past(other, before)
    other.wait_for_function(ASKED)
    # All that came to the one who is late has to be missed: a state and the note on it.
    newest = sequence_of(other)
    for _ in range(1000):
        if missed.count(newest) >= 2:
            break
        late.wait_for_timeout(20)
    assert missed.count(newest) >= 2
    is_deaf = False
    answer(late)
    expect(late.locator("#line")).to_contain_text(told)
    # The next thing that happens takes it away.
    answer(other)
    expect(late.locator("#line")).to_be_hidden()


@pytest.mark.thorough
def test_two_pages_of_one_seat_show_the_same(
    server: SimpleNamespace, token: str, open_page: Callable[..., Any]
) -> None:
    pages = [open_page(f"{server.url}/play#{token}") for _ in range(2)]
    for turn in range(4):
        for page in pages:
            page.wait_for_function(ASKED)
        sequences = [sequence_of(page) for page in pages]
        answer(pages[turn % 2])
        for page in pages:
            wait_until_past(page, sequences[0])
    for page in pages:
        expect(page.locator("#line")).to_be_hidden()


@pytest.mark.thorough
def test_the_page_outlives_its_server(tmp_path: Path, open_page: Callable[..., Any]) -> None:
    """Killed and started again on the same port: the page says so and goes on as it was."""
    server = Server(tmp_path)
    server.start()
    try:
        said = begin(server.url, players=["human", "greedy", "greedy", "greedy"])
        page = open_page(f"{server.url}/play#{said['people'][0]['token']}")
        page.wait_for_function(ASKED)
        before, asked = sequence_of(page), page.inner_text("#asks")
        server.kill()
        page.wait_for_selector(LINE)
        server.start()
        page.wait_for_function("() => document.getElementById('line').hidden")
        assert (sequence_of(page), page.inner_text("#asks")) == (before, asked)
        answer(page)
        wait_until_past(page, before)
        # What Chromium says of a server that is not there; nothing else is on the console.
        assert all("WebSocket" in fault or "ERR_" in fault for fault in page.faults), page.faults
        page.faults.clear()
    finally:
        server.kill()
