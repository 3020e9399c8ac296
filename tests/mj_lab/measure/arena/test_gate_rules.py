"""The rules of the gate err as often as they say: simulated looks at candidates that are equal."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from mj_lab.core.wall_means import Estimate, estimate
from mj_lab.measure.arena.gate_rules import (
    ALPHA,
    FIELD_ALPHA,
    POWER,
    SCREEN,
    found_loss,
    is_gain,
    is_loss,
    level_of_look,
)

LOOKS, WALLS = 40_000, 100
Draws = Callable[[np.random.Generator, tuple[int, int]], NDArray[np.float64]]


def normal(random: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float64]:
    return random.normal(0, 8, shape)


def wins_and_losses(random: np.random.Generator, shape: tuple[int, int]) -> NDArray[np.float64]:
    """Two scores' difference, each mostly a small loss and now and then a win of 24 to 80."""
    won = random.random((2, *shape)) < 0.2
    score = np.where(won, random.integers(24, 80, won.shape), -random.integers(8, 18, won.shape))
    found: NDArray[np.float64] = (score[0] - score[1]) / 4
    return found


def looks_at(draws: Draws, seed: int, count: int = LOOKS, gain: float = 0.0) -> list[Estimate]:
    """What this many looks at a candidate of this gain find."""
    each = draws(np.random.default_rng(seed), (count, WALLS)) + gain
    errors = each.std(axis=1, ddof=1) / WALLS**0.5
    found = zip(each.mean(axis=1).tolist(), errors.tolist(), strict=True)
    return [Estimate(mean, error, None, None, WALLS) for mean, error in found]


def is_near(share: float, expected: float, count: int) -> bool:
    """Within four standard deviations."""
    return bool(abs(share - expected) < 4 * (expected * (1 - expected) / count) ** 0.5)


def test_the_levels_of_all_looks_add_up_to_alpha() -> None:
    # The sum of the first n is ALPHA (1 - 1 / (n + 1)).
    total = sum(map(level_of_look, range(1, 100_001)))
    assert total == pytest.approx(ALPHA * (1 - 1 / 100_001), rel=1e-9)


@pytest.mark.parametrize("draws", [normal, wins_and_losses])
@pytest.mark.parametrize("seed", [1, 2])
def test_equal_candidates_are_refused_in_the_field_as_often_as_is_said(
    draws: Draws, seed: int
) -> None:
    refused = sum(map(is_loss, looks_at(draws, seed))) / LOOKS
    assert is_near(refused, FIELD_ALPHA, LOOKS)


def test_the_loss_that_is_stated_is_found_as_often_as_is_said() -> None:
    # What is stated goes by an error that is estimated, too: 8 / 10 is the true one.
    loss = found_loss(Estimate(0.0, 0.8, None, None, WALLS))
    found = looks_at(normal, 5, gain=-loss)
    # Of what is not central t its normal form is taken, which is right to a hundredth here.
    assert abs(sum(map(is_loss, found)) / LOOKS - POWER) < 0.015


def test_a_level_is_how_often_an_equal_candidate_looks_better() -> None:
    found = looks_at(wins_and_losses, 6)
    for level in (SCREEN, level_of_look(2)):
        assert is_near(sum(is_gain(one, level) for one in found) / LOOKS, level, LOOKS)


def test_of_many_series_of_looks_at_equal_candidates_alpha_has_one_that_passes() -> None:
    """Without the screen, so that it is the levels that are tested."""
    looks = 10
    levels = [level_of_look(look + 1) for look in range(looks)] * (LOOKS // looks)
    passed = np.array(
        [is_gain(*one) for one in zip(looks_at(normal, 7), levels, strict=True)]
    ).reshape(-1, looks)
    expected = 1 - np.prod([1 - level for level in levels[:looks]])
    assert is_near(float(passed.any(axis=1).mean()), float(expected), len(passed))
    # At one level for all looks it is 22%.
    assert expected < ALPHA < 0.2 < 1 - (1 - SCREEN) ** looks


def test_what_has_no_spread_is_no_chance() -> None:
    same, better = estimate([0.0] * 30), estimate([1.0] * 30)
    assert not is_gain(same, 0.5)
    assert is_gain(better, 1e-9)
    assert not is_loss(same)
    assert is_loss(estimate([-1.0] * 30))
