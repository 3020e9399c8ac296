"""The networks of a tactic: its weights, checked against the bot's features."""

from typing import Dict, Sequence, Tuple

import numpy as np

from mj_bot.nets.network import Network
from mj_bot.nets.network_inputs import feature_named
from mj_bot.nets.weights_file import Weights, WeightsError

Networks = Dict[str, Network]
# The name of a network, of its output, and the output's size; alternative lists of these, one of
# which is enough.
Need = Tuple[str, str, int]
Needs = Tuple[Tuple[Need, ...], ...]


def networks_of(weights: Weights, needs: Needs) -> Networks:
    """The networks that a tactic needs, by name; each is run once to check it.

    Of several lists of needs the first whose networks exist counts, else the first of all.

    Raises WeightsError if the weights were trained on other features than this bot has, or if a
    network is missing or has another output.
    """
    _check_features(weights)
    there = weights.header.get("networks")
    held = there if isinstance(there, dict) else {}
    fitting = [needed for needed in needs if all(name in held for name, _, _ in needed)]
    return _tried(weights, (fitting + [needs[0]])[0])


def _tried(weights: Weights, needs: Sequence[Need]) -> Networks:
    networks = {name: Network(weights, name) for name in {need[0] for need in needs}}
    for name, network in networks.items():
        try:
            blank = {seen: _blank(seen) for seen in network.features}
            with np.errstate(all="ignore"):
                outputs = network(blank)
        except Exception as error:
            raise WeightsError("the network {!r} does not run: {!r}".format(name, error)) from None
        for of, output, size in needs:
            if of == name and (output not in outputs or outputs[output].shape != (1, size)):
                wanted = "the network {!r} has no output {!r} of {} numbers"
                raise WeightsError(wanted.format(name, output, size))
    return networks


def _check_features(weights: Weights) -> None:
    try:
        seen = [
            (str(feature["name"]), feature["version"]) for feature in weights.header["features"]
        ]
    except (KeyError, TypeError):
        raise WeightsError("the weights do not name their features") from None
    for name, version in seen:
        try:
            here = feature_named(name).version
        except KeyError:
            raise WeightsError("trained on {!r}, unknown here".format(name)) from None
        if version != here:
            other = "the weights were trained on {} of version {}, this bot has version {}"
            raise WeightsError(other.format(name, version, here))


def _blank(name: str) -> np.ndarray:
    return np.zeros((1,) + feature_named(name).shape, np.uint8)
