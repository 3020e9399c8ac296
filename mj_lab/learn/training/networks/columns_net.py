"""`columns_net`: residual convolutions over 34 columns, a policy over all moves and other heads.

No pooling: each column has its meaning. The policy of moves with a tile comes from the column of
the tile and from a row of all columns; that of other moves from the row alone. Other heads:
`value`, the score of the game; `win`, whether this seat wins it; `deal_in`, whether it discards the
winning tile. docs/results/learning.md has the measurements.

Source: J. Li and others, Suphx: Mastering Mahjong with Deep Reinforcement Learning,
arXiv:2003.13590, and the notes on it, Suphx：掌握麻将与深度强化学习.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal, get_args

import torch
from pydantic import Field
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.features.columns import COLUMNS
from mj_bot.features.planes import PLANES
from mj_bot.nets.moves import DECISION_KINDS, MOVE_COUNT, PASS_MOVE
from mj_bot.tiles import TILE_KINDS
from mj_lab.learn.training.networks.layer_list import LayerList
from mj_lab.learn.training.networks.layers import ColumnConv, ColumnsRow, Trunk, flat, stacked
from mj_lab.learn.training.networks.network import (
    LearningNetwork,
    Losses,
    NetworkModel,
    NetworkOptions,
    Outputs,
    inputs,
)
from mj_lab.learn.training.parts.part import Tensors

_Head = Literal["value", "win", "deal_in"]
OTHER_HEADS: tuple[_Head, ...] = get_args(_Head)

_FOR_ALL = "all"
# Moves with a tile: discards, concealed kongs, added kongs.
_TILE_MOVES = 3
# The unit of the value head, in points: most scores are within some tens of points.
VALUE_POINTS = 32.0


class ColumnsOptions(NetworkOptions):
    """Options of `columns_net`."""

    features: tuple[str, ...] = Field(
        default=(COLUMNS.name,), min_length=1, description="its features, of mj_bot/features"
    )
    width: int = Field(default=64, ge=1, description="channels")
    depth: int = Field(default=6, ge=0, description="residual blocks of two convolutions")
    kernel: Literal[1, 3, 5, 7, 9, 11] = Field(default=3, description="places of a convolution")
    attention: bool = Field(
        default=True, description="a factor for each channel from the means of all"
    )
    separate: bool = Field(default=False, description="a network for each kind of decision")
    summary: int = Field(default=256, ge=1, description="units in the row of all columns")
    heads: tuple[_Head, ...] = Field(default=OTHER_HEADS, description="those beside the policy")
    head_weight: float = Field(default=0.1, ge=0, description="the weight of each of them")
    soften: float = Field(
        default=0.0, ge=0, le=1, description="share of the softmax of the teacher's values"
    )
    temperature: float = Field(default=0.5, gt=0, description="of that softmax, in points")


class ColumnsNet(LearningNetwork):
    """The network."""

    kind = "columns_net"
    options: ColumnsOptions

    def __init__(self, options: ColumnsOptions) -> None:
        super().__init__(options)
        channels = sum(math.prod(feature.shape) // TILE_KINDS for feature in self.seen)
        self.parts = nn.ModuleDict()
        for name in DECISION_KINDS if options.separate else (_FOR_ALL,):
            self.parts[name] = _Part(channels, options)

    @property
    def weights_of_parts(self) -> Mapping[str, float]:
        """The weights of the other heads, from the options."""
        return dict.fromkeys(OTHER_HEADS, self.options.head_weight)

    def losses(self, batch: Tensors) -> Losses:
        """Cross-entropy of the policy on legal moves; squared or cross-entropy error of others."""
        outputs = self._routed(batch)
        rows = torch.log_softmax(outputs["policy"].masked_fill(~batch["mask"], -torch.inf), dim=1)
        count = len(rows)
        losses: Losses = {"policy": (-(self._target(batch) * _finite(rows)).sum(1).mean(), count)}
        if "value" in outputs:
            value = functional.smooth_l1_loss(outputs["value"][:, 0], batch["score"] / VALUE_POINTS)
            losses["value"] = (value, count)
        for head in ("win", "deal_in"):
            if head in outputs and head in batch:
                truth = batch[head].float()
                loss = functional.binary_cross_entropy_with_logits(outputs[head][:, 0], truth)
                losses[head] = (loss, count)
        return losses

    def outputs(self, batch: Tensors) -> Outputs:
        """The outputs of `all`, or of each kind's network: logits, and the value in 32 points."""
        taken = stacked(batch, self.features)
        return {name: part(taken) for name, part in self.parts.items()}

    @staticmethod
    def scores_of(outputs: Outputs, batch: Tensors) -> Tensor:
        """The policy's logits of the legal moves."""
        if _FOR_ALL in outputs:
            logits = outputs[_FOR_ALL]["policy"].float()
        else:
            each = torch.stack([outputs[name]["policy"].float() for name in DECISION_KINDS])
            kind = batch["kind"].long()
            logits = each[kind, torch.arange(len(kind), device=kind.device)]
        return logits.masked_fill(~batch["mask"], -torch.inf)

    def write(self) -> dict[str, LayerList]:
        """A network `all`, or one for each kind of decision.

        Raises ValueError for features that are not columns.
        """
        if PLANES.name in self.features:
            raise ValueError("columns_net over planes is only for comparison; no tactic plays it")
        written = {}
        for name, part in self.parts.items():
            assert isinstance(part, _Part)
            written[name] = LayerList(name)
            part.write(written[name], inputs(written[name], self.seen))
        return written

    def _routed(self, batch: Tensors) -> Tensors:
        """The outputs; each example goes through the network of its kind."""
        taken = stacked(batch, self.features)
        if _FOR_ALL in self.parts:
            of_all: Tensors = self.parts[_FOR_ALL](taken)
            return {name: rows.float() for name, rows in of_all.items()}
        whole: Tensors = {}
        for number, name in enumerate(DECISION_KINDS):
            rows = torch.nonzero(batch["kind"] == number)[:, 0]
            if len(rows):
                for head, output in self.parts[name](taken[rows]).items():
                    empty = output.new_zeros((len(taken), output.shape[1]), dtype=torch.float32)
                    at = whole.get(head, empty)
                    whole[head] = at.index_copy(0, rows, output.float())
        return whole

    def _target(self, batch: Tensors) -> Tensor:
        """The target share of each move."""
        chosen = functional.one_hot(batch["move"], MOVE_COUNT).float()
        if not self.options.soften:
            return chosen
        if "values" not in batch:
            raise ValueError("model.soften needs a teacher's values, which these data do not have")
        known = ~batch["values"].isnan() & batch["mask"]
        values = batch["values"].masked_fill(~known, -torch.inf) / self.options.temperature
        shares = torch.softmax(values.masked_fill(~known.any(1, keepdim=True), 0.0), dim=1)
        part = self.options.soften * known.any(1, keepdim=True).float()
        return (1 - part) * chosen + part * shares


