"""How long `expectimax` searches, at the fast table and in Python, per decision and per leaf.

    python -m tools.benchmarks.learn.search_speed [expectimax@seconds=0 ...] [--every 2] [--walls 2]

Every few decisions of games of `odds` are searched, the same for both; times are CPU time of one
core. Python gets about every sixth of these, because it is slow.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator

# Set before importing numpy: with several threads a product of small matrices takes longer.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import mj_engine
from mj_bot.actions import action_space
from mj_bot.events import HU
from mj_bot.state import GameState
from mj_bot.tactics import load
from mj_engine.expectimax import Search
from mj_lab.core.records.decisions import decisions_of
from mj_lab.core.records.match import Match

PLAYERS = ("expectimax@seconds=0", "expectimax@seconds=0,network=0,hand_value=0")
PYTHON_EVERY = 6


def searched(walls: int, every: int) -> Iterator[GameState]:
    """Decisions of games of `odds` that have something to search."""
    dealt = [mj_engine.wall_of_seed(f"search/{wall}") for wall in range(walls)]
    states = (
        seen.state
        for record in mj_engine.play(dealt, "odds", records=True).records
        for seen in decisions_of(Match.model_validate_json(record))
    )
    some = (state.copy() for state in states if len(action_space(state)) > 1)
    yield from (
        state
        for index, state in enumerate(some)
        if index % every == 0 and action_space(state)[0].kind != HU
    )


def seconds_of(ask: Callable[[GameState], object], states: list[GameState]) -> list[float]:
    """CPU time of each answer."""
    times = []
    for state in states:
        began = time.process_time()
        ask(state)
        times.append(time.process_time() - began)
    return times


def told(name: str, seconds: list[float]) -> str:
    """A row of the table."""
    mean, most = 1000 * statistics.mean(seconds), 1000 * max(seconds)
    median = 1000 * statistics.median(seconds)
    return f"| {name} | {len(seconds)} | {mean:.1f} | {median:.1f} | {most:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("players", nargs="*", default=PLAYERS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--walls", type=int, default=2)
    given = parser.parse_args()
    states = list(searched(given.walls, given.every))
    print("| | decisions | mean, ms | median | longest |\n|---|---|---|---|---|")
    for name in given.players:
        search, leaves = Search(name), 0

        def values(state: GameState, search: Search = search) -> None:
            nonlocal leaves
            search.values(state)
            leaves += search.leaves

        fast = seconds_of(values, states)
        print(told(f"{name}, fast table, {1e6 * sum(fast) / max(leaves, 1):.2f} us a leaf", fast))
        print(told(f"{name}, Python", seconds_of(load(name), states[::PYTHON_EVERY])), flush=True)


if __name__ == "__main__":
    main()
