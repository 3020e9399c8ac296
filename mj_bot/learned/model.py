"""The model of advantages: a few dense layers over a candidate's features.

The weights file (`mj_bot.nets.weights_file`) has one network, `advantage`, with layers `input` (of
the feature `candidate`), `dense` and `relu`; without `relu` it is linear. It returns points for
each candidate; only differences between the candidates of one decision count. The header also has,
in points, `margin`: how much better than that of `odds` another action must be; and `within`: how
far below the best value an action may be to be taken.

A model may use the standing of a match too. The header's `standing` then names a tensor: the first
layer's weight for `mj_bot.learned.standing_features`, which are constant during a hand. Without a
standing they are 0 and change nothing.

Sums are in float64, so that the C++ twin makes the same choice.
"""

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from mj_bot.learned.candidate_features import NAMES, VERSION
from mj_bot.learned.standing_features import STANDING_NAMES, STANDING_VERSION
from mj_bot.nets.weights_file import Weights, WeightsError
from mj_bot.odds.hand_context import Array

KIND = "candidate_advantage"
FEATURE = "candidate"
NETWORK = "advantage"
_STANDING = "standing"


class AdvantageModel(NamedTuple):
    """The contents of a file.

    layers: weight float64 [out, in] and bias float64 [out] of each dense layer, with relu between
    them. margin, within: see the module. standing: float64 [out of the first layer, standing
    feature], None for a model that does not use it.
    """

    layers: Sequence[Tuple[Array, Array]]
    margin: float
    within: float
    standing: Optional[Array] = None

    def before(self, seen: Array) -> "AdvantageModel":
        """The model for a hand with this standing (`standing_features`, [feature])."""
        if self.standing is None:
            return self
        (weight, bias), *others = self.layers
        layers = [(weight, bias + self.standing.dot(seen))] + others
        return self._replace(layers=layers, standing=None)

    def advantages(self, features: Array) -> Array:
        """The points of each candidate, float64 [candidate], from features [candidate, feature]."""
        last = len(self.layers) - 1
        activations = features
        for index, (weight, bias) in enumerate(self.layers):
            activations = activations.dot(weight.T) + bias
            if index < last:
                activations = np.maximum(activations, 0)
        return activations[:, 0]


def model_of(weights: Weights) -> AdvantageModel:
    """The model in a file's weights.

    Raises WeightsError if they are of another kind or were trained on other features.
    """
    header = weights.header
    _check_features(header)
    try:
        network = header["networks"][NETWORK]
        layers = _dense_layers(network["layers"], weights.tensors)
        margin, within = float(header["margin"]), float(header["within"])
        standing = _standing_weight(header, weights.tensors)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise WeightsError("no model of advantages in the weights: {!r}".format(error)) from None
    size = len(NAMES)
    for weight, bias in layers:
        if weight.ndim != 2 or weight.shape != (len(bias), size):
            raise WeightsError("the layers of the model do not fit one another")
        size = len(bias)
    if size != 1 or not 0 <= margin < np.inf or not within >= 0:
        raise WeightsError("the model gives no points, or its margin is no number")
    if standing is not None and standing.shape != (len(layers[0][1]), len(STANDING_NAMES)):
        raise WeightsError("the weight of the standing does not fit the first layer")
    return AdvantageModel(layers, margin, within, standing)


def weights_of(
    layers: Sequence[Tuple[Array, Array]],
    margin: float,
    within: float,
    standing: Optional[Array] = None,
    **besides: Any,
) -> Weights:
    """The weights of a model, to be written as float32; `besides` goes into the header.

    layers: weight [out, in] and bias [out] of each dense layer. standing: as in a model.
    """
    described: List[Dict[str, Any]] = [{"op": "input", "feature": FEATURE}]
    tensors: Dict[str, Array] = {}
    for index, (weight, bias) in enumerate(layers):
        if index:
            described.append({"op": "relu"})
        names = ["{} {}".format(kind, index) for kind in ("weight", "bias")]
        tensors.update(zip(names, [np.asarray(weight, np.float32), np.asarray(bias, np.float32)]))
        described.append({"op": "dense", "weight": names[0], "bias": names[1]})
    described[-1]["out"] = NETWORK
    if standing is not None:
        tensors[_STANDING] = np.asarray(standing, np.float32)
        besides = dict(besides, standing={"weight": _STANDING, "version": STANDING_VERSION})
    network = {"layers": described, "outputs": {NETWORK: NETWORK}}
    seen = {"name": FEATURE, "version": VERSION, "shape": [len(NAMES)]}
    header = dict(besides, kind=KIND, features=[seen], networks={NETWORK: network})
    return Weights(dict(header, margin=float(margin), within=float(within)), tensors)


def _check_features(header: Dict[str, Any]) -> None:
    try:
        (seen,) = header["features"]
        name, version, shape = seen["name"], seen["version"], list(seen["shape"])
    except (KeyError, TypeError, ValueError):
        raise WeightsError("the weights do not name their features") from None
    if name != FEATURE:
        raise WeightsError("the weights were trained on {!r}, not {!r}".format(name, FEATURE))
    if version != VERSION or shape != [len(NAMES)]:
        other = "the weights were trained on {} of version {}, this bot has version {}"
        raise WeightsError(other.format(name, version, VERSION))


def _standing_weight(header: Dict[str, Any], tensors: Dict[str, Array]) -> Optional[Array]:
    entry = header.get("standing")
    if entry is None:
        return None
    if entry["version"] != STANDING_VERSION:
        raise ValueError("a standing of version {}".format(entry["version"]))
    weight: Array = tensors[entry["weight"]].astype(np.float64)
    return weight


def _dense_layers(
    described: Sequence[Dict[str, Any]], tensors: Dict[str, Array]
) -> List[Tuple[Array, Array]]:
    """The layers after `input`; dense ones and `relu` take turns."""
    layers = []
    ops = [layer["op"] for layer in described]
    dense = len(ops) // 2
    if ops != (["input"] + ["dense", "relu"] * dense)[:-1] or not dense:
        raise ValueError("layers {}".format(" ".join(map(str, ops))[:80]))
    for layer in described[1::2]:
        weight, bias = tensors[layer["weight"]], tensors[layer["bias"]]
        layers.append((weight.astype(np.float64), bias.astype(np.float64)))
    return layers
