import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from mj_lab.core.database import DatabaseError
from mj_lab.core.runner.decision_times import Times
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.unit import GameFault, GameRecord, Played

SETTINGS = {"kind": "duel", "seed": "1", "players": ["a", "b"]}
WIN = GameRecord((0, 1, 0, 1), (30, -8, -14, -8), "HU", 0, 2, 14, (("花龙", 1, 8),), 0, 9)


def played(key: str = "0") -> Played:
    times = [Times(), Times()]
    times[0].add([0.1, 0.2])
    return Played(key, [WIN], times, [GameFault("0", 0, 2, 7, "a", "WA", stderr=("é",))], 1.5, 1.25)


def test_what_is_put_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "run.db"
    with Store(path, SETTINGS) as store:
        assert store.all() == {}
        store.put(played("0"))
        store.put(played("7"))
    with Store(path, SETTINGS) as store:
        found = store.all()
    assert list(found) == ["0", "7"]
    kept, put = found["7"], played("7")
    assert (kept.games, kept.faults) == (put.games, put.faults)
    assert (kept.seconds, kept.seconds_in_players) == (1.5, 1.25)
    assert [vars(times) for times in kept.times] == [vars(times) for times in put.times]


def test_another_runs_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    Store(path, SETTINGS).close()
    with pytest.raises(DatabaseError, match="its seed is '1', not '2'"):
        Store(path, {**SETTINGS, "seed": "2"})
    Store(path, SETTINGS).close()


def test_two_processes_cannot_use_one_file(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    code = (
        "import sys; from pathlib import Path; from mj_lab.core.runner.store import Store;"
        f"Store(Path(sys.argv[1]), {SETTINGS!r})"
    )
    with Store(path, SETTINGS):
        other = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
        )
    assert "another process is using this file" in other.stderr
    Store(path, SETTINGS).close()


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    path.write_text("no database, but long enough to be looked at" * 100)
    with pytest.raises(DatabaseError, match="not a database"):
        Store(path, SETTINGS)
    with pytest.raises(DatabaseError):
        Store(tmp_path, SETTINGS)


def test_a_damaged_row_is_told(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with Store(path, SETTINGS) as store:
        store.put(played())
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE unit SET games = '[{}]'")
    connection.close()
    with Store(path, SETTINGS) as store, pytest.raises(DatabaseError, match="not readable"):
        store.all()
