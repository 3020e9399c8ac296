"""A weights file's network in PyTorch is the one that the bot runs, and writes itself back."""

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_bot.nets.network import Network
from mj_bot.nets.shipped import packed_weights
from mj_bot.nets.weights_file import Weights, WeightsError, pack_weights
from mj_lab.learn.training.networks.written.written_net import WrittenNet
from tests.mj_lab.learn.training.small_weights import small_weights

SHAPES = {"columns": (246, 34), "look_ahead": (210, 34)}


def some_inputs(names: list[str], count: int = 5) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    return {
        name: rng.integers(0, 2 if name == "columns" else 256, (count, *SHAPES[name])).astype("u1")
        for name in names
    }


@pytest.mark.parametrize("weights", [packed_weights("net"), small_weights()], ids=["net", "small"])
def test_it_gives_what_the_bots_own_network_gives(weights: Weights) -> None:
    network, ours = WrittenNet(weights, "all"), Network(weights, "all")
    inputs = some_inputs(network.features)
    with torch.no_grad():
        found = network({name: torch.from_numpy(one) for name, one in inputs.items()})
    told = ours(inputs)
    assert set(found) == set(told) == set(network.outputs)
    for name, rows in told.items():
        assert found[name].numpy() == pytest.approx(rows, abs=float(2e-4 * np.abs(rows).max()))


def test_it_writes_itself_back_to_the_byte_and_what_was_learned_else() -> None:
    weights = packed_weights("net")
    network = WrittenNet(weights, "all")
    again = Weights(weights.header, {**weights.tensors, **network.written()})
    assert pack_weights(*again, "float32") == pack_weights(*weights, "float32")
    inputs = some_inputs(network.features)
    tensors = {name: torch.from_numpy(one) for name, one in inputs.items()}
    with torch.no_grad():
        for one in network.parameters():
            if one.requires_grad:
                one.mul_(1.02)
        told = network(tensors)["policy"].numpy()
    taught = Weights(weights.header, {**weights.tensors, **network.written()})
    before, after = Network(weights, "all")(inputs), Network(taught, "all")(inputs)
    assert np.abs(before["policy"] - after["policy"]).max() > 0.1 * np.abs(before["policy"]).max()
    assert told == pytest.approx(after["policy"], abs=float(2e-4 * np.abs(told).max()))


def test_what_scales_the_inputs_is_not_learned() -> None:
    network = WrittenNet(packed_weights("net"), "all")
    held = [one for one in network.tensors if not one.requires_grad]
    assert [tuple(one.shape) for one in held] == [(210,), (210,)]


@pytest.mark.parametrize(("tactic", "name"), [("cnn", "discard"), ("net", "nobody")])
def test_what_cannot_be_taught_is_told(tactic: str, name: str) -> None:
    with pytest.raises(WeightsError, match=f"no network '{name}' that can be trained"):
        WrittenNet(packed_weights(tactic), name)
