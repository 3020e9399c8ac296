"""A correction's dense layers in numpy: their output in points, and the sum of two models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Weight [out, in] and bias [out] of each dense layer.
Layers = list[tuple[NDArray[np.float64], NDArray[np.float64]]]
# Of a model that another is added to.
MOST_LAYERS = 2
# Rows at once: the output of a layer of 128 takes 32 MB.
_CHUNK = 1 << 16


def model_points(
    layers: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]], features: Any
) -> NDArray[np.float64]:
    """The model's points for features [..., F]: [...]."""
    rows = np.asarray(features)
    flat = rows.reshape(-1, rows.shape[-1])
    points = np.zeros(len(flat))
    for first in range(0, len(flat), _CHUNK):
        values = flat[first : first + _CHUNK].astype(np.float32)
        for number, (weight, bias) in enumerate(layers):
            if number:
                values = np.maximum(values, 0)
            values = values @ weight.T.astype(np.float32) + bias.astype(np.float32)
        points[first : first + _CHUNK] = values[:, 0]
    return points.reshape(rows.shape[:-1])


def added_models(first_model: Layers, other: Layers) -> Layers:
    """The model that computes the sum of two models, each linear or of two layers.

    Raises ValueError for more layers.
    """
    if len(first_model) == len(other) == 1:
        return [(first_model[0][0] + other[0][0], first_model[0][1] + other[0][1])]
    first, last = zip(_as_two_layers(first_model), _as_two_layers(other), strict=True)
    return [
        (np.concatenate([w for w, _ in first]), np.concatenate([b for _, b in first])),
        (np.concatenate([w for w, _ in last], axis=1), last[0][1] + last[1][1]),
    ]


def _as_two_layers(layers: Layers) -> Layers:
    if len(layers) == MOST_LAYERS:
        return layers
    if len(layers) != 1:
        raise ValueError(f"a model of {len(layers)} layers, not one or two")
    (weight, bias) = layers[0]
    if not weight.any():
        return [(np.zeros((0, weight.shape[1])), np.zeros(0)), (np.zeros((1, 0)), bias)]
    # x = max(x, 0) - max(-x, 0)
    both = np.concatenate([weight, -weight])
    return [(both, np.zeros(2)), (np.array([[1.0, -1.0]]), bias)]
