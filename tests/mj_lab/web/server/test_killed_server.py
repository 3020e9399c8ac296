"""A server that is killed while people play: the games go on where they were."""

import json
import random
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.matches import save_match
from mj_lab.table.play.store import PlayStore
from mj_lab.web.server.saved import key_of
from tests.mj_lab.conftest import thorough
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.web.server.processes import WebProcess
from tests.mj_lab.web.server.table_client import TableClient, judged_match, sit_down


@pytest.fixture
def killable(tmp_path: Path) -> Iterator[WebProcess]:
    with WebProcess(tmp_path) as server:
        yield server


def play_and_kill(server: WebProcess, kills: int, seed: int) -> None:
    """Play games; at moments by chance the server dies, and another takes its place.

    Every answer that was confirmed is in the file, at its turn, and nothing else of this seat.
    """
    chance = random.Random(seed)
    killed = 0
    confirmed: dict[int, str] = {}
    client: TableClient | None = None
    while killed < kills:
        if client is None or client.table["result"]:
            client = sit_down(server.url, players=["human", "random", "greedy", "random"])
            client.chance.seed(chance.randrange(1000))
            confirmed = {}
        end = time.monotonic() + chance.random() * 0.4
        while time.monotonic() < end and not client.table["result"]:
            asked = client.is_asked
            said = client.hear(timeout=60)  # Raises if the line breaks of itself.
            assert said["type"] != "refused"
            if said["type"] == "note" and said["given"] is not None:
                confirmed[client.table["turn"]] = said["given"]
            if client.is_asked and not asked:
                client.say(client.order())
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
        check_answers(server, client, confirmed)


def check_answers(server: WebProcess, client: TableClient, confirmed: dict[int, str]) -> None:
    """What was confirmed is what the judge was given."""
    store = PlayStore(server.folder / "tables" / "tables.db")
    holder = store.holder(client.token)
    assert holder is not None
    (hand,) = store.hands(holder.table_id)
    store.close()
    seat = client.table["seat"]
    for turn, action in confirmed.items():
        assert str(hand.answers[turn, seat]) == action
        if turn <= len(hand.turns):  # The first is turn 1: the start is not kept.
            assert str(hand.turns[turn - 1][seat]) == action


@pytest.mark.parametrize("kills", [thorough(4), pytest.param(200, marks=pytest.mark.slow)])
def test_a_killed_server(killable: WebProcess, kills: int) -> None:
    """`pytest -m slow tests/mj_lab/web/server/test_killed_server.py`: five minutes."""
    play_and_kill(killable, kills, 1)
    for path in (killable.folder / "tables").glob("*.jsonl"):
        judged_match(path)


@pytest.mark.thorough
def test_a_hand_that_began_in_a_record_outlives_its_server(killable: WebProcess) -> None:
    (match,) = judged_games(1)
    save_match(killable.folder / "one.jsonl", match)
    turn = [decision.turn for decision in decisions_of_seat(match, 1)][3]
    order = {"record": "/saved/" + key_of(killable.folder / "one.jsonl"), "seat": 1, "turn": turn}
    body = json.dumps({**order, "tactic": "greedy", "pace": 0}).encode()
    with urllib.request.urlopen(killable.url + "/api/again", body, timeout=60) as answer:
        client = TableClient(killable.url, json.load(answer)["people"][0]["token"])
    client.come()
    client.play(until=turn + 6)
    known = client.table
    (killable.folder / "one.jsonl").unlink()  # The table has the record with it.
    killable.kill()
    killable.start()
    client = client.come_again()
    said = client.hear()
    assert (said["turn"], said["frame"]) == (known["turn"], known["frame"]) or (
        said["turn"] > known["turn"]
    )
    client.play()
    assert client.table["result"]["record"]["scores"] == list(match.scores)
    client.cut()
    (path,) = killable.folder.rglob("*-again.jsonl")
    played = judged_match(path)
    assert played.requests[: turn + 1] == match.requests[: turn + 1]
