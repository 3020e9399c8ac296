"""Tables that begin in a record: what the server has, what it refuses, what their seats hear."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from mj_bot.events import SEATS
from mj_lab.core.pages.page import data_of_page
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.formats.seat_record import seat_of, to_input
from mj_lab.core.records.match import Match, to_line
from mj_lab.core.records.matches import write_matches
from mj_lab.explain.review.replay.frames import frames_of, frames_of_seat
from mj_lab.web.server.at_table import again as again_module
from mj_lab.web.server.request_queue import Pace
from mj_lab.web.server.saved import key_of
from tests.mj_lab.core.records.convert.judged import judged_games
from tests.mj_lab.web.server.games.test_games_page import indexed
from tests.mj_lab.web.server.table_client import TableClient, judged_match
from tests.mj_lab.web.server.test_server import ask


def again(server: SimpleNamespace, **order: Any) -> dict[str, Any]:
    """The server's answer to the order."""
    status, _, body = ask(server, "/api/again", json.dumps({"pace": 0, **order}))
    assert status == 200
    said: dict[str, Any] = json.loads(body)
    return said


@pytest.fixture(scope="module")
def games() -> list[Match]:
    return list(judged_games(3))


@pytest.fixture
def kept(server: SimpleNamespace, games: list[Match]) -> Iterator[str]:
    """The address of a saved file of three games."""
    path = server.folder / "three.jsonl"
    write_matches(path, games)
    yield f"/saved/{key_of(path)}"
    path.unlink()


def turns_of(match: Match, seat: int) -> list[int]:
    return [decision.turn for decision in decisions_of_seat(match, seat)]


def seen(match: Match, seat: int, turn: int) -> dict[str, Any]:
    """The table as the record of that seat alone has it at a turn."""
    (frame,) = [one for one in frames_of_seat(seat_of(match, seat)) if one["turn"] == turn]
    return {key: value for key, value in frame.items() if key != "turn"}


def come(server: SimpleNamespace, said: dict[str, Any]) -> TableClient:
    assert "error" not in said, said
    client = TableClient(server.url, said["people"][0]["token"])
    client.come()
    client.hear()
    return client


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_saved_game_is_played_on_and_what_came_of_that_too(
    server: SimpleNamespace, kept: str, games: list[Match], seat: int
) -> None:
    match = games[1]
    turn = turns_of(match, seat)[3]
    order = {"record": kept, "game": "2", "seat": seat, "turn": turn, "tactic": "greedy"}
    client = come(server, again(server, **order, name="Mei"))
    first = client.table
    assert (first["seat"], first["turn"], first["begun"]) == (seat, turn, True)
    assert first["frame"] == seen(match, seat, turn)
    assert first["ask"] is not None
    assert first["players"] == ["Mei" if one == seat else "greedy" for one in range(SEATS)]
    client.play()
    tables = [said for said in client.heard if said["type"] == "table"]
    assert [said["result"] is None for said in tables] == [True] * (len(tables) - 1) + [False]
    assert client.table["result"]["record"]["scores"] == list(match.scores)
    key = client.table["replay"].rpartition("/")[2]
    (path,) = [one for one in server.folder.rglob("*-again.jsonl") if key_of(one) == key]
    played = judged_match(path)
    assert played.wall == match.wall
    assert client.table["frame"] == {
        key: value for key, value in frames_of(played)[-1].items() if key != "turn"
    } | {"turn": len(played.requests) - 1}
    client.cut()
    later = turns_of(played, seat)[-1]
    client = come(server, again(server, record=client.table["replay"], seat=seat, turn=later))
    assert client.table["frame"] == seen(played, seat, later)
    client.cut()


