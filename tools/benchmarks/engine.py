"""Games per second and core: the tactics in C++ and in Python, and two threads against one.

    python -m tools.benchmarks.engine [--rounds 5] [--seconds 2]

All are measured in turn, round after round, so that a busy machine affects them alike; medians of
CPU time, which other load changes least. Two threads are compared with one in two ways. By the
clock, which needs an idle machine, beside the gain of two processes, which share only the machine.
By CPU time a game, on any machine: what the threads cost each other (1 is nothing).

The bars (issue 13): `random` 5,000 games per second and core, `greedy` 400, `odds` 15 and 12 times
Python's; two threads 1.8 times one. Needs `make engine`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from statistics import median
from time import perf_counter, process_time

import mj_engine
from mj_lab.core.game.walls import walls_of_seed
from mj_lab.core.runner.unit import Setup, Table, Unit

TACTICS = ("random", "greedy", "rule_based", "odds", "net", "cnn", "which_discard")
SEATED = ((0, 0, 0, 0),)
# Each round cycles through the walls, so that all play the same games.
WALLS = 2_000

Play = Callable[[int], None]


def in_python(name: str) -> Play:
    """Plays this many games with the Python referee."""
    table = Table(Setup((name,), (name,), "benchmark"))
    walls = [wall for wall, _ in zip(walls_of_seed("benchmark"), range(WALLS), strict=False)]

    def play(games: int) -> None:
        for number in range(games):
            table.play(Unit(str(number), walls[number % WALLS], SEATED))

    return play


def in_cpp(name: str, threads: int = 1) -> Play:
    """Plays this many games at the C++ table."""
    tactic = mj_engine.tactic(name)
    walls = [mj_engine.wall_of_seed(f"benchmark/{number}") for number in range(WALLS)]

    def play(games: int) -> None:
        dealt = [walls[number % WALLS] for number in range(games)]
        mj_engine.play(dealt, tactic, threads=threads)

    return play


def in_processes(name: str) -> Play:
    """Plays this many games at the C++ table, half of them in each of two processes."""
    processes = ProcessPoolExecutor(2, mp_context=get_context("spawn"))

    def play(games: int) -> None:
        list(processes.map(_play, [name] * 2, [games - games // 2, games // 2]))

    return play


def _play(name: str, games: int) -> None:
    _made_once(name)(games)


@cache
def _made_once(name: str) -> Play:
    return in_cpp(name)


def games_in(seconds: float, play: Play) -> int:
    """How many games take this long, at least one; found by playing some."""
    play(1)  # Warm up.
    games = 1
    while True:
        start = process_time()
        play(games)
        taken = process_time() - start
        if taken > seconds / 4:
            return max(1, round(games * seconds / taken))
        games *= 4


def rate(play: Play, games: int, clock: Callable[[], float]) -> float:
    """Games a second."""
    start = clock()
    play(games)
    return games / (clock() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--tactics", nargs="+", default=TACTICS, choices=TACTICS)
    given = parser.parse_args()
    print(
        "games a second and core   in C++   in Python   times"
        "   to one thread: two threads, two processes, CPU time of two threads"
    )
    rows = {name: Row(name, given.seconds) for name in given.tactics}
    for _ in range(given.rounds):
        for row in rows.values():
            row.measure()
    for row in rows.values():
        print(row)


class Row:
    """One tactic's figures, round by round."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name = name
        self.plays = (in_cpp(name), in_python(name))
        self.games = [games_in(seconds, play) for play in self.plays]
        self.two_threads, self.two_processes = in_cpp(name, 2), in_processes(name)
        self.two_processes(2)  # Start the processes now.
        self.cpp: list[float] = []
        self.python: list[float] = []
        self.ratios: list[float] = []
        self.apart: list[float] = []
        self.costs: list[float] = []

    def measure(self) -> None:
        cpp, python = self.plays
        self.cpp.append(rate(cpp, self.games[0], process_time))
        self.python.append(rate(python, self.games[1], process_time))
        one_thread = rate(cpp, self.games[0], perf_counter)
        start = process_time()
        self.ratios.append(rate(self.two_threads, self.games[0], perf_counter) / one_thread)
        self.costs.append((process_time() - start) * self.cpp[-1] / self.games[0])
        self.apart.append(rate(self.two_processes, self.games[0], perf_counter) / one_thread)

    def __str__(self) -> str:
        times = [ours / theirs for ours, theirs in zip(self.cpp, self.python, strict=True)]
        return (
            f"{self.name:<24} {median(self.cpp):8,.1f} {median(self.python):11.2f}"
            f" {median(times):7.1f} {_spread(self.ratios)} {_spread(self.apart)}"
            f" {_spread(self.costs)}"
        )


def _spread(values: Sequence[float]) -> str:
    return f"{median(values):8.2f} ({min(values):.2f} to {max(values):.2f})"


if __name__ == "__main__":
    main()
