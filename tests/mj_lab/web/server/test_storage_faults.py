"""Disks and files that fail under a server: a line to who asked, and nothing confirmed is lost."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from mj_lab.core.database import DatabaseError, StorageFault
from mj_lab.core.records.index.building import IndexBuilder
from mj_lab.core.records.index.index_file import INDEX_NAME, open_index
from mj_lab.explain.quiz.shipped import shipped_questions
from mj_lab.explain.quiz.store import QuizStore
from mj_lab.table.play.orders import Close
from mj_lab.table.play.store import PlayStore
from mj_lab.web.server.app import make_app
from tests.command import refused
from tests.mj_lab.storage import FAULTS
from tests.mj_lab.web.conftest import serving
from tests.mj_lab.web.server.my_games.played import ME, played_table
from tests.mj_lab.web.server.processes import WebProcess
from tests.mj_lab.web.server.table_client import TableClient, sit_down
from tests.mj_lab.web.server.test_server import ask

TABLE = {"players": ["human", "random", "random", "random"], "pace": 0}
STORES = {"tables": "tables/tables.db", "quiz": "quiz.sqlite", "games": INDEX_NAME}
# After these nothing is promised but an answer: SQLite goes on with the pages that it has.
DAMAGE = ("damaged", "cut short")
# What writes, of each store; the others read.
WRITES = ("tables", "quiz")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """A folder with a finished hand, an index of it, and an answer to a question; its `token`."""
    folder = tmp_path_factory.mktemp("kept")
    _, tokens = played_table(folder, 3, again=False)
    with closing(open_index(folder / INDEX_NAME, write=True)) as index:
        IndexBuilder(index, print).add([folder / "tables"])
    QuizStore(folder / STORES["quiz"]).close()
    return SimpleNamespace(folder=folder, token=tokens[ME])


@pytest.fixture
def served(kept: SimpleNamespace, tmp_path: Path) -> Iterator[SimpleNamespace]:
    copytree(kept.folder, tmp_path / "saved")
    with serving(tmp_path / "saved", compare=False) as server:
        yield server


class Asker:
    """Asks every route of a store; `confirmed`: what it was told is done."""

    def __init__(self, server: SimpleNamespace, token: str) -> None:
        self.server, self.token = server, token
        self.confirmed: list[Any] = []
        self.answers = 0

    def of(self, store: str, path: str, body: Any = None) -> tuple[int, Any]:
        data = None if body is None else json.dumps(body)
        status, headers, answer = ask(self.server, path, data)
        assert headers["content-type"].startswith("application/json"), (store, path, answer)
        said = json.loads(answer)
        error = said.get("error")
        assert status == 200 or (status in (503, 507) and error), (path, status, said)
        assert error is None or len(error.splitlines()) == 1
        return status, said

    def ask_all(self) -> dict[str, list[int]]:
        """The statuses of each store's routes, what writes first."""
        number = len(self.confirmed) + self.answers
        question = shipped_questions()[number].id
        action = shipped_questions()[number].answers[0].action
        asked: dict[str, list[tuple[str, Any]]] = {
            "tables": [
                ("/api/tables", TABLE),
                ("/api/tables/known", {"tokens": [self.token]}),
                ("/api/my-games", {"tokens": [self.token]}),
                ("/api/my-games/rating", {"tokens": [self.token]}),
                ("/api/score", None),
            ],
            "quiz": [
                ("/api/train/answer", {"id": question, "action": action}),
                ("/api/train/score", {"deck": "all"}),
                ("/api/train/export", {}),
            ],
            "games": [("/api/games", None), ("/api/games/names", None)],
        }
        statuses: dict[str, list[int]] = {}
        for store, routes in asked.items():
            for path, body in routes:
                status, said = self.of(store, path, body)
                statuses.setdefault(store, []).append(status)
                if path == "/api/tables" and status == 200:
                    self.confirmed.append(said["people"][0]["token"])
                if path == "/api/train/answer" and status == 200:
                    self.answers += 1
        return statuses


