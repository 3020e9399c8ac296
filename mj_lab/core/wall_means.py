"""Means with their errors; walls are the independent samples.

Games on one wall share its tiles, so they are not independent. The mean over a wall's games counts
as one sample; the error is that of the mean over walls.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

LEVEL = 0.95
# With fewer walls the error is too uncertain for stopping: see docs/guide/measuring.md.
LEAST_WALLS = 30


class Estimate(NamedTuple):
    """A mean, its standard error and its 95% interval; None with too few samples."""

    mean: float | None
    error: float | None
    low: float | None
    high: float | None
    draws: int

    def stated(self) -> Estimate:
        """The same; without an error if all samples are equal."""
        return self if self.error else self._replace(error=None, low=None, high=None)

    def within(self, least: float, most: float = math.inf) -> Estimate:
        """The same, with the interval clipped to the figure's possible range.

        >>> Estimate(1.0, 2.0, -2.9, 4.9, 9).within(0)
        Estimate(mean=1.0, error=2.0, low=0, high=4.9, draws=9)
        """
        low, high = (
            None if end is None else min(max(end, least), most) for end in (self.low, self.high)
        )
        return self._replace(low=low, high=high)

    def to_json(self) -> dict[str, float | None]:
        """As JSON has it."""
        return {"mean": self.mean, "error": self.error, "low": self.low, "high": self.high}


def interval(mean: float | None, error: float | None, draws: int) -> Estimate:
    """An estimate of a mean and its error, with Student's t for the interval."""
    if mean is None or error is None:
        return Estimate(mean, None, None, None, draws)
    reach = t_quantile(0.5 + LEVEL / 2, draws - 1) * error
    return Estimate(mean, error, mean - reach, mean + reach, draws)


def estimate(draws: Sequence[float]) -> Estimate:
    """The mean of independent samples.

    >>> estimate([1.0, 2.0, 3.0])[:2]
    (2.0, 0.5773502691896257)
    """
    count = len(draws)
    if not count:
        return interval(None, None, 0)
    mean = math.fsum(draws) / count
    if count == 1:
        return interval(mean, None, 1)
    squares = math.fsum((draw - mean) ** 2 for draw in draws)
    return interval(mean, math.sqrt(squares / (count - 1) / count), count)


def ratio_estimate(parts: Sequence[tuple[float, float]]) -> Estimate:
    """The ratio of two sums over walls, such as fan won and wins.

    The error is that of the ratio estimator with walls as samples (Cochran, Sampling Techniques,
    section 6.4); if all walls have the same denominator, it is that of the mean over walls.

    >>> ratio_estimate([(1, 2), (2, 2), (3, 2)])[:2] == estimate([0.5, 1.0, 1.5])[:2]
    True
    """
    part, whole = math.fsum(part for part, _ in parts), math.fsum(size for _, size in parts)
    ratio = part / whole if whole else 0.0
    return _of_ratio(len(parts), part, whole, math.fsum((x - ratio * w) ** 2 for x, w in parts))


def ratio_of_sums(count: int, x: float, w: float, xx: float, xw: float, ww: float) -> Estimate:
    """The same from the sums over `count` walls of x, w, x x, x w and w w alone.

    >>> ratio_of_sums(3, 5, 6, 9, 10, 12)[0] == ratio_estimate([(1, 2), (2, 2), (2, 2)])[0]
    True
    """
    ratio = x / w if w else 0.0
    return _of_ratio(count, x, w, max(0.0, xx - 2 * ratio * xw + ratio * ratio * ww))


def _of_ratio(count: int, part: float, whole: float, squares: float) -> Estimate:
    if not whole:
        return interval(None, None, count)
    ratio = part / whole
    if count == 1:
        return interval(ratio, None, 1)
    return interval(ratio, math.sqrt(squares * count / (count - 1)) / whole, count)


def t_quantile(share: float, freedom: int) -> float:
    """The quantile of Student's t.

    >>> round(t_quantile(0.975, 10), 3)
    2.228
    """
    from scipy.special import stdtrit  # Slow to import.

    return float(stdtrit(freedom, share))


class Running:
    """Mean and error of samples added one by one (Welford's method)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, draw: float) -> None:
        """Add a sample."""
        self.count += 1
        step = draw - self.mean
        self.mean += step / self.count
        self._squares += step * (draw - self.mean)

    @property
    def error(self) -> float | None:
        """The standard error of the mean, None before the second sample."""
        if self.count < 2:
            return None
        return math.sqrt(self._squares / (self.count - 1) / self.count)
