"""Your own network as the model of a recipe: dense layers over what the tactic `net` sees.

    mj learn run examples/dense_net.toml -o dense --set play.data=data
    mj learn export dense -o dense.mjw
    mj duel net@weights=dense.mjw greedy --walls 20

Any other recipe for a data set takes it as `--set model.kind=examples.dense_net:DenseModel`. Copy
this file to begin with; `outputs` and `write` say the same, once to PyTorch and once to the bot.
"""

from __future__ import annotations

import math
from itertools import pairwise

import torch
from pydantic import Field
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.nets.moves import MOVE_COUNT
from mj_lab.learn.training.networks.layer_list import LayerList
from mj_lab.learn.training.networks.layers import flat, stacked
from mj_lab.learn.training.networks.network import (
    LearningNetwork,
    Losses,
    NetworkModel,
    NetworkOptions,
    Outputs,
    inputs,
)
from mj_lab.learn.training.parts.part import Tensors


class DenseOptions(NetworkOptions):
    """Options of the network: a recipe's `[model]` and `--set model.hidden=[64]` set them."""

    features: tuple[str, ...] = Field(
        default=("columns",), min_length=1, description="its features, of mj_bot/features"
    )
    hidden: tuple[int, ...] = Field(default=(128, 128), description="units of each hidden layer")


class DenseNet(LearningNetwork):
    """All columns in a row, dense layers with ReLU, a logit for each of the 109 moves."""

    def __init__(self, options: DenseOptions) -> None:
        super().__init__(options)
        seen = sum(math.prod(feature.shape) for feature in self.seen)
        sizes = pairwise([seen, *options.hidden, MOVE_COUNT])
        self.layers = nn.ModuleList(nn.Linear(ins, outs) for ins, outs in sizes)

    def outputs(self, batch: Tensors) -> Outputs:
        """The network `all`, which `net` asks at every decision, and its output `policy`."""
        row = flat(stacked(batch, self.features))
        for number, layer in enumerate(self.layers):
            row = layer(functional.relu(row) if number else row)
        return {"all": {"policy": row}}

    def losses(self, batch: Tensors) -> Losses:
        """Cross-entropy of the teacher's move among the legal ones."""
        scores = self.scores(batch)
        return {"policy": (functional.cross_entropy(scores, batch["move"]), len(scores))}

    @staticmethod
    def scores_of(outputs: Outputs, batch: Tensors) -> Tensor:
        """The logits of the legal moves; the highest is played."""
        return outputs["all"]["policy"].float().masked_fill(~batch["mask"], -torch.inf)

    def write(self) -> dict[str, LayerList]:
        """The same layers for the weights file."""
        layers = LayerList("all")
        row = layers.plain("flatten", inputs(layers, self.seen))
        for number, layer in enumerate(self.layers):
            assert isinstance(layer, nn.Linear)
            row = layers.dense(layers.plain("relu", row) if number else row, layer)
        layers.outputs["policy"] = row
        return {"all": layers}


class DenseModel(NetworkModel):
    """What `model.kind` names: the options and the network."""

    Options = DenseOptions
    network = DenseNet
