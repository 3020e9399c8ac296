"""`which_discard`: a two-headed residual network over `hand_only`, trained on a calculator.

A convolution of 7 places, pooling, three stages of two residual blocks, the mean over places; one
head says for each tile whether it is a good discard, the other gives the hand's shanten. The first
learns by binary cross-entropy on the teacher's best discards. These weigh more, because plain
cross-entropy wavers between equally good discards.

Source: 当你迷茫的时候, an article on a which-to-discard network. Its first convolution has stride
2, this one 1 by default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import torch
from pydantic import Field
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.features.hand_only import HAND_ONLY
from mj_bot.tiles import TILE_KINDS
from mj_lab.learn.training.networks.layer_list import LayerList, norm_folded
from mj_lab.learn.training.networks.network import (
    HAND_SCALE,
    LearningNetwork,
    Losses,
    NetworkModel,
    NetworkOptions,
    Outputs,
    inputs,
    no_scores,
)
from mj_lab.learn.training.parts.part import Tensors

_BLOCKS = 2
_STEM = 7
# Rows of `hand_only`.
_UNSEEN_ROWS = (0, 2)
_HAND_ROW = 1


class DiscardOptions(NetworkOptions):
    """Options of `which_discard`."""

    features: tuple[str, ...] = Field(
        default=(HAND_ONLY.name,), min_length=1, description="its features, of mj_bot/features"
    )
    widths: tuple[int, ...] = Field(
        default=(64, 128, 256), min_length=1, description="of the stages, each of two blocks"
    )
    pooling: bool = Field(
        default=True, description="each stage after the first halves the places; else all 34 stay"
    )
    indices: bool = Field(
        default=False, description="the hand as a list of tiles, not as counts: to compare"
    )
    stem_stride: int = Field(default=1, ge=1, le=2, description="of the first convolution")
    dropout: float = Field(default=0.3, ge=0, lt=1, description="the share")
    labels: tuple[Annotated[float, Field(ge=0, le=1)], ...] = Field(
        default=(1.0, 0.5, 0.25),
        min_length=1,
        description="labels of the teacher's best, second, third ... discard; others are 0",
    )
    best_weight: float = Field(default=2.0, ge=0, description="the weight of those discards")
    rest_weight: float = Field(default=0.5, ge=0, description="the weight of the others")
    shanten_weight: float = Field(default=0.1, ge=0, description="the weight of the shanten")


class WhichDiscardNet(LearningNetwork):
    """The network."""

    kind = "which_discard"
    options: DiscardOptions
    wants_shanten = True

    def __init__(self, options: DiscardOptions) -> None:
        super().__init__(options)
        channels = sum(feature.shape[0] for feature in self.seen)
        if options.indices:
            if self.features != (HAND_ONLY.name,):
                raise ValueError("indices are of hand_only alone")
            channels = len(_UNSEEN_ROWS) + TILE_KINDS
        widths, pooling = options.widths, options.pooling
        self.stem = nn.Sequential(*_normed(channels, widths[0], _STEM, options.stem_stride))
        self.pool = nn.MaxPool1d(3, 2, 1) if pooling else None
        self.blocks = nn.ModuleList()
        before = widths[0]
        for stage, width in enumerate(widths):
            for block in range(_BLOCKS):
                stride = 2 if pooling and stage and not block else 1
                self.blocks.append(_Block(before, width, stride))
                before = width
        size = before if pooling else before * -(-TILE_KINDS // options.stem_stride)
        self.discard = _head(size, 128, options.dropout, TILE_KINDS)
        self.shanten = _head(size, 64, 0.0, 1)

    @property
    def weights_of_parts(self) -> Mapping[str, float]:
        """The weights of the heads; that of the shanten is smaller."""
        return {"shanten": self.options.shanten_weight}

    def losses(self, batch: Tensors) -> Losses:
        """Weighted binary cross-entropy over the legal discards; squared error of the shanten.

        Examples in which the choice was not a discard do not count.
        """
        rows = torch.nonzero(batch["move"] < TILE_KINDS)[:, 0]
        if len(rows) < 2:
            return {}
        logits, shanten = self._heads(batch, rows)
        legal = batch["mask"][rows, :TILE_KINDS]
        truth = self._truth(batch, rows, legal)
        options = self.options
        weight = torch.where(truth > 0, options.best_weight, options.rest_weight) * legal
        each = functional.binary_cross_entropy_with_logits(
            logits, truth, weight=weight, reduction="none"
        )
        losses: Losses = {"discard": (each.sum() / len(rows), len(rows))}
        if "shanten" in batch:
            off = functional.smooth_l1_loss(shanten[:, 0], batch["shanten"][rows].float())
            losses["shanten"] = (off, len(rows))
        return losses

    def outputs(self, batch: Tensors) -> Outputs:
        """The outputs of `all`: `discard`, 0 to 1, and `shanten`."""
        discard, shanten = self._heads(batch, slice(None))
        return {"all": {"discard": torch.sigmoid(discard), "shanten": shanten}}

    @staticmethod
    def scores_of(outputs: Outputs, batch: Tensors) -> Tensor:
        """The score of each legal discard; other moves have none."""
        scores = no_scores(batch)
        scores[:, :TILE_KINDS] = outputs["all"]["discard"]
        return scores.masked_fill(~batch["mask"], -torch.inf)

    def taken(self, batch: Tensors) -> Tensor:
        """The input, [batch, channels, 34]; with `indices` the unseen rows and the hand's list."""
        features = torch.cat([batch[name] for name in self.features], dim=1)
        if not self.options.indices:
            return features
        tiles = _one_hot_list(torch.round(features[:, _HAND_ROW] / HAND_SCALE).long())
        return torch.cat([features[:, list(_UNSEEN_ROWS)], tiles.to(features.dtype)], dim=1)

    def write(self) -> dict[str, LayerList]:
        """One network, `all`, with the outputs `discard` (0 to 1) and `shanten`.

        Raises ValueError for a hand as a list, which the layers cannot make.
        """
        if self.options.indices:
            raise ValueError("which_discard by indices is only for comparison; no tactic plays it")
        layers = LayerList("all")
        conv, norm = self.stem[0], self.stem[1]
        layer = layers.plain("relu", _write(layers, inputs(layers, self.seen), conv, norm))
        if self.pool is not None:
            layer = layers.max_pool(layer, 3, 2, 1)
        for block in self.blocks:
            assert isinstance(block, _Block)
            layer = block.write(layers, layer)
        row = layers.plain("mean" if self.options.pooling else "flatten", layer)
        heads = {}
        for name, head in (("discard", self.discard), ("shanten", self.shanten)):
            first, last = head[0], head[3]
            assert isinstance(first, nn.Linear)
            assert isinstance(last, nn.Linear)
            heads[name] = layers.dense(layers.plain("relu", layers.dense(row, first)), last)
        layers.outputs["discard"] = layers.plain("sigmoid", heads["discard"])
        layers.outputs["shanten"] = heads["shanten"]
        return {"all": layers}

    def _heads(self, batch: Tensors, rows: Tensor | slice) -> tuple[Tensor, Tensor]:
        hidden = self.stem(self.taken(batch)[rows])
        if self.pool is not None:
            hidden = self.pool(hidden)
        for block in self.blocks:
            hidden = block(hidden)
        row = hidden.mean(dim=2) if self.options.pooling else hidden.flatten(1)
        return self.discard(row).float(), self.shanten(row).float()

    def _truth(self, batch: Tensors, rows: Tensor, legal: Tensor) -> Tensor:
        """The label of each discard: from the teacher's values, else 1 for the chosen one."""
        chosen = functional.one_hot(batch["move"][rows], TILE_KINDS).float()
        truth = chosen * self.options.labels[0]
        if "values" not in batch or len(self.options.labels) == 1:
            return truth
        values = batch["values"][rows, :TILE_KINDS]
        known = legal & ~values.isnan()
        # The chosen discard comes first, even if rounding changed its value.
        order = values.masked_fill(~known, -torch.inf).masked_fill(chosen > 0, torch.inf)
        for label, tile in zip(
            self.options.labels[1:],
            order.sort(dim=1, descending=True).indices.t()[1:],
            strict=False,
        ):
            ranked = functional.one_hot(tile, TILE_KINDS) * known
            truth = torch.where(ranked > 0, label, truth)
        return truth


