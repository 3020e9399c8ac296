"""Aim: the rewards of experience, and the batches to train on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import torch
from pydantic import Field

from mj_lab.core.options import seed_number
from mj_lab.learn.training.parts.part import Batch, Context, Part, PartOptions


class Aim(Part, ABC):
    """A learning objective."""

    @abstractmethod
    def batches(self, experience: Batch, step: int) -> Iterator[Batch]:
        """The batches of a training step."""

    def valued(self, experience: Batch) -> tuple[Batch, dict[str, float]]:
        """The experience with its rewards, and their figures."""
        return experience, {}


class EpochOptions(PartOptions):
    """Options of aims that make several passes over each step's experience."""

    epochs: int = Field(default=2, ge=1, description="over each step's games")
    batch: int = Field(default=512, ge=1, description="decisions a step of the optimiser")


class EpochsAim(Aim):
    """Passes over the experience, each in a new random order."""

    Options = EpochOptions

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        self._generator = torch.Generator().manual_seed(seed_number(context.seed))

    def batches(self, experience: Batch, step: int) -> Iterator[Batch]:
        """See `Aim`; arrays with a prefix like "game/" are left out."""
        rows = {name: array for name, array in experience.items() if not name.startswith("game/")}
        count = len(next(iter(rows.values())))
        for _ in range(self.options.epochs):
            order = torch.randperm(count, generator=self._generator)
            for places in torch.split(order, self.options.batch):
                some = places.numpy()
                yield {name: array[some] for name, array in rows.items()}

    def state(self) -> dict[str, Any]:
        """The state of the random numbers."""
        return {"generator": self._generator.get_state()}

    def load(self, state: dict[str, Any]) -> None:
        """Restore a `state`."""
        self._generator.set_state(state["generator"])
