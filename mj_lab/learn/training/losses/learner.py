"""The learner: one optimiser, and a loss that is the sum of a recipe's terms."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Literal

import numpy as np
import torch
from pydantic import Field
from torch import Tensor, nn

from mj_lab.learn.training.losses.term import Asked, Term
from mj_lab.learn.training.parts.part import (
    Batch,
    Context,
    MeanFigures,
    Model,
    PartOptions,
    Tensors,
)
from mj_lab.learn.training.parts.schedule import Schedule, at_step

_PRECISIONS = {
    "float32": torch.float32,
    "bfloat16": torch.bfloat16,
    "float16": torch.float16,
}


class LearnOptions(PartOptions):
    """Options of the optimiser: AdamW, which without weight decay is Adam."""

    rate: Schedule = Field(default=1e-3, description="the learning rate, by step of the run")
    cosine: int | None = Field(
        default=None, ge=1, description="steps of the optimiser in which the rate falls to 0"
    )
    warmup: int = Field(default=0, ge=0, description="steps in which the rate rises")
    weight_decay: float = Field(default=0.0, ge=0, description="of AdamW")
    clip: float | None = Field(default=None, gt=0, description="the greatest norm of a gradient")
    average: float = Field(
        default=0.0, ge=0, le=0.99999, description="the decay of the average of weights to play by"
    )
    precision: Literal["auto", "float32", "bfloat16", "float16"] = Field(
        default="float32", description="auto: bfloat16 on a GPU that has it, else float16 there"
    )


class NotANumberError(ValueError):
    """A loss or a gradient is nan or infinite."""


class Learner:
    """A model, the terms of its loss and its optimiser.

    On a CPU the same model, terms and batches give bit-identical weights. It keeps the model's
    average if asked.
    """

    def __init__(
        self, model: Model, terms: Mapping[str, Term], options: LearnOptions, context: Context
    ) -> None:
        self.model, self.terms, self.options = model, dict(terms), options
        self.device = context.device
        self.steps = 0
        self._precision = precision_on(options.precision, self.device)
        groups = [{**group, "lr": at_step(options.rate, 0)} for group in model.groups()]
        self._optimiser = torch.optim.AdamW(groups, weight_decay=options.weight_decay)
        scaling = self._precision == torch.float16
        self._scaler = torch.amp.GradScaler(self.device.type, enabled=scaling)
        if options.average:
            model.average = copy.deepcopy(model.module).requires_grad_(False)

    def prepared(self, experience: Batch) -> Batch:
        """A step's experience, with the additions that the terms need."""
        for term in self.terms.values():
            experience = term.prepared(experience)
        return experience

    def learn(
        self, batches: Iterable[Batch], step: int, check: Callable[[], None] = lambda: None
    ) -> dict[str, float]:
        """Take an optimiser step for each batch; returns means of the figures.

        step: of the run. check: called between two batches, may raise to stop.

        Raises NotANumberError before a step that would make a weight nan.
        """
        figures = MeanFigures()
        for number, batch in enumerate(batches):
            if number:
                check()
            figures.add(self._step(self.tensors(batch), step))
        return figures.means()

    def tensors(self, batch: Batch) -> Tensors:
        """A batch as tensors on the model's device."""
        return {
            name: torch.from_numpy(np.ascontiguousarray(array)).to(self.device)
            for name, array in batch.items()
        }

    def total(self, step_input: Asked) -> tuple[Tensor, dict[str, float]]:
        """The loss, and the figures of its terms."""
        figures: dict[str, float] = {}
        parts = []
        for term in self.terms.values():
            loss, more = term.loss(step_input)
            parts.append(loss * term.options.weight)
            figures |= more
        total = torch.stack(parts).sum() if len(parts) > 1 else parts[0]
        return total, {"loss": float(total.detach()), **figures}

    def state(self) -> dict[str, Any]:
        """Everything needed to resume: weights, optimiser, terms."""
        return {
            "module": self.model.module.state_dict(),
            "average": None if self.model.average is None else self.model.average.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "scaler": self._scaler.state_dict(),
            "terms": {name: term.state() for name, term in self.terms.items()},
            "steps": self.steps,
        }

    def load(self, state: dict[str, Any]) -> None:
        """Resume from a `state`, perhaps one with other options: these keep what is set here."""
        self.model.module.load_state_dict(state["module"])
        if self.model.average is not None:
            self.model.average.load_state_dict(state["average"] or state["module"])
        self._optimiser.load_state_dict(state["optimiser"])
        for group in self._optimiser.param_groups:
            group["weight_decay"] = self.options.weight_decay
        if state["scaler"]:
            self._scaler.load_state_dict(state["scaler"])
        for name, term in self.terms.items():
            term.load(state["terms"][name])
        self.steps = state["steps"]

    def casting(self) -> AbstractContextManager[Any]:
        """Context in which the model computes in the chosen precision."""
        if self._precision == torch.float32:
            return nullcontext()
        return torch.autocast(self.device.type, dtype=self._precision)

    def _step(self, batch: Tensors, step: int) -> dict[str, float]:
        for group in self._optimiser.param_groups:
            group["lr"] = self.rate(step) * group["rate_factor"]
        with self.casting():
            loss, figures = self.total(Asked(self.model, batch, step))
        if not math.isfinite(figures["loss"]):
            raise NotANumberError(f"the loss is {figures['loss']}")
        self._optimiser.zero_grad(set_to_none=True)
        self._scaler.scale(loss).backward()  # type: ignore[no-untyped-call]
        self._scaler.unscale_(self._optimiser)
        length = nn.utils.clip_grad_norm_(self.model.parameters(), self.options.clip or math.inf)
        # With loss scaling an overflow is normal now and then: the scaler skips the step.
        if not self._scaler.is_enabled() and not bool(torch.isfinite(length)):
            raise NotANumberError(f"the gradient is {float(length)}")
        self._scaler.step(self._optimiser)
        self._scaler.update()
        self.steps += 1
        for term in self.terms.values():
            term.stepped(self.steps)
        self._take_into_average()
        return figures

    def rate(self, step: int) -> float:
        """The learning rate now. step: of the run."""
        options = self.options
        part = min((self.steps + 1) / options.warmup, 1.0) if options.warmup else 1.0
        if options.cosine is not None:
            part *= 0.5 * (1 + math.cos(math.pi * min(self.steps / options.cosine, 1.0)))
        return at_step(options.rate, step) * part

    def _take_into_average(self) -> None:
        """The first steps count equally, or the average would remember the start."""
        average, module = self.model.average, self.model.module
        if average is None:
            return
        share_of_average = min(self.options.average, (self.steps - 1) / self.steps)
        with torch.no_grad():
            for mean, newest in zip(average.parameters(), module.parameters(), strict=True):
                mean.lerp_(newest, 1 - share_of_average)
            for old, new in zip(average.buffers(), module.buffers(), strict=True):
                old.copy_(new)


def precision_on(name: str, device: torch.device) -> torch.dtype:
    """The precision for a name on a device."""
    if name != "auto":
        return _PRECISIONS[name]
    if device.type != "cuda":
        return torch.float32
    return torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16
