"""Aim: what experience is worth, and in which batches it is learned from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import torch
from pydantic import Field

from mj_lab.learn.parts.part import Batch, Context, Part, PartOptions
from mj_lab.options import seed_number


class Aim(Part, ABC):
    """What is aimed at."""

    @abstractmethod
    def batches(self, experience: Batch, step: int) -> Iterator[Batch]:
        """The batches that a step learns from."""

    def valued(self, experience: Batch) -> tuple[Batch, dict[str, float]]:
        """The experience with what it is worth, and figures of that."""
        return experience, {}


class EpochOptions(PartOptions):
    """Of aims that go over each step's experience some times."""

    epochs: int = Field(default=2, ge=1, description="over each step's games")
    batch: int = Field(default=512, ge=1, description="decisions a step of the optimiser")


class EpochsAim(Aim):
    """Goes over the experience in an order that is drawn for each epoch."""

    Options = EpochOptions

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        self._generator = torch.Generator().manual_seed(seed_number(context.seed))

    def batches(self, experience: Batch, step: int) -> Iterator[Batch]:
        """See `Aim`; arrays whose names have a "/" in front, as "game/", are left out."""
        rows = {name: array for name, array in experience.items() if not name.startswith("game/")}
        count = len(next(iter(rows.values())))
        for _ in range(self.options.epochs):
            order = torch.randperm(count, generator=self._generator)
            for places in torch.split(order, self.options.batch):
                some = places.numpy()
                yield {name: array[some] for name, array in rows.items()}

    def state(self) -> dict[str, Any]:
        """The state of chance."""
        return {"generator": self._generator.get_state()}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        self._generator.set_state(state["generator"])
