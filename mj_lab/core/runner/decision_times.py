"""How long decisions took: histograms with narrow buckets, which can be added up."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

# Buckets per doubling: a quantile is exact to half a bucket, 2.2%.
PER_DOUBLING = 16
# The range of a stored duration; no program's is outside.
Seconds = Annotated[float, Field(ge=0, lt=1e12, allow_inf_nan=False)]
_Bucket = Annotated[int, Field(ge=-1000, le=1000)]
_Count = Annotated[int, Field(ge=0, le=10**12)]


@dataclass(frozen=True)
class StoredTimes:
    """A histogram as plain data for JSON: pairs of bucket and count, and seconds."""

    buckets: list[tuple[_Bucket, _Count]]
    longest: Seconds
    total: Seconds


@dataclass(frozen=True)
class TimesFigures:
    """The number of decisions, their quantiles in milliseconds, and the `StoredTimes`."""

    decisions: int
    median_ms: float
    p99_ms: float
    max_ms: float
    mean_ms: float
    buckets: list[tuple[int, int]]
    longest: float
    total: float


class Times:
    """Histogram of durations in seconds, and the exact longest."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        self.longest = 0.0
        self.total = 0.0

    @property
    def count(self) -> int:
        """The number of durations."""
        return sum(self.counts.values())

    def add(self, durations: Iterable[float]) -> None:
        """Count some durations, in seconds."""
        counts, total = self.counts, 0.0
        for seconds in durations:
            bucket = math.floor(math.log2(max(seconds, 1e-9)) * PER_DOUBLING)
            counts[bucket] = counts.get(bucket, 0) + 1
            total += seconds
            self.longest = max(self.longest, seconds)
        self.total += total

    def merge(self, other: Times) -> None:
        """Add the counts of another histogram."""
        for bucket, number in other.counts.items():
            self.counts[bucket] = self.counts.get(bucket, 0) + number
        self.longest = max(self.longest, other.longest)
        self.total += other.total

    def quantile(self, share: float) -> float:
        """The duration (seconds, to 2.2%) that this share does not exceed; 0 without any.

        >>> times = Times()
        >>> times.add([0.001] * 99 + [1.0])
        >>> round(times.quantile(0.5), 4), times.quantile(1.0)
        (0.001, 1.0)
        """
        left = share * self.count
        for bucket in sorted(self.counts):
            left -= self.counts[bucket]
            if left <= 0:
                middle: float = 2.0 ** ((bucket + 0.5) / PER_DOUBLING)
                return min(middle, self.longest)
        return self.longest

    def stored(self) -> StoredTimes:
        """The histogram in its stored form."""
        return StoredTimes(sorted(self.counts.items()), self.longest, self.total)

    @classmethod
    def of_stored(cls, record: StoredTimes) -> Times:
        """The histogram from its stored form."""
        times = cls()
        times.counts = dict(record.buckets)
        times.longest, times.total = record.longest, record.total
        return times

    def figures(self) -> TimesFigures:
        """The figures for people, and the histogram."""
        mean = self.total / self.count if self.count else 0.0
        return TimesFigures(
            decisions=self.count,
            median_ms=round(1000 * self.quantile(0.5), 4),
            p99_ms=round(1000 * self.quantile(0.99), 4),
            max_ms=round(1000 * self.longest, 4),
            mean_ms=round(1000 * mean, 4),
            **vars(self.stored()),
        )
