"""Connections that dawdle are closed, and what they held is free again."""

import socket
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from mj_lab.web.server.connection import Connection
from mj_lab.web.server.guard import Guard
from tests.mj_lab.web.conftest import running

LARGE = 20_000_000


class Hasty(Connection):
    """The same, a hundred times as fast."""

    look = 0.025
    most = 12


class Overloaded(Hasty):
    """The same on a machine that takes longer over what comes in than MOMENT."""

    def data_received(self, data: bytes) -> None:
        time.sleep(0.01)
        super().data_received(data)


async def large(_request: Request) -> Response:
    return PlainTextResponse(b"x" * LARGE)


async def length(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


@pytest.fixture(params=[Hasty])
def hasty(request: pytest.FixtureRequest) -> Iterator[SimpleNamespace]:
    app = Starlette(
        routes=[Route("/large", large), Route("/length", length, methods=["POST"])],
        middleware=[Middleware(Guard, hosts=("x",), limit=4_000_000, in_all=100_000, seconds=0.5)],
    )
    with running(app, http=request.param, ws="none", lifespan="off") as made:
        yield made


def connected(hasty: SimpleNamespace) -> socket.socket:
    return socket.create_connection(hasty.address, timeout=10)


def until_closed(client: socket.socket, text: bytes = b"") -> bytes:
    """What the server says until it ends the line, within five seconds.

    It is sent a byte of the text now and then.
    """
    until = time.monotonic() + 5
    client.settimeout(0.02)
    heard = b""
    while time.monotonic() < until:
        try:
            client.sendall(text[:1])
            text = text[1:]
            part = client.recv(65_536)
        except TimeoutError:
            continue
        except OSError:
            return heard
        if not part:
            return heard
        heard += part
    raise AssertionError("it is still open")


def test_one_that_says_nothing(hasty: SimpleNamespace) -> None:
    with connected(hasty) as client:
        until_closed(client)


@pytest.mark.parametrize(
    "first",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
    ],
    ids=["headers", "a second request"],
)
def test_what_never_ends(hasty: SimpleNamespace, first: bytes) -> None:
    with connected(hasty) as client:
        client.sendall(first)
        if first.startswith(b"POST"):
            assert client.recv(15) == b"HTTP/1.1 200 OK"
            client.sendall(b"GET / HTTP/1.1\r\n")
        until_closed(client, b"X-Long: " + b"y" * 2000)


def test_a_body_that_never_ends(hasty: SimpleNamespace) -> None:
    with connected(hasty) as client:
        client.sendall(b"POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n")
        assert b" 408 " in until_closed(client, b"z" * 2000)


def test_an_answer_that_nobody_takes(hasty: SimpleNamespace) -> None:
    with connected(hasty) as client:
        client.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        client.recv(1)
        until = time.monotonic() + 10
        while hasty.server.server_state.connections and time.monotonic() < until:
            time.sleep(0.02)
        assert not hasty.server.server_state.connections


def test_an_answer_that_is_taken_slowly_is_whole(hasty: SimpleNamespace) -> None:
    with connected(hasty) as client:
        client.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        received = 0
        while data := client.recv(1_000_000):
            received += len(data)
            time.sleep(0.001)
        assert received > LARGE


def test_more_than_any_browser_opens_are_sent_away(hasty: SimpleNamespace) -> None:
    clients = [connected(hasty) for _ in range(40)]
    try:
        until_closed(clients[-1])
        assert len(hasty.server.server_state.connections) <= Hasty.most
    finally:
        for client in clients:
            client.close()


@pytest.mark.parametrize("hasty", [Overloaded], indirect=True)
def test_who_comes_after_many_that_hung_up_stays(hasty: SimpleNamespace) -> None:
    for _ in range(60):
        with connected(hasty) as client:
            client.sendall(b"GET /length HTTP/1.1\r\nHost: x\r\n\r\n")
    assert b" 200 " in post(hasty, b"still here")


def post(hasty: SimpleNamespace, body: bytes) -> bytes:
    with connected(hasty) as client:
        head = f"POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
        client.sendall(head.encode() + body)
        return client.recv(65_536)


def test_bodies_have_one_budget_and_give_it_back(hasty: SimpleNamespace) -> None:
    head = b"POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\n"
    for _ in range(3):
        with connected(hasty) as first:
            first.sendall(head + b"a" * 80_000)
            # Till the first is read there is room.
            assert any(b" 503 " in post(hasty, b"b" * 50_000) for _ in range(50))
            assert b" 503 " in post(hasty, b"b" * 50_000)
        # It went away in the middle.
        assert any(b" 200 " in post(hasty, b"b" * 50_000) for _ in range(50))
        assert b" 200 " in post(hasty, b"b" * 50_000)
