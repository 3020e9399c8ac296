"""The Q network in PyTorch: residual convolutions over 34 columns, one value for each discard.

No batch normalisation: a lagging target network has no statistics. Each value depends on its column
and on a row of all columns, since no convolution reaches from one suit to another.

Source: the network of 20 layers of 雷捷维 and others, 基于Expectimax搜索与Double
DQN的非完备信息博弈算法, 计算机工程 2021(3); this one is much smaller, as a tree has thousands of
leaves.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from pydantic import Field
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.expectimax.q_features import Q_FEATURES, SCALES
from mj_bot.expectimax.q_network import Q_KIND, Q_NETWORK, Q_OUTPUT
from mj_bot.nets.weights_file import SUFFIX, pack_weights
from mj_bot.tiles import TILE_KINDS
from mj_lab.core.files import write_whole
from mj_lab.core.game.walls import seed_of
from mj_lab.learn.training.networks.layer_list import LayerList
from mj_lab.learn.training.parts.part import Context, Model, PartOptions, Tensors

Q_FILE = "q" + SUFFIX


class QNetOptions(PartOptions):
    """Options of the network."""

    width: int = Field(default=32, ge=1, description="channels")
    blocks: int = Field(default=2, ge=0, description="residual blocks")
    summary: int = Field(default=128, ge=1, description="units in the row of all columns")
    points: float = Field(
        default=32.0, gt=0, description="points of the game that a value of 1 stands for"
    )


class QNet(nn.Module):
    """Maps `q_rows` as floats [N, 21, 34] to points of each discard [N, 34], scaled."""

    scales: Tensor

    def __init__(self, options: QNetOptions) -> None:
        super().__init__()
        width = options.width
        self.register_buffer("scales", torch.tensor(SCALES)[:, None], persistent=False)
        self.stem = nn.Conv1d(len(SCALES), width, 3, padding=1)
        self.places = nn.Parameter(torch.zeros(width, TILE_KINDS))
        self.blocks = nn.ModuleList(_Block(width) for _ in range(options.blocks))
        self.by_tile = nn.Conv1d(width, 1, 1)
        self.narrow = nn.Conv1d(width, _NARROW, 1)
        self.summary = nn.Linear(_NARROW * TILE_KINDS, options.summary)
        self.tiles = nn.Linear(options.summary, TILE_KINDS)

    def forward(self, rows: Tensor) -> Tensor:
        """The values of all 34 tiles."""
        hidden = functional.relu(self.stem(rows * self.scales) + self.places)
        for block in self.blocks:
            hidden = block(hidden)
        row = functional.relu(self.narrow(hidden)).flatten(1)
        values: Tensor = self.by_tile(hidden)[:, 0] + self.tiles(functional.relu(self.summary(row)))
        return values

    def written(self) -> LayerList:
        """The network for a weights file."""
        layers = LayerList(Q_NETWORK)
        layer = _conv(layers, layers.feature(Q_FEATURES.name, SCALES), self.stem)
        layer = layers.plain("relu", layers.place_bias(layer, self.places))
        for block in self.blocks:
            assert isinstance(block, _Block)
            layer = block.write(layers, layer)
        by_tile = layers.plain("flatten", _conv(layers, layer, self.by_tile))
        row = layers.plain("flatten", layers.plain("relu", _conv(layers, layer, self.narrow)))
        row = layers.plain("relu", layers.dense(row, self.summary))
        layers.outputs[Q_OUTPUT] = layers.plain("add", by_tile, layers.dense(row, self.tiles))
        return layers


# Each column's channels in the row of all.
_NARROW = 8


class _Block(nn.Module):
    """Two convolutions, added to their input; at first they give zeros."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Conv1d(width, width, 3, padding=1)
        self.second = nn.Conv1d(width, width, 3, padding=1)
        nn.init.zeros_(self.second.weight)

    def forward(self, taken: Tensor) -> Tensor:
        """A map of the same shape."""
        return functional.relu(taken + self.second(functional.relu(self.first(taken))))

    def write(self, layers: LayerList, source: str) -> str:
        """Write the layers of this block; source and the result are names of layers."""
        layer = layers.plain("relu", _conv(layers, source, self.first))
        layer = _conv(layers, layer, self.second)
        return layers.plain("relu", layers.plain("add", source, layer))


class QModel(Model):
    """The network of the tactic `expectimax`: `seen` to `q`, values of 34 discards; q.mjw.

    A value of 1 stands for `points` of the game.
    """

    Options = QNetOptions

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed_of("dqn weights", context.seed))
            self.module = QNet(options)

    def outputs(self, batch: Tensors) -> Tensors:
        """See `Model`."""
        return {"q": self.module(batch["seen"].float())}

    def write(self, folder: Path, step: int) -> None:
        """See `Model`."""
        write_whole(folder / Q_FILE, self._packed(step=step))

    def playing(self) -> bytes:
        """See `Model`."""
        return self._packed()

    def _packed(self, **besides: int) -> bytes:
        assert isinstance(self.played, QNet)
        layers = self.played.written()
        seen = {
            "name": Q_FEATURES.name,
            "version": Q_FEATURES.version,
            "shape": list(Q_FEATURES.shape),
        }
        header = {
            "kind": Q_KIND,
            "features": [seen],
            "networks": {Q_NETWORK: layers.described()},
            "points": self.options.points,
            **besides,
        }
        return pack_weights(header, layers.tensors, "float32")


def _conv(layers: LayerList, source: str, conv: nn.Conv1d) -> str:
    assert conv.bias is not None
    return layers.conv(source, conv.weight, conv.bias, padding=conv.kernel_size[0] // 2)
