from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mj_lab.core.database import DatabaseError
from mj_lab.core.game.walls import Wall
from mj_lab.core.runner.decision_times import Times
from mj_lab.core.runner.engine import EngineError, LocalEngine
from mj_lab.core.runner.play_stored import play_missing
from mj_lab.core.runner.store import Store, keep_units, read_run
from mj_lab.core.runner.unit import GameFault, GameRecord, Played, Setup, Unit

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


def test_what_workers_kept_is_taken_in(tmp_path: Path) -> None:
    """When a store is opened, when it is asked to, and when it is closed."""
    path, folder = tmp_path / "run.db", tmp_path / "run.db.workers"
    with Store(path, SETTINGS) as store:
        place = store.keep_in
    keep_units(place, "one", [played("0"), played("1")])
    keep_units(place, "one", [played("2")])
    keep_units(place, "two", [played("3")])
    (folder / "begun by a worker that was killed.db").touch()
    with Store(path, SETTINGS) as store:
        assert list(store.all()) == ["0", "1", "2", "3"]
        assert not folder.exists()
        keep_units(place, "one", [played("3"), played("4")])
        store.gather()
        assert store.all()["4"].games == [WIN]
        keep_units(place, "two", [played("5")])
    assert not folder.exists()
    assert len(read_run(path)[1]) == 6


def test_what_workers_kept_of_another_run_is_refused_and_stays(tmp_path: Path) -> None:
    with Store(tmp_path / "other.db", {**SETTINGS, "seed": "2"}) as other:
        place = replace(other.keep_in, folder=tmp_path / "run.db.workers")
    keep_units(place, "one", [played()])
    for _ in range(2):
        with pytest.raises(DatabaseError, match=r"workers/one.db is of another run: its seed is"):
            Store(tmp_path / "run.db", SETTINGS)


def test_a_worker_that_is_gone_with_what_it_kept_is_told(tmp_path: Path) -> None:
    class Gone(LocalEngine):
        def run(self, setup: Setup, units: Iterable[Unit]) -> Iterator[Played]:
            assert setup.keep_in is not None
            keep_units(setup.keep_in, "there", [played("0")])
            return (replace(played(unit.key), kept=True) for unit in units)

    units = [Unit(key, Wall((), 0), ()) for key in "012"]
    known: dict[str, Played] = {}
    with Store(tmp_path / "run.db", SETTINGS) as store:
        with pytest.raises(EngineError, match="a machine is gone with 2 finished units"):
            play_missing(known, Gone(1), store, Setup((), (), ""), units)
        assert list(known) == list(store.all()) == ["0"]


def test_another_runs_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    Store(path, SETTINGS).close()
    with pytest.raises(DatabaseError, match="its seed is '1', not '2'"):
        Store(path, {**SETTINGS, "seed": "2"})
    Store(path, SETTINGS).close()
