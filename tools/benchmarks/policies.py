"""Games a second and core of a policy in Python at the fast table, inference included.

    python -m tools.benchmarks.policies [--rounds 5] [--games 2048] [--tables 64 256 1024 4096]

The policy is that of examples/batched_policy.py, two layers of 64 over the columns, untrained, in
PyTorch on one thread, in all four seats. Beside it the same games with answers that cost nothing
(`first`), which shows what the table takes, and with `odds` in three seats. Medians of CPU time,
measured in turn. The bar (issue 64): 300 games with 1,024 tables. Needs the extra `learn` and `make
engine`.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time
from typing import Any

import torch

import mj_engine
from examples.batched_policy import Player


class First:
    """Takes the first legal action, and counts the decisions."""

    features = ("columns",)

    def __init__(self) -> None:
        self.decisions = 0

    def act_batch(self, seen: Any, legal: Any) -> Any:
        self.decisions += len(legal)
        return legal.argmax(axis=1)


class Network(Player):
    """The example's network, which counts its decisions."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions = 0

    def act_batch(self, seen: Any, legal: Any) -> Any:
        self.decisions += len(legal)
        return super().act_batch(seen, legal)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=2048)
    parser.add_argument("--tables", type=int, nargs="+", default=[64, 256, 1024, 4096])
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    walls = [mj_engine.wall_of_seed(f"policies/{number}") for number in range(given.games)]
    policies: list[Any] = [Network(), First()]
    rows = {
        f"{type(policy).__name__.lower()}, {tables} tables": (policy, policy, tables, walls)
        for tables in given.tables
        for policy in policies
    }
    rows["network among three odds, 1024 tables"] = (policies[0], "odds", 1024, walls[:256])
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in rows}
    for _ in range(given.rounds):
        for name, (policy, other, tables, dealt) in rows.items():
            start, before = process_time(), policy.decisions
            mj_engine.play(dealt, [policy, other, other, other], tables=tables)
            taken = process_time() - start
            rates[name].append((len(dealt) / taken, (policy.decisions - before) / taken))
    print("games and decisions of the policy, a second and core")
    for name, samples in rates.items():
        games, decisions = zip(*samples, strict=True)
        spread = f"({min(games):,.0f} to {max(games):,.0f})"
        print(f"{name:<40} {median(games):8,.0f} {spread:<20} {median(decisions):10,.0f}")


if __name__ == "__main__":
    main()
