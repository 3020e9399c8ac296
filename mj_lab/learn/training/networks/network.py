"""Networks trained on a teacher's moves: the interface of every kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import torch
from pydantic import Field
from torch import Tensor, nn

from mj_bot.features.feature import Feature
from mj_bot.features.hand_only import HAND_ONLY
from mj_bot.features.look_ahead import LEAST_FANS, LOOK_AHEAD, REPLACED
from mj_bot.nets.moves import MOVE_COUNT
from mj_lab.learn.training.networks.layer_list import LayerList
from mj_lab.learn.training.parts.part import Context, Model, PartOptions, Tensors

# The first channels of look_ahead, which are 0 or 1: wins of each class within k tiles.
REACHABLE = REPLACED * (1 + len(LEAST_FANS))
# Counts of hand_only are divided by four.
HAND_SCALE = 1 / 4

Outputs = dict[str, Tensors]
# A loss and its parts, each with the number of examples of its mean.
Losses = dict[str, tuple[Tensor, int]]


class NetworkOptions(PartOptions):
    """Options of every such network."""

    features: tuple[str, ...] = Field(min_length=1, description="its features, of mj_bot/features")


class LearningNetwork(nn.Module, ABC):
    """A network of one kind, initialised by PyTorch's generator.

    seen: the features in their order. A batch is a dict of tensors: the features as float32,
    scaled; `mask` bool [batch, 109], `move` int64, `kind` and so on, as in
    `mj_lab.learn.training.examples.ExampleSource`.

    Raises ValueError if there is no such feature.
    """

    # The kind's name in recipes and weights files. Networks of your own need none.
    kind: ClassVar[str] = "own"
    # Whether it also learns the hand's shanten.
    wants_shanten = False

    def __init__(self, options: Any) -> None:
        super().__init__()
        self.options = options
        self.seen = features_named(options.features)
        self.features = tuple(feature.name for feature in self.seen)

    @abstractmethod
    def losses(self, batch: Tensors) -> Losses:
        """The parts of the loss, by name: means over the examples that they apply to."""

    @abstractmethod
    def outputs(self, batch: Tensors) -> Outputs:
        """The outputs of the weights file's networks for the batch, by network and output."""

    @staticmethod
    @abstractmethod
    def scores_of(outputs: Outputs, batch: Tensors) -> Tensor:
        """The score of each move, [batch, 109]: the highest is chosen; -inf is never chosen."""

    def scores(self, batch: Tensors) -> Tensor:
        """The scores of the moves, see `scores_of`."""
        return self.scores_of(self.outputs(batch), batch)

    @abstractmethod
    def write(self) -> dict[str, LayerList]:
        """The networks of a weights file by name."""

    @property
    def weights_of_parts(self) -> Mapping[str, float]:
        """The weight of each part of the loss; 1 if not listed."""
        return {}

    def total(self, losses: Losses) -> Tensor:
        """The loss to minimise: the weighted sum of the parts."""
        weights = self.weights_of_parts
        parts = [part * weights.get(name, 1.0) for name, (part, count) in losses.items() if count]
        return torch.stack(parts).sum() if parts else torch.zeros((), requires_grad=True)


class NetworkModel(Model):
    """A network as the model of a run. Raises ValueError for one that is not written to its end."""

    network: ClassVar[type[LearningNetwork]]
    module: LearningNetwork

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        network = getattr(type(self), "network", None)
        if not (isinstance(network, type) and issubclass(network, LearningNetwork)):
            raise ValueError(
                f"{type(self).__name__} has no network: a LearningNetwork of {__name__}"
            )
        if missing := sorted(getattr(network, "__abstractmethods__", ())):
            names = ", ".join(missing)
            raise ValueError(f"{network.__name__} lacks {names}: see LearningNetwork of {__name__}")
        self.module = network(options)

    def described(self) -> dict[str, str]:
        """The versions and shapes of its features."""
        return {
            feature.name: f"{feature.version} {list(feature.shape)}" for feature in self.module.seen
        }

    def outputs(self, batch: Tensors) -> Tensors:
        """The scores of the moves, see `LearningNetwork.scores`."""
        return {"scores": self.module.scores(scaled(batch))}

    def write(self, folder: Path, step: int) -> None:
        """Write nothing: `mj learn export` writes the weights."""


def features_named(names: Sequence[str]) -> tuple[Feature, ...]:
    """The features of these names, as this bot makes them. Raises ValueError for an unknown one."""
    from mj_bot.nets.network_inputs import feature_named

    try:
        return tuple(feature_named(name) for name in names)
    except KeyError as error:
        raise ValueError(f"no such feature: {error.args[0]!r:.40}") from None


def scaled(batch: Tensors) -> Tensors:
    """A batch with its features scaled to float32, all else unchanged."""
    scaled_batch = dict(batch)
    for name, tensor in batch.items():
        if tensor.dim() >= 3:
            scaled_batch[name] = tensor.float()
            scales = channel_scales(name, tensor.shape[1])
            if set(scales) != {1.0}:
                scaled_batch[name] *= torch.tensor(scales, device=tensor.device)[:, None]
    return scaled_batch


def no_scores(batch: Tensors) -> Tensor:
    """Scores without any choice: -inf [batch, 109]."""
    move = batch["move"]
    return torch.full((len(move), MOVE_COUNT), -torch.inf, device=move.device)


def channel_scales(name: str, channels: int) -> list[float]:
    """The factor on each channel before a network sees it.

    hand_only has counts up to 4, look_ahead has bytes after channels of 0 and 1; the others are 0
    and 1.
    """
    if name == HAND_ONLY.name:
        return [HAND_SCALE] * channels
    if name == LOOK_AHEAD.name:
        flags = min(REACHABLE, channels)
        return [1.0] * flags + [1 / 255] * (channels - flags)
    return [1.0] * channels


def inputs(layers: LayerList, seen: tuple[Feature, ...]) -> str:
    """The inputs of a network over columns, scaled and concatenated."""
    names = []
    for feature in seen:
        scales = channel_scales(feature.name, feature.shape[0])
        names.append(layers.feature(feature.name, scales))
    return layers.plain("concat", *names) if len(names) > 1 else names[0]
