"""Sight: a network given the hidden inputs beside what it sees, and the same without them again."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from mj_bot.features.feature import Feature
from mj_lab.learn.networks.columns_net import ColumnsNet
from mj_lab.learn.networks.network import LearningNetwork

# `hidden` of a step at the vector table (help(mj_engine.VectorTable)).
HIDDEN = Feature("hidden", 1, (51, 34))

# The weight [out, in, places] in which every channel that a network sees comes in.
_FIRST = ".trunk.stem.weight"


def with_hidden(network: LearningNetwork) -> ColumnsNet:
    """The network with the hidden inputs as its last feature, which count nothing as yet.

    Raises ValueError if it is no columns_net.
    """
    plain = _columns_net(network)

    def widened(weight: Tensor) -> Tensor:
        outs, _, places = weight.shape
        return torch.cat([weight, weight.new_zeros(outs, HIDDEN.shape[0], places)], dim=1)

    return _changed(plain, (*plain.seen, HIDDEN), widened)


def without_hidden(network: LearningNetwork) -> ColumnsNet:
    """The network as an ordinary one, which plays as it does where all hidden inputs are 0.

    Raises ValueError if it is no columns_net, or has no hidden inputs.
    """
    oracle = _columns_net(network)
    if not oracle.seen or oracle.seen[-1] != HIDDEN:
        raise ValueError("the network has no hidden inputs to be taken away")
    return _changed(oracle, oracle.seen[:-1], lambda weight: weight[:, : -HIDDEN.shape[0]])


def _changed(
    network: ColumnsNet, seen: tuple[Feature, ...], first: Callable[[Tensor], Tensor]
) -> ColumnsNet:
    """A network of the same weights but for the first layer's, which sees these features."""
    made = ColumnsNet(seen, network.options)
    weights = {
        name: first(weight) if name.endswith(_FIRST) else weight
        for name, weight in network.state_dict().items()
    }
    made.load_state_dict(weights)
    return made.train(network.training)


def _columns_net(network: LearningNetwork) -> ColumnsNet:
    if not isinstance(network, ColumnsNet):
        raise ValueError(f"hidden inputs are for a columns_net, not for {network.kind}")
    return network
