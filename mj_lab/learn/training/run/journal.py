"""The journal of a run: log.jsonl, TensorBoard, and lines with the rate and the time left."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mj_lab.learn.training.sources.play import Play

LOG = "log.jsonl"
# Seconds between two lines, except for evaluations and the last; within a step.
_BETWEEN, _WITHIN = 2.0, 10.0


class Journal:
    """Logs the figures of steps. history: those of earlier steps, from a checkpoint.

    unit: the word for a step.
    """

    def __init__(self, folder: Path, history: Sequence[Mapping[str, Any]], unit: str) -> None:
        from torch.utils.tensorboard.writer import SummaryWriter

        self._unit = unit
        # Rewritten: the log may be ahead of the checkpoint.
        self._log = (folder / LOG).open("w", encoding="utf-8")
        self._log.writelines(json.dumps(figures) + "\n" for figures in history)
        last = int(history[-1]["step"]) if history else 0
        self._writer = SummaryWriter(str(folder / "tensorboard"), purge_step=last + 1)
        self._began, self._first, self._said = time.monotonic(), last, 0.0
        self._parts: dict[str, Any] = {}

    def note(self, figures: Mapping[str, Any]) -> None:
        """Log the figures of a step, with its `step`; numbers go to TensorBoard."""
        self._log.write(json.dumps(figures) + "\n")
        self._log.flush()
        for name, value in figures.items():
            if isinstance(value, (int, float)) and name != "step":
                self._writer.add_scalar(name, value, figures["step"])

    def say(self, figures: Mapping[str, Any], steps: int, play: Play, whole: bool) -> None:
        """Print a line on stderr, every few seconds or always."""
        now = time.monotonic()
        step = int(figures["step"])
        if not whole and now - self._said < _BETWEEN and step < steps:
            return
        self._said = now
        seconds = max(now - self._began, 1e-9) / max(step - self._first, 1)
        figures_text = ", ".join(
            f"{name} {value:.4g}"
            for name, value in figures.items()
            if isinstance(value, float) and name not in ("seconds", "rate")
        )
        most = "at most " if play.may_end_early else ""
        left = most + _duration(seconds * max(play.last_step(steps) - step, 0))
        print(
            f"mj: {self._unit} {step:,} of {steps:,}: {figures_text};"
            f" {play.size() / seconds:,.1f} {play.of} a second, {left} left",
            file=sys.stderr,
        )

    def parts(self, step: int, done: int, of: int) -> None:
        """Print a line on stderr within a step of many seconds: how many parts are played."""
        now = time.monotonic()
        self._parts = {
            "step": step,
            "seconds": round(now - self._began, 1),
            "parts": done,
            "of": of,
        }
        if now - max(self._said, self._began) > _WITHIN:
            self._said = now
            print(
                f"mj: {self._unit} {step + 1:,}: {done} of {of} parts are played", file=sys.stderr
            )

    def note_parts(self) -> None:
        """Log how far the running step is: all there is of a run that is stopped in its first."""
        if self._parts:
            self.note(self._parts)

    def close(self) -> None:
        """Close the files."""
        self._log.close()
        self._writer.close()


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
