"""LearningNetwork: what every kind of network answers to whoever trains, measures or exports it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from mj_bot.features.feature import Feature
from mj_bot.features.hand_only import HAND_ONLY
from mj_bot.features.look_ahead import LEAST_FANS, LOOK_AHEAD, REPLACED
from mj_bot.nets.moves import MOVE_COUNT
from mj_lab.learn.networks.layer_list import LayerList, Tensors

# Channels of look_ahead that are 0 or 1, the first: wins of each class within so many tiles.
REACHABLE = REPLACED * (1 + len(LEAST_FANS))

Outputs = dict[str, Tensors]
# A loss and its parts, each with how many examples it is the mean of.
Losses = dict[str, tuple[Tensor, int]]


class LearningNetwork(nn.Module, ABC):
    """A network of one kind.

    seen: the features in their order. A batch is a dict of tensors: the features as float32,
    scaled; `mask` bool [batch, 109], `move` int64, `kind` and so on, as
    `mj_lab.learn.examples.ExampleSource` says.
    """

    # The kind's name, as configurations and weights files have it.
    kind: str
    # Whether it is taught the hand's shanten too.
    wants_shanten = False
    # Its options as a dataclass, all of which can be left out.
    options_type: type[Any]

    def __init__(self, seen: tuple[Feature, ...]) -> None:
        super().__init__()
        self.seen = seen
        self.features = tuple(feature.name for feature in seen)

    @abstractmethod
    def losses(self, batch: Tensors) -> Losses:
        """The parts of the loss, by name: means over the examples that they are about."""

    @abstractmethod
    def outputs(self, batch: Tensors) -> Outputs:
        """What the weights file's networks give for the batch, by network and output."""

    @staticmethod
    @abstractmethod
    def scores_of(outputs: Outputs, batch: Tensors) -> Tensor:
        """How good each move is, [batch, 109]: the highest is chosen, -inf has no opinion."""

    def scores(self, batch: Tensors) -> Tensor:
        """The scores of the moves, see `scores_of`."""
        return self.scores_of(self.outputs(batch), batch)

    @abstractmethod
    def write(self) -> dict[str, LayerList]:
        """The networks of a weights file by name."""

    @property
    def weights_of_parts(self) -> Mapping[str, float]:
        """How much each part of the loss counts; 1 if it is not here."""
        return {}

    def total(self, losses: Losses) -> Tensor:
        """The loss to go down on: the parts by their weights."""
        weights = self.weights_of_parts
        parts = [part * weights.get(name, 1.0) for name, (part, count) in losses.items() if count]
        return torch.stack(parts).sum() if parts else torch.zeros((), requires_grad=True)


def no_scores(batch: Tensors) -> Tensor:
    """No opinion of any move: -inf [batch, 109]."""
    move = batch["move"]
    return torch.full((len(move), MOVE_COUNT), -torch.inf, device=move.device)


def channel_scales(name: str, channels: int) -> list[float]:
    """What the numbers of each channel are multiplied with before a network sees them.

    hand_only has counts to 4, look_ahead bytes after channels of 0 and 1; the others are 0 and 1.
    """
    if name == HAND_ONLY.name:
        return [1 / 4] * channels
    if name == LOOK_AHEAD.name:
        flags = min(REACHABLE, channels)
        return [1.0] * flags + [1 / 255] * (channels - flags)
    return [1.0] * channels


def inputs(layers: LayerList, seen: tuple[Feature, ...]) -> str:
    """The inputs of a network over columns, scaled, side by side."""
    names = []
    for feature in seen:
        scales = channel_scales(feature.name, feature.shape[0])
        names.append(layers.feature(feature.name, scales))
    return layers.plain("concat", *names) if len(names) > 1 else names[0]
