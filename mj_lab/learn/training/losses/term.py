"""Term: one part of the loss, computed from the model's outputs for a batch."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from mj_lab.learn.training.parts.part import Batch, Context, Model, Part, PartOptions, Tensors

TermLoss = tuple[Tensor, dict[str, float]]
# Decisions in one batch of the model outside training.
_AT_ONCE = 1024


class Asked:
    """The input of an optimiser step: a batch, and the model's outputs for it.

    step: of the run, from 0. Shared values are computed once.
    """

    def __init__(self, model: Model, batch: Tensors, step: int) -> None:
        self.model, self.batch, self.step = model, batch, step

    @cached_property
    def outputs(self) -> Tensors:
        """The model's outputs for the batch, by name."""
        return self.model.outputs(self.batch)

    @cached_property
    def legal(self) -> Tensor:
        """The legal moves: bool [N, A]."""
        return self.batch["legal"]

    @cached_property
    def log_pi(self) -> Tensor:
        """Log probabilities of the policy [N, A], -inf for illegal moves."""
        return log_chances(self.outputs["policy"].float(), self.legal)

    @cached_property
    def safe_log_pi(self) -> Tensor:
        """The same, but 0 for illegal moves."""
        return self.log_pi.masked_fill(~self.legal, 0.0)

    @cached_property
    def taken(self) -> Tensor:
        """The log probability of the chosen move: [N]."""
        return self.log_pi.gather(1, self.batch["chosen"][:, None])[:, 0]


def log_chances(logits: Tensor, legal: Tensor) -> Tensor:
    """Log probabilities of legal moves [N, A], -inf for the others."""
    return torch.log_softmax(logits.masked_fill(~legal, -torch.inf), dim=1)


def logits_of(
    answer: Callable[[Tensors], Tensors], experience: Batch, context: Context
) -> NDArray[Any]:
    """The output `policy` for all decisions of an experience, without gradients."""
    rows = {name: array for name, array in experience.items() if not name.startswith("game/")}
    logits = []
    with torch.no_grad():
        for first in range(0, len(rows["chosen"]), _AT_ONCE):
            some = {
                name: context.model_in_training.tensor(
                    np.ascontiguousarray(array[first : first + _AT_ONCE])
                )
                for name, array in rows.items()
            }
            logits.append(answer(some)["policy"].float().cpu().numpy())
    return np.concatenate(logits)


class TermOptions(PartOptions):
    """Options of every term."""

    weight: float = Field(default=1.0, ge=0, description="its weight; 0 leaves it out")


class Term(Part, ABC):
    """A term of the loss."""

    Options = TermOptions

    @abstractmethod
    def loss(self, step_input: Asked) -> TermLoss:
        """The loss before weighting, and figures for the log."""

    def prepared(self, experience: Batch) -> Batch:
        """A step's experience, with the additions that this term needs before training."""
        return experience

    def stepped(self, steps: int) -> None:
        """Called after each optimiser step; `steps` so far."""
