"""Labels: the points of each tried action, corrected by whole games, without its luck.

Where an action's game was cut short there is only what the player expects there. The error of this
is seen on the action that was taken, whose game was played to its end: a linear function of the
features at the cut is fitted to it. The luck of the draws is known too. It is 0 on average, so any
part of it can be subtracted; the part that leaves the least variance is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mj_lab.corrections.advantages.tried import Tried

Doubles = NDArray[np.float64]

# Rows that are summed at once: their features take about 50 MB.
_CHUNK = 1 << 16


@dataclass(frozen=True)
class LeafFit:
    """A correction of an expectation: intercept + weights . features."""

    intercept: float
    weights: Doubles

    def added(self, features: NDArray[np.float32]) -> Doubles:
        """The correction for these features: [...] from [..., F]."""
        weights = self.weights.astype(np.float32)
        return np.asarray(self.intercept + features.astype(np.float32) @ weights, np.float64)


def fit_leaves(tried: Tried, ridge: float) -> LeafFit | None:
    """The fit of scores less expectations; None if no game was cut short.

    ridge: the weight, in games, of the assumption that expectations are right.
    """
    cut = tried.ended[:, 0, 0] == 0
    if not cut.any():
        return None
    features = tried.outlook_features[cut, 0, 0].astype(np.float32)
    missed = (tried.score - tried.outlook[:, 0, 0])[cut].astype(np.float64)
    mean: Doubles = features.mean(axis=0, dtype=np.float64).astype(np.float64)
    mean_missed = float(missed.mean())
    features -= mean.astype(np.float32)
    weights = sums_of(features, missed - mean_missed).ridge(ridge)
    return LeafFit(mean_missed - float(mean @ weights), weights)


def labels_of(tried: Tried, leaves: LeafFit | None, luck: float = 0.0) -> Doubles:
    """The points of each action, the mean over its worlds: [n, A].

    luck: the part of it that is subtracted.
    """
    found = tried.outlook.astype(np.float64)
    if leaves is not None:
        for first in range(0, len(tried), _CHUNK):
            part = slice(first, first + _CHUNK)
            added = leaves.added(tried.outlook_features[part])
            found[part] += np.where(tried.ended[part] != 0, 0.0, added)
    mean: Doubles = (found - luck * tried.luck).mean(axis=2)
    return mean


def luck_factor(tried: Tried, labels: Doubles) -> float:
    """The part of luck that explains differences between actions; 0 without luck."""
    row, other = np.nonzero(tried.there[:, 1:])
    luck = tried.luck.mean(axis=2, dtype=np.float64)
    more_luck = luck[row, other + 1] - luck[row, 0]
    more = labels[row, other + 1] - labels[row, 0]
    whole = float(more_luck @ more_luck)
    return float(more_luck @ more) / whole if whole > 0 else 0.0


@dataclass(frozen=True)
class Sums:
    """All that a least-squares fit needs of its rows; sums of two parts can be added.

    gram: [F, F]. moment: [F]. squares: of the target. whole: the sum of the rows' weights.
    """

    gram: Doubles
    moment: Doubles
    squares: float
    whole: float

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.gram + other.gram,
            self.moment + other.moment,
            self.squares + other.squares,
            self.whole + other.whole,
        )

    def ridge(self, ridge: float) -> Doubles:
        """The weights of the least-squares fit; 0 for a feature that never varies.

        The weights' squares, times each feature's square mean and `ridge`, are added to the sum of
        squared errors, so the units of features do not matter.
        """
        mean = np.diag(self.gram) / max(self.whole, 1e-12)
        varies = mean > 1e-9
        scale = np.sqrt(np.where(varies, mean, 1.0))
        scaled = self.gram / scale / scale[:, None]
        scaled[~varies], scaled[:, ~varies] = 0.0, 0.0
        scaled += np.diag(np.where(varies, ridge, 1.0))
        moment = np.where(varies, self.moment, 0.0) / scale
        found: Doubles = np.linalg.solve(scaled, moment) / scale
        return found

    def missed(self, weights: Doubles) -> float:
        """The sum of squared errors of these weights."""
        return float(self.squares - 2 * weights @ self.moment + weights @ self.gram @ weights)


def sums_of(features: NDArray[np.floating], target: Doubles, weight: Doubles | None = None) -> Sums:
    """The sums of rows: features [n, F], target [n], weight [n] (1 if not given)."""
    size = features.shape[1]
    gram, moment = np.zeros((size, size)), np.zeros(size)
    if weight is None:
        weight = np.ones(len(target))
    for first in range(0, len(features), _CHUNK):
        part = slice(first, first + _CHUNK)
        rows = features[part].astype(np.float64)
        weighted = rows * weight[part, None]
        gram += weighted.T @ rows
        moment += weighted.T @ target[part]
    return Sums(gram, moment, float(weight @ target**2), float(weight.sum()))
