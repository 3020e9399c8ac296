"""`columns_net`: residual convolutions over 34 columns, a policy over all moves and other heads.

No pooling: a column has its own meaning. The policy of moves with a tile is read off the column
of the tile, and off a row of all columns; that of the others off the row alone. Heads besides:
`value`, the score of the game; `win`, whether this seat wins it; `deal_in`, whether it discards the
winning tile. Source: the paper on Suphx; docs/learning.md says what was measured.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.features.feature import Feature
from mj_bot.features.planes import PLANES
from mj_bot.nets.moves import DECISION_KINDS, MOVE_COUNT, PASS_MOVE
from mj_bot.tiles import TILE_KINDS
from mj_lab.learn.networks.layer_list import LayerList, Tensors
from mj_lab.learn.networks.layers import ColumnConv, ColumnsRow, Trunk, flat, stacked
from mj_lab.learn.networks.network import LearningNetwork, Losses, Outputs, inputs

OTHER_HEADS = ("value", "win", "deal_in")

_FOR_ALL = "all"
# Moves with a tile: discards, concealed kongs, added kongs.
_TILE_MOVES = 3
# Points that are 1 of the value head: scores are within some tens of points.
VALUE_POINTS = 32.0


@dataclass(frozen=True)
class ColumnsOptions:
    """width, depth: channels and residual blocks. kernel: places of a convolution.

    attention: see `layers.Attention`. separate: a network for each kind of decision, not one for
    all. summary: numbers in the row of all columns. heads: of OTHER_HEADS; head_weight: of each
    in the loss. soften: how much of the target is not the move but the softmax of the values,
    where they are known, each divided by temperature (points).
    """

    width: int = 64
    depth: int = 6
    kernel: int = 3
    attention: bool = True
    separate: bool = False
    summary: int = 256
    heads: tuple[str, ...] = OTHER_HEADS
    head_weight: float = 0.1
    soften: float = 0.0
    temperature: float = 0.5

    def __post_init__(self) -> None:
        unknown = sorted(set(self.heads) - set(OTHER_HEADS))
        if unknown:
            raise ValueError(
                f"no such head: {', '.join(unknown)}; there are: {', '.join(OTHER_HEADS)}"
            )
        if not 0 <= self.soften <= 1 or self.temperature <= 0:
            raise ValueError("soften is 0 to 1, temperature above 0")
        if self.kernel % 2 == 0:
            raise ValueError(f"kernel is odd, not {self.kernel}")


class ColumnsNet(LearningNetwork):
    """The network."""

    kind = "columns_net"
    options_type = ColumnsOptions

    def __init__(
        self, seen: tuple[Feature, ...], options: ColumnsOptions = ColumnsOptions()
    ) -> None:
        super().__init__(seen)
        channels = sum(math.prod(feature.shape) // TILE_KINDS for feature in seen)
        self._options = options
        self.parts = nn.ModuleDict()
        for name in DECISION_KINDS if options.separate else (_FOR_ALL,):
            self.parts[name] = _Part(channels, options)

    @property
    def weights_of_parts(self) -> Mapping[str, float]:
        """The other heads count as much as was asked for."""
        return dict.fromkeys(OTHER_HEADS, self._options.head_weight)

    def losses(self, batch: Tensors) -> Losses:
        """Cross-entropy of the policy among the legal moves; squares and cross-entropy else."""
        made = self._routed(batch)
        rows = torch.log_softmax(made["policy"].masked_fill(~batch["mask"], -torch.inf), dim=1)
        count = len(rows)
        found: Losses = {"policy": (-(self._target(batch) * _finite(rows)).sum(1).mean(), count)}
        if "value" in made:
            value = functional.smooth_l1_loss(made["value"][:, 0], batch["score"] / VALUE_POINTS)
            found["value"] = (value, count)
        for head in ("win", "deal_in"):
            if head in made and head in batch:
                truth = batch[head].float()
                loss = functional.binary_cross_entropy_with_logits(made[head][:, 0], truth)
                found[head] = (loss, count)
        return found

    def outputs(self, batch: Tensors) -> Outputs:
        """Of `all`, or of each kind's network: logits, and the value in 32 points."""
        taken = stacked(batch, self.features)
        return {name: part(taken) for name, part in self.parts.items()}

    @staticmethod
    def scores_of(outputs: Outputs, batch: Tensors) -> Tensor:
        """The policy's logits of the legal moves."""
        if _FOR_ALL in outputs:
            found = outputs[_FOR_ALL]["policy"].float()
        else:
            each = torch.stack([outputs[name]["policy"].float() for name in DECISION_KINDS])
            kind = batch["kind"].long()
            found = each[kind, torch.arange(len(kind), device=kind.device)]
        return found.masked_fill(~batch["mask"], -torch.inf)

    def write(self) -> dict[str, LayerList]:
        """A network `all`, or one for each kind of decision.

        Raises ValueError for features that are no columns.
        """
        if PLANES.name in self.features:
            raise ValueError("columns_net over planes is for comparison and plays nowhere")
        written = {}
        for name, part in self.parts.items():
            assert isinstance(part, _Part)
            written[name] = LayerList(name)
            part.write(written[name], inputs(written[name], self.seen))
        return written

    def _routed(self, batch: Tensors) -> Tensors:
        """The outputs, of each example by its own network."""
        taken = stacked(batch, self.features)
        if _FOR_ALL in self.parts:
            made: Tensors = self.parts[_FOR_ALL](taken)
            return {name: rows.float() for name, rows in made.items()}
        whole: Tensors = {}
        for number, name in enumerate(DECISION_KINDS):
            rows = torch.nonzero(batch["kind"] == number)[:, 0]
            if len(rows):
                for head, found in self.parts[name](taken[rows]).items():
                    empty = found.new_zeros((len(taken), found.shape[1]), dtype=torch.float32)
                    at = whole.get(head, empty)
                    whole[head] = at.index_copy(0, rows, found.float())
        return whole

    def _target(self, batch: Tensors) -> Tensor:
        """What share each move should have."""
        chosen = functional.one_hot(batch["move"], MOVE_COUNT).float()
        if not self._options.soften:
            return chosen
        if "values" not in batch:
            raise ValueError(
                "options.soften needs a teacher's values, which these data do not have"
            )
        known = ~batch["values"].isnan() & batch["mask"]
        values = batch["values"].masked_fill(~known, -torch.inf) / self._options.temperature
        shares = torch.softmax(values.masked_fill(~known.any(1, keepdim=True), 0.0), dim=1)
        part = self._options.soften * known.any(1, keepdim=True).float()
        return (1 - part) * chosen + part * shares


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
        made = self.trunk(taken)
        row = self.summary(made)
        tiles = flat(self.by_tile(made)) + self.tiles(row)
        found = {"policy": torch.cat([tiles, self.others(row)], dim=1)}
        return found | {name: head(row) for name, head in self.heads.items()}

    def write(self, layers: LayerList, source: str) -> None:
        """Write the layers and their outputs: the policy and the other heads, as logits."""
        made = self.trunk.write(layers, source)
        row = self.summary.write(layers, made)
        columns = layers.plain("flatten", self.by_tile.write(layers, made))
        tiles = layers.plain("add", columns, layers.dense(row, self.tiles))
        layers.outputs["policy"] = layers.plain("concat", tiles, layers.dense(row, self.others))
        for name, head in self.heads.items():
            assert isinstance(head, nn.Linear)
            layers.outputs[name] = layers.dense(row, head)


def _finite(logs: Tensor) -> Tensor:
    """Logarithms of 0 as 0, for moves that have no share in the target."""
    return logs.masked_fill(torch.isinf(logs), 0.0)
