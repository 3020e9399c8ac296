"""Pairs weigh as much as they can teach: the inverse of the variance that made them."""

import numpy as np
import pytest

from mj_bot.state import OWN_DRAW
from mj_lab.corrections.advantages.pairs import pairs_of
from mj_lab.corrections.advantages.plan import FitOptions
from mj_lab.corrections.advantages.tried import Tried

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

from mj_lab.corrections.advantages.two_layers import by_chance


def test_a_pair_weighs_the_inverse_of_its_variance() -> None:
    rng = np.random.default_rng(4)
    count = 100_000
    features = rng.random((count, 2, 3)).astype(np.float32)
    # The second feature of the other action makes it uncertain: from 1 to 55 points squared.
    variance = np.exp(4 * features[:, 1, 1]).astype(np.float64)
    came_to = np.zeros((count, 2, 1), np.float32)
    came_to[:, 1, 0] = rng.normal(size=count) * np.sqrt(variance)
    small = np.zeros(count, np.uint8)
    tried = Tried(
        game=np.arange(count), seat=small, place=small.astype(np.uint16), turn=small,
        kind=small + OWN_DRAW, score=came_to[:, 0, 0], count=small + 2,
        action=np.zeros((count, 2), np.int16), value=np.zeros((count, 2), np.float32),
        features=features, outlook=came_to, luck=np.zeros_like(came_to),
        ended=np.ones((count, 2, 1), np.uint8), outlook_features=features[:, :, None],
    )  # fmt: skip
    pairs = pairs_of(tried, came_to[:, :, 0].astype(np.float64))
    weight = by_chance(tried, pairs, np.ones(3, np.float32), FitOptions()).weight
    assert weight.mean() == pytest.approx(1)
    # Each is right up to a common factor, the middle half within a fifth.
    factor = np.log(weight * variance)
    low, high = np.quantile(factor - np.median(factor), [0.25, 0.75])
    assert -0.2 < low < high < 0.2
    # So all pairs together say as much as the best weights let them.
    said = weight.sum() ** 2 / (weight**2 @ variance)
    assert said == pytest.approx((1 / variance).sum(), rel=0.05)
