import math
import random
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from mj_lab.arena.statistics.wall_means import Running, estimate, t_quantile

DRAWS = st.lists(st.floats(-1000, 1000), min_size=2, max_size=50)


@given(DRAWS)
def test_the_estimate_is_scipys(draws: list[float]) -> None:
    found = estimate(draws)
    assert found.mean == pytest.approx(np.mean(draws), abs=1e-9)
    assert found.error == pytest.approx(scipy_stats.sem(draws), abs=1e-9)
    if found.error and found.error > 1e-6:
        low, high = scipy_stats.t.interval(0.95, len(draws) - 1, np.mean(draws), found.error)
        assert [found.low, found.high] == pytest.approx([low, high])


@given(DRAWS)
def test_the_running_error_is_the_estimates(draws: list[float]) -> None:
    running = Running()
    for draw in draws:
        running.add(draw)
    assert running.mean == pytest.approx(estimate(draws).mean, abs=1e-9)
    assert running.error == pytest.approx(estimate(draws).error, abs=1e-7)


def test_too_few_draws_have_no_error() -> None:
    assert estimate([]) == (None, None, None, None, 0)
    assert estimate([2.0]) == (2.0, None, None, None, 1)
    running = Running()
    running.add(2.0)
    assert running.error is None


@pytest.mark.parametrize("freedom", [1, 2, 29, 1000])
def test_t_quantile(freedom: int) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(scipy_stats.t.ppf(0.975, freedom))


def test_the_interval_of_walls_covers_and_that_of_games_does_not() -> None:
    """Games share their wall's luck: only the error by wall tells the truth."""
    lot = random.Random(1)
    by_wall = by_game = 0
    for _ in range(400):
        walls = [lot.gauss(0, 3) for _ in range(15)]
        games = [[luck + lot.gauss(0, 3) for _ in range(6)] for luck in walls]
        by_wall += covers_zero([statistics.fmean(six) for six in games])
        by_game += covers_zero([score for six in games for score in six])
    # 380 are expected; the standard deviation of the count is sqrt(400 * 0.95 * 0.05) = 4.4.
    assert abs(by_wall - 380) < 3 * math.sqrt(400 * 0.95 * 0.05)
    assert by_game < 320


def covers_zero(draws: list[float]) -> bool:
    found = estimate(draws)
    assert found.low is not None
    assert found.high is not None
    return found.low <= 0 <= found.high
