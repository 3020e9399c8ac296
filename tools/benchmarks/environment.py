"""Steps per second and core of the environments for learners, observations included.

    python -m tools.benchmarks.environment [--rounds 5] [--seconds 1]

The learner takes any legal action. Medians of CPU time, which other load changes least; all are
measured in turn, round after round. The bar (issue 13): 30,000 steps of the vector environment with
`random` opponents, observations as uint8 planes. Then what two threads gain, by elapsed time of
`step` alone in short runs that take turns; the bar (issue 64): 1.7 times. The best pair of runs is
what the machine allows beside other load. Needs the extra `env` and `make engine`.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray

from mj_lab.env import VectorEnv, env

TABLES = 256


def vector_steps(opponents: str, history: int, copy: bool) -> Callable[[], int]:
    """Makes one step of every table."""
    table = VectorEnv(TABLES, opponents=opponents, history=history, copy=copy)
    seen, _ = table.reset(seed=1)
    lot = np.random.default_rng(1)
    masks = seen["action_mask"]

    def step() -> int:
        nonlocal masks
        # A random legal action: the highest of a random number for each.
        actions = (masks * lot.integers(1, 256, masks.shape[1], np.uint8)[None]).argmax(axis=1)
        masks = table.step(actions)[0]["action_mask"]
        return TABLES

    return step


def single_steps(opponents: str | None) -> Callable[[], int]:
    """Plays one game in the AEC form, with random agents."""
    table = env(opponents=opponents)
    table.reset(seed=1)
    lot = np.random.default_rng(1)

    def game() -> int:
        table.reset()
        steps = 0
        for _ in table.agent_iter():
            seen, _, terminated, _, _ = table.last()
            if terminated:
                table.step(None)
                continue
            table.step(lot.choice(np.flatnonzero(seen["action_mask"])))
            steps += 1
        return steps

    return game


def rate(play: Callable[[], int], seconds: float) -> float:
    """Steps per second of CPU time, measured for about this long."""
    start, steps = process_time(), 0
    while (taken := process_time() - start) < seconds:
        steps += play()
    return steps / taken


def step_seconds(
    table: VectorEnv, masks: NDArray[np.int8], steps: int
) -> tuple[float, NDArray[np.int8]]:
    """Elapsed seconds of a step, without what the learner needs for its actions."""
    taken = 0.0
    for _ in range(steps):
        actions = masks.argmax(axis=1)
        start = perf_counter()
        masks = table.step(actions)[0]["action_mask"]
        taken += perf_counter() - start
    return taken / steps, masks


def print_threads(tables: int, rounds: int) -> None:
    """Steps per second with one thread and with two."""
    envs = [VectorEnv(tables, threads=threads) for threads in (1, 2)]
    masks = [one.reset(seed=1)[0]["action_mask"] for one in envs]
    seconds: list[list[float]] = [[], []]
    for _ in range(rounds):
        for place, table in enumerate(envs):
            taken, masks[place] = step_seconds(table, masks[place], max(1, 20_000 // tables))
            seconds[place].append(taken)
    one, two = map(median, seconds)
    gains = sorted(alone / shared for alone, shared in zip(*seconds, strict=True))
    print(
        f"{tables:5} tables: {tables / one:9,.0f} steps a second with one thread, "
        f"{tables / two:9,.0f} with two: {median(gains):.2f} times (best {gains[-1]:.2f}), "
        f"fastest runs {min(seconds[0]) / min(seconds[1]):.2f} times"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    rows = {
        "VectorEnv, random": vector_steps("random", 0, True),
        "VectorEnv, random, copy=False": vector_steps("random", 0, False),
        "VectorEnv, random, history=6": vector_steps("random", 6, True),
        "VectorEnv, greedy": vector_steps("greedy", 0, True),
        "env(), four agents": single_steps(None),
        "env(), random opponents": single_steps("random"),
    }
    rates: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(given.rounds):
        for name, play in rows.items():
            rates[name].append(rate(play, given.seconds))
    print("steps a second and core")
    for name, samples in rates.items():
        print(f"{name:<32} {median(samples):10,.0f}  ({min(samples):,.0f} to {max(samples):,.0f})")
    print(f"step alone, random opponents; load {os.getloadavg()[0]:.1f}")
    for tables in (64, 256, 4096):
        print_threads(tables, 20 * given.rounds)


if __name__ == "__main__":
    main()
