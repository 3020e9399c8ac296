"""One call: every outcome is a value, and none has the address in it."""

import gzip
import logging
import re
import resource
import socket
import threading
import zlib
from contextlib import suppress
from time import monotonic

import pytest

from mj_lab.table.live.client import Failure, LocalAI, Refusal, Text
from mj_lab.table.live.protocol import PollReply
from mj_lab.table.live.secret import Secret
from tests.mj_lab.table.live.conftest import reply, scripted, serve

WORD = "5ecr3t0fTheUser"
PATH = f"/api/5ac/{WORD}"


def poll(url: str, seconds: float = 5.0, **answers: str) -> object:
    with LocalAI(Secret(url)) as server:
        return server.poll(answers, seconds)


def test_answers_travel_as_headers_and_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.NOTSET)
    with scripted([reply("1 0\nb\n2 W1\n")], PATH) as (url, heads):
        assert poll(url, a1="PLAY W1", b2="CHI W2 T9") == PollReply((("b", "2 W1"),))
    lines = heads[0].decode().lower().split("\r\n")
    assert lines[0] == f"get {PATH.lower()}/localai http/1.1"
    assert {"x-match-a1: play w1", "x-match-b2: chi w2 t9"} <= set(lines)
    assert WORD not in caplog.text


@pytest.mark.parametrize("status", ["500 Oops", "502 Bad", "503 Busy", "504 Late", "429 Slow"])
def test_what_passes_is_a_failure(status: str) -> None:
    with scripted([reply("<html>down", status)]) as (url, _):
        assert poll(url) == Failure(f"status {status[:3]}: <html>down")


@pytest.mark.parametrize(
    ("status", "told"),
    [
        ("400 Bad", "status 400"),
        ("401 No", "status 401"),
        ("403 Forbidden", "^Botzone refuses this client: status 403: go away$"),
        ("404 None", "status 404"),
        ("410 Gone", "status 410"),
    ],
)
def test_what_stays_is_a_refusal(status: str, told: str) -> None:
    with scripted([reply("go\naway", status)]) as (url, _):
        got = poll(url)
    assert isinstance(got, Refusal) and re.search(told, got.what)


def test_a_redirect_is_not_followed() -> None:
    with scripted([reply("0 0")]) as (other, heads):
        moved = reply("", "302 Found", f"Location: {other}\r\n")
        with scripted([moved]) as (url, _):
            assert isinstance(poll(url), Refusal)
    assert heads == []


@pytest.mark.parametrize(
    "data",
    [
        None,
        b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n1 0\na\n2 W",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n1 0",
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n1 0",
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nnot gzip",
        b"nonsense\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n<html>Log in</html>",
        b"HTTP/1.1 200 OK\r\n\r\n\xff\xfe\x00",
    ],
)
def test_a_broken_reply_leaves_it_open_whether_the_answers_arrived(data: bytes | None) -> None:
    with scripted([data]) as (url, _):
        got = poll(url)
    assert isinstance(got, Failure)
    assert not got.is_lost


def test_nobody_there_is_certain() -> None:
    with scripted([None]) as (url, _):
        pass
    got = poll(url)
    assert isinstance(got, Failure)
    assert got.is_lost


def test_a_silent_server_is_left() -> None:
    from mj_lab.table.live.stand_in.tables import Rules

    with serve(Rules()) as server:
        assert poll(server.url, 0.05) == Failure("no reply in time", timed_out=True)


def test_a_server_that_repeats_the_address_does_not_bring_it_in() -> None:
    echo = f"http://x{PATH}/localai {WORD}"
    texts = [
        (f"1 0\nab\n{echo}", "200 OK"),
        (f"1 0\n{WORD}\n2 W1", "200 OK"),
        (f"0 1\n{WORD} 0 0", "200 OK"),
        (echo, "200 OK"),
        (echo, "403 Forbidden"),
        (echo, "500 Oops"),
        (echo, "404 " + WORD),
    ]
    for text, status in texts:
        with scripted([reply(text, status)], PATH) as (url, _):
            got = poll(url)
        assert WORD not in repr(got), status
        assert isinstance(got, (PollReply, Failure, Refusal))


def test_an_endless_reply_is_cut() -> None:
    data = b"HTTP/1.1 200 OK\r\n\r\n0 0\n" + b"x" * (6 << 20)
    with scripted([data]) as (url, _):
        assert poll(url) == PollReply()


def test_run_match() -> None:
    text = "5ff1d3a0c5b5e9001a7d3f60"
    with scripted([reply(text)], PATH) as (url, heads), LocalAI(Secret(url)) as server:
        assert server.run_match({"X-Game": "G"}) == Text(text)
    assert heads[0].startswith(f"GET {PATH}/runmatch HTTP/1.1\r\n".encode())


# -- servers that mean harm -----------------------------------------------------------------------

HEAD = b"HTTP/1.1 200 OK\r\n"


def packed(times: int) -> bytes:
    """A reply that unpacks to 256 MB, or to what does."""
    maker = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    data = b"".join([maker.compress(bytes(1 << 20)) for _ in range(1 << 8)]) + maker.flush()
    for _ in range(times - 1):
        data = gzip.compress(data)
    return data


@pytest.mark.thorough
@pytest.mark.parametrize("coding", [b"gzip", b"gzip, gzip", b"deflate", b"br"])
def test_what_unpacks_without_end_is_cut(coding: bytes) -> None:
    body = packed(coding.count(b"gzip") or 1)
    data = HEAD + b"Content-Encoding: " + coding + b"\r\nContent-Length: %d\r\n\r\n" % len(body)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with scripted([data + body]) as (url, _):
        assert isinstance(poll(url), Failure)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000


def test_a_packed_reply_is_read_and_none_is_asked_for() -> None:
    body = gzip.compress(b"1 0\nb\n2 W1\n")
    data = HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    with scripted([data]) as (url, heads):
        assert poll(url) == PollReply((("b", "2 W1"),))
    assert b"accept-encoding: identity" in heads[0].lower()


@pytest.mark.parametrize("start", [b"", HEAD, HEAD + b"\r\n0 0\n"], ids=["all", "head", "body"])
def test_a_reply_that_dribbles_is_cut(start: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mj_lab.table.live.client.WHOLE_SECONDS", 0.1)
    over = threading.Event()

    def dribble(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            connection.sendall(start or b"H")
            while not over.wait(0.02):
                connection.sendall(b"X")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=dribble, args=[listening], daemon=True).start()
        began = monotonic()
        got = poll(f"http://127.0.0.1:{listening.getsockname()[1]}{PATH}/localai", 0.3)
        over.set()
    assert got == Failure("no whole reply in time", timed_out=True)
    assert monotonic() - began < 1


def test_control_characters_do_not_reach_the_terminal() -> None:
    evil = "\x1b]0;owned\x07 \x1b[2J\r\u202e gone"
    for text, status in (
        (evil, "500 Oops"),
        (evil, "403 Forbidden"),
        (f"1 0\n{evil}\n2", "200 OK"),
    ):
        with scripted([reply(text, status)]) as (url, _):
            got = poll(url)
        assert isinstance(got, (Failure, Refusal))
        assert got.what.isprintable()
