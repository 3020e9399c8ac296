"""Means that state their error, with walls as the independent draws that they are.

The games of one wall share their tiles, so they are no independent samples: the mean over a wall's
games counts as one, and the error is that of the mean over walls.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

LEVEL = 0.95
# With fewer walls the error itself is too uncertain to stop by: see docs/guide/measuring.md.
LEAST_WALLS = 30


class Estimate(NamedTuple):
    """A mean, its standard error and its 95% interval; None where too few draws tell nothing."""

    mean: float | None
    error: float | None
    low: float | None
    high: float | None
    draws: int

    def stated(self) -> Estimate:
        """The same; where all draws came out alike there is no error to state."""
        return self if self.error else self._replace(error=None, low=None, high=None)

    def to_json(self) -> dict[str, float | None]:
        """As JSON has it."""
        return {"mean": self.mean, "error": self.error, "low": self.low, "high": self.high}


def estimate(draws: Sequence[float]) -> Estimate:
    """The mean of independent draws, with Student's t for the interval, as the error is estimated.

    >>> estimate([1.0, 2.0, 3.0])[:2]
    (2.0, 0.5773502691896257)
    """
    count = len(draws)
    if not count:
        return Estimate(None, None, None, None, 0)
    mean = math.fsum(draws) / count
    if count == 1:
        return Estimate(mean, None, None, None, 1)
    squares = math.fsum((draw - mean) ** 2 for draw in draws)
    error = math.sqrt(squares / (count - 1) / count)
    reach = t_quantile(0.5 + LEVEL / 2, count - 1) * error
    return Estimate(mean, error, mean - reach, mean + reach, count)


def ratio_estimate(parts: Sequence[tuple[float, float]]) -> Estimate:
    """A sum over another sum, each wall giving its part of both: say fan won, and wins.

    The error is that of the ratio estimator with walls as the draws (Cochran, Sampling Techniques,
    section 6.4); where all walls have the same denominator it is that of the mean over walls.

    >>> ratio_estimate([(1, 2), (2, 2), (3, 2)])[:2] == estimate([0.5, 1.0, 1.5])[:2]
    True
    """
    count, whole = len(parts), math.fsum(size for _, size in parts)
    if not whole:
        return Estimate(None, None, None, None, count)
    ratio = math.fsum(part for part, _ in parts) / whole
    if count == 1:
        return Estimate(ratio, None, None, None, 1)
    squares = math.fsum((part - ratio * size) ** 2 for part, size in parts)
    error = math.sqrt(squares * count / (count - 1)) / whole
    reach = t_quantile(0.5 + LEVEL / 2, count - 1) * error
    return Estimate(ratio, error, ratio - reach, ratio + reach, count)


def t_quantile(share: float, freedom: int) -> float:
    """The quantile of Student's t.

    >>> round(t_quantile(0.975, 10), 3)
    2.228
    """
    from scipy.special import stdtrit  # Costs start-up time.

    return float(stdtrit(freedom, share))


class Running:
    """Mean and error of draws that come one by one (Welford's way)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, draw: float) -> None:
        """One more draw."""
        self.count += 1
        step = draw - self.mean
        self.mean += step / self.count
        self._squares += step * (draw - self.mean)

    @property
    def error(self) -> float | None:
        """The standard error of the mean, None before the second draw."""
        if self.count < 2:
            return None
        return math.sqrt(self._squares / (self.count - 1) / self.count)
