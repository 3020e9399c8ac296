"""The command `mj web`: it says where it listens, listens on this machine only, ends on Ctrl-C."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from mj_lab.web.server.cli import _OPEN_PAGE, _listening, _ports, web
from tests.mj_lab.web.server.table_client import begin

ROOT = Path(__file__).resolve().parents[4]
PROGRAMS = Path(__file__).parents[2] / "core" / "game" / "programs"

# Stands in for `mj`: one more command, so that `web` keeps its name.
COMMAND = """
import typer
from mj_lab.web.server.cli import register
app = typer.Typer()
register(app)
app.command("other")(lambda: None)
app()
"""


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple[str, int]]:
    """A running `mj web`: what it is called, and its port. It ends soon, without a word."""
    pytest.importorskip("uvicorn")
    begun = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", COMMAND, "web", "--port", "0", "--matches", str(folder)]
        + list(words),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.match(r"http://(\S+):(\d+)/ ", line)
        assert found, line
        started = time.monotonic() - begun
        yield found[1], int(found[2])
    finally:
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
        took = time.monotonic() - begun
    # Two seconds on a machine that has nothing else to do; on another no longer than to start.
    assert took < max(4, started)
    assert error == (f"{_OPEN_PAGE}\n" if "0.0.0.0" in words else "")


def test_it_serves_until_it_is_stopped(tmp_path: Path) -> None:
    with serving(tmp_path) as (name, port):
        assert name == "127.0.0.1"
        with urllib.request.urlopen(f"http://{name}:{port}/", timeout=60) as answer:
            assert b"<title>mj_bot: Guobiao Mahjong</title>" in answer.read()


@pytest.mark.skipif(sys.platform != "linux", reason="a screen is named otherwise elsewhere")
@pytest.mark.parametrize(
    ("words", "screen", "opened"),
    [
        ((), ":9", "http://127.0.0.1:{port}/"),
        (("--host", "0.0.0.0"), ":9", "http://127.0.0.1:{port}/"),
        (("--no-open",), ":9", ""),
        ((), "", ""),
    ],
)
def test_it_opens_the_browser_of_a_screen_unless_it_is_not_to(
    tmp_path: Path, words: tuple[str, ...], screen: str, opened: str
) -> None:
    """A browser of our own, which writes down what it is to show; the command is at a terminal."""
    pytest.importorskip("uvicorn")
    shown, browser = tmp_path / "shown", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {shown}.new && mv {shown}.new {shown}\n')
    browser.chmod(0o755)
    master, terminal = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", COMMAND, "web", "--port", "0", "--matches", str(tmp_path)]
        + list(words),
        cwd=ROOT,
        env={
            **{key: text for key, text in os.environ.items() if key != "WAYLAND_DISPLAY"},
            "PYTHONPATH": str(ROOT),
            "BROWSER": f"{browser} %s",
            "DISPLAY": screen,
        },
        stdout=terminal,
        stderr=subprocess.DEVNULL,
    )
    os.close(terminal)
    try:
        with open(master, encoding="utf-8") as said:
            found = re.match(r"http://\S+:(\d+)/ ", said.readline())
            assert found
            # What it answers was asked after it would have opened one.
            url = f"http://127.0.0.1:{found[1]}/"
            with urllib.request.urlopen(url, timeout=60) as answer:
                assert answer.status == 200
            end = time.monotonic() + (20 if opened else 0.3)
            while not shown.exists() and time.monotonic() < end:
                time.sleep(0.02)
            told = shown.read_text().strip() if shown.exists() else ""
            assert told == opened.format(port=found[1])
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)


def test_other_machines_are_shown_where_they_find_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "127.0.0.3") as (_, port):
        url = f"http://127.0.0.3:{port}/play"
        with urllib.request.urlopen(url, timeout=60) as answer:
            assert b'"reach":{"local":true' in answer.read()
    with serving(tmp_path, "--host", "0.0.0.0") as (_, port):
        url = f"http://127.0.0.1:{port}/play"
        with urllib.request.urlopen(url, timeout=60) as answer:
            assert b'"reach":{"local":false' in answer.read()


@pytest.mark.parametrize("host", ["127.0.0.2", "127.1", "localhost"])
def test_every_address_of_this_machine_alone_has_its_own_names(tmp_path: Path, host: str) -> None:
    with serving(tmp_path, "--host", host) as (_, port):
        for name, status in ((host, 200), ("localhost", 200), ("evil.example", 400)):
            with socket.create_connection((host, port), timeout=60) as client:
                client.sendall(f"GET / HTTP/1.1\r\nHost: {name}:{port}\r\n\r\n".encode())
                assert client.recv(12) == f"HTTP/1.1 {status}".encode(), name


def test_what_other_machines_reach_has_no_names_but_those_that_were_told(tmp_path: Path) -> None:
    """Else a page elsewhere could reach it through a name of its own, made to point here."""
    known = ("127.0.0.1", "192.0.2.7", "[::1]", "localhost", socket.gethostname(), "den.example")
    with serving(tmp_path, "--host", "0.0.0.0", "--host-name", "Den.Example") as (_, port):
        for name, status in (*((one, 200) for one in known), ("evil.example", 400), ("", 400)):
            head = f"GET / HTTP/1.1\r\nHost: {name}:{port}\r\nOrigin: http://{name}:{port}\r\n\r\n"
            with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
                client.sendall(head.encode())
                assert client.recv(12) == f"HTTP/1.1 {status}".encode(), name


@pytest.mark.thorough
def test_it_ends_though_somebody_is_still_connected(tmp_path: Path) -> None:
    with socket.socket() as client, serving(tmp_path) as (name, port):
        client.connect((name, port))
        client.sendall(b"POST /api/uploads HTTP/1.1\r\nHost: localhost\r\n")
        client.sendall(b"Content-Length: 9\r\n\r\nx")
        time.sleep(0.3)


@pytest.mark.thorough
def test_it_ends_while_a_replay_is_made(tmp_path: Path) -> None:
    """Whoever asked for it hears that the server ends."""
    kept = Path(__file__).parents[3] / "data" / "odds_matches.jsonl.gz"
    (tmp_path / kept.name).write_bytes(kept.read_bytes())
    with ExitStack() as lines:
        with serving(tmp_path) as (name, port):
            with urllib.request.urlopen(f"http://{name}:{port}/api/saved", timeout=60) as answer:
                (row,) = json.load(answer)
            # Some six seconds each, and two are made at a time.
            for seat in range(3):
                client = lines.enter_context(socket.create_connection((name, port)))
                asked = f"GET /saved/{row['key']}?seat={seat}&tactic=expectimax HTTP/1.1"
                client.sendall(f"{asked}\r\nHost: localhost\r\n\r\n".encode())
            time.sleep(0.3)
        assert client.recv(12) == b"HTTP/1.1 503"


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="programs play on Linux only")
def test_it_ends_while_a_program_thinks(tmp_path: Path) -> None:
    hanging = f"slow=keep:{PROGRAMS}/faulty.py hangs"
    with serving(tmp_path, "--bot", hanging) as (name, port):
        begin(f"http://{name}:{port}", players=["human", *["program:slow"] * 3])
        time.sleep(0.5)


@pytest.mark.parametrize("service", [False, True])
def test_a_named_port_that_is_in_use_is_told(service: bool) -> None:
    pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ValueError, match=f"^port {port} is in use: name another, or leave out"):
            web(port=port, host="127.0.0.1", service=service)


def test_without_a_name_the_next_free_port_is_taken_and_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        first = taken.getsockname()[1]
        with _listening("127.0.0.1", _ports(None, first)) as listening:
            port = listening.getsockname()[1]
            assert first < port < first + 100
    assert capsys.readouterr().err == f"port {first} is in use; this is {port}\n"
