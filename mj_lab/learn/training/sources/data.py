"""Play: a data set's decisions, one batch a step; validated on held-out games, stopped early."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator
from contextlib import closing
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import torch
from pydantic import Field

from mj_lab.core.options import seed_number
from mj_lab.learn.dataset.manifest import MANIFEST
from mj_lab.learn.training.agreement import TeacherAgreement
from mj_lab.learn.training.examples import DataFolder, ExampleOptions, ExampleSource
from mj_lab.learn.training.losses.learner import Learner
from mj_lab.learn.training.networks.network import LearningNetwork, NetworkModel, scaled
from mj_lab.learn.training.parts.part import Batch, Context
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.sources.play import Play
from mj_lab.learn.training.sources.suits import permuted

_NONE_TO_VALIDATE = "there are no examples to validate on"


class DataOptions(ExampleOptions):
    """Options of a data set."""

    free = frozenset({"data", "epochs", "patience", "workers"})

    data: str = Field(default="", description="the folder, of mj learn data make")
    batch: int = Field(default=256, ge=2, description="decisions a step")
    epochs: int = Field(default=20, ge=1, description="over the data, if there are enough steps")
    augment: bool = Field(default=False, description="permute each decision's suits at random")
    validate_every: int = Field(default=1000, ge=1, description="steps between two validations")
    validate_on: int = Field(default=20_000, ge=1, description="decisions of a validation")
    patience: int = Field(
        default=5, ge=1, description="validations without a better loss before the end"
    )
    workers: int = Field(default=1, ge=1, description="threads of the reader")


class DataPlay(Play):
    """Reads recorded decisions. Raises ValueError if there is no data set."""

    Options = DataOptions
    of = "examples"
    log_every = 20
    may_end_early = True

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        if not isinstance(context.model_in_training, NetworkModel):
            raise ValueError(
                "play.kind data goes with a model.kind that is a NetworkModel"
                " of mj_lab.learn.training.networks.network"
            )
        self._network: LearningNetwork = context.model_in_training.module
        self._source = self.source()
        self._epoch, self._batch = 0, 0
        # Batches of an epoch, known after the first.
        self._batches: int | None = None
        self._reader: Generator[Batch, None, None] | None = None
        self._next: Batch | None = None
        self._can_validate = False
        self._best: float | None = None
        # Validations since the best.
        self._worse = 0

    def source(self) -> ExampleSource:
        """Where the examples come from."""
        options = self.options
        if not options.data:
            raise ValueError("no data set: --set play.data=FOLDER, as mj learn data make writes it")
        return DataFolder(
            Path(options.data), options, self._network.features,
            shanten=self._network.wants_shanten, seed=seed_number(self.context.seed),
            workers=options.workers,
        )  # fmt: skip

    def described(self) -> dict[str, str]:
        """The digest of the data set's manifest."""
        manifest = (Path(self.options.data) / MANIFEST).read_bytes()
        return {"data": blake2b(manifest, digest_size=8).hexdigest()}

    def experience(self, step: int, parts: KeptParts) -> Batch:
        """The next batch. Raises ValueError if there is none, or none to validate on."""
        batch = self._peek()
        if batch is None:
            raise ValueError("there are no more examples")
        self._check_valid()
        self._next, self._batch = None, self._batch + 1
        if not self.options.augment:
            return batch
        return permuted(batch, np.random.default_rng([seed_number(self.context.seed), step]))

    def size(self) -> int:
        """Decisions of a step."""
        return int(self.options.batch)

    def last_step(self, steps: int) -> int:
        """See `Play`."""
        return min(steps, self.options.epochs * self._batches) if self._batches else steps

    @property
    def is_over(self) -> bool:
        """Whether all epochs are over, or early stopping's patience."""
        try:
            return self._worse >= self.options.patience or self._peek() is None
        except (ValueError, OSError):
            self._reader = None  # `experience` reads again and raises the error.
            return False

    def is_due(self, step: int, last: bool) -> bool:
        """Every `validate_every` steps, and at the end."""
        return last or step % self.options.validate_every == 0

    def measured(self, step: int, learner: Learner, check: Callable[[], None]) -> dict[str, float]:
        """Loss and agreement on the split `valid`. Raises ValueError if there is none."""
        self._network.eval()
        try:
            figures = self._validated(learner, check)
        finally:
            self._network.train()
        if not isfinite(figures["loss"]):
            raise ValueError(f"the loss at validation is {figures['loss']}")
        better = self._best is None or figures["loss"] < self._best
        self._best, self._worse = (figures["loss"], 0) if better else (self._best, self._worse + 1)
        return figures

    @property
    def is_best(self) -> bool:
        """Whether no earlier loss was lower."""
        return not self._worse

    def state(self) -> dict[str, Any]:
        """The position in the data, the lowest loss, validations since."""
        return {
            "epoch": self._epoch, "batch": self._batch, "best": self._best, "worse": self._worse,
            "batches": self._batches,
        }  # fmt: skip

    def load(self, state: dict[str, Any]) -> None:
        """Restore a `state`."""
        self._epoch, self._batch = state["epoch"], state["batch"]
        self._best, self._worse = state["best"], state["worse"]
        self._batches = state["batches"]
        self._reader = self._next = None

    def _peek(self) -> Batch | None:
        """The next batch, None after the last; a batch too small to normalise is skipped."""
        while self._next is None and self._epoch < self.options.epochs:
            if self._reader is None:
                self._reader = self._read("train", self._epoch, self._batch)
            self._next = next((batch for batch in self._reader if len(batch["move"]) > 1), None)
            if self._next is None:
                if not self._batch:
                    raise ValueError("there are no examples to train on")
                self._reader, self._batches = None, self._batch
                self._epoch, self._batch = self._epoch + 1, 0
        return self._next

    def _read(self, split: str, epoch: int = 0, skip: int = 0) -> Generator[Batch, None, None]:
        yield from self._source.batches(split, self.options.batch, epoch, skip)

    def _check_valid(self) -> None:
        """Now, not hours later: data of parts 1:0:0 have nothing to validate on."""
        if self._can_validate:
            return
        with closing(self._read("valid")) as batches:
            if next(batches, None) is None:
                raise ValueError(_NONE_TO_VALIDATE)
        self._can_validate = True

    @torch.no_grad()
    def _validated(self, learner: Learner, check: Callable[[], None]) -> dict[str, float]:
        sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        agreement, left = TeacherAgreement(), self.options.validate_on
        with closing(self._read("valid")) as batches:
            for arrays in batches:
                check()
                batch = scaled(learner.tensors(arrays))
                with learner.casting():
                    losses, scores = self._network.losses(batch), self._network.scores(batch)
                for name, (part, count) in losses.items():
                    sums[name][0] += float(part) * count
                    sums[name][1] += count
                agreement.add(arrays, scores.float().cpu().numpy())
                left -= len(arrays["move"])
                if left <= 0:
                    break
        if not sums:
            raise ValueError(_NONE_TO_VALIDATE)
        weights = self._network.weights_of_parts
        parts = {name: total / count for name, (total, count) in sums.items()}
        loss = sum(part * weights.get(name, 1.0) for name, part in parts.items())
        by_name = {f"loss_{name}": part for name, part in parts.items()}
        return {"loss": loss, **by_name, **agreement.shares()}
