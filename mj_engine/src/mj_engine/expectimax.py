"""The tactic `expectimax` in C++, as in mj_bot without a time limit.

Leaves are valued by a Q network of the recipe `double_dqn`, or by their shanten. It makes the same
choices as Python, unless two actions are equal within float32 rounding.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_engine import _core
from mj_engine._mj_bot import (
    Q_NETWORK,
    Expectimax,
    Weights,
    expectimax_of,
    points_lacking,
)
from mj_engine.odds import Asked, asked, tables

# The layers of a Q network: the first, two convolutions per block, the last; see
# mj_lab.learn.training.networks.q_net.
_FIRST = ("input", "scale", "conv", "scale", "relu")
_BLOCK = ("conv", "relu", "conv", "add", "relu")
_LAST = ("conv", "flatten", "conv", "relu", "flatten", "dense", "relu", "dense", "add")
# No hand is farther from ready.
_MOST_LACKING = 13


class Search:
    """Values the actions of one decision after another. Not thread-safe."""

    def __init__(self, player: str | Expectimax = "expectimax@seconds=0") -> None:
        """player: mj_bot's tactic, or its name with options.

        Raises ValueError if an option is bad, or not available here.
        """
        tactic = expectimax_of(player) if isinstance(player, str) else player
        self._core = _core.Expectimax(*_parts_of(tactic))

    def values(self, observation: Asked) -> dict[str, float]:
        """The points of every searched action, without wins and pruned discards.

        Raises ValueError if the observation is not a game.
        """
        return dict(self._core.values(*asked(observation)))

    @property
    def leaves(self) -> int:
        """The number of leaves in the last search."""
        return self._core.leaves


def native_expectimax(name: str) -> _core.Tactic:
    """The native tactic by its name with options: `expectimax@seconds=0,alpha=0.4`.

    Raises ValueError if an option is bad, or not available here.
    """
    return _core.native_expectimax(name, *_parts_of(expectimax_of(name)))


def _parts_of(
    tactic: Expectimax,
) -> tuple[_core.OddsTables, dict[str, Any], dict[str, Any] | None]:
    """The parts from which the core makes a player."""
    if tactic.seconds != 0:
        raise ValueError("the fast table plays expectimax without a limit of time: add seconds=0")
    if tactic.by_hand_value:
        raise ValueError(
            "the fast table values leaves by a network or by their shanten: add hand_value=0"
        )
    tensors = None if tactic.weights is None else tensors_of(tactic.weights)
    return tables(), _options_of(tactic), tensors


def _options_of(tactic: Expectimax) -> dict[str, Any]:
    return {
        "depth": tactic.depth,
        "alpha": tactic.alpha,
        "of_tiles": tactic.of_tiles,
        "within": tactic.within,
        "claims": tactic.claims,
        "defence": tactic.defence,
        "by_lacking": [points_lacking(tiles) for tiles in range(_MOST_LACKING + 1)],
    }


def tensors_of(weights: Weights) -> dict[str, Any]:
    """The tensors of a Q network by role, float32.

    Raises ValueError if its layers are not those of the recipe `double_dqn`.
    """
    layers = weights.header["networks"][Q_NETWORK]["layers"]
    blocks = (len(layers) - len(_FIRST) - len(_LAST)) // len(_BLOCK)
    if tuple(layer["op"] for layer in layers) != _FIRST + _BLOCK * blocks + _LAST:
        raise ValueError("the fast table has no Q network with such layers")

    def pair(layer: dict[str, Any]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        weight = weights.tensors[layer["weight"]]
        bias = weights.tensors[layer["bias"]] if "bias" in layer else np.zeros(len(weight))
        return _flat(weight), _flat(bias)

    _, rows, first, scale, _ = layers[: len(_FIRST)]
    middle = layers[len(_FIRST) : -len(_LAST)]
    tile, _, hand, _, _, hidden, _, out, _ = layers[-len(_LAST) :]
    for layer in (
        first,
        *(conv for conv in middle if conv["op"] == "conv"),
    ):
        if weights.tensors[layer["weight"]].shape[2:] != (3,) or layer.get("padding") != 1:
            raise ValueError("the fast table has no Q network with such convolutions")
    tensors: dict[str, Any] = {"convs": [pair(conv) for conv in middle if conv["op"] == "conv"]}
    tensors["row_scale"], tensors["row_bias"] = pair(rows)
    tensors["first_weight"], tensors["first_bias"] = pair(first)
    tensors["scale"], tensors["place_bias"] = pair(scale)
    tensors["tile_weight"], (tensors["tile_bias"],) = pair(tile)
    tensors["hand_weight"], tensors["hand_bias"] = pair(hand)
    tensors["hidden_weight"], tensors["hidden_bias"] = pair(hidden)
    tensors["out_weight"], tensors["out_bias"] = pair(out)
    tensors["tile_bias"] = float(tensors["tile_bias"])
    tensors["points"] = float(weights.header["points"])
    return tensors


def _flat(tensor: NDArray[Any]) -> NDArray[np.float32]:
    return np.ascontiguousarray(tensor, np.float32).reshape(-1)
