"""Tables over the socket: whose seat a token opens, what is refused, lines that break."""

import asyncio
import json
import random
import secrets
import string
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from mj_lab.core.database import DatabaseError
from mj_lab.table.play.orders import Close
from mj_lab.web.server.at_table import tables as tables_module
from mj_lab.web.server.at_table.tables import Tables, settings_asked
from tests.mj_lab.conftest import thorough
from tests.mj_lab.web.server.table_client import (
    Message,
    TableClient,
    begin,
    judged_match,
    sit_down,
    socket_of,
)
from tests.mj_lab.web.server.test_server import ask

THREE = ["human", "random", "greedy", "random"]


def test_a_match_from_first_to_last(server: SimpleNamespace) -> None:
    client = sit_down(server.url, players=THREE, hands=4)
    client.play()
    assert sum(client.given.values()) > 40
    assert client.table["hand"] == 3 and len(client.table["result"]["results"]) == 4
    client.cut()
    files = list((server.folder / "tables").glob("*.jsonl"))
    assert len(files) >= 4
    for path in files:
        judged_match(path)
    assert client.table["replay"].startswith("/saved/")


def told(server: SimpleNamespace, text: str | bytes) -> tuple[Message | None, int | None]:
    """What the server says to first words, and how it closes."""
    answer: Message | None = None
    with socket_of(server.url) as socket:
        socket.send(text)
        try:
            while True:
                answer = json.loads(socket.recv(timeout=30))
        except ConnectionClosed as closed:
            return answer, closed.rcvd.code if closed.rcvd else None


def hello(token: str, sequence: int = -1) -> str:
    return json.dumps({"type": "hello", "token": token, "sequence": sequence})


def test_a_seat_opens_to_its_token_alone(server: SimpleNamespace) -> None:
    said = begin(server.url, players=["human", "human", "random", "random"])
    host, guest = said["people"][0]["token"], sit(server, said["room"], 1)["token"]
    seats = []
    for token in (host, guest):
        client = TableClient(server.url, token)
        client.come()
        seats.append(client.hear()["seat"])
        client.cut()
    assert seats == [0, 1]
    for watching in (said["spectators"], said["room"]):
        client = TableClient(server.url, watching)
        client.come()
        assert client.hear()["seat"] is None
        client.say({"type": "answer", "hand": 0, "turn": 2, "action": "PASS"})
        assert client.hear_until("refused")["error"] == "a spectator gives no orders"
        client.cut()
    token = host
    for guess in (token[:-1], token[::-1], token + "=", "", "human", "%", token.upper()):
        assert told(server, hello(guess)) == (
            {"type": "refused", "error": "this link opens no seat"},
            4404,
        )


def sit(server: SimpleNamespace, token: object, player: object, **more: object) -> Message:
    """Take a seat as a guest; the server's answer."""
    body = json.dumps({"token": token, "player": player, **more})
    said: Message = json.loads(ask(server, "/api/tables/sit", body)[2])
    return said


def hear_note(client: TableClient, is_so: Callable[[Message], bool]) -> None:
    """Hear until a note says so."""
    while not (client.note and is_so(client.note)):
        client.hear()


def test_who_takes_which_seat(server: SimpleNamespace) -> None:
    """A free one, once; who is only to look on takes none, nor does who sits already."""
    said = begin(
        server.url, players=["human", "human", "human", "random"], names=["Mei"] + [""] * 3
    )
    room, taken = said["room"], {"error": "that seat is taken"}
    for player in (0, 3, -1, 7, 10**20):
        assert sit(server, room, player) == taken
    opens_none = {"error": "this link opens no seat"}
    for token in (said["spectators"], said["people"][0]["token"], "", "x"):
        assert sit(server, token, 1) == opens_none
    for wrong in (None, "1", 1.0, True):
        assert set(sit(server, room, wrong)) == {"error"}
    assert "24 characters" in sit(server, room, 1, name="x" * 25)["error"]
    guest = TableClient(server.url, room)
    guest.come()
    assert guest.hear_until("note")["may_sit"] == [1, 2]
    won = sit(server, room, 1, name=" A\u202en   n ")
    assert sit(server, room, 1) == taken
    hear_note(guest, lambda note: note["may_sit"] == [2])
    assert guest.note["names"][:2] == ["Mei", "An n"]
    client = TableClient(server.url, won["token"])
    client.come()
    client.hear_until("note")
    # A name is changed before the first hand, by its owner.
    client.say({"type": "name", "name": "x" * 25})
    assert "24 characters" in client.hear_until("refused")["error"]
    client.say({"type": "name", "name": "<b>Otto</b>"})
    hear_note(client, lambda note: note["names"][1] == "<b>Otto</b>")
    assert client.note["names"][0] == "Mei" and client.note["may_sit"] == []
    client.cut()
    guest.cut()


