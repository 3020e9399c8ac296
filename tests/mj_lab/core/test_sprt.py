"""The sequential test against simulation: how often it errs, and how soon it is decided."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from mj_lab.core.sprt import BOUND, ERROR_RATE, Sprt, sprt_of
from mj_lab.core.wall_means import LEAST_WALLS, Running

RUNS = 2_000
TEST = Sprt(0.0, 1.0)

Draws = Callable[[np.random.Generator, int], np.ndarray]


def even(lot: np.random.Generator, size: int) -> np.ndarray:
    return lot.normal(0.0, 1.0, size)


def heavy_tailed(lot: np.random.Generator, size: int) -> np.ndarray:
    """A kurtosis of 3: that of a wall's difference is 0.3 to 4."""
    return lot.laplace(0.0, math.sqrt(0.5), size)


def skewed(lot: np.random.Generator, size: int) -> np.ndarray:
    """A skewness of 0.5: that of a wall's difference is no more, and its spread is 14."""
    return (lot.gamma(16.0, 1.0, size) - 16.0) / 4.0


def decide(mean: float, draws: Draws, spread: float, lot: np.random.Generator) -> tuple[float, int]:
    """What is decided, and after how many walls."""
    running = Running()
    while True:
        for value in draws(lot, 200).tolist():
            running.add(mean + spread * value)
            found = TEST.decided(running)
            if found is not None:
                return found, running.count


@pytest.mark.thorough
@pytest.mark.parametrize(("draws", "spread"), [(even, 8.0), (heavy_tailed, 8.0), (skewed, 14.0)])
@pytest.mark.parametrize("mean", TEST)
def test_it_errs_in_about_5_of_100_runs(draws: Draws, spread: float, mean: float) -> None:
    lot = np.random.default_rng(7)
    runs = [decide(mean, draws, spread, lot) for _ in range(RUNS)]
    wrong = sum(found != mean for found, _ in runs) / RUNS
    # Passing over the bound makes it err a little less than 5%, the estimated spread and a skew a
    # little more; the standard deviation of the share itself is 0.5%.
    assert 0.03 < wrong < 0.075
    # Wald: the mean ratio at the end by its mean step, with both bounds reached.
    walls = (1 - 2 * ERROR_RATE) * BOUND / (0.5 / spread**2)
    assert 0.95 * walls < np.mean([count for _, count in runs]) < 1.25 * walls


def test_halfway_between_both_are_as_likely() -> None:
    lot = np.random.default_rng(8)
    high = sum(decide(0.5, even, 8.0, lot)[0] == 1.0 for _ in range(400))
    assert abs(high - 200) < 3 * math.sqrt(400 * 0.25)


def test_the_ratio_is_that_of_two_normal_likelihoods() -> None:
    lot = np.random.default_rng(9)
    draws = lot.normal(0.4, 3.0, 500)
    running = Running()
    for value in draws.tolist():
        running.add(value)
    variance = draws.var(ddof=1)
    likelihoods = [-((draws - mean) ** 2).sum() / (2 * variance) for mean in (-0.5, 0.75)]
    assert Sprt(-0.5, 0.75).ratio(running) == pytest.approx(likelihoods[1] - likelihoods[0])


def test_it_never_decides_by_a_few_walls() -> None:
    running = Running()
    assert TEST.ratio(running) is None
    assert TEST.walls_expected(running) is None
    for _ in range(LEAST_WALLS - 1):
        running.add(1.0)
    assert (TEST.decided(running), TEST.ratio(running)) == (None, 1000.0)
    running.add(1.0)
    assert TEST.decided(running) == 1.0


def test_players_that_play_alike_are_not_ahead() -> None:
    running = Running()
    for _ in range(LEAST_WALLS):
        running.add(0.0)
    assert TEST.decided(running) == 0.0
    assert Sprt(-1.0, 1.0).decided(running) is None


@pytest.mark.parametrize("text", ["", "1", "a:b", "1:", "0:1:2"])
def test_what_is_no_test(text: str) -> None:
    with pytest.raises(ValueError, match="LOW:HIGH are two numbers, not"):
        sprt_of(text)


@pytest.mark.parametrize("text", ["1:1", "1:0", "0:nan", "-inf:0"])
def test_ends_in_the_wrong_order(text: str) -> None:
    with pytest.raises(ValueError, match="LOW must be below HIGH"):
        sprt_of(text)