class ColumnsModel(NetworkModel):
    """See `ColumnsNet`."""

    Options = ColumnsOptions
    network = ColumnsNet


class _Part(nn.Module):
    """A trunk with its heads."""

    def __init__(self, channels: int, options: ColumnsOptions) -> None:
        super().__init__()
        width, summary = options.width, options.summary
        self.trunk = Trunk(channels, width, options.depth, options.kernel, options.attention)
        self.by_tile = ColumnConv(width, _TILE_MOVES, 1)
        self.summary = ColumnsRow(width, 8, summary)
        self.tiles = nn.Linear(summary, PASS_MOVE)
        self.others = nn.Linear(summary, MOVE_COUNT - PASS_MOVE)
        self.heads = nn.ModuleDict({name: nn.Linear(summary, 1) for name in options.heads})

    def forward(self, taken: Tensor) -> Tensors:
        """The outputs as rows."""
        columns = self.trunk(taken)
        row = self.summary(columns)
        tiles = flat(self.by_tile(columns)) + self.tiles(row)
        outputs = {"policy": torch.cat([tiles, self.others(row)], dim=1)}
        return outputs | {name: head(row) for name, head in self.heads.items()}

    def write(self, layers: LayerList, source: str) -> None:
        """Write the layers and their outputs: the policy and the other heads, as logits."""
        trunk = self.trunk.write(layers, source)
        row = self.summary.write(layers, trunk)
        columns = layers.plain("flatten", self.by_tile.write(layers, trunk))
        tiles = layers.plain("add", columns, layers.dense(row, self.tiles))
        layers.outputs["policy"] = layers.plain("concat", tiles, layers.dense(row, self.others))
        for name, head in self.heads.items():
            assert isinstance(head, nn.Linear)
            layers.outputs[name] = layers.dense(row, head)


def _finite(logs: Tensor) -> Tensor:
    """Infinite logarithms as 0, for moves that have no share in the target."""
    return logs.masked_fill(torch.isinf(logs), 0.0)
