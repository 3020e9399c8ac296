"""`columns_net`: residual convolutions over 34 columns, a policy over all moves and other heads.

No pooling: a column has its own meaning. The policy of moves with a tile is read off the column of
the tile, and off a row of all columns; that of the others off the row alone. Heads besides: `value`,
the score of the game; `win`, whether this seat wins it; `deal_in`, whether it discards the winning
tile. Source: the paper on Suphx; docs/learning.md says what was measured.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.nets.moves import DECISION_KINDS, MOVE_COUNT, PASS_MOVE
from mj_lab.learn.networks.layer_list import LayerList, Tensors
from mj_lab.learn.networks.layers import ColumnConv, Summary, Trunk, flat, stacked
from mj_lab.learn.networks.network import LearningNetwork, Losses, inputs

HEADS = ("value", "win", "deal_in")

_FOR_ALL = "all"
# Moves with a tile: discards, concealed kongs, added kongs.
_TILE_MOVES = 3
# Points that are 1 of the value head: scores are within some tens of points.
_POINTS = 32.0


class ColumnsNet(LearningNetwork):
    """One trunk for all decisions, or one for each kind of them.

    channels: of all features together. separate: a network for each kind of decision. attention:
    see `layers.Attention`. heads: of HEADS. soften: how much of the target is not the teacher's
    move but the softmax of its values, where they are known, each divided by temperature (points).
    """

    kind = "columns_net"

    def __init__(
        self,
        features: tuple[str, ...],
        channels: int,
        *,
        width: int = 64,
        depth: int = 6,
        kernel: int = 3,
        attention: bool = True,
        separate: bool = False,
        summary: int = 256,
        heads: tuple[str, ...] = HEADS,
        head_weight: float = 0.1,
        soften: float = 0.0,
        temperature: float = 0.5,
    ) -> None:
        super().__init__(features)
        unknown = sorted(set(heads) - set(HEADS))
        if unknown:
            raise ValueError(f"no such head: {', '.join(unknown)}; there are: {', '.join(HEADS)}")
        if not 0 <= soften <= 1 or temperature <= 0:
            raise ValueError("soften is 0 to 1, temperature above 0")
        self.wants = ("values",) if soften else ()
        self._head_weight, self._soften, self._temperature = head_weight, soften, temperature
        self.parts = nn.ModuleDict()
        for name in DECISION_KINDS if separate else (_FOR_ALL,):
            trunk = Trunk(channels, width, depth, kernel, attention)
            self.parts[name] = _Part(trunk, width, summary, heads)

    @property
    def weights_of_parts(self) -> Mapping[str, float]:
        """The other heads count as much as was asked for."""
        return dict.fromkeys(HEADS, self._head_weight)

    def losses(self, batch: Tensors) -> Losses:
        """Cross-entropy of the policy among the legal moves; squares and cross-entropy else."""
        made = self._outputs(batch)
        rows = torch.log_softmax(made["policy"].masked_fill(~batch["mask"], -torch.inf), dim=1)
        count = len(rows)
        found: Losses = {"policy": (-(self._target(batch) * _finite(rows)).sum(1).mean(), count)}
        if "value" in made:
            value = functional.smooth_l1_loss(made["value"][:, 0], batch["score"] / _POINTS)
            found["value"] = (value, count)
        for head in ("win", "deal_in"):
            if head in made and head in batch:
                truth = batch[head].float()
                loss = functional.binary_cross_entropy_with_logits(made[head][:, 0], truth)
                found[head] = (loss, count)
        return found

    def scores(self, batch: Tensors) -> Tensor:
        """The policy's logits of the legal moves."""
        return self._outputs(batch)["policy"].masked_fill(~batch["mask"], -torch.inf)

    def write(self) -> dict[str, LayerList]:
        """A network `all`, or one for each kind of decision.

        Raises ValueError for features that are no columns.
        """
        if "planes" in self.features:
            raise ValueError("columns_net over planes is for comparison and plays nowhere")
        written = {}
        for name, part in self.parts.items():
            assert isinstance(part, _Part)
            written[name] = LayerList(name)
            part.write(written[name], inputs(written[name], self.features))
        return written

    def _outputs(self, batch: Tensors) -> Tensors:
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
        if not self._soften:
            return chosen
        known = ~batch["values"].isnan() & batch["mask"]
        values = batch["values"].masked_fill(~known, -torch.inf) / self._temperature
        shares = torch.softmax(values.masked_fill(~known.any(1, keepdim=True), 0.0), dim=1)
        part = self._soften * known.any(1, keepdim=True).float()
        return (1 - part) * chosen + part * shares


class _Part(nn.Module):
    """A trunk with its heads."""

    def __init__(self, trunk: Trunk, width: int, summary: int, heads: tuple[str, ...]) -> None:
        super().__init__()
        self.trunk = trunk
        self.by_tile = ColumnConv(width, _TILE_MOVES, 1)
        self.summary = Summary(width, 8, summary)
        self.tiles = nn.Linear(summary, PASS_MOVE)
        self.others = nn.Linear(summary, MOVE_COUNT - PASS_MOVE)
        self.heads = nn.ModuleDict({name: nn.Linear(summary, 1) for name in heads})

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
