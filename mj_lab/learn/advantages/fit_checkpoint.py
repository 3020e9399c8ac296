"""The checkpoint of a fit of two layers: the networks after each epoch."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from mj_lab.core.files import drafted


class CheckpointError(ValueError):
    """A checkpoint that is another fit's or unreadable; its line says why."""


@dataclass
class KeptTraining:
    """One unfinished training.

    networks: the weights before the first epoch and after each. losses: of each epoch. optimiser,
    generator: their state after the last one.
    """

    networks: list[dict[str, torch.Tensor]] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)
    optimiser: dict[str, Any] = field(default_factory=dict)
    generator: torch.Tensor = field(default_factory=lambda: torch.zeros(0))


class FitCheckpoint:
    """The trainings of one fit, in a file if there is a path. of: all that the fit depends on.

    Raises CheckpointError if the file is of another fit, or not a checkpoint.
    """

    def __init__(self, path: Path | None, of: str) -> None:
        self.path, self.of = path, of
        self.trainings: list[KeptTraining] = []
        if path is not None and path.exists():
            self._load(path)

    def training(self, number: int) -> KeptTraining:
        """The training of that number; a new one is empty."""
        if number == len(self.trainings):
            self.trainings.append(KeptTraining())
        return self.trainings[number]

    def save(self) -> None:
        """Write the file whole or not at all."""
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        state = {"of": self.of, "trainings": [vars(training) for training in self.trainings]}
        with drafted(self.path) as draft:
            torch.save(state, draft)

    def _load(self, path: Path) -> None:
        try:
            state = torch.load(path, weights_only=True)
            if state["of"] != self.of:
                raise CheckpointError(
                    f"{path} is of a fit of other decisions or options, which was stopped:"
                    " choose another folder, or delete it"
                )
            self.trainings = [KeptTraining(**training) for training in state["trainings"]]
        except (pickle.UnpicklingError, RuntimeError, KeyError, TypeError, EOFError) as error:
            raise CheckpointError(
                f"{path}: not a checkpoint, or damaged ({type(error).__name__})"
            ) from None
