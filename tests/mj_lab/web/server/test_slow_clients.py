"""Connections that dawdle are closed, and what they held is free again."""

import socket
import time
from collections.abc import Iterator
from threading import Thread
from types import SimpleNamespace

import pytest

pytest.importorskip("uvicorn")

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from mj_lab.web.server.connection import Connection
from mj_lab.web.server.guard import Guard

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
    listening = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(
        uvicorn.Config(app, http=request.param, ws="none", log_level="error", lifespan="off")
    )
    thread = Thread(target=running.run, kwargs={"sockets": [listening]})
    thread.start()
    yield SimpleNamespace(address=listening.getsockname(), server=running)
    running.should_exit = True
    thread.join()
    listening.close()


def connected(hasty: SimpleNamespace) -> socket.socket:
    return socket.create_connection(hasty.address, timeout=10)


def is_closed(client: socket.socket, seconds: float) -> bool:
    """Whether the server ends it within that time."""
    until = time.monotonic() + seconds
    client.settimeout(0.05)
    while time.monotonic() < until:
        try:
            if not client.recv(65_536):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def dribble(client: socket.socket, text: bytes, seconds: float) -> bool:
    """Send a byte now and then; whether the server ends it within that time."""
    until = time.monotonic() + seconds
    client.settimeout(0.02)
    for place in range(len(text)):
        if time.monotonic() > until:
            return False
        try:
            client.sendall(text[place : place + 1])
            if not client.recv(65_536):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def test_one_that_says_nothing(hasty: SimpleNamespace) -> None:
    with connected(hasty) as client:
        assert is_closed(client, 5)


def test_headers_that_never_end(hasty: SimpleNamespace) -> None:
    with connected(hasty) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert dribble(client, b"X-Long: " + b"y" * 2000, 5)


def test_a_second_request_that_never_ends(hasty: SimpleNamespace) -> None:
    with connected(hasty) as client:
        client.sendall(b"POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        assert client.recv(15) == b"HTTP/1.1 200 OK"
        assert dribble(client, b"GET / HTTP/1.1\r\nX-Long: " + b"y" * 2000, 5)


def test_a_body_that_never_ends(hasty: SimpleNamespace) -> None:
    with connected(hasty) as client:
        client.sendall(b"POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n")
        for _ in range(10):
            client.sendall(b"z")
            time.sleep(0.02)
        assert b" 408 " in client.recv(65_536)
        assert is_closed(client, 5)


def test_an_answer_that_nobody_takes(hasty: SimpleNamespace) -> None:
    with connected(hasty) as client:
        client.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.1)
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
        assert is_closed(clients[-1], 0.1) or is_closed(clients[-1], 5)
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
            time.sleep(0.15)
            assert b" 503 " in post(hasty, b"b" * 50_000)
        time.sleep(0.15)  # It went away in the middle.
        assert b" 200 " in post(hasty, b"b" * 50_000)
