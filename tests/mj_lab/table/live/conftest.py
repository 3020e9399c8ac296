"""What the tests of the live client share: servers on this machine, a client against them."""

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from mj_lab.table.live.client import LocalAI
from mj_lab.table.live.loop import Live, Options, WaitTimes
from mj_lab.table.live.matches.record import MatchRecord
from mj_lab.table.live.matches.sessions import Patience, Sessions
from mj_lab.table.live.secret import Secret
from mj_lab.table.live.stand_in.faults import Faults
from mj_lab.table.live.stand_in.server import FakeBotzone, running
from mj_lab.table.live.stand_in.tables import Rules

# Short enough for a test; the real ones suit a server far away.
WAITS = WaitTimes(poll=0.2, first=0.005, longest=0.02, idle=0.001, longest_idle=0.01, farewell=1.0)
PATIENCE = Patience(doubt=0.1, doubt_known=1.0)


class Notes:
    """A view that keeps all it is sent."""

    def __init__(self) -> None:
        self.records: dict[str, list[MatchRecord]] = {}
        self.lines: list[str] = []
        self.connections: set[str] = set()

    def show(self, sessions: Sessions, connection: str) -> None:
        self.connections.add(connection)

    def ended(self, record: MatchRecord) -> None:
        self.records.setdefault(record.id, []).append(record)

    def tell(self, line: str) -> None:
        self.lines.append(line)


class Played:
    """A client that has run against a fake server."""

    def __init__(self, server: FakeBotzone, options: dict[str, Any], around: Any = None) -> None:
        self.notes = Notes()
        settings = {"tactic": "random", "waits": WAITS, "patience": PATIENCE, **options}
        with LocalAI(Secret(server.url)) as calls:
            self.client = Live(around(calls) if around else calls, Options(**settings), self.notes)
            self.done = self.client.run()

    @property
    def totals(self) -> dict[str, Any]:
        return vars(self.client.sessions.totals)


def serve(
    rules: Rules, faults: Faults | None = None, **more: Any
) -> AbstractContextManager[FakeBotzone]:
    """A Botzone of our own."""
    return running(FakeBotzone(rules, faults, **more))


def play(server: Any, around: Any = None, **options: Any) -> Played:
    """A client with these options, run to its end."""
    return Played(server, options, around)


def _read_head(connection: socket.socket) -> bytes:
    head = b""
    while b"\r\n\r\n" not in head:
        piece = connection.recv(4096)
        if not piece:
            return b""
        head += piece
    return head


@contextmanager
def scripted(
    replies: Sequence[bytes | None], path: str = "/api/user/secret"
) -> Iterator[tuple[str, list[bytes]]]:
    """`with scripted(replies) as (url, heads):` one connection and raw reply for each call.

    A reply is bytes, or None to hang up without one; the last is given again and again. `heads`
    gets what was sent. `path` comes before /localai in the URL.
    """
    heads: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

        def work() -> None:
            while True:
                connection, _ = listener.accept()
                with connection:
                    head = _read_head(connection)
                    if not head:
                        return
                    heads.append(head)
                    reply = replies[min(len(heads), len(replies)) - 1]
                    if reply is not None:
                        # A client that has had enough hangs up while this still sends.
                        with suppress(ConnectionError):
                            connection.sendall(reply)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}{path}/localai", heads
        finally:
            with socket.create_connection(("127.0.0.1", port)):
                pass  # Says nothing, which ends the thread.
            thread.join(10)


def reply(text: str, status: str = "200 OK", headers: str = "") -> bytes:
    """A whole HTTP reply with that text."""
    body = text.encode()
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{headers}"
    return (head + "Connection: close\r\n\r\n").encode() + body


@pytest.fixture
def address_file(tmp_path: Path) -> Callable[..., Path]:
    """`address_file(url, mode)`: a file with that text and mode."""

    def write(url: str, mode: int = 0o600) -> Path:
        path = tmp_path / "address"
        path.write_text(url)
        path.chmod(mode)
        return path

    return write
