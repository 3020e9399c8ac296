"""A server that is killed while people play: the games go on where they were."""

import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.matches import read_matches, save_match
from mj_lab.measure.check.verify import disagreement
from mj_lab.table.play.store import PlayStore
from mj_lab.web.server.saved import key_of
from tests.mj_lab.core.records.convert.judged import judged_games

pytest.importorskip("websockets")
from websockets.exceptions import WebSocketException

from tests.mj_lab.web.server.table_client import TableClient, begin

ROOT = Path(__file__).resolve().parents[4]


class Server:
    """`mj web` in a process of its own, on the same port each time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "mj_lab", "web", "--port", str(self.port)]
            + ["--matches", str(self.folder)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.split("/")[2].rsplit(":", 1)[1])

    def kill(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def killable(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    server.kill()


def play_and_kill(server: Server, kills: int, seed: int) -> None:
    """Play games; at moments by chance the server dies, and another takes its place.

    Every answer that was confirmed is in the file, at its turn, and nothing else of this seat.
    """
    chance = random.Random(seed)
    killed = 0
    confirmed: dict[int, str] = {}
    client: TableClient | None = None
    while killed < kills:
        if client is None or client.table["result"]:
            said = begin(server.url, players=["human", "random", "greedy", "random"])
            client = TableClient(server.url, said["people"][0]["token"], chance.randrange(1000))
            client.come()
            confirmed = {}
        end = time.monotonic() + chance.random() * 0.4
        try:
            while time.monotonic() < end and not client.table["result"]:
                asked = client.is_asked
                said = client.hear(timeout=60)
                assert said["type"] != "refused"
                if said["type"] == "note" and said["given"] is not None:
                    confirmed[client.table["turn"]] = said["given"]
                if client.is_asked and not asked:
                    client.say(client.order())
        except (WebSocketException, OSError):
            raise AssertionError("the line broke of itself") from None
        known = client.table
        server.kill()
        killed += 1
        client.cut()
        server.start()
        client.come()
        said = client.hear()
        if said["type"] == "table":
            assert (said["sequence"], said["hand"]) > (known["sequence"], -1)
            client.hear()
        turn = client.table["turn"]
        if turn in confirmed:
            assert client.note["given"] == confirmed[turn]
        if client.is_asked:
            client.say(client.order())
        check_answers(server, confirmed, client.table["seat"])


def check_answers(server: Server, confirmed: dict[int, str], seat: int) -> None:
    """What was confirmed is what the judge was given."""
    store = PlayStore(server.folder / "tables" / "tables.db")
    (newest,) = store._rows("SELECT id FROM tables ORDER BY begun DESC LIMIT 1")
    (hand,) = store.hands(newest[0])
    store.close()
    for turn, action in confirmed.items():
        assert str(hand.answers[turn, seat]) == action
        if turn <= len(hand.turns):  # The first is turn 1: the start is not kept.
            assert str(hand.turns[turn - 1][seat]) == action


@pytest.mark.thorough
def test_a_killed_server(killable: Server) -> None:
    play_and_kill(killable, 4, 1)


@pytest.mark.slow
def test_a_server_killed_two_hundred_times(killable: Server) -> None:
    """`pytest -m slow tests/mj_lab/web/server/test_killed_server.py`: five minutes."""
    play_and_kill(killable, 200, 2)
    for path in (killable.folder / "tables").glob("*.jsonl"):
        assert [disagreement(match) for match in read_matches(path)] == [None]


@pytest.mark.thorough
def test_a_hand_that_began_in_a_record_outlives_its_server(killable: Server) -> None:
    (match,) = judged_games(1)
    save_match(killable.folder / "one.jsonl", match)
    turn = [decision.turn for decision in decisions_of_seat(match, 1)][3]
    order = {"record": "/saved/" + key_of(killable.folder / "one.jsonl"), "seat": 1, "turn": turn}
    body = json.dumps({**order, "tactic": "greedy", "pace": 0}).encode()
    with urllib.request.urlopen(killable.url + "/api/again", body, timeout=60) as answer:
        token = json.load(answer)["people"][0]["token"]
    client = TableClient(killable.url, token)
    client.come()
    client.play(until=turn + 6)
    known = client.table
    (killable.folder / "one.jsonl").unlink()  # The table has the record with it.
    killable.kill()
    client.cut()
    killable.start()
    client = TableClient(killable.url, token)
    client.come()
    said = client.hear()
    assert (said["turn"], said["frame"]) == (known["turn"], known["frame"]) or (
        said["turn"] > known["turn"]
    )
    client.play()
    assert client.table["result"]["record"]["scores"] == list(match.scores)
    client.cut()
    (path,) = killable.folder.rglob("*-again.jsonl")
    (played,) = read_matches(path)
    assert disagreement(played) is None
    assert played.requests[: turn + 1] == match.requests[: turn + 1]
