"""`design_cnn`: the design's three networks over `planes`, for discards, pungs and chows.

Each has three blocks: a convolution of 5 x 2 with 100 filters and no padding, batch normalisation,
dropout 0.5, ReLU; then a dense layer of 300 and the output. A win is always taken and a rule
decides kongs, so the networks do not choose them.

Source: 陈仁泽, 谭钧尹, 冯睿杰, 强化学习期末 (the report of the course bot rl-final).
"""

from __future__ import annotations

from typing import Literal

import torch
from pydantic import Field
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.features.planes import PLANES
from mj_bot.nets.moves import FIRST_CHOW, MOVE_COUNT, PASS_MOVE, PUNG_MOVE
from mj_bot.tiles import COPIES, TILE_KINDS
from mj_lab.learn.training.networks.layer_list import LayerList, norm_folded
from mj_lab.learn.training.networks.network import (
    LearningNetwork,
    Losses,
    NetworkModel,
    NetworkOptions,
    Outputs,
    no_scores,
)
from mj_lab.learn.training.parts.part import Tensors

_BLOCKS = 3
_KERNEL = (5, 2)
_CHOWS = MOVE_COUNT - FIRST_CHOW
# The moves that each network chooses from; claims have PASS first.
_MOVES = {
    "discard": tuple(range(TILE_KINDS)),
    "pung": (PASS_MOVE, PUNG_MOVE),
    "chow": (PASS_MOVE, *range(FIRST_CHOW, MOVE_COUNT)),
}


class DesignOptions(NetworkOptions):
    """Options of `design_cnn`."""

    features: tuple[Literal["planes"]] = Field(default=("planes",), description="what it sees")
    filters: int = Field(default=100, ge=1, description="of each convolution")
    dense: int = Field(default=300, ge=1, description="units before the output")
    dropout: float = Field(default=0.5, ge=0, lt=1, description="the share")


class DesignCnn(LearningNetwork):
    """The three networks, each trained on its own examples."""

    kind = "design_cnn"
    options: DesignOptions

    def __init__(self, options: DesignOptions) -> None:
        super().__init__(options)
        channels = self.seen[0].shape[0]
        self.networks = nn.ModuleDict(
            {name: _Stack(channels, options, len(moves)) for name, moves in _MOVES.items()}
        )

    def losses(self, batch: Tensors) -> Losses:
        """Each network's cross-entropy over its own examples.

        `discard` has the discards; `pung` and `chow` have all examples where one is legal, and any
        other choice counts as a pass.
        """
        losses: Losses = {}
        for name, moves in _MOVES.items():
            rows = torch.nonzero(_is_asked(name, batch))[:, 0]
            # The normalisation needs a variance, which a single example has not.
            if len(rows) > 1:
                chosen = batch["move"][rows][:, None] == torch.tensor(moves, device=rows.device)
                target = chosen.int().argmax(dim=1)
                logits = self.networks[name](batch[PLANES.name][rows]).float()
                losses[name] = (functional.cross_entropy(logits, target), len(rows))
        return losses

    def outputs(self, batch: Tensors) -> Outputs:
        """The logits of `discard`, `pung` and `chow`, each as `policy`."""
        return {
            name: {"policy": stack(batch[PLANES.name])} for name, stack in self.networks.items()
        }

    @staticmethod
    def scores_of(outputs: Outputs, batch: Tensors) -> Tensor:
        """The tactic's choice as scores: a pung before a chow, both before a pass.

        They are logits of legal moves; kongs and wins have no score.
        """
        scores = no_scores(batch)
        for name, moves in _MOVES.items():
            rows = torch.nonzero(_may_ask(name, batch))[:, 0]
            logits = outputs[name]["policy"][rows].float()
            if name != "discard":
                logits = logits - logits[:, :1]
            scores[rows[:, None], torch.tensor(moves, device=rows.device)] = logits
        scores = scores.masked_fill(~batch["mask"], -torch.inf)
        wanted = scores[:, PUNG_MOVE] > 0
        scores[:, PUNG_MOVE] = torch.where(wanted, torch.inf, scores[:, PUNG_MOVE])
        return scores

    def write(self) -> dict[str, LayerList]:
        """The networks `discard`, `pung` and `chow`."""
        written = {}
        for name, stack in self.networks.items():
            assert isinstance(stack, _Stack)
            written[name] = LayerList(name)
            stack.write(written[name])
        return written


