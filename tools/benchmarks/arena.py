"""Speed of the arena: the gain of two jobs, the overhead of the arena itself.

    python -m tools.benchmarks.arena [--tactic greedy] [--walls 40] [--rounds 5]

The bars (issue 4): two jobs at least 1.8 times as fast as one on two cores, by the median of paired
rounds; overhead (judge, bookkeeping, database) with greedy at four seats under 15% of the time. Two
jobs need an otherwise idle machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from pathlib import Path
from time import perf_counter

from mj_lab.core.runner.engine import LocalEngine
from mj_lab.core.runner.store import Store
from mj_lab.measure.arena.duel import Duel, run_duel
from mj_lab.measure.arena.report.duel_summary import summary_of


def elapsed(duel: Duel, walls: int, jobs: int) -> tuple[float, float]:
    """Seconds of a whole run, worker start and database included, and seconds in the players."""
    with tempfile.TemporaryDirectory() as folder:
        start = perf_counter()
        with Store(Path(folder) / "run.db", duel.settings()) as store:
            run = run_duel(duel, LocalEngine(jobs), store, walls)
        seconds = perf_counter() - start
    return seconds, summary_of(run).timing.seconds_in_players


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tactic", default="greedy")
    parser.add_argument("--walls", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    ratios, costs = [], []
    print(f"{given.tactic} at four seats, {given.walls} walls of 6 games; load {os.getloadavg()}")
    print("round  1 job games/s  2 jobs games/s  ratio  own cost")
    for number in range(given.rounds):
        duel = Duel((given.tactic, given.tactic), seed=f"benchmark {number}")
        games = 6 * given.walls
        # They take turns to go first, so that a machine that slows down favours neither.
        if number % 2:
            two, _ = elapsed(duel, given.walls, 2)
            one, players = elapsed(duel, given.walls, 1)
        else:
            one, players = elapsed(duel, given.walls, 1)
            two, _ = elapsed(duel, given.walls, 2)
        ratios.append(one / two)
        costs.append(1 - players / one)
        print(
            f"{number + 1:5}  {games / one:13.1f}  {games / two:14.1f}  {ratios[-1]:5.2f}"
            f"  {100 * costs[-1]:7.1f}%",
            flush=True,
        )
    print(
        f"median: two jobs {statistics.median(ratios):.2f} times as fast (bar: 1.8), "
        f"own cost {100 * statistics.median(costs):.1f}% (bar: 15%)"
    )


if __name__ == "__main__":
    main()