class DiscardModel(NetworkModel):
    """See `WhichDiscardNet`."""

    Options = DiscardOptions
    network = WhichDiscardNet


class _Block(nn.Module):
    """Two convolutions of 3 places, added to the input; a convolution of 1 adapts its shape."""

    def __init__(self, ins: int, outs: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Sequential(*_normed(ins, outs, 3, stride))
        self.second = nn.Sequential(*_normed(outs, outs, 3, 1)[:2])
        same = ins == outs and stride == 1
        self.short = None if same else nn.Sequential(*_normed(ins, outs, 1, stride)[:2])

    def forward(self, taken: Tensor) -> Tensor:
        """[batch, ins, places] to [batch, outs, places / stride]."""
        short = taken if self.short is None else self.short(taken)
        return functional.relu(self.second(self.first(taken)) + short)

    def write(self, layers: LayerList, source: str) -> str:
        """Write the layers of this block; source and the result are names of layers."""
        layer = layers.plain("relu", _write(layers, source, self.first[0], self.first[1]))
        layer = _write(layers, layer, self.second[0], self.second[1])
        if self.short is not None:
            source = _write(layers, source, self.short[0], self.short[1])
        return layers.plain("relu", layers.plain("add", layer, source))


def _one_hot_list(counts: Tensor) -> Tensor:
    """Tiles in order, one at a place, from counts [batch, 34]: [batch, tile, place], one-hot."""
    places = torch.arange(TILE_KINDS, device=counts.device).expand(len(counts), -1)
    tiles = torch.searchsorted(counts.cumsum(dim=1), places.contiguous(), right=True)
    # After the last tile: one more kind, without a channel.
    one_hot = functional.one_hot(tiles, TILE_KINDS + 1)[..., :TILE_KINDS]
    return one_hot.transpose(1, 2)


def _normed(ins: int, outs: int, size: int, stride: int) -> list[nn.Module]:
    conv = nn.Conv1d(ins, outs, size, stride, size // 2, bias=False)
    return [conv, nn.BatchNorm1d(outs), nn.ReLU()]


def _write(layers: LayerList, source: str, conv: nn.Module, norm: nn.Module) -> str:
    assert isinstance(conv, nn.Conv1d)
    assert isinstance(norm, nn.BatchNorm1d)
    weight, bias = norm_folded(conv.weight, None, norm)
    return layers.conv(source, weight, bias, weight.shape[2] // 2, conv.stride[0])


def _head(ins: int, middle: int, dropout: float, outs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(ins, middle), nn.ReLU(), nn.Dropout(dropout), nn.Linear(middle, outs)
    )