def test_uploaded_games_and_those_of_the_index_are_played_on(
    server: SimpleNamespace, games: list[Match]
) -> None:
    lines = "".join(to_line(game) + "\n" for game in games).encode()
    _, _, body = ask(server, "/api/uploads", lines, headers={"x-file-name": "a.jsonl"})
    uploaded = f"/uploads/{json.loads(body)['token']}/3"
    with indexed(server.folder, games):
        for record, match in ((uploaded, games[2]), ("/games/1", games[0])):
            turn = turns_of(match, 2)[1]
            client = come(server, again(server, record=record, seat=2, turn=turn))
            assert client.table["frame"] == seen(match, 2, turn)
            client.cut()
            data = data_of_page(ask(server, f"{record}?seat=2&tactic=greedy")[2].decode())
            assert data["again"].startswith("/play?record=%2F")
            assert data["again"].endswith("&seat=2&turn=")


def test_what_the_server_refuses_is_one_line(
    server: SimpleNamespace, kept: str, games: list[Match]
) -> None:
    turns = turns_of(games[0], 1)
    free = next(turn for turn in range(9) if turn not in turns)
    one_view = server.folder / "seat.json"
    one_view.write_text(json.dumps(to_input(seat_of(games[0], 1))))
    right = {"record": kept, "seat": 1, "turn": turns[0]}
    for change, wrong in (
        ({"turn": free}, f"nothing to decide at step {free}; it has at {turns[0]}, "),
        ({"turn": 400}, "steps 0-"),
        ({"turn": -1}, "turn: expected 0 or more"),
        ({"turn": "5"}, "turn: expected a whole number"),
        ({"turn": True}, "turn: expected a whole number"),
        ({"turn": 10**30}, "turn: expected 432 or less"),
        ({"seat": 4}, "seat: expected 3 or less"),
        ({"seat": 1.5}, "seat: expected a whole number"),
        ({"record": 5}, "record: expected a text"),
        ({"record": "/saved/x"}, "no such record here"),
        ({"record": "/etc/passwd"}, "no such record here"),
        ({"record": kept + "/../x"}, "no such record here"),
        ({"record": "/uploads/guess/1"}, "no such record here"),
        ({"record": "/uploads/guess/x"}, "no such record here"),
        ({"record": "/saved/" + "x" * 500}, "record: expected at most 200 letters"),
        ({"record": f"/saved/{key_of(one_view)}"}, "what one seat saw"),
        ({"game": "99"}, "no match '99'"),
        ({"tactic": "no_such"}, "no tactic"),
        ({"tactic": "human"}, "one person"),
        ({"tactic": "program:x"}, "the program 'x'"),
        ({"tactic": "cmd:sh"}, "no tactic"),
        ({"name": "x" * 99}, "24 characters"),
        ({"pace": 99}, "the pace is"),
        ({"wall": "W1"}, "wall: not known"),
    ):
        said = again(server, **{**right, **change})
        assert wrong in said.get("error", ""), (change, said)
        assert "\n" not in said["error"]
    for body in ("", "[]", "null", "x", '{"record": "' + "x" * 3000 + '"}'):
        said = json.loads(ask(server, "/api/again", body)[2])
        assert said["error"] and "\n" not in said["error"]
    assert ask(server, "/api/again")[0] == 405
    assert ask(server, "/api/again", "{}", headers={"origin": "http://evil.example"})[0] == 403
    one_view.unlink()


def test_they_count_among_the_tables_that_a_client_sets_up(
    server: SimpleNamespace, kept: str, games: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two allowed and the next in a day."""
    pace, wait = Pace(1 / 86_400, 2), Pace.wait
    monkeypatch.setattr(Pace, "wait", lambda _pace: wait(pace))
    order = {"record": kept, "seat": 0, "turn": turns_of(games[0], 0)[0]}
    assert "too many" not in again(server, **{**order, "seat": 9}).get("error", "")
    answers = [again(server, **order) for _ in range(3)]
    assert "people" in answers[0]
    assert "too many tables at once" in answers[2]["error"]


def test_of_a_large_file_only_the_first_game_is_looked_for(
    server: SimpleNamespace, kept: str, games: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(again_module, "MOST_BYTES", 1000)
    order = {"record": kept, "seat": 0, "turn": turns_of(games[0], 0)[0]}
    assert "only its first game" in again(server, **order, game="2")["error"]
    assert "people" in again(server, **order)
