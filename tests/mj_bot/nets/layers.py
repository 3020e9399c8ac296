"""Networks of random weights for tests: layers and tensors as a weights file has them."""

from typing import Any

import numpy as np

from mj_bot.nets.network_inputs import feature_named
from mj_bot.nets.weights_file import Weights
from tests.mj_bot.learned.models import made_up

Layer = dict[str, Any]


class Layers:
    """Layers one after another, with weights that keep the size of what goes through."""

    def __init__(self, seed: int = 0) -> None:
        self.layers: list[Layer] = []
        self.tensors: dict[str, np.ndarray] = {}
        self._rng = np.random.RandomState(seed)

    def add(self, op: str, **besides: Any) -> None:
        if "into" in besides:
            besides["in"] = besides.pop("into")
        self.layers.append({"op": op, **besides})

    def weighted(self, op: str, *shape: int, **besides: Any) -> None:
        """A layer with a weight of that shape, and a bias."""
        name = f"{op} {len(self.tensors)}"
        inputs = int(np.prod(shape[1:])) or 1
        self.tensors[name] = self.random(*shape) * np.float32(1.4 / np.sqrt(inputs))
        self.tensors[name + " bias"] = self.random(shape[0]) * np.float32(0.1)
        self.add(op, weight=name, bias=name + " bias", **besides)

    def random(self, *shape: int) -> np.ndarray:
        return self._rng.standard_normal(shape).astype(np.float32)

    def weights(self, outputs: dict[str, str], **header: Any) -> Weights:
        """As if read from a file whose only network is called `all`."""
        network = {"layers": self.layers, "outputs": outputs}
        return Weights({"networks": {"all": network}, **header}, self.tensors)


def columns_net(channels: int, width: int, blocks: int, seed: int = 0) -> Layers:
    """A trunk of residual convolutions over 34 columns, with a policy over moves and a value."""
    made = Layers(seed)
    made.add("input", feature="columns")
    made.weighted("conv", width, channels, 3, padding=1)
    made.add("relu", out="trunk 0")
    for block in range(blocks):
        made.weighted("conv", width, width, 3, padding=1)
        made.add("relu")
        made.weighted("conv", width, width, 3, padding=1, out="branch")
        made.add("add", into=["branch", f"trunk {block}"])
        made.add("relu", out=f"trunk {block + 1}")
    trunk = f"trunk {blocks}"
    made.weighted("conv", 3, width, 1, into=trunk)
    made.add("flatten", out="by tile")
    made.weighted("conv", 4, width, 1, into=trunk)
    made.add("relu")
    made.add("flatten", out="all")
    made.weighted("dense", 7, 4 * 34, into="all", out="others")
    made.add("concat", into=["by tile", "others"], out="policy")
    made.weighted("dense", 1, 4 * 34, into="all", out="value")
    return made


def design_cnn(outputs: int, channels: int = 63, filters: int = 100, seed: int = 0) -> Layers:
    """The design's network over planes: three convolutions 5 x 2, flattened, two dense."""
    made = Layers(seed)
    made.add("input", feature="planes")
    for ins in (channels, filters, filters):
        made.weighted("conv", filters, ins, 5, 2)
        made.add("relu")
    made.add("flatten")
    made.weighted("dense", 300, filters * 22)
    made.add("relu")
    made.weighted("dense", outputs, 300, out="policy")
    return made


def which_discard(width: int = 8, seed: int = 0) -> Layers:
    """A two-headed residual network over `hand_only`, standardised, with pooling and strides."""
    made = Layers(seed)
    made.add("input", feature="hand_only", scale=0.25)
    made.weighted("scale", 4)
    made.weighted("conv", width, 4, 7, padding=3)
    made.add("relu")
    made.add("max_pool", size=3, stride=2, padding=1, out="trunk")
    made.weighted("conv", 2 * width, width, 3, padding=1, stride=2)
    made.add("relu")
    made.weighted("conv", 2 * width, 2 * width, 3, padding=1, out="branch")
    made.weighted("conv", 2 * width, width, 1, stride=2, into="trunk", out="short")
    made.add("add", into=["branch", "short"])
    made.add("relu", out="stage")
    made.add("mean", out="means")
    made.weighted("dense", 2 * width, 2 * width)
    made.add("sigmoid", out="factors")
    made.add("multiply", into=["stage", "factors"])
    made.add("mean", out="means")
    made.weighted("dense", 34, 2 * width)
    made.add("sigmoid", out="discard")
    made.weighted("dense", 1, 2 * width, into="means", out="shanten")
    return made


def header_of(*features: str) -> dict[str, Any]:
    seen = [feature_named(name) for name in features]
    described = [{"name": one.name, "version": one.version, "shape": one.shape} for one in seen]
    return {"kind": "tiny", "features": described}


def tiny_weights(tactic: str, seed: int = 0) -> Weights:
    """Small random weights that a tactic (net, cnn, which_discard, learned) plays by."""
    if tactic == "learned":
        return made_up(seed)
    if tactic == "net":
        layers = columns_net(feature_named("columns").shape[0], 8, 1, seed)
        outputs = {"policy": "policy", "value": "value"}
        return layers.weights(outputs, **header_of("columns"))
    if tactic == "which_discard":
        outputs = {"discard": "discard", "shanten": "shanten"}
        return which_discard(4, seed).weights(outputs, **header_of("hand_only"))
    networks, tensors = {}, {}
    for number, (name, size) in enumerate((("discard", 34), ("pung", 2), ("chow", 4))):
        made = design_cnn(size, filters=6, seed=seed + number)
        for layer in made.layers:
            for key in {"weight", "bias"} & set(layer):
                layer[key] = f"{name} {layer[key]}"
        networks[name] = {"layers": made.layers, "outputs": {"policy": "policy"}}
        tensors.update({f"{name} {key}": tensor for key, tensor in made.tensors.items()})
    return Weights({**header_of("planes"), "networks": networks}, tensors)


NETWORK_TACTICS = ("cnn", "learned", "net", "which_discard")
