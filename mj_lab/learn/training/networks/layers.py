"""The building blocks of networks over 34 columns; each can export itself as layers.

Between these blocks maps are [batch, places, channels]: a convolution is then one matrix product of
the windows, in bfloat16 on a CPU twice as fast as `torch.nn.Conv1d` (docs/results/learning.md). Its
weight keeps PyTorch's shape, [out, in, places].
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

import torch
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.tiles import TILE_KINDS
from mj_lab.learn.training.networks.layer_list import LayerList, norm_folded
from mj_lab.learn.training.parts.part import Tensors

Map = Tensor


class ColumnConv(nn.Module):
    """A convolution over the places, zero-padded, and batch normalisation.

    place_bias: whether each place has its own bias, so that the network knows where a suit ends;
    else it only sees the edges.
    """

    def __init__(self, ins: int, outs: int, size: int, place_bias: bool = False) -> None:
        super().__init__()
        if size % 2 == 0:
            raise ValueError(f"a kernel of an odd size is needed, not of {size}")
        self.weight = nn.Parameter(torch.empty(outs, ins, size))
        nn.init.kaiming_normal_(self.weight, nonlinearity="relu")
        self.norm = nn.BatchNorm1d(outs)
        self.places = nn.Parameter(torch.zeros(outs, TILE_KINDS)) if place_bias else None

    def forward(self, taken: Map) -> Map:
        """[batch, places, ins] to [batch, places, outs]."""
        outs = len(self.weight)
        convolution = convolved(taken, self.weight)
        rows: Tensor = self.norm(convolution.view(-1, outs))
        convolution = rows.view(convolution.shape)
        return (
            convolution
            if self.places is None
            else convolution + self.places.t().to(convolution.dtype)
        )

    def write(self, layers: LayerList, source: str) -> str:
        """Write the layers of this block; source and the result are names of layers."""
        weight, bias = norm_folded(self.weight, None, self.norm)
        layer = layers.conv(source, weight, bias, padding=self.weight.shape[2] // 2)
        return layer if self.places is None else layers.place_bias(layer, self.places)


def convolved(taken: Map, weight: Tensor, bias: Tensor | None = None) -> Map:
    """A convolution that keeps the places, zero-padded. weight: [outs, ins, size]."""
    outs, ins, size = weight.shape
    places = taken.shape[1]
    if size > 1:
        padded = functional.pad(taken, (0, 0, size // 2, size // 2))
        taken = torch.cat([padded[:, at : at + places] for at in range(size)], dim=2)
    return functional.linear(taken, weight.permute(0, 2, 1).reshape(outs, size * ins), bias)


class Attention(nn.Module):
    """A factor for each channel, from the means of all channels (squeeze and excitation).

    Otherwise a place sees only as far as the convolutions reach. Source: Mortal's channel
    attention, without its maximum.
    """

    def __init__(self, width: int, narrow: int) -> None:
        super().__init__()
        self.squeeze = nn.Linear(width, narrow)
        self.excite = nn.Linear(narrow, width)

    def forward(self, taken: Map) -> Map:
        """The map, each channel times its factor."""
        factors = self.excite(functional.relu(self.squeeze(taken.mean(dim=1))))
        return taken * torch.sigmoid(factors)[:, None]

    def write(self, layers: LayerList, source: str) -> str:
        """See `ColumnConv.write`."""
        row = layers.plain("relu", layers.dense(layers.plain("mean", source), self.squeeze))
        factors = layers.plain("sigmoid", layers.dense(row, self.excite))
        return layers.plain("multiply", source, factors)


class Block(nn.Module, ABC):
    """A part of a trunk: a map to a map."""

    @abstractmethod
    def write(self, layers: LayerList, source: str) -> str:
        """See `ColumnConv.write`."""


class Residual(Block):
    """Two convolutions, added to their input."""

    def __init__(self, width: int, size: int, attention: bool) -> None:
        super().__init__()
        self.first = ColumnConv(width, width, size)
        self.second = ColumnConv(width, width, size)
        # The block adds zeros at first, so that deep networks learn from the start.
        nn.init.zeros_(self.second.norm.weight)
        self.attention = Attention(width, max(width // 4, 1)) if attention else None

    def forward(self, taken: Map) -> Map:
        """A map of the same shape."""
        hidden = self.second(functional.relu(self.first(taken)))
        if self.attention is not None:
            hidden = self.attention(hidden)
        return functional.relu(taken + hidden)

    def write(self, layers: LayerList, source: str) -> str:
        """See `ColumnConv.write`."""
        layer = layers.plain("relu", self.first.write(layers, source))
        layer = self.second.write(layers, layer)
        if self.attention is not None:
            layer = self.attention.write(layers, layer)
        return layers.plain("relu", layers.plain("add", source, layer))


class Trunk(nn.Module):
    """A convolution to a width, then blocks; places are never pooled."""

    def __init__(self, ins: int, width: int, size: int, blocks: Iterable[Block]) -> None:
        super().__init__()
        self.stem = ColumnConv(ins, width, size, place_bias=True)
        self.blocks = nn.ModuleList(blocks)

    def forward(self, taken: Map) -> Map:
        """[batch, places, ins] to [batch, places, width]."""
        hidden = functional.relu(self.stem(taken))
        for block in self.blocks:
            hidden = block(hidden)
        return hidden

    def write(self, layers: LayerList, source: str) -> str:
        """See `ColumnConv.write`."""
        layer = layers.plain("relu", self.stem.write(layers, source))
        for block in self.blocks:
            assert isinstance(block, Block)
            layer = block.write(layers, layer)
        return layer


class ColumnsRow(nn.Module):
    """All places in one row: a few channels of each, side by side, and a dense layer."""

    def __init__(self, width: int, channels: int, size: int) -> None:
        super().__init__()
        self.narrow = ColumnConv(width, channels, 1)
        self.dense = nn.Linear(channels * TILE_KINDS, size)

    def forward(self, taken: Map) -> Tensor:
        """[batch, places, width] to [batch, size]."""
        narrowed = functional.relu(self.narrow(taken))
        return functional.relu(self.dense(flat(narrowed)))

    def write(self, layers: LayerList, source: str) -> str:
        """See `ColumnConv.write`."""
        layer = layers.plain("relu", self.narrow.write(layers, source))
        return layers.plain("relu", layers.dense(layers.plain("flatten", layer), self.dense))


def flat(taken: Map) -> Tensor:
    """A map flattened, channel by channel: [batch, channels x places]."""
    return taken.transpose(1, 2).flatten(1)


def stacked(features: Tensors, names: tuple[str, ...]) -> Map:
    """The features concatenated as channels: [batch, places, channels].

    In `planes`, [batch, rows, places, copies], every copy of a row is a channel.
    """
    maps = []
    for name in names:
        feature = features[name]
        if feature.dim() == 4:
            feature = feature.transpose(2, 3).flatten(1, 2)
        maps.append(feature.transpose(1, 2))
    return torch.cat(maps, dim=2) if len(maps) > 1 else maps[0]
