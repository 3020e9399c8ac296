"""How many walls a second the driver of a Ray cluster takes: how many cores it is enough for.

    PYTHONPATH=$PWD python -m tools.benchmarks.driver [--tactic greedy] [--walls 100000]

It hands out tasks as for a thousand CPUs (or `--cpus`), but one worker answers them all, at once
and always with the same few walls that it played before, stored as on a cluster. So the driver's
own time shows: its CPU time a wall while others play, with the progress, and then, when all are
played, that of taking in what the workers stored and of summing up.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import process_time

from rich.console import Console

from mj_lab.core.runner import ray_engine
from mj_lab.core.runner.fast_engine import FastTable
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.unit import Played, Setup, Unit
from mj_lab.measure.arena.duel import Duel, run_duel
from mj_lab.measure.arena.report.duel_summary import summary_of
from mj_lab.measure.arena.report.progress import Progressing

SAMPLE = 50


class Ready:
    """A fast table that has played already."""

    def __init__(self, setup: Setup) -> None:
        self._played = sample(setup.specs)

    def play(self, units: Sequence[Unit]) -> list[Played]:
        """Old games as these units'."""
        played = self._played
        return [replace(played[int(unit.key) % SAMPLE], key=unit.key) for unit in units]


@cache
def sample(specs: tuple[str, str]) -> list[Played]:
    """Some walls, really played."""
    duel = Duel(specs)
    return FastTable(duel.setup()).play(list(islice(duel.units(), SAMPLE)))


def answered(shared: ray_engine._Shared, units: bytes) -> object:
    """What a worker does, at that table."""
    setattr(ray_engine, "FastTable", Ready)  # noqa: B010
    return PLAY(shared, units)


PLAY = ray_engine._play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tactic", default="greedy")
    parser.add_argument("--walls", type=int, default=100_000)
    parser.add_argument("--folder", help="Where the stores are; /dev/shm for no disk.")
    parser.add_argument("--cpus", type=int, default=1000)
    given = parser.parse_args()
    duel = Duel((given.tactic, given.tactic))
    start = process_time()
    games = [game for played in sample(duel.specs) for game in played.games]
    core = len(games) / (process_time() - start)
    marks: list[float] = []
    progress = Progressing(Console(stderr=True), given.walls)

    def watch(played: Played, new: bool) -> None:
        progress.watch(played, new)
        marks.append(process_time())

    # By its module's name: workers know no __main__ of ours.
    ray_engine._play = import_module("tools.benchmarks.driver").answered
    engine = ray_engine.RayEngine(jobs=1, fast=True)
    setattr(engine, "_cpus", lambda: given.cpus)  # noqa: B010
    # When the first tasks, of a wall each, are over.
    before = 3 * given.cpus
    with (
        tempfile.TemporaryDirectory(dir=given.folder) as folder,
        Store(Path(folder) / "run.db", duel.settings()) as store,
    ):
        run = run_duel(duel, engine, store, given.walls, watch=watch)
        read = process_time()
        engine.close()
    closed = process_time()
    summary_of(run)
    summed = process_time()
    driver = (given.walls - before) / (marks[-1] - marks[before])
    print(f"{given.tactic}, walls of 6 games: a core plays {core:,.0f} games a second of its time")
    print(f"driver while they play: {driver:,.0f} walls a second, {6 * driver / core:,.0f} cores")
    print(f"taking in what was stored: {given.walls / (read - marks[-1]):,.0f} walls a second")
    print(f"summing them up: {given.walls / (summed - closed):,.0f} walls a second")


if __name__ == "__main__":
    main()
