from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from mj_bot.nets.moves import (
    DECISION_KINDS,
    FIRST_CHOW,
    FIRST_CONCEALED_KONG,
    HU_MOVE,
    KONG_MOVE,
    MOVE_COUNT,
    PASS_MOVE,
    PUNG_MOVE,
)
from mj_bot.nets.network import Network
from mj_bot.nets.weights_file import Weights, pack_weights, unpack_weights
from mj_lab.learn.training.evaluation import weights_scorer
from mj_lab.learn.training.networks.layers import ColumnConv
from mj_lab.learn.training.networks.network import (
    LearningNetwork,
    NetworkModel,
    NetworkOptions,
    scaled,
)
from mj_lab.learn.training.networks.which_discard import WhichDiscardNet
from mj_lab.learn.training.parts.part import Tensors
from tests.mj_lab.learn.training.stand_in import StandIn, network_of, tensors

MADE: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {
    "columns": ("columns_net", ("columns",), {"width": 8, "depth": 2}),
    "ahead": ("columns_net", ("columns", "look_ahead"), {"width": 8, "depth": 1, "kernel": 5}),
    "plain": ("columns_net", ("columns",), {"width": 8, "depth": 1, "attention": False}),
    "apart": ("columns_net", ("columns",), {"width": 8, "depth": 1, "separate": True}),
    "linear": ("rivals", ("columns",), {"body": "linear", "hinge": True, "heads": []}),
    "dense": ("rivals", ("columns",), {"body": "dense", "width": 16, "depth": 2}),
    "cnn": ("rivals", ("columns",), {"body": "cnn", "width": 8, "depth": 2}),
    "densenet": ("rivals", ("columns", "look_ahead"), {"body": "densenet", "width": 8, "depth": 2}),
    "design": ("design_cnn", ("planes",), {"filters": 6, "dense": 12}),
    "discard": ("which_discard", ("hand_only",), {"widths": [8, 12]}),
    "own": ("examples.dense_net:DenseModel", ("columns",), {"hidden": [16]}),
    "unpooled": (
        "which_discard",
        ("hand_only",),
        {"widths": [8], "pooling": False, "stem_stride": 2},
    ),
}
each_small = pytest.mark.parametrize("name", MADE)


def made(name: str) -> tuple[LearningNetwork, StandIn]:
    """A small network whose normalisation has seen some examples, and its data."""
    kind, names, options = MADE[name]
    torch.manual_seed(5)
    network = network_of(kind, features=names, **options)
    source = StandIn(96, *names)
    for module in network.modules():
        if isinstance(module, (nn.BatchNorm1d, nn.BatchNorm2d)):
            nn.init.uniform_(module.weight, 0.5, 1.5)
            nn.init.uniform_(module.bias, -0.3, 0.3)
        if isinstance(module, ColumnConv) and module.places is not None:
            nn.init.uniform_(module.places, -0.5, 0.5)
    optimiser = torch.optim.SGD(network.parameters(), 0.01)
    for batch in source.batches("train", 32):
        optimiser.zero_grad()
        network.total(network.losses(scaled(tensors(batch)))).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    return network.eval(), source


def asked(source: StandIn, split: str, count: int) -> Tensors:
    """The first examples of a split, as a network is asked."""
    return scaled(tensors(next(source.batches(split, count))))


def weights_of(network: LearningNetwork) -> Weights:
    written = network.write()
    tensors = {name: one for layers in written.values() for name, one in layers.tensors.items()}
    described = {name: layers.described() for name, layers in written.items()}
    return Weights({"kind": network.kind, "networks": described}, tensors)


@each_small
def test_numpy_computes_what_pytorch_computes(name: str) -> None:
    network, source = made(name)
    batch = next(source.batches("test", 64))
    with torch.no_grad():
        theirs = network.outputs(scaled(tensors(batch)))
    weights = unpack_weights(pack_weights(*weights_of(network), store="float32"))
    assert set(theirs) == set(weights.header["networks"])
    for part, outputs in theirs.items():
        ours = Network(weights, part)(batch)
        assert set(ours) == set(outputs)
        for output, tensor in outputs.items():
            assert tensor.abs().max() > 0
            np.testing.assert_allclose(ours[output], tensor.numpy(), rtol=1e-4, atol=1e-4)


@each_small
@pytest.mark.parametrize("store", ["float16", "int8"])
def test_fewer_bits_choose_nearly_the_same(name: str, store: str) -> None:
    network, source = made(name)
    batch = next(source.batches("test", 96))
    weights = unpack_weights(pack_weights(*weights_of(network), store=store))
    with torch.no_grad():
        theirs = network.scores(scaled(tensors(batch))).numpy().argmax(axis=1)
    ours = weights_scorer(weights)(batch).argmax(axis=1)
    assert (ours == theirs).mean() > (0.98 if store == "float16" else 0.9)


@each_small
def test_what_is_not_legal_has_no_score(name: str) -> None:
    network, source = made(name)
    batch = asked(source, "test", 64)
    with torch.no_grad():
        scores = network.scores(batch)
    assert (scores[~batch["mask"]] == -torch.inf).all()
    assert (scores[batch["mask"]][:, None] > -torch.inf).any()


def test_each_of_five_models_has_its_own_moves() -> None:
    network, source = made("apart")
    batch = asked(source, "test", 4)
    kongs = [*range(FIRST_CONCEALED_KONG, PASS_MOVE), KONG_MOVE]
    wanted = {
        "discard": [*range(FIRST_CONCEALED_KONG)],
        "kong": kongs,
        "win": [PASS_MOVE, HU_MOVE],
        "pung": [PUNG_MOVE],
        "chow": [*range(FIRST_CHOW, MOVE_COUNT)],
    }
    before = network.outputs(batch)["all"]["policy"]
    for name, moves in wanted.items():
        part = network.get_submodule(f"parts.{name}")
        for last in ("tiles", "others"):
            if isinstance(layer := getattr(part, last), nn.Linear):
                layer.bias.data += 50
        changed = network.outputs(batch)["all"]["policy"] - before
        assert (changed[0] > 40).nonzero()[:, 0].tolist() == sorted(moves)
        before = before + changed


