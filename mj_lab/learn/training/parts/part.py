"""Parts of recipes, each with its options; one of them is the model."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict
from torch import nn

# Arrays by name: the inputs and outputs of networks.
Tensors = dict[str, torch.Tensor]
# Arrays by name. Most have a row for each decision; a name that begins with "game/" has a row for
# each game, and any other name with "/" begins with what its rows are.
Batch = dict[str, NDArray[Any]]


def joined_batches(parts: Sequence[Batch]) -> Batch:
    """The rows of all parts, in order, for the names in the first one."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


class PartOptions(BaseModel):
    """Options of a part, each with a default, limits and a description; unknown ones are rejected.

    free: the names of options that may change when a run is resumed.
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, coerce_numbers_to_str=True, allow_inf_nan=False
    )

    free: ClassVar[frozenset[str]] = frozenset()


@dataclass(frozen=True)
class Context:
    """What every part of a run may use: its seed, its folder, the device, the model.

    model: None while the model is being made.
    """

    seed: str
    folder: Path
    device: torch.device
    model: Model | None = None

    @property
    def model_in_training(self) -> Model:
        """The model; never None."""
        assert self.model is not None
        return self.model


class Part:
    """A part of a run, made from its options and the context."""

    Options: ClassVar[type[PartOptions]] = PartOptions

    def __init__(self, options: Any, context: Context) -> None:
        self.options, self.context = options, context

    def described(self) -> dict[str, str]:
        """What else determines the run besides the options, such as digests of files."""
        return {}

    def state(self) -> dict[str, Any]:
        """Everything needed to resume: tensors, numbers, text, and lists and dicts of these."""
        return {}

    def load(self, state: dict[str, Any]) -> None:
        """Restore a `state`."""


class Model(Part, ABC):
    """A model. module: all weights, with buffers; a checkpoint has its state."""

    module: nn.Module
    # The module's weights averaged over the steps, if the learner keeps an average.
    average: nn.Module | None = None

    @property
    def played(self) -> nn.Module:
        """The module to play by and write: the average, else the module itself."""
        return self.module if self.average is None else self.average

    @abstractmethod
    def outputs(self, batch: Tensors) -> Tensors:
        """Its outputs for a batch, by name."""

    @abstractmethod
    def write(self, folder: Path, step: int) -> None:
        """Write the playing weights after this many steps, all or nothing."""

    def copied(self) -> Model:
        """A copy of its current state, which is not trained."""
        copied = copy.copy(self)
        copied.module = copy.deepcopy(self.module).requires_grad_(False)
        return copied

    def frozen(self) -> Callable[[Tensors], Tensors]:
        """`outputs` of a copy that is not trained."""
        return self.copied().outputs

    def playing(self) -> bytes:
        """The bytes of the weights file that it plays by during training."""
        raise NotImplementedError(f"{type(self).__name__} does not play during training")

    def settle(self, experience: Batch) -> None:
        """See the first step's experience before training, to measure scales."""

    def groups(self) -> list[dict[str, Any]]:
        """Groups of parameters; a group may have `rate_factor`, a factor on the learning rate."""
        return [{"params": list(self.module.parameters()), "rate_factor": 1.0}]

    def parameters(self) -> Iterator[nn.Parameter]:
        """All parameters."""
        return self.module.parameters()

    def tensor(self, array: Any) -> torch.Tensor:
        """An array as a tensor on the model's device."""
        return torch.from_numpy(array).to(self.context.device)


@dataclass
class MeanFigures:
    """Means of figures by name."""

    sums: dict[str, list[float]] = field(default_factory=dict)

    def add(self, figures: Mapping[str, float]) -> None:
        """Add a set of figures."""
        for name, value in figures.items():
            self.sums.setdefault(name, []).append(value)

    def means(self) -> dict[str, float]:
        """The mean of each figure."""
        return {name: float(np.mean(values)) for name, values in self.sums.items()}
