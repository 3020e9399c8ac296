"""A cache of a step's task results, on disk until the step is saved."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mj_lab.core.files import drafted
from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.parts.part import Batch
from mj_lab.learn.training.parts.workers import Workers

PARTS_FOLDER = "parts"
_NAME = re.compile(r"(\d+)-(\d+)\.npz")


# Called after every part with the step, the parts that are finished, and those of the step.
PartsWatch = Callable[[int, int, int], None]


class KeptParts:
    """Runs the tasks of steps with workers; a finished part is not run again.

    folder: the run's.
    """

    def __init__(
        self, folder: Path, workers: Workers, stop: StopSignal, watch: PartsWatch | None = None
    ) -> None:
        self._folder, self._workers, self._stop = folder / PARTS_FOLDER, workers, stop
        self._watch = watch

    def answers(
        self,
        step: int,
        function: Callable[[Any, Any], Batch],
        shared: Any,
        tasks: Sequence[Any],
        sample: Callable[[], object],
    ) -> list[Batch]:
        """The results of a module's function for each task, in order; see `Workers.answers`.

        Raises Stopped if the run should stop; finished parts stay cached.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        parts = {number: self._read(step, number) for number in range(len(tasks))}
        missing = [number for number, part in parts.items() if part is None]
        some = [tasks[number] for number in missing]
        answers = self._workers.answers(function, shared, some, sample)
        done = len(tasks) - len(missing)
        for number, part in zip(missing, answers, strict=True):
            write_batch(self._path(step, number), part)
            parts[number] = part
            done += 1
            if self._watch is not None:
                self._watch(step, done, len(tasks))
            self._stop.check()
        return [part for part in parts.values() if part is not None]

    def forget(self, before: int | None = None) -> None:
        """Delete the parts of all steps before this one, or of all."""
        for path in self._folder.glob("*.npz"):
            match = _NAME.fullmatch(path.name)
            if match is not None and (before is None or int(match[1]) < before):
                path.unlink()

    def _path(self, step: int, number: int) -> Path:
        return self._folder / f"{step:06d}-{number:04d}.npz"

    def _read(self, step: int, number: int) -> Batch | None:
        try:
            return read_batch(self._path(step, number))
        except ValueError:
            return None


def write_batch(path: Path, batch: Batch) -> None:
    """Write arrays, all or nothing; uncompressed: compression took a sixth of a gradient's time."""
    with drafted(path) as draft, draft.open("wb") as file:
        np.savez(file, **batch)  # type: ignore[arg-type]


def read_batch(path: Path) -> Batch:
    """Read the arrays of `write_batch`. Raises ValueError, one line, if missing or damaged."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except (
        ValueError, OSError, EOFError, KeyError, AttributeError, zipfile.BadZipFile, zlib.error
    ) as error:  # fmt: skip
        raise ValueError(f"{path}: no experience there ({type(error).__name__})") from None
