"""The whole bar: 5,000 games, 10,000 fans, 2,000 decisions. -s shows the figures."""

import random
import statistics
import time

import pytest

from mj_engine.learned import Learned
from tests.mj_lab.web.site.comparing import decision_difference, decisions_of, fan_difference, games
from tests.mj_lab.web.site.in_node import InNode

pytestmark = [pytest.mark.slow, pytest.mark.timeout(0)]

GAMES, FANS, DECISIONS = 5_000, 10_000, 2_000


def test_games_of_odds(node: InNode) -> None:
    began, other, spent = time.monotonic(), [], 0.0
    for number, played in enumerate(games(node, ["odds"] * 4, "whole", GAMES), start=1):
        spent += played.ms / 1000
        if played.in_node != played.native:
            other.append(number - 1)
        if number % 250 == 0:
            print(
                f"{number} games, {len(other)} differ; {number / spent:.1f} a second in node,"
                f" {time.monotonic() - began:.0f} s",
                flush=True,
            )
    assert other == []


def test_fans(node: InNode) -> None:
    rng = random.Random(11)
    found = [fan_difference(node, rng) for _ in range(FANS)]
    assert [one for one in found if one] == []


def test_decisions(node: InNode) -> None:
    native, spent = Learned(), []
    rng = random.Random(12)
    for played in games(node, ["odds", "greedy", "odds", "random"], "whole decisions", GAMES):
        for asked, state in decisions_of(played.native):
            if rng.random() < 0.1:
                told = node.ask("decide", **asked)
                spent.append(node.ms)
                assert decision_difference(told, state, native) is None, (asked, state)
        if len(spent) >= DECISIONS:
            break
    cuts = statistics.quantiles(spent, n=100)
    print(
        f"{len(spent)} decisions: median {statistics.median(spent):.1f} ms,"
        f" 99th percent {cuts[98]:.1f} ms, longest {max(spent):.1f} ms;"
        f" ready in {node.ask('ready')['ready']:.0f} ms"
    )
    assert len(spent) >= DECISIONS
