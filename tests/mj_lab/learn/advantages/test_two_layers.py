"""Pairs weigh as much as they can teach: the inverse of the variance that made them."""

import numpy as np
import pytest

from mj_lab.learn.advantages.pairs import pairs_of
from tests.mj_lab.learn.advantages.test_small_games import Row, tried_of

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

from mj_lab.learn.advantages.two_layers import by_chance


def test_a_pair_weighs_the_inverse_of_its_variance() -> None:
    rng = np.random.default_rng(4)
    count = 100_000
    features = rng.random((count, 2, 3))
    # The second feature of the other action makes it uncertain: from 1 to 55 points squared.
    variance = np.exp(4 * features[:, 1, 1])
    came_to = rng.normal(size=count) * np.sqrt(variance)
    rows = [Row(game, features[game], (0.0, 0.0), (0.0, came_to[game])) for game in range(count)]
    tried = tried_of(rows)
    labels = tried.outlook[:, :, 0].astype(np.float64)
    weight = by_chance(tried, pairs_of(tried, labels), seed=0).weight
    assert weight.mean() == pytest.approx(1)
    # Each is right up to a common factor, the middle half within a fifth.
    factor = np.log(weight * variance)
    low, high = np.quantile(factor - np.median(factor), [0.25, 0.75])
    assert -0.2 < low < high < 0.2
    # So all pairs together say as much as the best weights let them.
    said = weight.sum() ** 2 / (weight**2 @ variance)
    assert said == pytest.approx((1 / variance).sum(), rel=0.05)
