"""How long decisions took: a histogram with narrow buckets; histograms can be added."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

# Buckets per doubling: a quantile is exact to half a bucket, which is 2.2%.
PER_DOUBLING = 16


class Times:
    """Counts of durations in seconds by bucket, and the longest exactly."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        self.longest = 0.0
        self.total = 0.0

    @property
    def count(self) -> int:
        """How many durations."""
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
        """Count what the other has counted."""
        for bucket, number in other.counts.items():
            self.counts[bucket] = self.counts.get(bucket, 0) + number
        self.longest = max(self.longest, other.longest)
        self.total += other.total

    def quantile(self, share: float) -> float:
        """The duration (seconds, to 2.2%) that this share of all is not above; 0 of none.

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

    def to_json(self) -> dict[str, Any]:
        """As JSON has it, the shortest way."""
        pairs = [[bucket, self.counts[bucket]] for bucket in sorted(self.counts)]
        return {"buckets": pairs, "longest": self.longest, "total": self.total}

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Times:
        """What `to_json` made."""
        times = cls()
        times.counts = dict(record["buckets"])
        times.longest, times.total = record["longest"], record["total"]
        return times

    def summary(self) -> dict[str, Any]:
        """Count, and milliseconds: median, p99, max, mean."""
        mean = self.total / self.count if self.count else 0.0
        return {
            "decisions": self.count,
            "median_ms": round(1000 * self.quantile(0.5), 4),
            "p99_ms": round(1000 * self.quantile(0.99), 4),
            "max_ms": round(1000 * self.longest, 4),
            "mean_ms": round(1000 * mean, 4),
        }
