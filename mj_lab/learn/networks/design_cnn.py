"""`design_cnn`: the design's three networks over `planes`, for discards, pungs and chows.

Each has three blocks: a convolution of 5 x 2 with 100 filters and no padding, batch normalisation,
dropout 0.5, ReLU; then 300 dense and the answer. A win is always taken and kongs go by rule, so the
networks have no opinion of them. Source: the report of the course bot.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.features.feature import Feature
from mj_bot.features.planes import PLANES
from mj_bot.nets.moves import FIRST_CHOW, MOVE_COUNT, PASS_MOVE, PUNG_MOVE
from mj_bot.tiles import COPIES, TILE_KINDS
from mj_lab.learn.networks.layer_list import LayerList, Tensors, norm_folded
from mj_lab.learn.networks.network import LearningNetwork, Losses, Outputs, no_scores

_BLOCKS = 3
_KERNEL = (5, 2)
_CHOWS = MOVE_COUNT - FIRST_CHOW
# What each network chooses from, as moves: the claims have PASS first.
_MOVES = {
    "discard": tuple(range(TILE_KINDS)),
    "pung": (PASS_MOVE, PUNG_MOVE),
    "chow": (PASS_MOVE, *range(FIRST_CHOW, MOVE_COUNT)),
}


@dataclass(frozen=True)
class DesignOptions:
    """filters: of each convolution. dense: numbers before the answer. dropout: a share."""

    filters: int = 100
    dense: int = 300
    dropout: float = 0.5


class DesignCnn(LearningNetwork):
    """The three networks, each taught by the examples that are its own."""

    kind = "design_cnn"
    options_type = DesignOptions

    def __init__(self, seen: tuple[Feature, ...], options: DesignOptions = DesignOptions()) -> None:
        super().__init__(seen)
        channels = seen[0].shape[0]
        if self.features != (PLANES.name,):
            raise ValueError("design_cnn sees planes and nothing else")
        self.networks = nn.ModuleDict(
            {name: _Stack(channels, options, len(moves)) for name, moves in _MOVES.items()}
        )

    def losses(self, batch: Tensors) -> Losses:
        """Each network's cross-entropy over its own examples.

        Those of `discard` are discards; those of `pung` and `chow` all where one is legal, with a
        pass for whatever else was chosen.
        """
        found: Losses = {}
        for name, moves in _MOVES.items():
            rows = torch.nonzero(_is_asked(name, batch))[:, 0]
            # One example has no variance to normalise by.
            if len(rows) > 1:
                chosen = batch["move"][rows][:, None] == torch.tensor(moves, device=rows.device)
                target = chosen.int().argmax(dim=1)
                logits = self.networks[name](batch[PLANES.name][rows]).float()
                found[name] = (functional.cross_entropy(logits, target), len(rows))
        return found

    def outputs(self, batch: Tensors) -> Outputs:
        """The logits of `discard`, `pung` and `chow`, each as `policy`."""
        return {
            name: {"policy": stack(batch[PLANES.name])} for name, stack in self.networks.items()
        }

    @staticmethod
    def scores_of(outputs: Outputs, batch: Tensors) -> Tensor:
        """The tactic's choice in numbers: a pung goes before a chow, both before a pass.

        Logits of what is legal; kongs and wins have no score.
        """
        found = no_scores(batch)
        for name, moves in _MOVES.items():
            rows = torch.nonzero(_may_ask(name, batch))[:, 0]
            logits = outputs[name]["policy"][rows].float()
            if name != "discard":
                logits = logits - logits[:, :1]
            found[rows[:, None], torch.tensor(moves, device=rows.device)] = logits
        found = found.masked_fill(~batch["mask"], -torch.inf)
        wanted = found[:, PUNG_MOVE] > 0
        found[:, PUNG_MOVE] = torch.where(wanted, torch.inf, found[:, PUNG_MOVE])
        return found

    def write(self) -> dict[str, LayerList]:
        """The networks `discard`, `pung` and `chow`."""
        written = {}
        for name, stack in self.networks.items():
            assert isinstance(stack, _Stack)
            written[name] = LayerList(name)
            stack.write(written[name])
        return written


class _Stack(nn.Module):
    def __init__(self, ins: int, options: DesignOptions, outs: int) -> None:
        super().__init__()
        filters = options.filters
        self.blocks = nn.ModuleList()
        for block in range(_BLOCKS):
            before = filters if block else ins
            conv = nn.Conv2d(before, filters, _KERNEL)
            self.blocks.append(
                nn.Sequential(conv, nn.BatchNorm2d(filters), nn.Dropout(options.dropout), nn.ReLU())
            )
        rows = TILE_KINDS - _BLOCKS * (_KERNEL[0] - 1)
        columns = COPIES - _BLOCKS * (_KERNEL[1] - 1)
        self.dense = nn.Linear(filters * rows * columns, options.dense)
        self.answer = nn.Linear(options.dense, outs)

    def forward(self, taken: Tensor) -> Tensor:
        """[batch, rows, places, copies] to [batch, answers]."""
        made = taken
        for block in self.blocks:
            made = block(made)
        answer: Tensor = self.answer(functional.relu(self.dense(made.flatten(1))))
        return answer

    def write(self, layers: LayerList) -> None:
        """Write the layers; the output is `policy`, as logits."""
        made = layers.feature(PLANES.name)
        for block in self.blocks:
            assert isinstance(block, nn.Sequential)
            conv, norm = block[0], block[1]
            assert isinstance(conv, nn.Conv2d)
            assert isinstance(norm, nn.BatchNorm2d)
            made = layers.plain(
                "relu", layers.conv(made, *norm_folded(conv.weight, conv.bias, norm))
            )
        made = layers.plain("relu", layers.dense(layers.plain("flatten", made), self.dense))
        layers.outputs["policy"] = layers.dense(made, self.answer)


def _may_ask(name: str, batch: Tensors) -> Tensor:
    """Of which examples a network has an opinion: where one of its moves but PASS is legal."""
    moves = [move for move in _MOVES[name] if move != PASS_MOVE]
    return batch["mask"][:, moves].any(dim=1)


def _is_asked(name: str, batch: Tensors) -> Tensor:
    """Which examples teach a network; of the discards those in which no kong or win was chosen."""
    asked = _may_ask(name, batch)
    return asked & (batch["move"] < TILE_KINDS) if name == "discard" else asked
