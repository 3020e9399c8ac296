"""Aim: the score of the game."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from mj_lab.learn.aims.aim import EpochOptions, EpochsAim
from mj_lab.learn.parts.part import Batch


class ScoreOptions(EpochOptions):
    """Of the score."""

    scale: float = Field(default=1.0, gt=0, description="points of the game that are 1 of V")


class ScoreAim(EpochsAim):
    """A decision is worth what its game brought that player, in units of `scale` points."""

    Options = ScoreOptions

    def valued(self, experience: Batch) -> tuple[Batch, dict[str, float]]:
        """See `Aim`."""
        reward = (experience["reward"] / self.options.scale).astype(np.float32)
        return {**experience, "reward": reward}, {}