class DesignModel(NetworkModel):
    """See `DesignCnn`."""

    Options = DesignOptions
    network = DesignCnn


class _Block(nn.Module):
    """Convolution, batch normalisation, dropout, ReLU; maps are [batch, rows, places, channels].

    It is one matrix product of the windows: on a CPU several times faster than `nn.Conv2d` for maps
    this narrow (docs/results/learning.md). The weight has PyTorch's shape.
    """

    def __init__(self, ins: int, outs: int, dropout: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(outs, ins, *_KERNEL))
        nn.init.kaiming_normal_(self.weight, nonlinearity="relu")
        self.bias = nn.Parameter(torch.zeros(outs))
        self.norm = nn.BatchNorm1d(outs)
        self.dropout = nn.Dropout(dropout)

    def forward(self, taken: Tensor) -> Tensor:
        """The output has four rows and one place less than the input."""
        high, wide = _KERNEL
        rows, places = taken.shape[1] - high + 1, taken.shape[2] - wide + 1
        windows = [
            taken[:, row : row + rows, column : column + places]
            for row in range(high)
            for column in range(wide)
        ]
        matrix = self.weight.permute(0, 2, 3, 1).flatten(1)
        convolved = functional.linear(torch.cat(windows, dim=3), matrix, self.bias)
        normed: Tensor = self.norm(convolved.view(-1, convolved.shape[3]))
        return functional.relu(self.dropout(normed.view(convolved.shape)))


class _Stack(nn.Module):
    def __init__(self, ins: int, options: DesignOptions, outs: int) -> None:
        super().__init__()
        filters = options.filters
        self.blocks = nn.ModuleList(
            _Block(filters if block else ins, filters, options.dropout) for block in range(_BLOCKS)
        )
        rows = TILE_KINDS - _BLOCKS * (_KERNEL[0] - 1)
        columns = COPIES - _BLOCKS * (_KERNEL[1] - 1)
        self.dense = nn.Linear(filters * rows * columns, options.dense)
        self.answer = nn.Linear(options.dense, outs)

    def forward(self, taken: Tensor) -> Tensor:
        """[batch, rows, places, copies] to [batch, answers]."""
        hidden = taken.permute(0, 2, 3, 1)
        for block in self.blocks:
            hidden = block(hidden)
        hidden = hidden.permute(0, 3, 1, 2).flatten(1)
        answer: Tensor = self.answer(functional.relu(self.dense(hidden)))
        return answer

    def write(self, layers: LayerList) -> None:
        """Write the layers; the output is `policy`, as logits."""
        layer = layers.feature(PLANES.name)
        for block in self.blocks:
            assert isinstance(block, _Block)
            conv = layers.conv(layer, *norm_folded(block.weight, block.bias, block.norm))
            layer = layers.plain("relu", conv)
        layer = layers.plain("relu", layers.dense(layers.plain("flatten", layer), self.dense))
        layers.outputs["policy"] = layers.dense(layer, self.answer)


def _may_ask(name: str, batch: Tensors) -> Tensor:
    """Examples in which a network can choose: one of its moves besides PASS is legal."""
    moves = [move for move in _MOVES[name] if move != PASS_MOVE]
    return batch["mask"][:, moves].any(dim=1)


def _is_asked(name: str, batch: Tensors) -> Tensor:
    """The examples that train a network; for discards only where no kong or win was chosen."""
    may_ask = _may_ask(name, batch)
    return may_ask & (batch["move"] < TILE_KINDS) if name == "discard" else may_ask
