"""Units come back the same wherever they are played, and no worker outlives its work."""

import os
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from mj_lab.core.game.walls import walls_of_seed
from mj_lab.core.runner.engine import Engine, EngineError, LocalEngine, close
from mj_lab.core.runner.fast_engine import FastEngine
from mj_lab.core.runner.seatings import ALTERNATING
from mj_lab.core.runner.unit import Setup, Table, Unit

RANDOM = Setup(("random", "random"), ("random", "random (2)"), "1")


def units(count: int | None = None) -> Iterator[Unit]:
    walls = enumerate(islice(walls_of_seed("1"), count))
    return (Unit(str(number), wall, ALTERNATING) for number, wall in walls)


def children() -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(stat.rsplit(")", 1)[1].split()[1]) == os.getpid() and b"spawn_main" in command:
            found.append(int(folder.name))
    return found


def played_by(engine: Engine) -> dict[str, list[object]]:
    results = engine.run(RANDOM, units(8))
    return {played.key: [played.games] for played in results}


def test_workers_play_what_one_process_plays() -> None:
    alone = played_by(LocalEngine(1))
    assert set(alone) == set(map(str, range(8)))
    assert played_by(LocalEngine(3)) == alone
    assert children() == []


def test_a_unit_is_played_the_same_whatever_came_before() -> None:
    second = list(units(2))[1]
    table = Table(RANDOM)
    table.play(next(units()))
    assert table.play(second).games == Table(RANDOM).play(second).games


@pytest.mark.parametrize("engine", [LocalEngine(2), FastEngine(2)])
def test_units_are_taken_as_they_are_needed_and_closing_ends_the_workers(engine: Engine) -> None:
    taken = []

    def endless() -> Iterator[Unit]:
        for unit in units():
            taken.append(unit)
            yield unit

    results = engine.run(RANDOM, endless())
    next(results)
    close(results)
    assert children() == []
    assert len(taken) < 10


def test_a_killed_worker_is_told() -> None:
    results = LocalEngine(2).run(RANDOM, units())
    next(results)
    os.kill(children()[0], 9)
    with pytest.raises(EngineError, match="a worker was ended"):
        list(islice(results, 1000))
    assert children() == []


def test_a_worker_that_cannot_play_is_told() -> None:
    bad = Unit("5", next(units()).wall._replace(tiles=(0, 1)), ALTERNATING)
    with pytest.raises(EngineError, match="wall 5: ValueError: a wall needs"):
        list(LocalEngine(2).run(RANDOM, [bad]))


@pytest.mark.parametrize("spec", ["gready", "cmd:no_such_bot", "ftp:bot", "keep:"])
def test_what_is_not_there_is_told_before_anything_is_played(spec: str) -> None:
    with pytest.raises(EngineError):
        LocalEngine(2).check(Setup(("random", spec), ("a", "b"), "1"))


def test_the_players_time_is_taken() -> None:
    start = time.perf_counter()
    played = Table(RANDOM).play(next(units()))
    elapsed = time.perf_counter() - start
    assert 0 < played.seconds_in_players < played.seconds < elapsed
    assert [times.count > 50 for times in played.times] == [True, True]
