"""Holds the fan in C++ against MahjongGB (as mj_bot.fan asks it) on hands of every kind.

`python -m tests.mj_engine.fan.prove_fan --hands 10000000 --seed 1` compares the fan and the list,
prints how far it is and ends with the counts per fan; Ctrl-C ends it early with what it has. Exits
with 1 if anything differs or if a fan never came up.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections import Counter

import numpy as np

from mj_bot import fan as authority
from mj_bot.melds import Meld
from mj_engine import fans
from tests.mj_engine.fan import hands

BATCH = 10_000
WIRE_KINDS = ("CHI", "PENG", "GANG")


def expected(question: hands.Question) -> authority.Win | None:
    """What mj_bot.fan finds, MahjongGB behind it."""
    melds = [Meld(WIRE_KINDS[kind], tile, offer) for kind, tile, offer in question.melds]
    return authority.win(
        question.counts, melds, question.tile, authority.WinContext(*question.win_context)
    )


class Proof:
    """Counts hands, differences and how often each fan came up."""

    def __init__(self) -> None:
        self.hands = 0
        self.wins = 0
        self.seen: Counter[str] = Counter()
        self.differences: list[tuple[str, hands.Question]] = []  # total, list or shape

    @property
    def never(self) -> list[str]:
        return [name.english for name in fans.FANS if not self.seen[name.name]]

    def compare(self, questions: list[hands.Question]) -> None:
        """Asks both about these hands."""
        rows = [
            fans.question(each.counts, each.tile, each.melds, fans.WinContext(*each.win_context))
            for each in questions
        ]
        table = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
        fan, times = fans.wins(table)
        for question, own_fan, own_times in zip(questions, fan.tolist(), times, strict=True):
            self._compare(question, own_fan, own_times.tobytes())

    def _compare(self, question: hands.Question, own_fan: int, own_times: bytes) -> None:
        self.hands += 1
        win = expected(question)
        if fans.is_winning_shape(question.counts, question.tile) != (win is not None):
            self.differences.append(("shape", question))
        if own_fan != (win.fan if win else -1):
            self.differences.append(("total", question))
        if win is None:
            return
        self.wins += 1
        self.seen.update([fan.name for fan in win.fans])
        if self._listed(own_times) != win.fans:
            self.differences.append(("list", question))

    def _listed(self, times: bytes) -> tuple[tuple[int, int, str, str], ...]:
        return tuple(
            [
                (name.value, count, name.name, name.english)
                for name, count in zip(fans.FANS, times, strict=True)
                if count
            ]
        )

    def report(self) -> str:
        lines = [f"{name.english}: {self.seen[name.name]:,}" for name in fans.FANS]
        lines.append(f"never: {', '.join(self.never) or 'none'}")
        kinds = Counter([what for what, _ in self.differences])
        lines.append(
            f"{self.hands:,} hands, {self.wins:,} wins; differ: {kinds['total']} totals, "
            f"{kinds['list']} lists, {kinds['shape']} shapes"
        )
        return "\n".join(lines)


def main() -> int:
    """Runs as many hands as the command line says."""
    parser = argparse.ArgumentParser(description="Compare the fan in C++ with MahjongGB's.")
    parser.add_argument("--hands", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    proof = Proof()
    rng = random.Random(options.seed)
    began = time.monotonic()
    # A shell starts what runs in its background with SIGINT ignored; this is to be stoppable.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        while proof.hands < options.hands:
            size = min(BATCH, options.hands - proof.hands)
            before = len(proof.differences)
            proof.compare([hands.question(rng) for _ in range(size)])
            for what, question in proof.differences[before:]:
                print(f"{what} differs: {question}", flush=True)
            if proof.hands % (50 * BATCH) == 0:
                seconds = time.monotonic() - began
                print(
                    f"{proof.hands:,} hands, {len(proof.differences)} differ, {seconds:.0f} s",
                    flush=True,
                )
    except KeyboardInterrupt:
        print("stopped")
    print(proof.report())
    return 1 if proof.differences or proof.never else 0


if __name__ == "__main__":
    sys.exit(main())
