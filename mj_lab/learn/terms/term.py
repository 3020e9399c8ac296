"""Term: one part of the loss, of what the network says of a batch."""

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

from mj_lab.learn.parts.part import Batch, Context, Model, Part, PartOptions, Tensors

TermLoss = tuple[Tensor, dict[str, float]]
# Decisions that are asked of a model at once where nothing is learned.
_AT_ONCE = 1024


class Asked:
    """What a step of the optimiser is asked for: a batch, and what the model says of it.

    step: of the run, from 0. All that terms share is computed once.
    """

    def __init__(self, model: Model, batch: Tensors, step: int) -> None:
        self.model, self.batch, self.step = model, batch, step

    @cached_property
    def outputs(self) -> Tensors:
        """What the model says of the batch, by name."""
        return self.model.outputs(self.batch)

    @cached_property
    def legal(self) -> Tensor:
        """Bool [N, A], the moves there are."""
        return self.batch["legal"]

    @cached_property
    def log_pi(self) -> Tensor:
        """Logarithms of the policy's chances [N, A], -inf where there is no move."""
        return log_chances(self.outputs["policy"].float(), self.legal)

    @cached_property
    def safe_log_pi(self) -> Tensor:
        """The same, 0 where there is no move."""
        return self.log_pi.masked_fill(~self.legal, 0.0)

    @cached_property
    def taken(self) -> Tensor:
        """The logarithm of the chance of what was chosen, [N]."""
        return self.log_pi.gather(1, self.batch["chosen"][:, None])[:, 0]


def log_chances(logits: Tensor, legal: Tensor) -> Tensor:
    """Logarithms of the chances of legal moves [N, A], -inf of the others."""
    return torch.log_softmax(logits.masked_fill(~legal, -torch.inf), dim=1)


def logits_of(
    answer: Callable[[Tensors], Tensors], experience: Batch, context: Context
) -> NDArray[Any]:
    """The output `policy` for all decisions of an experience, from which nothing is learned."""
    rows = {name: one for name, one in experience.items() if not name.startswith("game/")}
    found = []
    with torch.no_grad():
        for first in range(0, len(rows["chosen"]), _AT_ONCE):
            some = {
                name: context.taught.tensor(np.ascontiguousarray(one[first : first + _AT_ONCE]))
                for name, one in rows.items()
            }
            found.append(answer(some)["policy"].float().cpu().numpy())
    return np.concatenate(found)


class TermOptions(PartOptions):
    """Of every term."""

    weight: float = Field(default=1.0, ge=0, description="how much it counts; 0 leaves it out")


class Term(Part, ABC):
    """A term of the loss."""

    Options = TermOptions

    @abstractmethod
    def loss(self, asked: Asked) -> TermLoss:
        """The loss, before its weight, and figures to be noted."""

    def prepared(self, experience: Batch) -> Batch:
        """The experience of a step with what this term needs of it before anything is learned."""
        return experience

    def stepped(self, steps: int) -> None:
        """The optimiser has done a step; `steps` so far."""
