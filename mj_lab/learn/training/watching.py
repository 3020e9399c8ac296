"""What a training tells: lines and a bar, a log of its validations, TensorBoard."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from torch.utils.tensorboard.writer import SummaryWriter

from mj_lab.learn.learn_text import LearnLines
from mj_lab.learn.training.checkpoint import Progress
from mj_lab.learn.training.trainer import Trainer, TrainWatch, rate_at

LOG, CONFIG = "log.jsonl", "config.json"
# How often the bar moves and the loss is noted, in steps.
_EVERY = 20


class Watching(TrainWatch):
    """Tells of one training. folder: the training's, where the files go."""

    def __init__(self, folder: Path, console: Console) -> None:
        self._folder = folder
        self._lines = LearnLines(console)
        self._writer: SummaryWriter | None = None
        self._trainer: Trainer | None = None
        self._since = (0.0, 0)

    def began(self, trainer: Trainer) -> None:
        """Write the configuration, open TensorBoard; drop there what will come again."""
        self._trainer = trainer
        progress = trainer.progress
        text = json.dumps(trainer.config.as_json(), indent=1) + "\n"
        (self._folder / CONFIG).write_text(text, encoding="utf-8")
        self._write_log(progress)
        self._writer = SummaryWriter(
            str(self._folder / "tensorboard"), purge_step=progress.step + 1
        )
        weights = sum(one.numel() for one in trainer.network.parameters())
        steps = trainer.config.training.steps
        self._lines.begin(weights, str(trainer.place.device), progress.step, steps)
        self._since = (time.monotonic(), progress.examples)

    def stepped(self, progress: Progress, loss: float) -> None:
        """Move the bar, note the loss."""
        if progress.step % _EVERY == 0:
            assert self._trainer is not None
            self._lines.step(progress.step, loss, self._per_second(progress))
            plan = self._trainer.config.training
            rate = plan.learning_rate * rate_at(plan, progress.step)
            self._note(progress, {"train/loss": loss, "train/learning_rate": rate})

    def validated(self, progress: Progress, figures: dict[str, Any]) -> None:
        """Say a line, note the figures."""
        best = progress.best_step == progress.step
        self._lines.validation(figures, self._per_second(progress), best)
        self._write_log(progress)
        agreement = figures["agreement"]
        shares = {f"discards_{name}": one for name, one in agreement["discards"].items()}
        shares |= agreement["kinds"]
        noted = {"valid/loss": figures["loss"]}
        noted |= {f"valid/loss_{name}": part for name, part in figures["losses"].items()}
        noted |= {
            f"valid/{name}": one["share"]
            for name, one in shares.items()
            if one["share"] is not None
        }
        self._note(progress, noted)
        self._since = (time.monotonic(), progress.examples)

    def closed(self) -> None:
        """Close what is open."""
        self._lines.close()
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _write_log(self, progress: Progress) -> None:
        lines = "".join(json.dumps(figures) + "\n" for figures in progress.history)
        (self._folder / LOG).write_text(lines, encoding="utf-8")

    def _note(self, progress: Progress, figures: dict[str, float]) -> None:
        assert self._writer is not None
        for name, value in figures.items():
            self._writer.add_scalar(name, value, progress.step)

    def _per_second(self, progress: Progress) -> float:
        """Examples a second since the last validation."""
        began, examples = self._since
        return (progress.examples - examples) / max(time.monotonic() - began, 1e-9)
