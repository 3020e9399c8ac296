"""For tests of tactics with networks: ones that always say the same, and recorded decisions."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from mj_bot.actions import action_space
from mj_bot.nets.weights_file import Weights
from mj_bot.state import GameState
from tests import recorded
from tests.mj_bot.nets.layers import header_of
from tests.recorded import Match

# The feature, the output, and how many numbers it has; by the network's name.
_SHAPES = {
    "net": {"all": ("columns", "policy", 109)},
    "cnn": {
        "discard": ("planes", "policy", 34),
        "pung": ("planes", "policy", 2),
        "chow": ("planes", "policy", 4),
    },
}


def rigged(tactic: str, said: Mapping[str, Mapping[int, float]]) -> Weights:
    """Weights by which each network named says these numbers, and 0 for the others."""
    tensors: dict[str, Any] = {}
    networks, features = {}, set()
    for name, (feature, output, size) in _SHAPES[tactic].items():
        features.add(feature)
        inputs = int(np.prod(header_of(feature)["features"][0]["shape"]))
        tensors[name] = np.zeros((size, inputs), np.float32)
        bias = np.zeros(size, np.float32)
        for place, number in said.get(name, {}).items():
            bias[place] = number
        tensors[name + " bias"] = bias
        layers = [
            {"op": "input", "feature": feature},
            {"op": "flatten"},
            {"op": "dense", "weight": name, "bias": name + " bias", "out": output},
        ]
        networks[name] = {"layers": layers, "outputs": {output: output}}
    return Weights({**header_of(*features), "networks": networks}, tensors)


def decisions(match: Match) -> Iterator[GameState]:
    """Every state of a match with more than one answer."""
    states = (seen.state for seen in recorded.decisions(match))
    return (state for state in states if len(action_space(state)) > 1)
