"""A sequential test: is the difference of two players HIGH, or only LOW?

Wald's sequential probability ratio test, as chess engine testers use it, with walls as the samples:
it ends at the first wall that decides it. The ratio is the generalised one (variance estimated from
the same walls) in its normal form:

    LLR = (HIGH - LOW) x (mean - (LOW + HIGH) / 2) / (standard error)^2

HIGH is accepted at log((1 - ERROR_RATE) / ERROR_RATE) or more, LOW at its negative or less.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from mj_lab.core.wall_means import LEAST_WALLS, Running

# How often the test accepts HIGH where LOW is true, and LOW where HIGH is.
ERROR_RATE = 0.05
BOUND = math.log((1 - ERROR_RATE) / ERROR_RATE)
# The ratio shown if all walls are equal.
_CERTAIN = 1000.0


class SprtResult(NamedTuple):
    """The state of a test: its two differences, BOUND, the ratio so far, the decision."""

    low: float
    high: float
    error_rate: float
    bound: float
    llr: float | None
    decided: float | None


class Sprt(NamedTuple):
    """The two differences to decide between, in points a game and seat; low is below high."""

    low: float
    high: float

    def ratio(self, running: Running) -> float | None:
        """The log-likelihood ratio; None with fewer than two walls."""
        error, off = running.error, running.mean - (self.low + self.high) / 2
        if error is None:
            return None
        if not error:
            return math.copysign(_CERTAIN, off) if off else 0.0
        return max(-_CERTAIN, min(_CERTAIN, (self.high - self.low) * off / error**2))

    def decided(self, running: Running) -> float | None:
        """The accepted difference, low or high; None while undecided.

        Never before LEAST_WALLS: the variance of a few walls may be small by chance.

        >>> running = Running()
        >>> for wall in range(40):
        ...     running.add(1.5 + wall % 2)
        >>> Sprt(0, 2).decided(running), Sprt(3, 4).decided(running)
        (2, 3)
        """
        ratio = self.ratio(running)
        if ratio is None or abs(ratio) < BOUND or running.count < LEAST_WALLS:
            return None
        return self.high if ratio > 0 else self.low

    def walls_expected(self, running: Running) -> float | None:
        """How many walls it will take in all at the present trend; None if unknown."""
        ratio = self.ratio(running)
        return running.count * BOUND / abs(ratio) if ratio else None

    def result(self, differences: Iterable[float]) -> SprtResult:
        """The state of the test after these walls."""
        running = Running()
        for value in differences:
            running.add(value)
        ratio, decided = self.ratio(running), self.decided(running)
        return SprtResult(self.low, self.high, ERROR_RATE, BOUND, ratio, decided)


def sprt_of(text: str) -> Sprt:
    """The test of `LOW:HIGH`.

    Raises ValueError if the text is not one.

    >>> sprt_of("0:0.8")
    Sprt(low=0.0, high=0.8)
    """
    low, _, high = text.partition(":")
    try:
        test = Sprt(float(low), float(high))
    except ValueError:
        raise ValueError(f"LOW:HIGH are two numbers, not {text!r:.80}") from None
    if not (math.isfinite(test.low) and math.isfinite(test.high) and test.low < test.high):
        raise ValueError(f"{text:.80}: LOW must be below HIGH")
    return test
