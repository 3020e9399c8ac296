"""Kept parts: what workers answer of a step's tasks, on disk until the step is saved."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mj_lab.learn.run.part import Batch
from mj_lab.learn.run.stopping import StopSignal
from mj_lab.learn.run.workers import Workers
from mj_lab.storage.files import drafted

FOLDER = "parts"
_NAME = re.compile(r"(\d+)-(\d+)\.npz")


class KeptParts:
    """Plays the tasks of steps by workers; a part that was finished is not played again.

    folder: the run's.
    """

    def __init__(self, folder: Path, workers: Workers, stop: StopSignal) -> None:
        self._folder, self._workers, self._stop = folder / FOLDER, workers, stop

    def answers(
        self,
        step: int,
        function: Callable[[Any, Any], Batch],
        shared: Any,
        tasks: Sequence[Any],
        sample: Callable[[], object],
    ) -> list[Batch]:
        """What a function of a module makes of each task, in their order; see `Workers.answers`.

        Raises Stopped if the run is to stop; the parts that are finished stay.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        found = {place: self._read(step, place) for place in range(len(tasks))}
        missing = [place for place, part in found.items() if part is None]
        some = [tasks[place] for place in missing]
        answers = self._workers.answers(function, shared, some, sample)
        for place, part in zip(missing, answers, strict=True):
            self._write(step, place, part)
            found[place] = part
            self._stop.check()
        return [part for part in found.values() if part is not None]

    def forget(self, before: int | None = None) -> None:
        """Take away the parts of all steps before this one, or of all there are."""
        for path in self._folder.glob("*.npz"):
            told = _NAME.fullmatch(path.name)
            if told is not None and (before is None or int(told[1]) < before):
                path.unlink()

    def _path(self, step: int, place: int) -> Path:
        return self._folder / f"{step:06d}-{place:04d}.npz"

    def _write(self, step: int, place: int, part: Batch) -> None:
        with drafted(self._path(step, place)) as draft, draft.open("wb") as file:
            np.savez_compressed(file, **part)  # type: ignore[arg-type]

    def _read(self, step: int, place: int) -> Batch | None:
        try:
            with np.load(self._path(step, place), allow_pickle=False) as archive:
                return {name: archive[name] for name in archive.files}
        except (FileNotFoundError, ValueError, OSError, EOFError, zipfile.BadZipFile, KeyError):
            return None
