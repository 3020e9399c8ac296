"""A run that is killed, at whatever point, and started again ends as if nothing had been."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# A mark on all that a test of this process starts: others may run beside it.
MARK = f"MJ_TEST_KILLED_{os.getpid()}"


def run(
    kind: str, database: Path, jobs: int, moment: str = "never", count: int = 0
) -> subprocess.CompletedProcess[str]:
    words = [kind, str(database), str(jobs), moment, str(count)]
    return subprocess.run(
        [sys.executable, str(HERE / "dies_at.py"), *words],
        env={**os.environ, "PYTHONPATH": str(HERE.parents[2]), MARK: "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def through(kind: str, database: Path, jobs: int) -> str:
    done = run(kind, database, jobs)
    assert done.returncode == 0, done.stderr
    assert '"complete": true' in done.stdout
    return done.stdout


def count_in(database: Path) -> int:
    connection = sqlite3.connect(database)
    try:
        return int(connection.execute("SELECT count(*) FROM unit").fetchone()[0])
    finally:
        connection.close()


def die(kind: str, database: Path, jobs: int, moment: str, count: int) -> None:
    died = run(kind, database, jobs, moment, count)
    assert died.returncode == -signal.SIGKILL, died.stderr


def left_over() -> list[bytes]:
    """What still runs of the killed process's workers."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}=1".encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes())
        except OSError:
            continue
    return found


@pytest.mark.parametrize("kind", ["duel", "league"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_thrice_and_started_again_it_ends_the_same(
    tmp_path: Path, kind: str, jobs: int
) -> None:
    wanted = through(kind, tmp_path / "through.db", 1)
    database = tmp_path / "killed.db"
    die(kind, database, jobs, "before", 1)
    die(kind, database, jobs, "after", 2)
    assert count_in(database) == 2
    die(kind, database, jobs, "before", 4)
    assert count_in(database) == 5
    until = time.monotonic() + 30
    while left_over() and time.monotonic() < until:
        time.sleep(0.02)
    assert left_over() == []
    assert through(kind, database, jobs) == wanted
    assert count_in(database) == 8
