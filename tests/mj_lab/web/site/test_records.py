"""The site's engine and readers of records in a worker of Chromium: as mj_engine and mj_lab."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mj_engine
from mj_bot.tiles import codes_of
from mj_engine.learned import Learned
from mj_lab.core.records.match import Match
from mj_lab.measure.check.verify import disagreement
from tests.mj_lab.conftest import FOLDERS, Open, slow
from tests.mj_lab.core.records.golden import GOLDEN, blocks, files_of, of_block, of_file, plain
from tests.mj_lab.web.conftest import PlainFiles, serving_files
from tests.mj_lab.web.site.comparing import decision_difference, decisions_of, games
from tests.mj_lab.web.site.in_node import InNode

pytestmark = pytest.mark.thorough

_PAGE = '<!doctype html><html lang="en"><title>records</title><link rel="icon" href="data:,">'
# The engine's answers, and a text as the site reads it: its games, its plain forms, or a refusal.
_WORKER = """import { openEngine } from "./engine/engine.js";
import { ONE_VIEW, entriesIn, handsIn } from "./worker/records/archives.js";
import { disagreement } from "./worker/records/hand_at_table.js";
import { ReadError } from "./worker/records/values.js";
import { RULES } from "./worker/rules.js";
const engine = await openEngine(new URL("engine/", self.location));
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
async function read(base64, name) {
  try {
    const { hands, skipped } = await handsIn(engine, RULES, bytesOf(base64), name, 10000);
    const seen = hands.find(({ record }) => record.only !== undefined);
    if (seen) return { refused: `${seen.place}: ${ONE_VIEW}` };  // As where whole games are wanted.
    return { games: hands.map(({ record }) => record), skipped: skipped.length };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { refused: error.message };
  }
}
async function plain(base64, name) {
  const found = [];
  for (const { parse } of entriesIn(engine, RULES.fans, bytesOf(base64), name)) {
    if (parse) found.push((await parse()).hand);
  }
  return found;
}
function play(asked) {
  const table = engine.table(asked), record = table.record("0");
  table.leave();
  return record;
}
const decide = (asked) => engine.decide(asked);
const answers = { read, plain, play, decide, wrong: (game) => disagreement(engine, game) };
self.onmessage = async ({ data: [what, all] }) => {
  const found = [];
  for (const one of all) found.push(await answers[what](...one));
  postMessage(found);
};
postMessage("ready");
"""
_START = """() => new Promise((ready, failed) => {
  self.reader = new Worker("/reader.js", { type: "module" });
  self.reader.onerror = (event) => failed(new Error(event.message));
  self.reader.onmessage = ready;
})"""
_ASK = """(asked) => new Promise((told, failed) => {
  self.reader.onerror = (event) => failed(new Error(event.message));
  self.reader.onmessage = ({ data }) => told(data);
  self.reader.postMessage(asked);
})"""

Ask = Callable[[str, list[tuple[Any, ...]]], list[Any]]


class Strict(PlainFiles):
    """Files under a policy that lets them ask nobody else."""

    def end_headers(self) -> None:
        policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:"
        self.send_header("Content-Security-Policy", policy)
        super().end_headers()


@pytest.fixture
def ask(site_folder: Path, tmp_path: Path, open_page: Open) -> Iterator[Ask]:
    """`ask("read", [(text, name), ...])`: what the readers in a page answer."""
    (tmp_path / "index.html").write_text(_PAGE, encoding="utf-8")
    (tmp_path / "reader.js").write_text(_WORKER, encoding="utf-8")
    for name in ("engine", "worker"):
        (tmp_path / name).symlink_to(site_folder / name, target_is_directory=True)
    with serving_files(tmp_path, Strict) as served:
        page = open_page(served.url)
        page.evaluate(_START)
        yield lambda what, asked: page.evaluate(_ASK, [what, asked])


def test_a_worker_plays_and_decides_as_the_native_engine(ask: Ask, node: InNode) -> None:
    native = Learned()
    (played,) = games(node, ["odds", "greedy", "odds", "random"], "browser", 1)
    # A state goes on with its game, so what is asked is listed first and compared in another walk.
    decided = [(asked,) for asked, _ in decisions_of(played.native)][::3]
    replies = iter(ask("decide", decided))
    for place, (_, state) in enumerate(decisions_of(played.native)):
        if place % 3 == 0:
            assert decision_difference(next(replies), state, native) is None
    assert len(decided) > 30
    walls = [mj_engine.wall_of_seed(f"browser/{number}") for number in range(10)]
    tables: list[tuple[Any, ...]] = [
        ({"players": ["odds"] * 4, "wall": codes_of(wall), "wind": number % 4},)
        for number, wall in enumerate(walls)
    ]
    expected = mj_engine.play(walls, "odds", records=True).records
    assert ask("play", tables) == [{**json.loads(line), "id": "0"} for line in expected]


def texts_of(folder: str) -> list[tuple[str, str]]:
    """The files in base64, with their names, but that of the human games, which mj_lab reads."""
    found = [path for path in files_of(FOLDERS[folder]) if not path.name.startswith("human")]
    return [(b64encode(plain(path)).decode(), path.name) for path in found]


def golden_of(folder: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))[folder]
    return found


@pytest.mark.parametrize("folder", ["own", slow("recorded")], indirect=True)
def test_every_recorded_game_is_read_as_by_mj_lab(ask: Ask, folder: str) -> None:
    """Games, plain forms, words for what is refused."""
    wanted = golden_of(folder)["files"]
    texts = texts_of(folder)
    for text, outcome in zip(texts, ask("read", texts), strict=True):
        hands = [] if "refused" in outcome else ask("plain", [text])[0]
        assert of_file(outcome, hands) == wanted[text[1]], text[1]
    assert len(texts) >= 7


@pytest.mark.parametrize(
    "count",
    [2, pytest.param(None, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])],
    ids=["some", "twenty thousand"],
)
def test_damaged_records(ask: Ask, folder: str, count: int | None) -> None:
    wanted = golden_of(folder)["damaged"]
    for number, block in enumerate(islice(blocks(folder), count)):
        outcomes = ask("read", [(b64encode(data).decode(), "file") for data in block])
        assert of_block(outcomes) == wanted[number], number


@pytest.mark.parametrize("folder", ["own", slow("recorded")], indirect=True)
def test_what_does_not_come_out_is_said_as_mj_check_says_it(ask: Ask, folder: str) -> None:
    """True records and forged ones, faults and people's last tiles among them."""
    chance = Random(36)
    read = ask("read", texts_of(folder))
    games = [game for outcome in read for game in outcome.get("games", [])[:60]]
    games = [one for game in games for one in (game, forged(game, chance))]
    wanted = [disagreement(Match.model_validate(game)) for game in games]
    assert ask("wrong", [(game,) for game in games]) == wanted
    assert wanted.count(None) > 60 and len(wanted) - wanted.count(None) > 60


def forged(game: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A match that says something else than it is."""
    scores, responses = list(game["scores"]), [list(row) for row in game["responses"]]
    scores[chance.randrange(4)] += chance.choice((-8, 8))
    responses[chance.randrange(len(responses))][chance.randrange(4)] = "PLAY W1"
    changes: list[dict[str, Any]] = [
        {"scores": scores},
        {"responses": responses},
        {"result": {**game["result"], "fan_total": 88}},
        {"wall": " ".join(reversed(game["wall"].split()))},
    ]
    return {**game, **chance.choice(changes)}
