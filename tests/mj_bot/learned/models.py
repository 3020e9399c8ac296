"""Small models of advantages for tests, made at random: nobody taught them."""

from itertools import pairwise
from typing import Any

import numpy as np

from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import weights_of
from mj_bot.nets.weights_file import Weights

# Features that are of the size of points; those of a product with a turn are no larger.
_LARGE = ("value", "win", "size", "best", "dearest", "fan_win", "ready", "gain")


def made_up(seed: int, hidden: int = 0, margin: float = 0.5, within: float = 6.0) -> Weights:
    """Points that change some decisions: linear, or with one hidden layer."""
    rng = np.random.RandomState(seed)
    scale = np.array([0.02 if any(part in name for part in _LARGE) else 0.4 for name in NAMES])
    scale[[NAMES.index("dearest_win"), NAMES.index("fan_win")]] = 0.001
    first = max(hidden, 1)
    layers: list[Any] = [(rng.standard_normal((first, len(NAMES))) * scale, rng.randn(first) * 0.1)]
    if hidden:
        layers.append((rng.randn(1, hidden) / np.sqrt(hidden), rng.randn(1)))
    return weights_of(layers, margin, within)


def random_layers(rng: np.random.Generator, *sizes: int) -> list[tuple[Any, Any]]:
    """The dense layers between these sizes: weight and bias of each."""
    pairs = pairwise(sizes)
    return [(rng.normal(size=(out, size)), rng.normal(size=out)) for size, out in pairs]
