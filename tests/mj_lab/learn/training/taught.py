"""A module taught by terms of a loss, as a run does it: what the tests of terms are made with."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from mj_lab.learn.training.losses.learner import Learner, LearnOptions
from mj_lab.learn.training.losses.term import Term, log_chances
from mj_lab.learn.training.parts.part import Batch, Context, Model, PartOptions, Tensors
from mj_lab.learn.training.returns.score import ScoreAim, ScoreOptions
from mj_lab.learn.training.run.registry import PART_KIND, TERM_PARTS

Losses = Mapping[str, Mapping[str, Any]]
CPU = torch.device("cpu")


class OfModule(Model):
    """A model that is a module and plays nothing."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__(PartOptions(), Context("0", Path(), CPU))
        self.module = module

    def outputs(self, batch: Tensors) -> Tensors:
        """The module's."""
        found: Tensors = self.module(batch)
        return found

    def write(self, folder: Path, step: int) -> None:
        """Nothing plays by it."""


class Taught:
    """A module, its learner and its batches. losses: options of terms by name, or terms."""

    def __init__(
        self, module: nn.Module, losses: Mapping[str, Mapping[str, Any] | Term],
        rate: float = 1e-3, epochs: int = 2, batch: int = 512,
    ) -> None:  # fmt: skip
        self.module, self.model = module, OfModule(module)
        context = context_of(self.model)
        self.terms: dict[str, Any] = {
            name: one
            if isinstance(one, Term)
            else TERM_PARTS.made({PART_KIND: name, **one}, context)
            for name, one in losses.items()
        }
        self.learner = Learner(self.model, self.terms, LearnOptions(rate=rate), context)
        self.aim = ScoreAim(ScoreOptions(epochs=epochs, batch=batch), context)

    def learn(self, played: Batch) -> dict[str, float]:
        """A step of a run; its figures."""
        experience, _ = self.aim.valued(self.learner.prepared(played))
        return self.learner.learn(self.aim.batches(experience, 0), 0)

    def log_chances(self, played: Batch) -> NDArray[np.float32]:
        """The logarithms of pi: [N, A], -inf where a move is not legal."""
        batch = self.learner.tensors(played)
        with torch.no_grad():
            found = log_chances(self.model.outputs(batch)["policy"], batch["legal"])
        return np.asarray(found.numpy())

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {"learner": self.learner.state(), "aim": self.aim.state()}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        self.learner.load(state["learner"])
        self.aim.load(state["aim"])


def context_of(model: Model) -> Context:
    """What the terms of a model know."""
    return Context("0", Path(), CPU, model)


def asked(legal: NDArray[np.bool_], **seen: NDArray[Any]) -> Batch:
    """Decisions of which nothing is known but what is seen. legal: bool [N, A]."""
    count = len(legal)
    nothing = np.zeros(count, np.float32)
    chosen = np.zeros(count, np.int64)
    return {**seen, "legal": legal, "chosen": chosen, "log_chance": nothing, "reward": nothing}
