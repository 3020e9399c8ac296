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
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeVar, get_args

import torch
from pydantic import Field
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.features.columns import COLUMNS
from mj_bot.features.planes import PLANES
from mj_bot.nets.moves import DECISION_KINDS, MOVE_COUNT, PASS_MOVE
from mj_bot.tiles import TILE_KINDS
from mj_lab.learn.training.networks.layer_list import LayerList
from mj_lab.learn.training.networks.layers import (
    ColumnConv,
    ColumnsRow,
    Residual,
    Trunk,
    flat,
    stacked,
)
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
_Piece = TypeVar("_Piece", Tensor, str)

_FOR_ALL = "all"
# The moves of each model: how many kinds with a tile (discards, concealed kongs, added kongs), and
# how many without. In this order they are the 109 moves, those with a tile first.
_TOGETHER = {_FOR_ALL: (PASS_MOVE // TILE_KINDS, MOVE_COUNT - PASS_MOVE)}
_APART = {"discard": (1, 0), "win": (0, 2), "kong": (2, 1), "pung": (0, 1), "chow": (0, 3)}
# The models that also have the other heads; `win` chooses between passing and winning.
_WITH_HEADS = (_FOR_ALL, "win")
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
    separate: bool = Field(
        default=False, description="five trunks: discards, chows, pungs, kongs, passing and winning"
    )
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
        for name, moves in (_APART if options.separate else _TOGETHER).items():
            heads = options.heads if name in _WITH_HEADS else ()
            self.parts[name] = self.new_part(channels, PartOutputs(*moves, heads))

    def new_part(self, channels: int, outputs: PartOutputs) -> NetworkPart:
        """A network for some moves, or for all. channels: of its input."""
        options = self.options
        size, attention = options.kernel, options.attention
        blocks = (Residual(options.width, size, attention) for _ in range(options.depth))
        trunk = Trunk(channels, options.width, size, blocks)
        return ColumnsPart(trunk, options.width, options.summary, outputs)

    @property
    def weights_of_parts(self) -> Mapping[str, float]:
        """The weights of the other heads, from the options."""
        return dict.fromkeys(OTHER_HEADS, self.options.head_weight)

    def losses(self, batch: Tensors) -> Losses:
        """Cross-entropy of the policy on legal moves; squared or cross-entropy error of others."""
        outputs = {name: rows.float() for name, rows in self.outputs(batch)[_FOR_ALL].items()}
        count = len(outputs["policy"])
        losses: Losses = {"policy": (self.policy_loss(outputs["policy"], batch), count)}
        if "value" in outputs:
            value = functional.smooth_l1_loss(outputs["value"][:, 0], batch["score"] / VALUE_POINTS)
            losses["value"] = (value, count)
        for head in ("win", "deal_in"):
            if head in outputs and head in batch:
                truth = batch[head].float()
                loss = functional.binary_cross_entropy_with_logits(outputs[head][:, 0], truth)
                losses[head] = (loss, count)
        return losses

    def policy_loss(self, logits: Tensor, batch: Tensors) -> Tensor:
        """The mean cross-entropy of the logits of legal moves."""
        rows = torch.log_softmax(logits.masked_fill(~batch["mask"], -torch.inf), dim=1)
        return -(self._target(batch) * _finite(rows)).sum(1).mean()

    def outputs(self, batch: Tensors) -> Outputs:
        """The outputs of `all`: logits, and the value in 32 points."""
        taken = stacked(batch, self.features)
        parts = [part(taken) for part in self.parts.values()]
        heads: Tensors = {
            name: part[name] for part in parts for name in OTHER_HEADS if name in part
        }
        return {_FOR_ALL: {"policy": torch.cat(_in_order(parts), dim=1), **heads}}

    @staticmethod
    def scores_of(outputs: Outputs, batch: Tensors) -> Tensor:
        """The policy's logits of the legal moves; outputs may be a network's for each kind."""
        if _FOR_ALL in outputs:
            logits = outputs[_FOR_ALL]["policy"].float()
        else:
            each = torch.stack([outputs[name]["policy"].float() for name in DECISION_KINDS])
            kind = batch["kind"].long()
            logits = each[kind, torch.arange(len(kind), device=kind.device)]
        return logits.masked_fill(~batch["mask"], -torch.inf)

    def write(self) -> dict[str, LayerList]:
        """A network `all`.

        Raises ValueError for features that are not columns.
        """
        if PLANES.name in self.features:
            raise ValueError("columns_net over planes is only for comparison; no tactic plays it")
        layers = LayerList(_FOR_ALL)
        source = inputs(layers, self.seen)
        parts = []
        for part in self.parts.values():
            assert isinstance(part, NetworkPart)
            parts.append(part.write(layers, source))
        layers.outputs["policy"] = layers.plain("concat", *_in_order(parts))
        for name in self.options.heads:
            layers.outputs[name] = next(part[name] for part in parts if name in part)
        return {_FOR_ALL: layers}

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


class PartOutputs(NamedTuple):
    """The moves of a part, see `_APART`, and its other heads."""

    with_tile: int
    others: int
    heads: tuple[_Head, ...]


class NetworkPart(nn.Module, ABC):
    """Maps [batch, places, channels] to rows: `tiles` and `others`, logits of its moves; heads."""

    @abstractmethod
    def write(self, layers: LayerList, source: str) -> dict[str, str]:
        """Write the layers; the names of those of its outputs. source: the name of a layer."""


class ColumnsPart(NetworkPart):
    """A trunk with its heads. width: channels of the trunk's output. summary: units of the row."""

    def __init__(self, trunk: Trunk, width: int, summary: int, outputs: PartOutputs) -> None:
        super().__init__()
        with_tile, others, heads = outputs
        self.trunk = trunk
        self.by_tile = ColumnConv(width, with_tile, 1) if with_tile else None
        self.summary = ColumnsRow(width, 8, summary)
        self.tiles = nn.Linear(summary, with_tile * TILE_KINDS) if with_tile else None
        self.others = nn.Linear(summary, others) if others else None
        self.heads = nn.ModuleDict({name: nn.Linear(summary, 1) for name in heads})

    def forward(self, taken: Tensor) -> Tensors:
        """The outputs as rows."""
        columns = self.trunk(taken)
        row = self.summary(columns)
        outputs = {name: head(row) for name, head in self.heads.items()}
        if self.by_tile is not None and self.tiles is not None:
            outputs["tiles"] = flat(self.by_tile(columns)) + self.tiles(row)
        if self.others is not None:
            outputs["others"] = self.others(row)
        return outputs

    def write(self, layers: LayerList, source: str) -> dict[str, str]:
        """See `NetworkPart`."""
        trunk = self.trunk.write(layers, source)
        row = self.summary.write(layers, trunk)
        outputs = {}
        if self.by_tile is not None and self.tiles is not None:
            columns = layers.plain("flatten", self.by_tile.write(layers, trunk))
            outputs["tiles"] = layers.plain("add", columns, layers.dense(row, self.tiles))
        if self.others is not None:
            outputs["others"] = layers.dense(row, self.others)
        for name, head in self.heads.items():
            assert isinstance(head, nn.Linear)
            outputs[name] = layers.dense(row, head)
        return outputs


def _in_order(parts: Sequence[Mapping[str, _Piece]]) -> list[_Piece]:
    """The parts' pieces of the policy in the order of the moves."""
    return [part[name] for name in ("tiles", "others") for part in parts if name in part]


def _finite(logs: Tensor) -> Tensor:
    """Infinite logarithms as 0, for moves that have no share in the target."""
    return logs.masked_fill(torch.isinf(logs), 0.0)
