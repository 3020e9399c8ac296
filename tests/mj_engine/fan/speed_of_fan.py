"""How long a hand takes: the fan in C++, MahjongGB's, and mj_bot.fan's, on the same hands.

`python -m tests.mj_engine.fan.speed_of_fan` prints nanoseconds a hand, medians of several rounds.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import numpy as np
from MahjongGB import MahjongFanCalculator

from mj_bot.tiles import CODES
from mj_engine import fans
from tests.mj_engine.fan import hands
from tests.mj_engine.fan.prove_fan import WIRE_KINDS, expected

HANDS = 20_000
ROUNDS = 9


def _nanoseconds(ask: Callable[[], object], hands_asked: int) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter_ns()
        ask()
        times.append((time.perf_counter_ns() - began) / hands_asked)
    return statistics.median(times)


def _asked(question: hands.Question) -> tuple[object, ...]:
    """The arguments of MahjongGB, made beforehand."""
    packs = tuple([(WIRE_KINDS[kind], CODES[tile], offer) for kind, tile, offer in question.melds])
    tiles = tuple([CODES[tile] for tile, count in enumerate(question.counts) for _ in range(count)])
    self_drawn, fourth, kong, last, seat, prevalent, flowers = question.win_context
    flags = (flowers, self_drawn, fourth, kong, last, seat, prevalent)
    return (packs, tiles, CODES[question.tile], *flags)


def main() -> None:
    """Prints the figures."""
    rng = random.Random(1)
    wins: list[hands.Question] = []
    while len(wins) < HANDS:
        question = hands.question(rng)
        if fans.is_winning_shape(question.counts, question.tile):
            wins.append(question)
    rows = [fans.question(q.counts, q.tile, q.melds, fans.WinContext(*q.win_context)) for q in wins]
    table = np.frombuffer(b"".join(rows), np.uint8).reshape(HANDS, -1)
    asked = [_asked(question) for question in wins]

    def of_mahjonggb() -> None:
        for arguments in asked:
            MahjongFanCalculator(*arguments, verbose=True)

    def of_mj_bot() -> None:
        for question in wins:
            expected(question)

    for name, ask in (
        ("mj_engine.fans.wins", lambda: fans.wins(table)),
        ("MahjongFanCalculator", of_mahjonggb),
        ("mj_bot.fan.win", of_mj_bot),
    ):
        print(f"{name:22} {_nanoseconds(ask, HANDS):8,.0f} ns a hand")


if __name__ == "__main__":
    main()
