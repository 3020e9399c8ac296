"""States and weights for tests of the search."""

from __future__ import annotations

import numpy as np

from mj_bot.expectimax.q_features import Q_FEATURES, SCALES
from mj_bot.expectimax.q_network import Q_KIND, Q_NETWORK, Q_OUTPUT
from mj_bot.nets.weights_file import Weights
from mj_bot.state import GameState
from mj_bot.tiles import TILE_KINDS, tile_of
from tests.mj_bot.nets.layers import Layers
from tests.recorded import dealt


def q_weights(seed: int, width: int = 4) -> Weights:
    """A Q network of one convolution and random weights."""
    made = Layers(seed)
    made.add("input", feature=Q_FEATURES.name)
    made.weighted("conv", width, len(SCALES), 3, padding=1)
    made.add("relu")
    made.add("flatten")
    made.weighted("dense", TILE_KINDS, width * TILE_KINDS, out="values")
    seen = {"name": Q_FEATURES.name, "version": Q_FEATURES.version, "shape": list(Q_FEATURES.shape)}
    network = {"layers": made.layers, "outputs": {Q_OUTPUT: "values"}}
    header = {"kind": Q_KIND, "features": [seen], "networks": {Q_NETWORK: network}, "points": 8.0}
    return Weights(header, made.tensors)


def own_turn(deal: str, drawn: str) -> GameState:
    return dealt(deal, f"2 {drawn}")


def left_unseen(state: GameState, codes: str) -> GameState:
    """The state as if only these tiles were unseen."""
    state.unseen = np.bincount([tile_of(code) for code in codes.split()], minlength=34).tolist()
    return state
