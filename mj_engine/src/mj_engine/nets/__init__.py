"""Networks in C++: those that `net`, `cnn` and `which_discard` play by, layer for layer as in numpy.

>>> import mj_engine
>>> from mj_engine.nets import NetworkByName
>>> game = mj_engine.Game(mj_engine.wall_of_seed(1))
>>> game.advance()
>>> NetworkByName("net", "all", "policy")(game.observation(0)).shape
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

# By tactic the output that it chooses by.
_OUTPUTS = {"cnn": "policy", "net": "policy", "which_discard": "discard"}


class NetworkByName:
    """Asks a tactic's network about one state after another; not for two threads at once."""

    def __init__(self, tactic: str, network: str, output: str) -> None:
        """tactic: its name with options; network, output: as its weights name them.

        Raises ValueError if the weights cannot be used, KeyError for a name that they do not have.
        """
        found = by_network_of(tactic).networks[network]
        self._core = _core.Network(tables(), *_layers_of(found, output))

    def __call__(self, seen: Seen) -> NDArray[np.float32]:
        """The output's numbers, float32."""
        return self._core(seen)


def native_by_networks(name: str) -> _core.Tactic:
    """The native tactic of a name with its options: `net@weights=FILE`.

    Raises ValueError if an option is none, or the weights cannot be used.
    """
    kind, _ = parted(name)
    networks = {
        network: _core.NetworkLayers(*_layers_of(layers, _OUTPUTS[kind]))
        for network, layers in by_network_of(name).networks.items()
    }
    return _core.native_by_networks(kind, name, tables(), networks, odds_options({}))


def _layers_of(network: Network, output: str) -> tuple[list[dict[str, Any]], int]:
    """The layers as the core takes them, their sources by place; the place of the output's."""
    places: dict[str, int] = {}
    layers = []
    for place, layer in enumerate(network.layers):
        is_input = layer.op == "input"
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
        places[layer.out] = place
    return layers, places[network.outputs[output]]


def _tensor(tensor: NDArray[Any] | None) -> NDArray[np.float32]:
    return np.ascontiguousarray([] if tensor is None else tensor, np.float32)
