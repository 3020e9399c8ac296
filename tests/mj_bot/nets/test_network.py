"""Forward passes against arrays that PyTorch made."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mj_bot.nets.network import Network
from mj_bot.nets.weights_file import Weights, WeightsError, pack_weights, unpack_weights
from tests.mj_bot.nets.layers import Layers, columns_net, design_cnn, which_discard

GOLDEN = Path(__file__).parent / "golden.npz"

TRIED: dict[str, tuple[Layers, dict[str, str], dict[str, tuple[int, ...]]]] = {
    "columns_net": (
        columns_net(20, 16, 3),
        {"policy": "policy", "value": "value"},
        {"columns": (20, 34)},
    ),
    "design_cnn": (design_cnn(34, 9, 10), {"policy": "policy"}, {"planes": (9, 34, 4)}),
    "which_discard": (
        which_discard(),
        {"discard": "discard", "shanten": "shanten"},
        {"hand_only": (4, 34)},
    ),
}


def seen(shapes: dict[str, tuple[int, ...]], batch: int = 5) -> dict[str, np.ndarray]:
    rng = np.random.RandomState(7)
    return {
        name: rng.randint(0, 5, (batch, *shape)).astype(np.uint8) for name, shape in shapes.items()
    }


def by_torch(layers: Layers, inputs: dict[str, np.ndarray], outputs: dict[str, str]) -> Any:
    import torch

    functions = torch.nn.functional
    tensors = {name: torch.from_numpy(tensor) for name, tensor in layers.tensors.items()}
    made: dict[str, Any] = {}
    last = None
    for layer in layers.layers:
        named = layer.get("in", [])
        taken = [made[name] for name in ([named] if isinstance(named, str) else named)] or [last]
        weight, bias = (tensors.get(layer.get(key, "")) for key in ("weight", "bias"))
        more = {key: layer[key] for key in ("padding", "stride") if key in layer}
        match layer["op"]:
            case "input":
                given = torch.from_numpy(inputs[layer["feature"]]).float()
                last = given * layer.get("scale", 1)
            case "scale":
                assert weight is not None and bias is not None
                last = taken[0] * weight[:, None] + bias[:, None]
            case "conv":
                assert weight is not None
                run = functions.conv1d if weight.ndim == 3 else functions.conv2d
                last = run(taken[0], weight, bias, **more)
            case "max_pool":
                last = functions.max_pool1d(taken[0], layer["size"], **more)
            case "mean":
                last = taken[0].mean(dim=2)
            case "flatten":
                last = taken[0].flatten(1)
            case "dense":
                assert weight is not None
                last = functions.linear(taken[0], weight, bias)
            case "relu":
                last = taken[0].relu()
            case "sigmoid":
                last = taken[0].sigmoid()
            case "softmax":
                last = taken[0].softmax(dim=1)
            case "add":
                last = taken[0] + taken[1]
            case "multiply":
                last = taken[0] * taken[1][:, :, None]
            case "concat":
                last = torch.cat(taken, dim=1)
        made[layer.get("out", "")] = last
    return {name: made[layer].numpy() for name, layer in outputs.items()}


@pytest.mark.parametrize("name", TRIED)
def test_it_equals_what_pytorch_made(name: str) -> None:
    """The arrays in golden.npz are PyTorch's 2.13.0: `python -m tests.mj_bot.nets.test_network`."""
    layers, outputs, shapes = TRIED[name]
    found = Network(layers.weights(outputs), "all")(seen(shapes))
    assert set(found) == set(outputs)
    with np.load(GOLDEN) as golden:
        for output in outputs:
            assert found[output].dtype == np.float32
            np.testing.assert_allclose(
                found[output], golden[f"{name} {output}"], rtol=0, atol=1e-4, strict=True
            )


@pytest.mark.parametrize("name", TRIED)
def test_one_by_one_is_as_all_at_once(name: str) -> None:
    layers, outputs, shapes = TRIED[name]
    network, inputs = Network(layers.weights(outputs), "all"), seen(shapes)
    together = network(inputs)
    for place in range(5):
        alone = network({key: array[place : place + 1] for key, array in inputs.items()})
        for output in outputs:
            np.testing.assert_allclose(alone[output][0], together[output][place], atol=1e-4)


def test_softmax_and_two_inputs() -> None:
    made = Layers()
    made.add("input", feature="columns", out="one")
    made.add("input", feature="hand_only", out="other")
    made.add("concat", into=["one", "other"])
    made.weighted("conv", 1, 6, 1)
    made.add("flatten")
    made.add("softmax", out="policy")
    shapes: dict[str, tuple[int, ...]] = {"columns": (2, 34), "hand_only": (4, 34)}
    network, inputs = Network(made.weights({"policy": "policy"}), "all"), seen(shapes)
    assert network.features == ["columns", "hand_only"]
    found = network(inputs)["policy"]
    np.testing.assert_allclose(found.sum(axis=1), 1, atol=1e-6)
    both = np.concatenate([inputs["columns"], inputs["hand_only"]], axis=1)
    powers = np.exp(np.einsum("bcp,c->bp", both, made.tensors["conv 0"][0, :, 0]))
    np.testing.assert_allclose(found, powers / powers.sum(axis=1, keepdims=True), rtol=1e-4)


@pytest.mark.parametrize("store", ["float16", "int8"])
def test_small_weights_choose_the_same(store: str) -> None:
    """Random weights have the closest of choices: trained ones are held to 99.5% where they are."""
    layers, _, shapes = TRIED["columns_net"]
    outputs = {"policy": "policy"}
    whole = layers.weights(outputs)
    small = unpack_weights(pack_weights(whole.header, whole.tensors, store))
    inputs = seen(shapes, 400)
    exact = Network(whole, "all")(inputs)["policy"]
    near = Network(small, "all")(inputs)["policy"]
    # The greatest error of 43,600 logits, in parts of what a logit usually is.
    error = np.abs(exact - near).max() / exact.std()
    assert 0 < error < {"float16": 0.005, "int8": 0.12}[store]
    same = (exact.argmax(axis=1) == near.argmax(axis=1)).mean()
    assert same >= {"float16": 0.99, "int8": 0.9}[store]


@pytest.mark.parametrize(
    "layers",
    [
        None,
        7,
        ["input"],
        [{"op": "no such"}],
        [{"op": "input"}],
        [{"op": "relu"}],
        [{"op": "input", "feature": "columns"}, {"op": "relu", "in": "nobody"}],
        [{"op": "input", "feature": "columns"}, {"op": "conv", "weight": "absent"}],
        [{"op": "input", "feature": "columns"}, {"op": "max_pool"}],
        [{"op": "input", "feature": "columns", "out": "another"}],
    ],
)
def test_layers_that_are_none_are_told(layers: Any) -> None:
    network = {"layers": layers, "outputs": {"policy": "policy"}}
    with pytest.raises(WeightsError, match="no network 'all'"):
        Network(Weights({"networks": {"all": network}}, {}), "all")
    with pytest.raises(WeightsError, match="no network 'other'"):
        Network(Weights({"networks": {"all": network}}, {}), "other")


def make_golden() -> None:
    found = {}
    for name, (layers, outputs, shapes) in TRIED.items():
        for output, array in by_torch(layers, seen(shapes), outputs).items():
            found[f"{name} {output}"] = array
    np.savez_compressed(GOLDEN, **found)


if __name__ == "__main__":
    make_golden()
