"""`mj live play` in real processes: what it prints and saves, how it ends, and never the secret."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mj_lab.table.live.stand_in.faults import ALL, COSTLY, Faults
from mj_lab.table.live.stand_in.server import FakeBotzone
from mj_lab.table.live.stand_in.tables import Rules
from tests.command import refused
from tests.mj_lab.table.live.conftest import reply, scripted, serve

WORD = "5ecr3t0fTheUser"
PATH = f"/api/5ac/{WORD}"

# Whatever is logged goes to standard error, as in a program that has turned logging on.
DRIVER = """
import logging, sys
logging.basicConfig(level=0, stream=sys.stderr)
from mj_lab.cli import app_of, main
"""
# Draws the table at every poll: on a fast machine a whole match is over before the second picture.
DRAW_ALL = """
import mj_lab.table.live.status
mj_lab.table.live.status._REDRAW = 0.0
"""
CRASH = """
from mj_lab.table.live.loop import Live
def run(self):
    raise RuntimeError("at " + self._server._secret.call("localai"))
Live.run = run
"""

Live = Callable[..., subprocess.CompletedProcess[str]]


def started(
    words: tuple[str, ...], url: str | None, before: str = "", **environment: str
) -> subprocess.Popen[str]:
    own = {"MJ_BOTZONE_URL": url} if url is not None else {}
    return subprocess.Popen(
        [sys.executable, "-c", f"{DRIVER}{before}\nmain()", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "HOME": "/nonexistent", "COLUMNS": "160", **own, **environment},
    )


def files(folder: Path) -> list[Path]:
    """All in the folder, but for the file that is to hold the address."""
    return [path for path in folder.rglob("*") if path.is_file() and path.name != "address"]


@pytest.fixture
def ended(tmp_path: Path) -> Live:
    """Waits for a process; nothing that it wrote anywhere has the secret in it."""

    def wait(process: subprocess.Popen[str]) -> subprocess.CompletedProcess[str]:
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
        written = [path.name + path.read_text() for path in files(tmp_path)]
        for text in (out, err, *written):
            assert WORD not in text
            assert "/5ac/" not in text
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    return wait


@pytest.fixture
def live(ended: Callable[..., Any]) -> Live:
    def live(
        *words: str | Path, url: str | None, before: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        done: subprocess.CompletedProcess[str] = ended(
            started(("live", "play", *map(str, words)), url, before, **environment)
        )
        return done

    return live


def last_line(text: str) -> str:
    return text.splitlines()[-1]


@pytest.mark.thorough
def test_matches_are_played_and_saved(live: Live, tmp_path: Path) -> None:
    quick = {kind: 0.005 for kind in ALL if kind not in COSTLY}
    with serve(Rules(matches=3, at_once=2), Faults(quick), path=PATH) as server:
        folder = tmp_path / "new" / "folder"
        done = live("--tactic", "random", "--count", "3", "-o", folder, url=server.url)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert last_line(done.stdout).startswith("3 finished")
    assert last_line(done.stdout).endswith("0 own faults")
    assert done.stdout.splitlines()[-2].endswith(f": mj review --own me {folder}")
    for match in server.played.values():
        record = json.loads((folder / f"{match.id}.json").read_text())
        assert record["scores"] == match.game.scores
        assert f"match {match.id}: finished, {len(match.requests)} turns" in done.stdout


@pytest.mark.thorough
def test_the_table_of_a_terminal(live: Live) -> None:
    with serve(Rules(matches=2, at_once=2), path=PATH) as server:
        words = ("--tactic", "random", "--count", "2")
        done = live(*words, url=server.url, before=DRAW_ALL, FORCE_COLOR="1", TERM="xterm")
    assert done.returncode == 0, done.stderr
    for told in ("last decision", "notes", "PLAY", *server.played):
        assert told in done.stdout


def test_starting_matches(live: Live, tmp_path: Path) -> None:
    initdata = tmp_path / "initdata"
    initdata.write_text('{"quan": 3}')
    with serve(Rules(), path=PATH) as server:
        words = ("--start-match", "b1,me,b2,b3", "--initdata", f"@{initdata}", "--count", "2")
        done = live(*words, "--at-once", "2", "--tactic", "random", url=server.url)
    assert done.returncode == 0, done.stderr
    assert last_line(done.stdout).startswith("2 finished")
    assert len(server.played) == 2
    for match in server.played.values():
        assert (match.slot, match.game.prevalent_wind) == (1, 3)
        assert f"match {match.id}: finished, {len(match.requests)} turns" in done.stdout


def test_the_address_from_a_file(live: Live, address_file: Callable[..., Path]) -> None:
    with serve(Rules(matches=1), path=PATH) as server:
        path = address_file(server.url)
        done = live("--url-file", path, "--count", "1", "--tactic", "random", url=None)
    assert done.returncode == 0, done.stderr


def test_a_tactic_that_is_none_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJ_BOTZONE_URL", f"http://127.0.0.1:9{PATH}/localai")
    told = refused("live", "play", "--tactic", "nobody")
    assert "no tactic 'nobody'" in told and WORD not in told


def test_a_refusal_gets_one_line(live: Live) -> None:
    with serve(Rules(matches=1), path=PATH + "other") as server:
        done = live("--tactic", "random", url=server.url.replace("other", ""))
    assert done.returncode == 2
    assert done.stderr == "mj: Botzone refuses this client: status 403: forbidden\n"


def test_a_server_that_shouts_the_secret(live: Live, tmp_path: Path) -> None:
    """In a request, as an id, in the words of an error and of a refusal."""
    shouts = [
        reply(f"1 0\nab\n0 0 {WORD}"),
        reply(f"1 1\nab\nhttp://x{PATH}/localai\ncd 0 0"),
        reply(f"1 0\n{WORD}\n0 0 0"),
        reply(f"GET http://x{PATH}/localai", "500 " + WORD),
        reply(f"{WORD} {PATH}", "403 Forbidden"),
    ]
    with scripted(shouts, PATH) as (url, heads):
        words = ("--tactic", "random", "-o", tmp_path)
        done = live(*words, url=url, FORCE_COLOR="1", TERM="xterm")
    assert done.returncode == 2
    assert len(heads) == 5
    assert "***" in done.stderr
    assert "***" in (tmp_path / "ab.json").read_text()


def test_a_bug_does_not_show_the_secret(live: Live) -> None:
    with serve(Rules(), path=PATH) as server:
        done = live("--tactic", "random", url=server.url, before=CRASH)
    assert done.returncode == 1
    assert "RuntimeError: at http://127.0.0.1" in done.stderr
    assert "***" in done.stderr


def test_help(ended: Callable[..., Any]) -> None:
    done = ended(started(("live", "play", "--help"), f"http://127.0.0.1{PATH}/localai"))
    assert done.returncode == 0
    assert "MJ_BOTZONE_URL" in done.stdout


# -- Ctrl-C ---------------------------------------------------------------------------------------


def wait_for_polls(server: FakeBotzone, polls: int) -> None:
    end = time.monotonic() + 30
    while server.polls < polls:
        assert time.monotonic() < end, "the client does not poll"
        time.sleep(0.005)


@pytest.fixture
def interrupted(
    ended: Callable[..., Any], tmp_path: Path
) -> Callable[..., tuple[FakeBotzone, subprocess.CompletedProcess[str]]]:
    """A client that gets a signal in the middle of two matches; the server, and how it ended."""

    def run(number: int, *words: str) -> tuple[FakeBotzone, subprocess.CompletedProcess[str]]:
        with serve(Rules(matches=2, at_once=2, think=0.01), path=PATH) as server:
            words = ("live", "play", "--tactic", "random", "-o", str(tmp_path), *words)
            process = started(words, server.url)
            wait_for_polls(server, 40)
            process.send_signal(number)
            return server, ended(process)

    return run


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_saves_what_there_is(
    interrupted: Callable[..., Any], tmp_path: Path, number: int
) -> None:
    server, done = interrupted(number)
    assert (done.returncode, done.stderr) == (130, "")
    assert "2 left unfinished" in last_line(done.stdout)
    for match in server.played.values():
        record = json.loads((tmp_path / f"{match.id}.json").read_text())
        assert record["end"] == "interrupted"
        assert record["requests"] == match.requests[: len(record["requests"])]
        # Of the answers only the newest may have missed the server.
        known = len(record["responses"])
        assert match.responses[:known] == record["responses"][: len(match.responses)]
        assert known - len(match.responses) in (0, 1)


@pytest.mark.thorough
def test_ctrl_c_may_wait_for_the_matches_in_play(
    interrupted: Callable[..., Any], tmp_path: Path
) -> None:
    server, done = interrupted(signal.SIGINT, "--finish")
    assert (done.returncode, done.stderr) == (130, "")
    assert last_line(done.stdout).startswith("2 finished")
    for match in server.played.values():
        record = json.loads((tmp_path / f"{match.id}.json").read_text())
        assert (record["end"], record["scores"]) == ("finished", match.game.scores)


def test_ctrl_c_with_nothing_in_play_ends_at_once(ended: Callable[..., Any]) -> None:
    with serve(Rules(), path=PATH) as server:
        process = started(("live", "play", "--tactic", "random", "--finish"), server.url)
        wait_for_polls(server, 1)
        process.send_signal(signal.SIGINT)
        done = ended(process)
    assert (done.returncode, done.stderr) == (130, "")


# -- the other side -------------------------------------------------------------------------------


@pytest.mark.thorough
def test_the_fake_botzone_as_a_program(ended: Callable[..., Any], live: Live) -> None:
    words = ("live", "fake", "--count", "2", "--at-once", "2", "--fault-rate", "0.04")
    server = started(words, None)
    assert server.stdout is not None
    name, _, url = server.stdout.readline().strip().partition("=")
    assert name == "MJ_BOTZONE_URL"
    played = live("--tactic", "random", "--count", "2", url=url)
    assert played.returncode == 0, played.stderr
    done = ended(server)
    assert done.returncode == 0, done.stderr
    ends = [line for line in done.stdout.splitlines() if line.startswith("match ")]
    assert len(ends) == 2
    assert all("requests" in line and "not over" not in line for line in ends)
