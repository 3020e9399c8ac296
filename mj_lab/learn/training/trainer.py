"""Trainer: goes down the loss step by step, and can stop and go on at any step."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Generator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from math import cos, inf, isfinite, pi
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mj_bot.features.feature import Feature
from mj_lab.learn.agreement import TeacherAgreement
from mj_lab.learn.config import Config, Training
from mj_lab.learn.examples import Arrays, ExampleSource, tensors_of
from mj_lab.learn.networks.registry import new_network
from mj_lab.learn.training.checkpoint import BEST, LAST, Checkpoint, Progress, read_checkpoint
from mj_lab.learn.training.failure import (
    BrokenDataError,
    NotANumberError,
    TrainingError,
    checked,
    failure_line,
)
from mj_lab.learn.training.suits import permuted

_PRECISIONS = {"bfloat16": torch.bfloat16, "float16": torch.float16}


class TrainWatch:
    """What is told as training goes; this one says nothing."""

    def began(self, trainer: Trainer) -> None:
        """Training begins, or goes on."""

    def stepped(self, progress: Progress, loss: float) -> None:
        """A step is done."""

    def validated(self, progress: Progress, figures: dict[str, Any]) -> None:
        """A validation is done; figures are those that the history keeps."""

    def closed(self) -> None:
        """Nothing comes any more."""


@dataclass(frozen=True)
class TrainingPlace:
    """Where training happens: what it keeps, and on what device it works."""

    folder: Path
    device: torch.device


class Trainer:
    """Training of one configuration into a folder.

    The folder has `last.pt`, what to go on from, `best.pt`, the checkpoint of the lowest loss, and
    `config.json`. With the same source, configuration and number of threads a CPU computes the same
    weights to the bit, however often training was stopped and went on.

    seen: the features in the order of the configuration. begin: whose weights it begins with, in a
    folder without a checkpoint. Raises ValueError if the folder is of another configuration, or
    `begin` of another network.
    """

    def __init__(
        self,
        config: Config,
        seen: tuple[Feature, ...],
        source: ExampleSource,
        place: TrainingPlace,
        begin: Checkpoint | None = None,
    ) -> None:
        self.config, self.place = config, place
        self._seen, self._source = seen, source
        torch.manual_seed(config.seed)
        torch.set_num_threads(config.training.threads)
        self.network = new_network(config.network, seen, config.options).to(place.device)
        self._precision = _precision_of(config.training, place.device)
        self._optimiser = torch.optim.AdamW(
            self.network.parameters(),
            lr=config.training.learning_rate,
            weight_decay=config.training.weight_decay,
        )
        scaling = self._precision == torch.float16
        self._scaler = torch.amp.GradScaler(place.device.type, enabled=scaling)
        self.progress = Progress()
        self._stop = ""
        if (place.folder / LAST).exists():
            self._restore(read_checkpoint(place.folder / LAST))
        elif begin is not None:
            self._begin_with(begin)

    def stop(self, why: str) -> None:
        """Have `run` keep everything and return at the next step."""
        self._stop = why

    def run(self, watch: TrainWatch | None = None, seconds: float | None = None) -> str:
        """Train; "" at the end, else why it was stopped before. Run again, it goes on.

        seconds: of work in this call, then as after `stop`.

        Raises TrainingError if it cannot go on: a line that says what is kept.
        """
        watch, self._stop = watch or TrainWatch(), ""
        self.place.folder.mkdir(parents=True, exist_ok=True)
        watch.began(self)
        try:
            self._train(watch, time.monotonic(), seconds)
        except Exception as error:
            problem = failure_line(error, self.config.training.batch)
            if problem is None:
                raise
            raise TrainingError(f"step {self.progress.step}: {problem}; {self._kept()}") from error
        finally:
            watch.closed()
        return self._stop

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to train."""
        progress, plan = self.progress, self.config.training
        over = plan.steps is not None and progress.step >= plan.steps
        return over or progress.epoch >= plan.epochs or progress.worse >= plan.patience

    def _train(self, watch: TrainWatch, began: float, seconds: float | None) -> None:
        progress = self.progress
        before = progress.seconds
        while not self.is_done and not self._stop:
            if not self._train_epoch(watch, before - began, began + (seconds or inf)):
                break
            progress.epoch, progress.batch = progress.epoch + 1, 0
        if self.is_done and not self._is_validated:
            self._validate(watch)
        self._write(LAST)

    def _train_epoch(self, watch: TrainWatch, offset: float, until: float) -> bool:
        """Train to the end of the epoch; whether it was reached."""
        plan, progress = self.config.training, self.progress
        with closing(self._epoch()) as batches:
            for batch in batches:
                loss = self.step(batch)
                progress.seconds = offset + time.monotonic()
                watch.stepped(progress, loss)
                if progress.step % plan.validate_every == 0 or progress.step == plan.steps:
                    self._validate(watch)
                if self.is_done:
                    return False
                if time.monotonic() > until:
                    self.stop("the time is up")
                if self._stop:
                    return False
        if not progress.batch:
            raise BrokenDataError("there are no examples to train on")
        return True

    def _epoch(self) -> Generator[Arrays, None, None]:
        """The epoch's batches that are left, without a last one that is too small to normalise."""
        progress, plan = self.progress, self.config.training
        batches = self._source.batches("train", plan.batch, progress.epoch, progress.batch)
        for batch in checked(batches):
            if len(batch["move"]) > 1:
                yield batch

    @property
    def _is_validated(self) -> bool:
        history = self.progress.history
        return bool(history) and history[-1]["step"] == self.progress.step

    def step(self, arrays: Arrays) -> float:
        """One step of the optimiser on a batch; the loss before it. Raises NotANumberError."""
        plan, progress = self.config.training, self.progress
        if plan.augment:
            arrays = permuted(arrays, np.random.default_rng([self.config.seed, progress.step]))
        for group in self._optimiser.param_groups:
            group["lr"] = plan.learning_rate * rate_at(plan, progress.step)
        self.network.train()
        with self._casting():
            losses = self.network.losses(tensors_of(arrays, self.place.device))
            loss = self.network.total(losses)
        value = float(loss.detach())
        if not isfinite(value):
            raise NotANumberError(f"the loss is {value}")
        self._optimiser.zero_grad(set_to_none=True)
        self._scaler.scale(loss).backward()  # type: ignore[no-untyped-call]
        self._scaler.unscale_(self._optimiser)
        length = torch.nn.utils.clip_grad_norm_(self.network.parameters(), plan.clip)
        # With a scaled loss an overflow is expected now and then: the scaler leaves the step out.
        if not self._scaler.is_enabled() and not bool(torch.isfinite(length)):
            raise NotANumberError(f"the gradient is {float(length)}")
        self._scaler.step(self._optimiser)
        self._scaler.update()
        progress.step += 1
        progress.batch += 1
        progress.examples += len(arrays["move"])
        return value

    def _validate(self, watch: TrainWatch) -> None:
        """Measure on the validation split, and keep what is there."""
        plan, progress = self.config.training, self.progress
        figures = self._measured(plan)
        loss = figures["loss"]
        if not isfinite(loss):
            raise NotANumberError(f"the loss at validation is {loss}")
        progress.history.append({"step": progress.step, "examples": progress.examples, **figures})
        if progress.best is None or loss < progress.best:
            progress.best, progress.best_step, progress.worse = loss, progress.step, 0
            self._write(BEST)
        else:
            progress.worse += 1
        self._write(LAST)
        watch.validated(progress, progress.history[-1])

    def _measured(self, plan: Training) -> dict[str, Any]:
        sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        agreement, left = TeacherAgreement(), plan.validate_on
        self.network.eval()
        with (
            torch.no_grad(),
            closing(checked(self._source.batches("valid", plan.batch))) as batches,
        ):
            for arrays in batches:
                batch = tensors_of(arrays, self.place.device)
                with self._casting():
                    losses = self.network.losses(batch)
                    scores = self.network.scores(batch)
                for name, (part, count) in losses.items():
                    sums[name][0] += float(part) * count
                    sums[name][1] += count
                agreement.add(arrays, scores.float().cpu().numpy())
                left -= len(arrays["move"])
                if left <= 0:
                    break
        if not sums:
            raise BrokenDataError("there are no examples to validate on")
        weights = self.network.weights_of_parts
        parts = {name: total / count for name, (total, count) in sums.items()}
        loss = sum(part * weights.get(name, 1.0) for name, part in parts.items())
        return {"loss": loss, "losses": parts, "agreement": agreement.as_json()}

    def _casting(self) -> AbstractContextManager[Any]:
        if self._precision == torch.float32:
            return nullcontext()
        return torch.autocast(self.place.device.type, dtype=self._precision)

    def _write(self, name: str) -> None:
        random = {"cpu": torch.get_rng_state()}
        if self.place.device.type == "cuda":
            random["cuda"] = torch.cuda.get_rng_state(self.place.device)
        Checkpoint(
            self.config,
            self._seen,
            self.progress,
            self.network.state_dict(),
            self._optimiser.state_dict(),
            self._scaler.state_dict(),
            random,
        ).write(self.place.folder / name)

    def _restore(self, kept: Checkpoint) -> None:
        if _lasting(kept.config) != _lasting(self.config) or kept.seen != self._seen:
            raise ValueError(
                f"{self.place.folder}: there is training of another configuration;"
                " choose another folder, or the same configuration to go on"
            )
        self.network.load_state_dict(kept.network)
        self._optimiser.load_state_dict(kept.optimiser)
        self._scaler.load_state_dict(kept.scaler)
        torch.set_rng_state(kept.random["cpu"])
        if "cuda" in kept.random and self.place.device.type == "cuda":
            torch.cuda.set_rng_state(kept.random["cuda"], self.place.device)
        self.progress = kept.progress

    def _begin_with(self, kept: Checkpoint) -> None:
        same = kept.config.network == self.config.network and kept.seen == self._seen
        problem = "" if same else f"{kept.config.network} over {[one.name for one in kept.seen]}"
        if same:
            try:
                self.network.load_state_dict(kept.network)
            except RuntimeError:
                problem = "other options"
        if problem:
            raise ValueError(f"the weights to begin with are of another network: {problem}")

    def _kept(self) -> str:
        path = self.place.folder / LAST
        if not path.exists():
            return "there is no checkpoint yet"
        step = read_checkpoint(path).progress.step
        return f"{path} has all up to step {step}, the same command goes on from there"


def rate_at(plan: Training, step: int) -> float:
    """The part of the learning rate that a step has."""
    part = min((step + 1) / plan.warmup, 1.0) if plan.warmup else 1.0
    if plan.schedule == "cosine" and plan.steps is not None:
        part *= 0.5 * (1 + cos(pi * min(step / plan.steps, 1.0)))
    return part


def _precision_of(plan: Training, device: torch.device) -> torch.dtype:
    if plan.precision != "auto":
        return _PRECISIONS.get(plan.precision, torch.float32)
    if device.type != "cuda":
        return torch.float32
    return torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16


def _lasting(config: Config) -> Config:
    """What must be the same to go on: training may be longer, and read by more workers."""
    free = {"epochs", "patience", "workers", "threads"}
    if config.training.schedule == "constant":
        free.add("steps")
    default = Training()
    changes = {name: getattr(default, name) for name in free}
    return config.model_copy(update={"training": config.training.model_copy(update=changes)})
