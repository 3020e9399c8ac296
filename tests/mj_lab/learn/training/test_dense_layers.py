"""Dense layers in numpy: two models in one give the sum of their points."""

import numpy as np
import pytest

from mj_lab.learn.training.dense_layers import added_models, model_points
from tests.mj_bot.learned.models import random_layers

SIZE = 7


@pytest.mark.parametrize(("one", "other"), [((1,), (1,)), ((3, 1), (1,)), ((1,), (2, 1))])
def test_two_models_in_one_give_the_sum(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    first, second = random_layers(rng, SIZE, *one), random_layers(rng, SIZE, *other)
    features = rng.normal(size=(7, SIZE))
    both = model_points(added_models(first, second), features)
    assert both == pytest.approx(
        model_points(first, features) + model_points(second, features), rel=1e-4, abs=1e-4
    )
    with pytest.raises(ValueError, match="3 layers"):
        added_models(random_layers(rng, SIZE, 2, 2, 1), second)
