import random
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.core.wall_means import Running, estimate, ratio_estimate, t_quantile

DRAWS = st.lists(st.floats(-1000, 1000), min_size=2, max_size=50)


@given(DRAWS)
def test_the_estimate_is_scipys(draws: list[float]) -> None:
    from scipy import stats

    found = estimate(draws)
    assert found.mean == pytest.approx(np.mean(draws), abs=1e-9)
    assert found.error == pytest.approx(stats.sem(draws), abs=1e-9)
    if found.error and found.error > 1e-6:
        low, high = stats.t.interval(0.95, len(draws) - 1, np.mean(draws), found.error)
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


@given(DRAWS, st.integers(1, 9))
def test_a_ratio_over_equal_walls_is_the_mean_of_walls(draws: list[float], size: int) -> None:
    found = ratio_estimate([(draw * size, size) for draw in draws])
    for figure, expected in zip(found, estimate(draws), strict=True):
        assert figure == pytest.approx(expected, abs=1e-6)


def test_the_error_of_a_ratio_is_its_spread() -> None:
    """Means of wins whose number differs from wall to wall, over and over: how far do they lie?"""
    lot = random.Random(3)
    ratios, errors = [], []
    for _ in range(500):
        walls = []
        for _ in range(40):
            luck, wins = lot.gauss(0, 2), lot.randint(0, 6)
            walls.append((sum(12 + luck + lot.gauss(0, 3) for _ in range(wins)), wins))
        found = ratio_estimate(walls)
        assert found.mean is not None and found.error is not None
        ratios.append(found.mean)
        errors.append(found.error)
    # The spread of 500 draws is known to one part in sqrt(2 * 500), 3%; three of those.
    assert statistics.fmean(errors) == pytest.approx(statistics.stdev(ratios), rel=0.1)


def test_a_ratio_of_nothing_has_no_value() -> None:
    assert ratio_estimate([(0, 0), (0, 0)]) == (None, None, None, None, 2)
    assert ratio_estimate([(3, 2)]) == (1.5, None, None, None, 1)


@pytest.mark.parametrize("freedom", [1, 2, 29, 1000])
def test_t_quantile(freedom: int) -> None:
    from scipy import stats

    assert t_quantile(0.975, freedom) == pytest.approx(stats.t.ppf(0.975, freedom))
