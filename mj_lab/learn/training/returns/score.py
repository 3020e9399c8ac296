"""Aim: the score of the game."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from mj_lab.learn.training.parts.part import Batch
from mj_lab.learn.training.returns.aim import EpochOptions, EpochsAim


class ScoreOptions(EpochOptions):
    """Options of the score."""

    scale: float = Field(default=1.0, gt=0, description="points of the game that are 1 in V")


class ScoreAim(EpochsAim):
    """A decision's reward is the player's score of the game, in units of `scale` points."""

    Options = ScoreOptions

    def valued(self, experience: Batch) -> tuple[Batch, dict[str, float]]:
        """See `Aim`."""
        reward = (experience["reward"] / self.options.scale).astype(np.float32)
        return {**experience, "reward": reward}, {}
