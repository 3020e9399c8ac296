"""Aim: the worth of a hand to its match.

Source: the global reward prediction of J. Li and others, Suphx: Mastering Mahjong with Deep
Reinforcement Learning, arXiv:2003.13590.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import torch
from pydantic import Field

from mj_lab.core.game.placement import TABLE_POINTS, placement_points
from mj_lab.learn.training.networks.predictor import PredictorModel, PredictorOptions
from mj_lab.learn.training.parts.checkpoint import read_checkpoint
from mj_lab.learn.training.parts.part import Batch, Context
from mj_lab.learn.training.returns.aim import EpochOptions, EpochsAim

_WHOSE = ("match", "hand", "player")


class MatchOptions(EpochOptions):
    """Options of a match."""

    batch: int = Field(default=1024, ge=1, description="decisions a step of the optimiser")
    predictor: str | None = Field(
        default=None, description="the folder of a predictor's run; without it a hand's score"
    )
    whole: bool = Field(
        default=False, description="each hand is paid its match's table points, in place of both"
    )


class MatchAim(EpochsAim):
    """A decision's reward is its hand's worth to the match, in the first step's deviations.

    So all kinds of reward, the predictor's, the hand's score and the whole match's table points,
    change a model equally.

    Raises ValueError, one line, if there is no predictor, it is for other matches, or the whole
    match is paid besides.
    """

    Options = MatchOptions

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        path = options.predictor
        if options.whole and path is not None:
            raise ValueError("aim.whole pays no predictor's rewards: add aim.predictor=none")
        self._predictor = None if path is None else read_predictor(Path(path))
        self._scale = 0.0

    def described(self) -> dict[str, str]:
        """The digest of the predictor's weights."""
        if self._predictor is None:
            return {}
        digest = sha256()
        for tensor in self._predictor.module.state_dict().values():
            digest.update(tensor.numpy().tobytes())
        return {"predictor": digest.hexdigest()}

    def valued(self, experience: Batch) -> tuple[Batch, dict[str, float]]:
        """See `Aim`; `reward_spread` is in table points or points."""
        scores = experience["game/scores"]
        worth = scores.astype(np.float64)
        if self.options.whole:
            sums = scores.sum(axis=1).tolist()
            paid = np.array([placement_points(match, TABLE_POINTS) for match in sums])
            worth = np.repeat(paid[:, None], scores.shape[1], axis=1)
        elif self._predictor is not None:
            hands = self._predictor.options.hands
            if scores.shape[1] != hands:
                raise ValueError(f"a predictor of matches of {hands} hands, not {scores.shape[1]}")
            worth = self._predictor.hand_rewards(scores)
        spread = float(worth.std())
        self._scale = self._scale or spread or 1.0
        reward = worth[tuple(experience[name] for name in _WHOSE)] / self._scale
        others = {name: array for name, array in experience.items() if name not in _WHOSE}
        return {**others, "reward": reward.astype(np.float32)}, {"reward_spread": spread}

    def state(self) -> dict[str, Any]:
        """The state of the random numbers, and the standard deviation."""
        return {**super().state(), "scale": self._scale}

    def load(self, state: dict[str, Any]) -> None:
        """Restore a `state`."""
        super().load(state)
        self._scale = state["scale"]


def read_predictor(folder: Path) -> PredictorModel:
    """The predictor of a run. Raises ValueError, one line, if there is none."""
    data = read_checkpoint(folder)
    model = dict(data["recipe"]["model"])
    kind = model.pop("kind")
    if kind != "predictor":
        raise ValueError(f"{folder}: a run of {kind}, no predictor")
    context = Context(str(data["recipe"]["seed"]), folder, torch.device("cpu"))
    predictor = PredictorModel(PredictorOptions(**model), context)
    predictor.module.load_state_dict(data["learner"]["module"])
    return predictor
