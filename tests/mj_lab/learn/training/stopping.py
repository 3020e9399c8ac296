"""Runs that are stopped in their middle and gone on with: what the tests of that share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.parts.checkpoint import LAST
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.run.recipe import Recipe
from mj_lab.learn.training.run.run import Run
from mj_lab.learn.training.run.saved import read_saved


class Counted(StopSignal):
    """Asks to stop when it has been looked at so often."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._left = looks

    def check(self) -> None:
        """See `StopSignal`."""
        self._left -= 1
        self.asked = self._left < 0
        super().check()


class CountingWorkers(LocalWorkers):
    """done: how many tasks they have done. broken_at: the task at which they end as a machine."""

    def __init__(self, broken_at: int | None = None) -> None:
        super().__init__()
        self.done, self._broken_at = 0, broken_at

    def answers(self, *given: Any) -> Iterator[Any]:
        """See `Workers`."""
        for answer in super().answers(*given):
            if self.done == self._broken_at:
                raise MemoryError
            self.done += 1
            yield answer


def gone_on(folder: Path, recipe: Recipe, stop: StopSignal | None = None) -> Run:
    """A run that went on until it was stopped, or to its end."""
    run = Run(folder, recipe)
    run.go_on(LocalWorkers(), stop or StopSignal())
    return run


def figures_of(run: Run) -> list[dict[str, float]]:
    """Its history but for times."""
    return [{name: one for name, one in told.items() if name != "seconds"} for told in run.history]


def assert_same_weights(one: Path, other: Path) -> None:
    """That two runs have learned the same to the bit."""
    first, second = (read_saved(folder / LAST)[1]["learner"]["module"] for folder in (one, other))
    assert first.keys() == second.keys()
    assert [name for name, tensor in first.items() if not torch.equal(tensor, second[name])] == []
