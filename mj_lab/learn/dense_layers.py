"""A correction's dense layers in numpy, and the points that they give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Weight [out, in] and bias [out] of each dense layer.
Layers = list[tuple[NDArray[np.float64], NDArray[np.float64]]]


def model_points(
    layers: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]], features: Any
) -> NDArray[np.float64]:
    """The model's points for features [..., F]: [...]."""
    found = np.asarray(features, np.float32)
    for place, (weight, bias) in enumerate(layers):
        if place:
            found = np.maximum(found, 0)
        found = found @ weight.T.astype(np.float32) + bias.astype(np.float32)
    points: NDArray[np.float64] = found[..., 0].astype(np.float64)
    return points