def test_a_file_may_have_a_network_for_each_kind_of_decision() -> None:
    network, source = made("columns")
    batch = next(source.batches("test", 64))
    described, arrays = weights_of(network)
    for_all = described["networks"]["all"]
    by_kind = Weights({"kind": "own", "networks": dict.fromkeys(DECISION_KINDS, for_all)}, arrays)
    whole = weights_scorer(Weights({"kind": "columns_net", "networks": {"all": for_all}}, arrays))
    assert (weights_scorer(by_kind)(batch) == whole(batch)).all()


def test_a_hand_as_a_list_has_a_tile_at_each_place() -> None:
    network = network_of("which_discard", widths=[4], indices=True).eval()
    batch = asked(StandIn(8, "hand_only"), "test", 1)
    batch["hand_only"][0, 1] = 0
    batch["hand_only"][0, 1, [3, 9]] = torch.tensor([0.5, 0.25])
    assert isinstance(network, WhichDiscardNet)
    seen = network.taken(batch)[0]
    assert seen[:2].equal(batch["hand_only"][0, [0, 2]])
    assert seen[2:].nonzero().tolist() == [[3, 0], [3, 1], [9, 2]]
    with pytest.raises(ValueError, match="only for comparison"):
        network.write()


def test_a_pung_goes_before_a_chow() -> None:
    network, source = made("design")
    batch = asked(source, "test", 96)
    outputs = network.outputs(batch)
    outputs["pung"]["policy"][:, 1] = outputs["pung"]["policy"][:, 0] + 0.001
    legal = batch["mask"][:, PUNG_MOVE]
    assert legal.any()
    assert (network.scores_of(outputs, batch)[legal].argmax(dim=1) == PUNG_MOVE).all()


def test_the_convolution_is_pytorchs() -> None:
    torch.manual_seed(0)
    conv = ColumnConv(5, 7, 3).eval()
    taken = torch.rand(4, 34, 5)
    theirs = nn.functional.conv1d(taken.transpose(1, 2), conv.weight, padding=1)
    torch.testing.assert_close(conv(taken), conv.norm(theirs).transpose(1, 2))


def test_the_teachers_best_three_are_labelled_by_their_order() -> None:
    torch.manual_seed(0)
    batch = asked(StandIn(64, "hand_only"), "train", 64)
    network = network_of("which_discard", widths=[4], best_weight=3.0, rest_weight=0.5).eval()
    rows = batch["kind"] == 0
    legal = batch["mask"][rows, :34]
    best = batch["values"][rows, :34].masked_fill(~legal, -torch.inf).topk(3).indices
    labels = torch.tensor([1.0, 0.5, 0.25]).expand(len(best), -1)
    truth = torch.zeros(len(best), 34).scatter(1, best, labels) * legal
    weight = torch.where(truth > 0, 3.0, 0.5) * legal
    chance = network.outputs(batch)["all"]["discard"][rows]
    wanted = nn.functional.binary_cross_entropy(chance, truth, weight, reduction="sum")
    torch.testing.assert_close(network.losses(batch)["discard"][0], wanted / len(best))


def test_soft_targets_come_of_values_where_they_are_known() -> None:
    network = network_of("columns_net", width=4, depth=1, soften=0.75, temperature=2.0).eval()
    batch = asked(StandIn(32, "columns"), "train", 32)
    batch["values"][:8] = torch.nan
    illegal = ~batch["mask"]
    target = torch.softmax(batch["values"].masked_fill(illegal, -torch.inf) / 2, dim=1)
    chosen = nn.functional.one_hot(batch["move"], target.shape[1]).float()
    target = 0.75 * target + 0.25 * chosen
    target[:8] = chosen[:8]
    logits = network.outputs(batch)["all"]["policy"].masked_fill(illegal, -1e9)
    wanted = nn.functional.cross_entropy(logits, target)
    torch.testing.assert_close(network.losses(batch)["policy"][0], wanted)


class Unwritten(LearningNetwork):
    """A network whose author has only begun."""


class Without(NetworkModel):
    """A model whose author forgot to say which network."""

    Options = NetworkOptions


class Begun(Without):
    """One that has a network."""

    network = Unwritten


@pytest.mark.parametrize(
    ("name", "told"),
    [("Without", "Without has no network: a "), ("Begun", "Unwritten lacks losses, outputs, ")],
)
def test_a_network_of_ones_own_is_said_what_it_lacks(name: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        network_of(f"{__name__}:{name}", features=["columns"])


@pytest.mark.parametrize(
    ("kind", "options", "told"),
    [
        ("resnet", {}, "resnet is not one of columns_net, "),
        ("columns_net", {"size": 3}, "columns_net: size: not known"),
        ("columns_net", {"heads": ["points"]}, "heads.0: expected .*value"),
        ("columns_net", {"kernel": 4}, "kernel: expected 1, 3, 5"),
        ("which_discard", {"labels": [2.0]}, "labels.0: expected 1 or less"),
        ("which_discard", {"indices": True, "features": ["columns"]}, "of hand_only alone"),
        ("design_cnn", {"features": ["columns"]}, "features.0: expected 'planes'"),
        ("columns_net", {"features": ["tiles"]}, "no such feature: 'tiles'"),
    ],
)
def test_what_cannot_be_is_refused(kind: str, options: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        network_of(kind, **options)
