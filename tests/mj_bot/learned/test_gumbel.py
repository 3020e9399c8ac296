"""Gumbel numbers: the same for the same seed and tiles, and of the right distribution."""

from collections import Counter
from math import exp

import pytest

from mj_bot.learned.gumbel import gumbels
from mj_bot.tiles import COPIES, TILE_KINDS

UNSEEN = [COPIES] * TILE_KINDS


def test_they_depend_on_seed_and_tiles_alone() -> None:
    assert gumbels(7, UNSEEN, 3) == gumbels(7, UNSEEN, 5)[:3] == gumbels(7 + (1 << 32), UNSEEN, 3)
    assert gumbels(7, UNSEEN, 3) == pytest.approx([-0.88016576593, 1.7035488916, -0.58557895395])
    seen = [3, *UNSEEN[1:]]
    several = [gumbels(7, UNSEEN, 1), gumbels(8, UNSEEN, 1), gumbels(7, seen, 1)]
    assert len({tuple(one) for one in several}) == 3


def test_the_greatest_sum_is_drawn_by_softmax() -> None:
    values, times = [1.0, 0.0, -0.5, 2.0], 20_000
    drawn: Counter[int] = Counter()
    for seed in range(times):
        sums = [
            value + noise for value, noise in zip(values, gumbels(seed, UNSEEN, 4), strict=True)
        ]
        drawn[sums.index(max(sums))] += 1
    total = sum(map(exp, values))
    for place, value in enumerate(values):
        part = exp(value) / total
        # Five standard deviations.
        assert drawn[place] / times == pytest.approx(
            part, abs=5 * (part * (1 - part) / times) ** 0.5
        )