def hears_close(client: TableClient) -> int | None:
    """Hear until the server closes the connection: its code."""
    try:
        while True:
            client.hear()
    except ConnectionClosed as closed:
        client.cut()
        return closed.rcvd.code if closed.rcvd else None


def test_a_seat_that_somebody_left_opens_to_who_sits_down_there(server: SimpleNamespace) -> None:
    """And to nobody else: who left becomes a guest, and is told so."""
    said = begin(server.url, players=["human", "human", "random", "random"], pace=10)
    token = sit(server, said["room"], 1, name="Otto")["token"]
    host, otto = TableClient(server.url, said["people"][0]["token"]), TableClient(server.url, token)
    for client in (host, otto):
        client.come()
    hear_note(otto, lambda note: not note["lobby"])
    otto.say({"type": "leave"})
    hear_note(otto, lambda note: note["presences"][1] == "left")
    new = sit(server, said["room"], 1)["token"]
    assert hears_close(otto) == Close.MOVED
    hear_note(host, lambda note: note["names"][1] == "human")
    again = otto.come_again()
    assert again.hear()["seat"] is None and again.hear_until("note")["may_sit"] == []
    seat = TableClient(server.url, new)
    seat.come()
    assert seat.hear()["seat"] == 1
    for client in (host, again, seat):
        client.cut()


