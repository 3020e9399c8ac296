"""Aim: imitate the teacher's moves in the data set."""

from __future__ import annotations

from collections.abc import Iterator

from mj_lab.learn.training.parts.part import Batch
from mj_lab.learn.training.returns.aim import Aim


class TeacherAim(Aim):
    """The whole experience is one batch."""

    def batches(self, experience: Batch, step: int) -> Iterator[Batch]:
        """See `Aim`."""
        yield experience
