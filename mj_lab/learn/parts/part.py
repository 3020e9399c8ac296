"""Parts: what recipes are put together from, each with its options; the model is one."""

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

# Arrays by name, as networks take and give them.
Tensors = dict[str, torch.Tensor]
# Arrays by name. Those of decisions have as many rows as there are decisions; a name that begins
# with "game/" has a row for each game, any other with "/" says in its part what its rows are.
Batch = dict[str, NDArray[Any]]


def joined_batches(parts: Sequence[Batch]) -> Batch:
    """The rows of all parts, in order, of the names that the first one has."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


class PartOptions(BaseModel):
    """Options of a part: each has a default, limits and a description; unknown ones are refused.

    free: the names of those that may change when a run goes on.
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, coerce_numbers_to_str=True, allow_inf_nan=False
    )

    free: ClassVar[frozenset[str]] = frozenset()


@dataclass(frozen=True)
class Context:
    """What every part of a run may know: its seed, its folder, where networks run, what is taught.

    model: None while the model itself is made.
    """

    seed: str
    folder: Path
    device: torch.device
    model: Model | None = None

    @property
    def taught(self) -> Model:
        """The model."""
        assert self.model is not None
        return self.model


class Part:
    """A part of a run, made of its options and the context."""

    Options: ClassVar[type[PartOptions]] = PartOptions

    def __init__(self, options: Any, context: Context) -> None:
        self.options, self.context = options, context

    def described(self) -> dict[str, str]:
        """What decides the run besides the options, such as digests of files."""
        return {}

    def state(self) -> dict[str, Any]:
        """All that is needed to go on; tensors, numbers, text and lists and dicts of them."""
        return {}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""


class Model(Part, ABC):
    """A model. module: all that is learned, with its buffers; a checkpoint has its state."""

    module: nn.Module
    # The mean of the module over the steps, where the learner keeps one.
    average: nn.Module | None = None

    @property
    def played(self) -> nn.Module:
        """What is played by and written: the average, or else the module itself."""
        return self.module if self.average is None else self.average

    @abstractmethod
    def outputs(self, batch: Tensors) -> Tensors:
        """What it says of a batch, by name."""

    @abstractmethod
    def write(self, folder: Path, step: int) -> None:
        """Write what plays by it after so many steps, whole or not at all."""

    def copied(self) -> Model:
        """A copy as it is now, which is not taught."""
        kept = copy.copy(self)
        kept.module = copy.deepcopy(self.module).requires_grad_(False)
        return kept

    def frozen(self) -> Callable[[Tensors], Tensors]:
        """How it answers now: `outputs` of a copy that is not taught."""
        return self.copied().outputs

    def playing(self) -> bytes:
        """The bytes of the weights file that it plays by while it is taught."""
        raise NotImplementedError(f"{type(self).__name__} does not play while it is taught")

    def settle(self, experience: Batch) -> None:
        """See the first step's experience before anything is learned, to measure by."""

    def groups(self) -> list[dict[str, Any]]:
        """Groups of parameters; `slower` or `faster` ones have `rate_factor`, of the rate."""
        return [{"params": list(self.module.parameters()), "rate_factor": 1.0}]

    def parameters(self) -> Iterator[nn.Parameter]:
        """All that is learned."""
        return self.module.parameters()

    def tensor(self, array: Any) -> torch.Tensor:
        """An array as a tensor where the model is."""
        return torch.from_numpy(array).to(self.context.device)


@dataclass
class MeanFigures:
    """Means of figures by name."""

    sums: dict[str, list[float]] = field(default_factory=dict)

    def add(self, figures: Mapping[str, float]) -> None:
        """Take in one more set."""
        for name, value in figures.items():
            self.sums.setdefault(name, []).append(value)

    def means(self) -> dict[str, float]:
        """The mean of each."""
        return {name: float(np.mean(values)) for name, values in self.sums.items()}