def test_who_lost_a_seat_gives_no_orders_for_it(
    server: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even a page that hears nothing of it, as it does not read."""

    async def tell_nothing(*_page: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(tables_module, "_tell", tell_nothing)
    said = begin(server.url, players=["human", "human", "random", "random"])
    otto = TableClient(server.url, sit(server, said["room"], 1)["token"])
    otto.come()
    otto.say({"type": "leave"})
    end = time.monotonic() + 60
    while "error" in (new := sit(server, said["room"], 1, name="Ann")):
        assert time.monotonic() < end, new
    otto.say({"type": "name", "name": "Otto"})
    assert hears_close(otto) == Close.MOVED
    monkeypatch.undo()
    ann = TableClient(server.url, new["token"])
    ann.come()
    assert ann.hear_until("note")["names"][1] == "Ann"
    ann.cut()


def test_two_ask_for_the_next_match_and_there_is_one(server: SimpleNamespace) -> None:
    said = begin(server.url, players=["human", "human", "random", "random"], pace=0)
    token = sit(server, said["room"], 1)["token"]
    clients = [TableClient(server.url, said["people"][0]["token"]), TableClient(server.url, token)]
    clients[0].come()
    clients[0].say({"type": "again"})
    assert clients[0].hear_until("refused")["error"] == "the match is not over"
    clients[1].come()
    clients[1].say({"type": "leave"})
    clients[0].play()
    clients[1].say({"type": "again"})  # A bot plays for him.
    assert "nobody" in clients[1].hear_until("refused")["error"]
    clients[1].say({"type": "back"})
    for client in clients:
        client.say({"type": "again"})
    assert [hears_close(client) for client in clients] == [Close.MOVED] * 2
    # Who comes back with what it had of the match before is told the new one.
    for client, seat in zip(clients, (3, 0), strict=True):
        last = client.table["sequence"]
        client.come()
        told = client.hear()
        assert told["seat"] == seat and told["since"] == last + 1 and told["result"] is None
    (row,) = known(server, [token])["tables"]
    assert row["hand"] == 0 and not row["over"]
    for client in clients:
        client.cut()


@pytest.mark.parametrize("guesses", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_guessed_tokens(server: SimpleNamespace, guesses: int) -> None:
    """`pytest -m slow tests/mj_lab/web/server/test_tables.py`: two minutes."""
    token = begin(server.url, players=THREE)["people"][0]["token"]
    chance = random.Random(1)
    letters = string.ascii_letters + string.digits + "-_"
    for _ in range(guesses):
        guess = list(token)
        for place in chance.sample(range(len(token)), chance.randint(1, 8)):
            guess[place] = chance.choice(letters.replace(token[place], ""))
        wrong = chance.choice(["".join(guess), secrets.token_urlsafe(24)])
        assert told(server, hello(wrong))[1] == 4404
    client = TableClient(server.url, token)
    client.come()
    assert client.hear()["seat"] == 0
    client.cut()


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", '{"type": "next", "hand": 0}', '{"type": "hello"}', b"\x00\xff", "[" * 400],
)
def test_first_words_that_are_no_hello(server: SimpleNamespace, text: str | bytes) -> None:
    answer, code = told(server, text)
    assert code == 4404
    assert answer is not None and answer["type"] == "refused" and "\n" not in answer["error"]


def test_huge_words_close_the_line(server: SimpleNamespace) -> None:
    with socket_of(server.url) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.send("x" * 1_000_000)
        socket.recv(timeout=30)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


@pytest.mark.parametrize("count", [0, thorough(200), pytest.param(10_000, marks=pytest.mark.slow)])
def test_forged_orders_change_nothing(server: SimpleNamespace, count: int) -> None:
    """Each is refused in one line, the game untouched; this many are legal ones changed by chance.

    A line is closed after 50: it comes back. Ten thousand take five minutes.
    """
    chance = random.Random(5)
    client = sit_down(server.url, players=THREE)
    client.hear_until_asked()
    before, right = dict(client.table), client.order()
    turn = before["turn"]
    legal = {choice["action"] for choice in before["ask"]["choices"]}
    words = ["HU", "PASS", "GANG", "PENG W1", "CHI W2 T9", "BUGANG F1", "PLAY W0", "", "PLAY"]
    words += [f"PLAY {kind}{number}" for kind in "WBTFJ" for number in range(1, 10)]
    actions: list[Any] = [word for word in words if word not in legal] + [None, 1, [], "x" * 700]
    numbers: list[Any] = [-1, 0, 1, 2, 3, 10**20, None, 1.0, True, "1", [1]]
    orders: list[Any] = [
        {**right, "action": "HU"}, {**right, "action": "PASS"}, {**right, "action": "PLAY W10"},
        {**right, "turn": turn - 1}, {**right, "turn": turn + 1}, {**right, "hand": 1},
        {**right, "turn": 10**30}, {**right, "seat": 1}, {**right, "action": 7},
        {"type": "next", "hand": 0}, {"type": "announce", "hand": 0, "turn": turn + 1},
        {"type": "hello", "token": client.token, "sequence": 0}, [], "x", 7, None,
    ]  # fmt: skip
    assert not {"HU", "PASS"} & legal
    for _ in range(count):
        order = {**right, "action": chance.choice(actions)}
        for key in chance.sample(["hand", "turn", "type", "seat"], chance.randrange(3)):
            kinds: list[Any] = ["answer", "announce", "claims", "coach", "next", "hello", None]
            order[key] = chance.choice(kinds if key == "type" else numbers)
        orders.append(order)
    for number, order in enumerate(orders, start=1):
        client.say(order)
        assert client.hear()["type"] == "refused", order
        assert "\n" not in client.heard[-1]["error"]
        if number % 49 == 0 or number == len(orders):
            client = client.come_again()
            assert client.hear() == before
            client.hear()
    client.cut()


def test_who_only_says_nonsense_is_sent_away(server: SimpleNamespace) -> None:
    client = sit_down(server.url, players=THREE)
    assert client.socket is not None
    with pytest.raises(ConnectionClosed):
        for _ in range(200):
            client.socket.send("nonsense")
        while True:
            client.hear()


def test_lines_that_break_and_two_pages_of_one_seat(server: SimpleNamespace) -> None:
    """Whatever is cut or said twice: no answer is lost or doubled, no state comes twice."""
    chance = random.Random(3)
    cuts = twice = 0
    # How many answers a hand asks for is up to its wall.
    while cuts <= 5 or twice <= 2:
        cut, said_twice = _broken_hand(server, chance)
        cuts, twice = cuts + cut, twice + said_twice


def _broken_hand(server: SimpleNamespace, chance: random.Random) -> tuple[int, int]:
    """A hand over a line that breaks: how often it was cut, how often an answer was said twice."""
    said = begin(server.url, players=THREE)
    token = said["people"][0]["token"]
    client, other = TableClient(server.url, token, 1), TableClient(server.url, token, 2)
    cuts = twice = 0
    while client.table["result"] is None:
        if client.socket is None:
            client.come()
        message = client.hear()
        if message["type"] == "refused":  # What was said twice, when the turn was over already.
            assert twice and message["error"] == "that turn is not on"
        if not client.is_asked or message["type"] != "note":
            continue
        order = client.order()
        client.say(order)
        if chance.random() < 0.3:
            client.say(order)
            twice += 1
        if chance.random() < 0.5:
            client.cut()
            cuts += 1
            if chance.random() < 0.5:
                other.come()
                assert other.hear()["sequence"] >= client.table["sequence"]
                other.cut()
                other = TableClient(server.url, token)
    client.cut()
    return cuts, twice


def test_another_sites_page_gets_no_socket(server: SimpleNamespace) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        socket_of(server.url, origin="http://evil.example")
    with socket_of(server.url, origin=server.url) as socket:
        socket.send(hello("x"))
        assert json.loads(socket.recv(timeout=30))["type"] == "refused"


def test_a_folder_that_takes_no_tables(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("a file")
    # In a thread of its own: a browser of other tests may have a loop in this one.
    with ThreadPoolExecutor() as pool, pytest.raises(DatabaseError):
        pool.submit(lambda: asyncio.run(Tables(tmp_path / "tables").begin({}))).result()


def test_seats_are_drawn_by_lot_and_the_own_one_is_told_first(server: SimpleNamespace) -> None:
    """Every player gets every seat, with the name that goes with it."""
    players, names = ["human", "greedy", "human", "random"], ["Mei", "", "Otto", ""]
    drawn = set()
    for _ in range(400):
        settings, own = settings_asked({"players": players, "names": names, "lot": True})
        assert Counter(settings.players) == Counter(players)
        assert settings.names[own] == "Mei" and settings.players[own] == "human"
        assert settings.players[settings.names.index("Otto")] == "human"
        drawn.add((own, settings.names.index("Otto")))
    assert len(drawn) == 12
    assert settings_asked({"players": players})[0].players == tuple(players)
    client = sit_down(server.url, players=players, names=names, lot=True)
    told = client.hear()
    assert told["players"][told["seat"]] == "Mei"
    client.cut()


def known(server: SimpleNamespace, tokens: object) -> Message:
    _, _, answer = ask(server, "/api/tables/known", json.dumps({"tokens": tokens}))
    said: Message = json.loads(answer)
    return said


def test_tables_are_found_again_by_their_tokens_alone(server: SimpleNamespace) -> None:
    said = begin(server.url, players=THREE, hands=4)
    token, spectators = said["people"][0]["token"], said["spectators"]
    (row, none, other) = known(server, [token, token[:-1], spectators])["tables"]
    assert row == {
        "hand": 0, "hands": 4, "score": 0, "players": ["random", "greedy", "random"], "over": False,
    }  # fmt: skip
    assert none is None and other is None
    client = TableClient(server.url, token)
    client.come()
    client.play()
    client.cut()
    (row,) = known(server, [token])["tables"]
    assert row["over"] and row["hand"] == 3
    assert row["score"] == sum(scores[0] for scores in client.table["result"]["results"])


def test_effective_tiles_are_told_to_who_asks(server: SimpleNamespace) -> None:
    client = sit_down(server.url, players=THREE)
    client.hear_until_asked()
    place = {"hand": client.table["hand"], "turn": client.table["turn"]}
    client.say({"type": "effective", **place})
    rows = client.hear_until("effective")["rows"]
    assert rows and all(sum(row["effective"].values()) == row["copies"] for row in rows)
    client.say({"type": "effective", **place, "turn": place["turn"] + 1})
    client.hear_until("refused")
    client.cut()
