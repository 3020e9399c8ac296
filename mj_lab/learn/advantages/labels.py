"""Labels: the points of each tried action, corrected by whole games, less its luck.

Cut games are bootstrapped with the player's value. The bias of that value shows on the action that
was taken, whose game was played to its end: a linear function of the features at the cut is fitted
to it. The luck of the draws is known too. It has mean 0, so it is a control variate: the multiple
that minimises the variance is subtracted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mj_lab.learn.advantages.playout_data import Decisions, Tried, joined_decisions

Doubles = NDArray[np.float64]

# Rows summed at once: their features take about 50 MB.
_CHUNK = 1 << 16


@dataclass(frozen=True)
class LeafFit:
    """A correction of a value at a cut: intercept + weights . features."""

    intercept: float
    weights: Doubles

    def added(self, features: NDArray[np.float32]) -> Doubles:
        """The correction for these features: [...] from [..., F]."""
        weights = self.weights.astype(np.float32)
        return np.asarray(self.intercept + features.astype(np.float32) @ weights, np.float64)


def fit_leaves(parts: Iterable[Tried], ridge: float) -> LeafFit | None:
    """Fit scores less values at cuts; None if no game was cut.

    ridge: the prior weight, in games, of the values being right.
    """
    whole: Sums | None = None
    for tried in parts:
        cut = tried.ended[:, 0, 0] == 0
        features = tried.outlook_features[cut, 0, 0]
        missed = (tried.score - tried.outlook[:, 0, 0])[cut].astype(np.float64)
        sums = sums_of(np.concatenate([features, np.ones((len(missed), 1))], axis=1), missed)
        whole = sums if whole is None else whole + sums
    if whole is None or not whole.whole:
        return None
    return LeafFit(*whole.with_intercept(ridge))


@dataclass(frozen=True)
class Labelled:
    """Decisions with the points of each action, the mean over its worlds: [n, A].

    expected: bootstrapped with the player's value where its game was cut. corrected: with the
    corrected value. luck: of the draws until then.
    """

    decisions: Decisions
    expected: Doubles
    corrected: Doubles
    luck: Doubles

    def luck_factor(self) -> float:
        """The coefficient of luck as a control variate; 0 without luck."""
        row, other = np.nonzero(self.decisions.there[:, 1:])
        more_luck = self.luck[row, other + 1] - self.luck[row, 0]
        more = self.corrected[row, other + 1] - self.corrected[row, 0]
        whole = float(more_luck @ more_luck)
        return float(more_luck @ more) / whole if whole > 0 else 0.0


def labelled(parts: Iterable[Tried], leaves: LeafFit | None) -> Labelled:
    """The decisions of some files with the labels of their actions.

    The features at cuts are dropped: they are as large as all the rest.

    Raises TriedError if there are none, or some have other actions or features.
    """
    decisions_of_parts: list[Decisions] = []
    means: list[tuple[Doubles, Doubles, Doubles]] = []
    for tried in parts:
        expected = tried.outlook.astype(np.float64)
        corrected = expected
        if leaves is not None:
            added = leaves.added(tried.outlook_features)
            corrected = expected + np.where(tried.ended != 0, 0.0, added)
        decisions_of_parts.append(tried.decisions)
        luck = tried.luck.mean(axis=2, dtype=np.float64)
        means.append((expected.mean(axis=2), corrected.mean(axis=2), luck))
    decisions = joined_decisions(decisions_of_parts)
    return Labelled(decisions, *map(np.concatenate, zip(*means, strict=True)))


@dataclass(frozen=True)
class Sums:
    """Sufficient statistics of a least-squares fit; sums of two parts can be added.

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
        """The weights of the ridge regression; 0 for a feature that never varies.

        Each squared weight, times its feature's mean square and `ridge`, is added to the sum of
        squared errors, so the units of features do not matter.
        """
        mean = np.diag(self.gram) / max(self.whole, 1e-12)
        varies = mean > 1e-9
        scale = np.sqrt(np.where(varies, mean, 1.0))
        scaled = self.gram / scale / scale[:, None]
        scaled[~varies], scaled[:, ~varies] = 0.0, 0.0
        scaled += np.diag(np.where(varies, ridge, 1.0))
        moment = np.where(varies, self.moment, 0.0) / scale
        weights: Doubles = np.linalg.solve(scaled, moment) / scale
        return weights

    def with_intercept(self, ridge: float) -> tuple[float, Doubles]:
        """The intercept and weights of a fit whose last feature is 1 and not penalised."""
        mean, mean_target = self.gram[-1, :-1] / self.whole, float(self.moment[-1]) / self.whole
        centred = Sums(
            self.gram[:-1, :-1] - self.whole * np.outer(mean, mean),
            self.moment[:-1] - self.whole * mean * mean_target,
            self.squares - self.whole * mean_target**2,
            self.whole,
        )
        weights = centred.ridge(ridge)
        return mean_target - float(mean @ weights), weights

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
