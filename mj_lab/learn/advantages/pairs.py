"""The data of both kinds of model: pairs of actions, and figures during a fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mj_bot.state import CLAIM
from mj_lab.learn.advantages.labels import Doubles
from mj_lab.learn.advantages.playout_data import Decisions

# Called with the step, the name and the value of a figure; with a line of progress.
Note = Callable[[int, str, float], None]
OnLine = Callable[[str], None]

_TURNS_A_BUCKET = 4
_MOST_BUCKETS = 8


@dataclass(frozen=True)
class FitWatch:
    """Receives the progress of a fit; has the file from which a fit of two layers resumes."""

    note: Note | None = None
    tell: OnLine | None = None
    checkpoint: Path | None = None

    def figure(self, step: int, name: str, value: float) -> None:
        """One figure of a curve."""
        if self.note is not None:
            self.note(step, name, value)

    def line(self, text: str) -> None:
        """One line of progress."""
        if self.tell is not None:
            self.tell(text)


@dataclass(frozen=True)
class Pairs:
    """Pairs of actions of one decision. missed: the error of the values' difference: [p].

    row, other: the tried decision, and the index of the second action; the first is the one taken.
    """

    row: np.ndarray[Any, np.dtype[np.int64]]
    other: np.ndarray[Any, np.dtype[np.int64]]
    missed: Doubles
    weight: Doubles

    def at(self, places: np.ndarray[Any, Any]) -> Pairs:
        """Some of them."""
        return Pairs(self.row[places], self.other[places], self.missed[places], self.weight[places])


def pairs_of(tried: Decisions, labels: Doubles) -> Pairs:
    """Pairs of each other action with the one taken, weighted by inverse variance."""
    row, other = np.nonzero(tried.there[:, 1:])
    other = other + 1
    value = tried.value.astype(np.float64)
    missed = labels[row, other] - labels[row, 0] - (value[row, other] - value[row, 0])
    # The variance is larger late in a game, and where a claim was possible.
    buckets = np.minimum(tried.turn // _TURNS_A_BUCKET, _MOST_BUCKETS - 1).astype(np.int64)
    bucket = (2 * buckets + (tried.kind == CLAIM))[row]
    count = np.bincount(bucket, minlength=2 * _MOST_BUCKETS)
    squares = np.bincount(bucket, missed**2, minlength=2 * _MOST_BUCKETS)
    overall = max(float((missed**2).mean()), 1e-9) if len(missed) else 1.0
    # Buckets with few pairs are shrunk to the average.
    variance = (squares + 100 * overall) / (count + 100)
    return Pairs(row, other, missed, overall / variance[bucket])


def differences(tried: Decisions, pairs: Pairs) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Features of the second action less those of the first: [p, F]."""
    difference: np.ndarray[Any, np.dtype[np.float32]]
    difference = tried.features[pairs.row, pairs.other].astype(np.float32)
    difference -= tried.features[pairs.row, 0]
    return difference
