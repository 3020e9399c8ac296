"""Adds hidden inputs to a network, and removes them again.

They are one more feature, in the first convolution. The bot has no feature of that name, so a
network with it cannot play.

Source: oracle guiding in J. Li and others, Suphx: Mastering Mahjong with Deep Reinforcement
Learning, arXiv:2003.13590, where the share of ones falls from 1 to 0.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.features.feature import Feature
from mj_bot.nets.weights_file import Weights, WeightsError

# The contents of `mj_engine.Step` and `mj_engine.Game.hidden`.
HIDDEN_INPUTS = Feature("hidden", 1, (51, 34))

_INPUT, _CONCAT = "hidden input", "hidden concat"


def with_hidden(weights: Weights, network: str) -> Weights:
    """The weights with hidden inputs added to one network, initially with weight 0.

    Raises WeightsError if the network does not begin with a convolution of its features.
    """
    header, tensors = copy.deepcopy(weights.header), dict(weights.tensors)
    try:
        layers: list[dict[str, Any]] = header["networks"][network]["layers"]
        index = _first_convolution(layers)
        first = layers[index]
        weight = tensors[first["weight"]]
        zeros = np.zeros((len(weight), HIDDEN_INPUTS.shape[0], *weight.shape[2:]), np.float32)
        tensors[first["weight"]] = np.concatenate([weight, zeros], axis=1)
        concat = {"op": "concat", "in": [first["in"], _INPUT], "out": _CONCAT}
        first["in"] = _CONCAT
    except (KeyError, TypeError, StopIteration, ValueError) as error:
        raise WeightsError(f"no network {network!r} to show hidden inputs: {error!r:.80}") from None
    layers.insert(index, concat)
    layers.insert(0, {"op": "input", "feature": HIDDEN_INPUTS.name, "out": _INPUT, "scale": 1.0})
    feature = {
        "name": HIDDEN_INPUTS.name,
        "version": HIDDEN_INPUTS.version,
        "shape": list(HIDDEN_INPUTS.shape),
    }
    header["features"] = [*header["features"], feature]
    return Weights(header, tensors)


def without_hidden(weights: Weights, network: str) -> Weights:
    """The weights with the hidden inputs removed, as after training.

    It plays like the network with all hidden inputs at 0.

    Raises WeightsError if the network has no hidden inputs.
    """
    header, tensors = copy.deepcopy(weights.header), dict(weights.tensors)
    try:
        layers: list[dict[str, Any]] = header["networks"][network]["layers"]
        concat = next(layer for layer in layers if layer["out"] == _CONCAT)
        first = next(layer for layer in layers if layer.get("in") == _CONCAT)
    except (KeyError, TypeError, StopIteration):
        raise WeightsError(f"the network {network!r} has no hidden inputs") from None
    first["in"] = concat["in"][0]
    tensors[first["weight"]] = tensors[first["weight"]][:, : -HIDDEN_INPUTS.shape[0]]
    header["networks"][network]["layers"] = [
        layer for layer in layers if layer["out"] not in (_INPUT, _CONCAT)
    ]
    header["features"] = [
        feature for feature in header["features"] if feature["name"] != HIDDEN_INPUTS.name
    ]
    return Weights(header, tensors)


def has_hidden(weights: Weights, network: str) -> bool:
    """Whether a network has hidden inputs.

    Raises WeightsError if there is no such network.
    """
    try:
        layers = weights.header["networks"][network]["layers"]
        return any(layer["out"] == _INPUT for layer in layers)
    except (KeyError, TypeError) as error:
        raise WeightsError(f"no network {network!r} to play by: {error!r:.80}") from None


def _first_convolution(layers: list[dict[str, Any]]) -> int:
    index = next(index for index, layer in enumerate(layers) if layer["op"] == "conv")
    if not isinstance(layers[index]["in"], str):
        raise TypeError("a convolution of several maps")
    return index


def masked(hidden: NDArray[Any], share: float, rng: np.random.Generator) -> NDArray[Any]:
    """The hidden inputs, each kept with this probability, else 0. The dtype stays."""
    if share >= 1:
        return hidden
    if share <= 0:
        return np.zeros_like(hidden)
    stays = rng.random(hidden.shape, np.float32) < share
    return np.where(stays, hidden, np.zeros_like(hidden))
