"""The engine in a worker of a real Chromium, under a policy that lets it ask nobody else."""

import functools
import json
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import mj_engine
from mj_bot.tiles import codes_of
from mj_engine.learned import Learned
from tests.mj_lab.web.site.comparing import decision_difference, decisions_of, games
from tests.mj_lab.web.site.in_node import InNode

pytestmark = pytest.mark.thorough

_PAGE = '<!doctype html><html lang="en"><title>engine</title><link rel="icon" href="data:,">'
_WORKER = """import { openEngine } from "./engine/engine.js";
const engine = await openEngine(new URL("engine/", self.location));
self.onmessage = ({ data }) => postMessage(data.map(([what, asked]) => {
  if (what === "decide") return engine.decide(asked);
  const table = engine.table(asked), record = table.record("0");
  table.leave();
  return record;
}));
postMessage("ready");
"""
_ASK = """(asked) => new Promise((told, failed) => {
  const worker = new Worker("/worker.js", { type: "module" });
  worker.onerror = (event) => failed(new Error(event.message));
  worker.onmessage = ({ data }) => (data === "ready" ? worker.postMessage(asked) : told(data));
})"""


class Strict(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:"
        self.send_header("Content-Security-Policy", policy)
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def site(engine_folder: Path, tmp_path: Path) -> Iterator[str]:
    """A static server of a page, a worker and the engine."""
    (tmp_path / "index.html").write_text(_PAGE, encoding="utf-8")
    (tmp_path / "worker.js").write_text(_WORKER, encoding="utf-8")
    (tmp_path / "engine").symlink_to(engine_folder, target_is_directory=True)
    handler = functools.partial(Strict, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_a_worker_plays_and_decides_as_the_native_engine(
    site: str, open_page: Callable[..., Any], node: InNode
) -> None:
    native, every = Learned(), 3
    played = next(iter(games(node, ["odds", "greedy", "odds", "random"], "browser", 1))).native
    # A state goes on with its game, so what is asked is listed first and compared in another walk.
    decided = [["decide", asked] for asked, _ in decisions_of(played)][::every]
    walls = [mj_engine.wall_of_seed(f"browser/{number}") for number in range(10)]
    tables = [
        ["table", {"players": ["odds"] * 4, "wall": codes_of(wall), "wind": number % 4}]
        for number, wall in enumerate(walls)
    ]
    told = open_page(site).evaluate(_ASK, tables + decided)
    expected = mj_engine.play(walls, "odds", records=True).records
    records = [{**json.loads(line), "id": "0"} for line in expected]
    assert told[: len(walls)] == records
    replies = iter(told[len(walls) :])
    for place, (_, state) in enumerate(decisions_of(played)):
        if place % every == 0:
            assert decision_difference(next(replies), state, native) is None
    assert len(decided) > 30
