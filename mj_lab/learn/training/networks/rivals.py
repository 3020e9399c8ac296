"""`rivals`: the supervised networks that expectimax's source compares, on what `columns_net` sees.

`body` is one of:

- linear: a logit for each move, a weighted sum of all columns. With `hinge` it is a linear support
  vector machine of many classes (Crammer and Singer). It is trained here and not by scikit-learn,
  so that it has the same data, batches and legal moves as the others, and the bot plays it.
- dense: `depth` dense layers of `width` units before those logits.
- cnn: `depth` convolutions with `width` channels one after another, nothing added.
- densenet: each of `depth` convolutions sees all maps before it and adds half of `width` channels.
  Without bottlenecks and transitions: nothing is pooled, and it is small.

The ResNet among them is `columns_net` itself, whose heads the last two have.

Source: 雷捷维 and others, 基于Expectimax搜索与Double DQN的非完备信息博弈算法, 计算机工程 2021(3);
its DenseNet: G. Huang and others, arXiv:1608.06993.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import torch
from pydantic import Field
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.tiles import TILE_KINDS
from mj_lab.learn.training.networks.columns_net import (
    ColumnsNet,
    ColumnsOptions,
    ColumnsPart,
    NetworkPart,
    PartOutputs,
)
from mj_lab.learn.training.networks.layer_list import LayerList
from mj_lab.learn.training.networks.layers import Block, ColumnConv, Map, Trunk, flat
from mj_lab.learn.training.networks.network import NetworkModel
from mj_lab.learn.training.parts.part import Tensors


class RivalOptions(ColumnsOptions):
    """Options of `rivals`."""

    body: Literal["linear", "dense", "cnn", "densenet"] = Field(
        default="cnn", description="its layers before the heads"
    )
    hinge: bool = Field(
        default=False, description="by how much a move falls short, instead of cross-entropy"
    )
    attention: Literal[False] = Field(default=False, description="of columns_net alone")


class RivalNet(ColumnsNet):
    """The network."""

    kind = "rivals"
    options: RivalOptions

    def new_part(self, channels: int, outputs: PartOutputs) -> NetworkPart:
        """See `ColumnsNet`."""
        options = self.options
        width, depth, size = options.width, options.depth, options.kernel
        if options.body in ("linear", "dense"):
            hidden = [width] * depth if options.body == "dense" else []
            return _DensePart([channels * TILE_KINDS, *hidden], outputs)
        growth = width // 2 if options.body == "densenet" else 0
        blocks = (
            _Convolution(width + growth * at, growth or width, size, keeps=growth > 0)
            for at in range(depth)
        )
        trunk = Trunk(channels, width, size, blocks)
        return ColumnsPart(trunk, width + growth * depth, options.summary, outputs)

    def policy_loss(self, logits: Tensor, batch: Tensors) -> Tensor:
        """Cross-entropy; with `hinge` how far the move is from being 1 above all other legal."""
        if not self.options.hinge:
            return super().policy_loss(logits, batch)
        move = batch["move"][:, None]
        others = logits.masked_fill(~batch["mask"], -torch.inf).scatter(1, move, -torch.inf)
        return functional.relu(1 + others.amax(dim=1) - logits.gather(1, move)[:, 0]).mean()


class RivalModel(NetworkModel):
    """See `RivalNet`."""

    Options = RivalOptions
    network = RivalNet


class _DensePart(NetworkPart):
    """Dense layers over all columns in a row, and the outputs. sizes: of the row, then of each."""

    def __init__(self, sizes: list[int], outputs: PartOutputs) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(ins, outs) for ins, outs in pairwise(sizes))
        rows = {"tiles": outputs.with_tile * TILE_KINDS, "others": outputs.others}
        rows |= dict.fromkeys(outputs.heads, 1)
        self.heads = nn.ModuleDict({name: nn.Linear(sizes[-1], n) for name, n in rows.items() if n})

    def forward(self, taken: Map) -> Tensors:
        """The outputs as rows."""
        row = flat(taken)
        for layer in self.layers:
            row = functional.relu(layer(row))
        return {name: head(row) for name, head in self.heads.items()}

    def write(self, layers: LayerList, source: str) -> dict[str, str]:
        """See `NetworkPart`."""
        row = layers.plain("flatten", source)
        for layer in self.layers:
            assert isinstance(layer, nn.Linear)
            row = layers.plain("relu", layers.dense(row, layer))
        outputs = {}
        for name, head in self.heads.items():
            assert isinstance(head, nn.Linear)
            outputs[name] = layers.dense(row, head)
        return outputs


class _Convolution(Block):
    """A convolution and a ReLU. keeps: whether its input comes before it in the output."""

    def __init__(self, ins: int, outs: int, size: int, *, keeps: bool) -> None:
        super().__init__()
        self.conv, self.keeps = ColumnConv(ins, outs, size), keeps

    def forward(self, taken: Map) -> Map:
        """[batch, places, ins] to [batch, places, outs], or ins + outs."""
        new = functional.relu(self.conv(taken))
        return torch.cat([taken, new], dim=2) if self.keeps else new

    def write(self, layers: LayerList, source: str) -> str:
        """See `Block`."""
        new = layers.plain("relu", self.conv.write(layers, source))
        return layers.plain("concat", source, new) if self.keeps else new
