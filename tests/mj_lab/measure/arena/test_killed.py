"""A run that is killed, at whatever point, and started again ends as if nothing had been.

60 kills at random moments: pytest -m slow tests/mj_lab/measure/arena/test_killed.py
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.mj_lab.conftest import slow
from tests.mj_lab.measure.tune.conftest import write_gambler

HERE = Path(__file__).parent


def run(
    kind: str, database: Path, jobs: int | str, moment: str = "never", count: int = 0
) -> subprocess.CompletedProcess[str]:
    process = start(kind, database, jobs, moment, count)
    # Its workers have the same standard output: it ends once they are gone too.
    out, err = process.communicate(timeout=600)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def start(
    kind: str, database: Path, jobs: int | str, moment: str = "never", count: int = 0
) -> subprocess.Popen[str]:
    words = [kind, str(database), str(jobs), moment, str(count)]
    places = (str(database.parent), str(HERE.parents[3]))
    return subprocess.Popen(
        [sys.executable, str(HERE / "dies_at.py"), *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def through(kind: str, database: Path, jobs: int | str) -> str:
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


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "jobs"), [("duel", 1), slow("league", 2)])
def test_killed_thrice_and_started_again_it_ends_the_same(
    tmp_path: Path, kind: str, jobs: int
) -> None:
    wanted = through(kind, tmp_path / "through.db", 1)
    database = tmp_path / "killed.db"
    for moment, count, kept in (("before", 1, 0), ("after", 2, 2), ("before", 4, 5)):
        died = run(kind, database, jobs, moment, count)
        assert died.returncode == -signal.SIGKILL, died.stderr
        assert count_in(database) == kept
    assert through(kind, database, jobs) == wanted
    assert count_in(database) == 8


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed (extra ray)")
def test_a_killed_driver_of_a_cluster_goes_on_with_what_its_workers_kept(tmp_path: Path) -> None:
    wanted = through("duel", tmp_path / "through.db", 1)
    database = tmp_path / "killed.db"
    died = run("duel", database, "ray", "seen", 3)
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert count_in(database) == 0
    kept = [count_in(path) for path in (tmp_path / "killed.db.workers").glob("*.db")]
    assert sum(kept) >= 3
    assert through("duel", database, "ray") == wanted
    assert count_in(database) == 8
    assert not (tmp_path / "killed.db.workers").exists()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where runs are kept; Python finds the tuned tactic there by itself, in workers too."""
    known = (
        f"from mj_bot import tactics\ntactics.__path__.append({str(write_gambler(tmp_path))!r})\n"
    )
    (tmp_path / "sitecustomize.py").write_text(known, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", ["duel", "league", "tune"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_sixty_kills_at_random_moments(folder: Path, kind: str, jobs: int) -> None:
    """Kill a run so often, at any moment from its start on, and see that its end is the same."""
    chance = random.Random(f"2 {kind} {jobs}")
    started = time.monotonic()
    wanted = through(kind, folder / "through", 1)
    longest = time.monotonic() - started
    path, killed, ended = folder / "killed", 0, 0
    while killed < 10:
        process = start(kind, path, jobs)
        time.sleep(chance.uniform(0.1, longest))
        process.kill()
        _, err = process.communicate(timeout=60)
        assert process.returncode in (0, -signal.SIGKILL), err
        killed += process.returncode != 0
        if process.returncode == 0 or killed % 4 == 0:  # Afresh, or most would find it finished.
            ended += 1
            assert through(kind, path, jobs) == wanted
            path.unlink()
    assert through(kind, path, jobs) == wanted
    print(f"{kind}, {jobs} jobs: {killed} kills, {ended + 1} ends the same")
