"""Writes a trained policy of dense layers as a weights file for the tactic `net`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mj_bot.features.planes import MOST_HISTORY, PLANE_ROWS, PLANES
from mj_bot.features.scalars import SCALARS
from mj_bot.nets.action_index import ACTION_COUNT
from mj_bot.nets.weights_file import write_weights
from mj_bot.tiles import TILE_KINDS
from mj_lab.env.observation import flat_size

# Weight [out, in] and bias [out], as PyTorch's nn.Linear has them.
Dense = tuple[ArrayLike, ArrayLike]


def write_agent(
    path: str | os.PathLike[str],
    layers: Sequence[Dense],
    *,
    activation: str = "relu",
    history: int = 0,
) -> None:
    """Write a policy for the tactic `net`: dense layers from `flat_observation` to 853 logits.

    activation: between the layers, relu or tanh. history: that of the environment. Numbers are
    stored as float16.

    Raises ValueError for layers that do not fit, OSError if the file cannot be written.
    """
    if not 0 <= history <= MOST_HISTORY:
        raise ValueError(f"history is 0 to {MOST_HISTORY}, not {history}")
    if activation not in ("relu", "tanh"):
        raise ValueError(f"activation is relu or tanh, not {activation!r:.40}")
    tensors = _tensors(layers, flat_size(history))
    rows = PLANE_ROWS * (1 + history)
    described: list[dict[str, Any]] = [
        {"op": "input", "feature": PLANES.name, "rows": rows},
        {"op": "flatten", "out": "planes flat"},
        {"op": "input", "feature": SCALARS.name},
        {"op": "one_hot", "size": TILE_KINDS, "out": "numbers"},
        {"op": "concat", "in": ["planes flat", "numbers"]},
    ]
    for number in range(len(layers)):
        described += [{"op": activation}] if number else []
        described.append({"op": "dense", "weight": f"{number}", "bias": f"{number} bias"})
    described[-1]["out"] = "logits"
    header = {
        "kind": "agent",
        "features": [
            {"name": feature.name, "version": feature.version, "shape": list(feature.shape)}
            for feature in (PLANES, SCALARS)
        ],
        "networks": {"actions": {"layers": described, "outputs": {"policy": "logits"}}},
    }
    write_weights(os.fspath(path), header, tensors)


def _tensors(layers: Sequence[Dense], size: int) -> dict[str, NDArray[np.float32]]:
    if not layers:
        raise ValueError("an agent has at least one layer")
    tensors: dict[str, NDArray[np.float32]] = {}
    for number, given in enumerate(layers):
        weight, bias = (np.asarray(array, np.float32) for array in given)
        if weight.shape != (len(bias), size):
            raise ValueError(
                f"layer {number} takes {size} numbers: a weight [{len(bias)}, {size}],"
                f" not {list(weight.shape)}"
            )
        tensors[f"{number}"], tensors[f"{number} bias"] = weight, bias
        size = len(bias)
    if size != ACTION_COUNT:
        raise ValueError(f"the last layer gives {size} numbers, not one for {ACTION_COUNT} actions")
    return tensors
