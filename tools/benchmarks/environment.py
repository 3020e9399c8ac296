"""Steps per second and core of the environments for learners, observations included.

    python -m tools.benchmarks.environment [--rounds 5] [--seconds 1]

The learner takes any legal action. Medians of CPU time, which other load changes least; all are
measured in turn, round after round. The bar (issue 13): 30,000 steps of the vector environment with
`random` opponents, observations as uint8 planes. Needs the extra `env` and `make engine`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import process_time

import numpy as np

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


if __name__ == "__main__":
    main()
