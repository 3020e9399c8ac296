"""Model: what a run teaches, how it answers, and how it is written to be played by."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch import nn

from mj_lab.learn.networks.layer_list import Tensors
from mj_lab.learn.run.part import Batch, Part


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
