"""A correction over given log-odds, for games so small that the optimum is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mj_lab.learn.training.losses.learner import Learner, LearnOptions
from mj_lab.learn.training.networks.correction import Correction, CorrectionOptions
from mj_lab.learn.training.parts.part import Batch, Context
from mj_lab.learn.training.returns.score import ScoreAim, ScoreOptions
from mj_lab.learn.training.run.registry import TERM_PARTS

# Features, base, place, log chance and reward.
Row = tuple[np.ndarray, np.ndarray, int, float, float]


@dataclass(frozen=True)
class OverOptions:
    """How it learns, as the recipe gradient has it."""

    hidden: int = 0
    rate: float = 1e-3
    epochs: int = 2
    batch: int = 1024
    clip: float = 2.0
    kl: float = 0.0
    entropy: float | None = None
    entropy_rate: float = 1e-3
    baseline: bool = True
    seed: int = 0

    def loss(self) -> dict[str, dict[str, Any]]:
        """The terms."""
        value: dict[str, dict[str, Any]] = {"value": {}} if self.baseline else {}
        return value | {
            "policy_gradient": {"clip": self.clip, "baseline": self.baseline},
            "kl": {"weight": self.kl},
            "entropy": {"target": self.entropy, "rate": self.entropy_rate},
        }


def small_correction(features: int, hidden: int = 0, seed: int = 0) -> Correction:
    """A correction over candidates of this many features."""
    small: type[Correction] = type("SmallCorrection", (Correction,), {"features": features})
    return small(CorrectionOptions(hidden=hidden), Context(str(seed), Path(), torch.device("cpu")))


class OverBase:
    """pi over a base, taught by the parts of the recipe gradient."""

    def __init__(self, features: int, options: OverOptions) -> None:
        self.model = small_correction(features, options.hidden, options.seed)
        context = replace(self.model.context, model=self.model)
        terms = {
            name: TERM_PARTS.made({"kind": name, **section}, context)
            for name, section in options.loss().items()
        }
        self.learner = Learner(self.model, terms, LearnOptions(rate=options.rate), context)
        self._aim = ScoreAim(ScoreOptions(epochs=options.epochs, batch=options.batch), context)
        self._steps = 0

    def learn(self, decisions: Batch) -> dict[str, float]:
        """A step of a run."""
        valued, _ = self._aim.valued(decisions)
        self._steps += 1
        return self.learner.learn(self._aim.batches(valued, self._steps - 1), self._steps - 1)

    def log_chances(self, features: np.ndarray, base: np.ndarray) -> np.ndarray:
        """The logarithms of the chances of pi [N, A]."""
        found = self.model.log_odds(
            {
                "features": features.astype(np.float32),
                "start": base.astype(np.float32),
                "legal": np.isfinite(base),
            }
        ).astype(np.float64)
        found -= found.max(axis=1, keepdims=True)
        return np.asarray(found - np.log(np.exp(found).sum(axis=1, keepdims=True)))

    def chances(self, features: np.ndarray, base: np.ndarray) -> np.ndarray:
        """The chances of pi at one decision: [A]."""
        return np.asarray(np.exp(self.log_chances(features[None], base[None])[0]))


def decisions_of(rows: Sequence[Row]) -> Batch:
    """Rows as a learner wants them, padded to as many candidates as the most have."""
    most = max(len(row[1]) for row in rows)
    features = np.zeros((len(rows), most, rows[0][0].shape[1]), np.float32)
    start = np.full((len(rows), most), -np.inf, np.float32)
    for place, row in enumerate(rows):
        features[place, : len(row[1])], start[place, : len(row[1])] = row[:2]
    return batch_of(
        features, start, *(np.array([row[place] for row in rows]) for place in (2, 3, 4))
    )


def batch_of(
    features: np.ndarray,
    start: np.ndarray,
    chosen: np.ndarray,
    log_chance: np.ndarray,
    reward: np.ndarray,
) -> Batch:
    """Decisions as a batch."""
    return {
        "features": features.astype(np.float32),
        "start": start.astype(np.float32),
        "legal": np.isfinite(start),
        "chosen": chosen.astype(np.int64),
        "log_chance": log_chance.astype(np.float32),
        "reward": reward.astype(np.float32),
    }
