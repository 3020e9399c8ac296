"""The command `mj web`: it says where it listens, listens on this machine only, ends on Ctrl-C."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select

import pytest

from mj_lab.web.server.at_table.network import ServerReach, machine_addresses, reach_of
from mj_lab.web.server.cli import _listening, _ports, web
from tests.mj_lab.web.server.processes import WebProcess
from tests.mj_lab.web.server.table_client import begin

PROGRAMS = Path(__file__).parents[2] / "core" / "game" / "programs"


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple[str, int]]:
    """A running `mj web`: what it is called, and its port. It ends soon, without a word."""
    begun = time.monotonic()
    process = WebProcess(folder, *words, stderr=subprocess.PIPE)
    started = time.monotonic() - begun
    try:
        yield process.host, process.port
    finally:
        begun = time.monotonic()
        said = process.stop().splitlines()
        took = time.monotonic() - begun
    # Two seconds on a machine that has nothing else to do; on another no longer than to start.
    assert took < max(4, started)
    assert len(said) == ("0.0.0.0" in words)
    assert all("other machines can reach this page; it asks for no password" in one for one in said)


def page_at(name: str, port: int, path: str = "") -> bytes:
    with urllib.request.urlopen(f"http://{name}:{port}/{path}", timeout=60) as answer:
        page: bytes = answer.read()
    return page


def status_for(host: str, port: int, name: str, origin: str = "") -> int:
    """What a request for a host of this name is answered."""
    with socket.create_connection((host, port), timeout=60) as client:
        client.sendall(f"GET / HTTP/1.1\r\nHost: {name}:{port}\r\n{origin}\r\n".encode())
        return int(client.recv(12).removeprefix(b"HTTP/1.1 "))


def test_it_serves_until_it_is_stopped(tmp_path: Path) -> None:
    with serving(tmp_path) as (name, port):
        assert name == "127.0.0.1"
        assert b"<title>mj_bot: Guobiao Mahjong</title>" in page_at(name, port)


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
    shown, browser = tmp_path / "shown", tmp_path / "browser"
    os.mkfifo(shown)
    browser.write_text(f'#!/bin/sh\necho "$1" > {shown}\n')
    browser.chmod(0o755)
    master, terminal = os.openpty()
    env = {"BROWSER": f"{browser} %s", "DISPLAY": screen, "WAYLAND_DISPLAY": ""}
    process = WebProcess(tmp_path, *words, env=env, stdout=terminal, stderr=subprocess.DEVNULL)
    os.close(terminal)
    listening = os.open(shown, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with open(master, encoding="utf-8") as said:
            found = re.match(r"http://\S+:(\d+)/ ", said.readline())
            assert found
            # What it answers was asked after it would have opened one.
            page_at("127.0.0.1", int(found[1]))
            heard, _, _ = select([listening], [], [], 20 if opened else 0.3)
            told = os.read(listening, 1000).decode().strip() if heard else ""
            assert told == opened.format(port=found[1])
    finally:
        os.close(listening)
        process.stop()


def test_other_machines_are_shown_where_they_find_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "127.0.0.3") as (_, port):
        assert b'"reach":{"local":true' in page_at("127.0.0.3", port, "play")
    with serving(tmp_path, "--host", "0.0.0.0") as (_, port):
        assert b'"reach":{"local":false' in page_at("127.0.0.1", port, "play")


@pytest.mark.parametrize("host", ["127.0.0.2", "127.1", "localhost"])
def test_every_address_of_this_machine_alone_has_its_own_names(tmp_path: Path, host: str) -> None:
    with serving(tmp_path, "--host", host) as (_, port):
        for name, status in ((host, 200), ("localhost", 200), ("evil.example", 400)):
            assert status_for(host, port, name) == status, name


def test_what_other_machines_reach_has_no_names_but_those_that_were_told(tmp_path: Path) -> None:
    """Else a page elsewhere could reach it through a name of its own, made to point here."""
    known = ("127.0.0.1", "192.0.2.7", "[::1]", "localhost", socket.gethostname(), "den.example")
    with serving(tmp_path, "--host", "0.0.0.0", "--host-name", "Den.Example") as (_, port):
        for name, status in (*((one, 200) for one in known), ("evil.example", 400), ("", 400)):
            origin = f"Origin: http://{name}:{port}\r\n"
            assert status_for("127.0.0.1", port, name, origin) == status, name


@pytest.mark.thorough
def test_it_ends_though_somebody_is_still_connected(tmp_path: Path) -> None:
    with socket.socket() as client, serving(tmp_path) as (name, port):
        client.connect((name, port))
        client.sendall(b"POST /api/uploads HTTP/1.1\r\nHost: localhost\r\n")
        client.sendall(b"Content-Length: 9\r\n\r\nx")
        page_at(name, port)  # What it answers was asked later.


@pytest.mark.thorough
def test_it_ends_while_a_replay_is_made(tmp_path: Path) -> None:
    """Whoever asked for it hears that the server ends."""
    kept = Path(__file__).parents[3] / "data" / "odds_matches.jsonl.gz"
    (tmp_path / kept.name).write_bytes(kept.read_bytes())
    with ExitStack() as lines:
        with serving(tmp_path) as (name, port):
            (row,) = json.loads(page_at(name, port, "api/saved"))
            # Some six seconds each, and two are made at a time.
            for seat in range(3):
                client = lines.enter_context(socket.create_connection((name, port)))
                asked = f"GET /saved/{row['key']}?seat={seat}&tactic=expectimax HTTP/1.1"
                client.sendall(f"{asked}\r\nHost: localhost\r\n\r\n".encode())
            page_at(name, port)
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


def test_what_this_machine_alone_reaches_shows_where_others_would() -> None:
    here = machine_addresses()
    assert reach_of("127.0.0.1") == reach_of("::1") == ServerReach(True, here)
    assert reach_of("0.0.0.0") == reach_of("::") == ServerReach(False, here)
    assert reach_of("fe80::1%eth0") == ServerReach(False, ("fe80::1",))


@pytest.mark.skipif(shutil.which("hostname") is None, reason="nothing to ask")
def test_they_are_addresses_that_the_system_has() -> None:
    found = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip("this system's hostname knows no -I")
    assert set(machine_addresses()) <= set(found.stdout.split())
    assert not any(one.startswith("127.") for one in machine_addresses())