@pytest.mark.parametrize("kind", FAULTS)
def test_every_route_answers_in_a_line_and_loses_nothing(
    served: SimpleNamespace, kept: SimpleNamespace, kind: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whatever a store is asked, and all that is confirmed is there once its file is mended."""
    asker = Asker(served, kept.token)
    assert set(sum(asker.ask_all().values(), [])) == {200}
    with ExitStack() as faults:
        for name in STORES.values():
            if name != STORES["games"] or kind != "folder gone":
                faults.enter_context(FAULTS[kind](served.folder / name))
        during = asker.ask_all()
        assert ask(served, "/")[0] == ask(served, "/api/saved")[0] == 200
    after = asker.ask_all()
    assert "Traceback" not in capfd.readouterr().err
    if kind in DAMAGE:
        return
    for name in WRITES:
        assert during[name][0] == (507 if kind == "full" else 503), name
    assert set(sum(after.values(), [])) == {200}
    with closing(PlayStore(served.folder / STORES["tables"])) as store:
        assert all(store.holder(token) for token in asker.confirmed)
    with closing(QuizStore(served.folder / STORES["quiz"])) as quiz:
        assert len(quiz.answers()) == asker.answers


def closed(client: TableClient) -> tuple[int, str]:
    """Hear until the server closes the connection: the code and the reason."""
    with pytest.raises(ConnectionClosed) as ended:
        while True:
            client.hear()
    client.cut()
    assert ended.value.rcvd is not None
    return ended.value.rcvd.code, ended.value.rcvd.reason


def come_when_it_goes_on(client: TableClient, reason: str) -> None:
    """As a page does: come back until the table does not wait any more."""
    while True:
        client.come()
        try:
            client.hear()
            return
        except ConnectionClosed as error:
            assert error.rcvd is not None and error.rcvd.reason == reason
            client.cut()
            time.sleep(0.05)


@pytest.mark.parametrize("kind", [one for one in FAULTS if one not in DAMAGE])
def test_a_table_waits_and_goes_on(
    served: SimpleNamespace,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Its page is told why; a table on the same server that asks nothing is seen meanwhile."""
    monkeypatch.setattr("mj_lab.table.play.live_table._BACK_SECONDS", 0)
    client, other = (sit_down(served.url, **TABLE) for _ in range(2))
    client.hear_until_asked()
    other.hear_until_asked()
    known = client.table
    path = served.folder / STORES["tables"]
    with FAULTS[kind](path):
        order = client.order()
        client.say(order)
        code, reason = closed(client)
        assert code == Close.BROKEN and reason in {fault.value for fault in StorageFault}
        client.come()
        assert closed(client) == (code, reason)
        other.say({"type": "effective", "hand": 0, "turn": other.table["turn"]})
        assert other.hear_until("effective")["turn"] == other.table["turn"]
    come_when_it_goes_on(client, reason)
    with closing(PlayStore(path)) as store:
        holder = store.holder(client.token)
        assert holder is not None
        (hand,) = store.hands(holder.table_id)
        assert str(hand.answers[known["turn"], known["seat"]]) == order["action"]
    client.play(until=known["sequence"] + 12)
    client.cut()
    other.cut()
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("name", [STORES["tables"], STORES["quiz"]])
@pytest.mark.parametrize("kind", ["damaged", "cut short", "a folder", "no table", "only its log"])
def test_a_server_does_not_begin_on_a_file_that_nothing_mends(
    kept: SimpleNamespace, tmp_path: Path, kind: str, name: str
) -> None:
    path = tmp_path / "saved" / name
    copytree(kept.folder, tmp_path / "saved")
    with ExitStack() as faults:
        if kind == "only its log":
            path.with_name(path.name + "-wal").write_bytes(b"pages")
            path.write_bytes(b"")
        else:
            faults.enter_context(FAULTS[kind](path))
        before = path.is_dir() or path.read_bytes()
        line = refused("web", "--no-open", "--port", 0, "--matches", tmp_path / "saved")
        assert line.startswith(f"mj: {path}")
        assert (path.is_dir() or path.read_bytes()) == before


def test_a_server_begins_where_another_process_uses_a_file(
    kept: SimpleNamespace, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    copytree(kept.folder, tmp_path / "saved")
    path = tmp_path / "saved" / STORES["quiz"]
    with closing(QuizStore(path)), FAULTS["failing"](path):
        make_app([tmp_path / "saved"])
    assert [record.getMessage() for record in caplog.records] == [
        f"{path}: {StorageFault.FAILING.value}"
    ]


_LOCK = """import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


def play_through(server: WebProcess, reason: str, fails: Any, mends: Any) -> None:
    """A hand that is interrupted by a fault; another client is answered meanwhile."""
    routes = ("/", "/api/saved", "/api/tables/known", "/api/train/score")
    client = sit_down(server.url, **TABLE)
    client.play(until=client.table["sequence"] + 6)
    client.hear_until_asked()

    def others() -> set[int]:
        body = json.dumps({"tokens": [client.token]})
        bodies = (body if path.startswith("/api/t") else None for path in routes)
        at = SimpleNamespace(url=server.url)
        return {ask(at, path, body)[0] for path, body in zip(routes, bodies, strict=True)}

    assert others() == {200}
    fails()
    order = client.order()
    client.say(order)
    assert closed(client) == (Close.BROKEN, reason)
    assert others() == {200}
    client.come()
    assert closed(client) == (Close.BROKEN, reason)  # It waits still.
    mends()
    come_when_it_goes_on(client, reason)
    client.play(until=client.table["sequence"] + 6)
    client.cut()
    with closing(PlayStore(server.folder / STORES["tables"])) as store:
        holder = store.holder(client.token)
        assert holder is not None
        answers = store.hands(holder.table_id)[0].answers
        assert str(answers[order["turn"], client.table["seat"]]) == order["action"]
    said = server.stop()
    assert "Traceback" not in said and said.count(f"{reason}: tables wait") == 1


@pytest.mark.thorough
def test_a_lock_of_another_process_stops_nobody_else(tmp_path: Path) -> None:
    with WebProcess(tmp_path, stderr=subprocess.PIPE) as server:
        locks: list[subprocess.Popen[str]] = []

        def fails() -> None:
            command = [sys.executable, "-c", _LOCK, str(tmp_path / STORES["tables"])]
            pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
            locks.append(subprocess.Popen(command, **pipes))
            assert locks[0].stdout is not None and locks[0].stdout.readline() == "held\n"

        play_through(server, StorageFault.LOCKED.value, fails, lambda: locks[0].communicate(""))


@pytest.mark.slow
def test_a_full_disk_is_waited_for(tmp_path: Path) -> None:
    """A real one, where this user may mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    if subprocess.run(mounted, check=False, capture_output=True).returncode:
        pytest.skip("only root may mount a small disk")
    try:
        with WebProcess(disk, stderr=subprocess.PIPE) as server:
            full = disk / "full"

            def fails() -> None:
                with suppress(OSError), full.open("wb", buffering=0) as file:
                    while file.write(bytes(4096)):
                        pass
                # What SQLite has of its log already, it fills first.
                with closing(PlayStore(disk / STORES["tables"])) as store, suppress(DatabaseError):
                    while True:
                        store.add_hand("none", time.monotonic_ns(), [0] * 136)

            play_through(server, StorageFault.FULL.value, fails, full.unlink)
    finally:
        subprocess.run(["umount", str(disk)], check=True)
