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
