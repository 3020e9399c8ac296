"""Networks in C++: those of `net`, `cnn` and `which_discard`, layer by layer as in numpy.

>>> import mj_engine
>>> from mj_bot.nets.network import Network
>>> from mj_bot.nets.shipped import packed_weights
>>> from mj_engine.nets import NativeNetwork
>>> game = mj_engine.Game(mj_engine.wall_of_seed(1))
>>> game.advance()
>>> NativeNetwork(Network(packed_weights("net"), "all"), "policy")(game.observation(0)).shape
(109,)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_engine import _core
from mj_engine._mj_bot import Network, by_network_of, odds_options, parted
from mj_engine.features import Seen
from mj_engine.odds import tables

# The output that each tactic uses.
_OUTPUTS = {"cnn": "policy", "net": "policy", "which_discard": "discard"}
# A network over whole actions, as trained at `mj_lab.env`: played only at the referee.
_BY_ACTION = "actions"


class NativeNetwork:
    """Computes one output of a network, for one state after another.

    Not thread-safe. It does not know earlier observations: the history of `planes` is empty.

    Raises ValueError for layers that the core does not have, or that do not fit one another,
    KeyError for an unknown output.
    """

    def __init__(self, network: Network, output: str) -> None:
        self._core = _core.Network(tables(), _layers_of(network, output))

    def __call__(self, seen: Seen) -> NDArray[np.float32]:
        """The output's numbers, float32 [n]."""
        return self._core(seen)


def native_by_networks(name: str) -> _core.Tactic:
    """The native tactic by its name with options: `net@weights=FILE`.

    Raises ValueError if an option is bad, or the weights cannot be used.
    """
    kind, _ = parted(name)
    named = by_network_of(name).networks
    if _BY_ACTION in named:
        raise ValueError(f"{name}: the fast table has no networks over whole actions")
    networks = {
        network_name: _layers_of(network, _OUTPUTS[kind]) for network_name, network in named.items()
    }
    return _core.native_by_networks(kind, name, tables(), networks, odds_options({}))


def _layers_of(network: Network, output: str) -> _core.NetworkLayers:
    """The layers for the core, with sources as indexes."""
    places: dict[str, int] = {}
    layers = []
    for number, layer in enumerate(network.layers):
        is_input = layer.op == "input"
        if layer.rows is not None:
            raise ValueError("the fast table takes whole features, not their first rows")
        layers.append(
            {
                "op": layer.op,
                "sources": [] if is_input else [places[source] for source in layer.sources],
                "feature": layer.sources[0] if is_input else "",
                "scale": layer.scale,
                "weight": _tensor(layer.weight),
                "bias": _tensor(layer.bias),
                "size": layer.size,
                "padding": layer.padding,
                "stride": layer.stride,
            }
        )
        places[layer.out] = number
    return _core.NetworkLayers(layers, places[network.outputs[output]])


def _tensor(tensor: NDArray[Any] | None) -> NDArray[np.float32]:
    return np.ascontiguousarray([] if tensor is None else tensor, np.float32)
