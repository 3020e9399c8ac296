"""The data of a report's charts; the page draws them (`assets/charts.js`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mj_lab.core.runner.decision_times import PER_DOUBLING, TimesFigures
from mj_lab.core.wall_means import LEVEL, Running, t_quantile
from mj_lab.measure.arena.tally import Figures

# Fans that get bars; the report's table has all.
_TOP_FANS = 12
# Buckets of decision times that are merged, for a smoother line.
_MERGED = 4
_DIGITS = 4

Chart = dict[str, Any]


def walls_chart(differences: Sequence[float]) -> Chart:
    """Each wall's difference, and the running mean with its interval."""
    lists = zip(("means", "low", "high"), running_interval(differences), strict=True)
    rounded = {name: [round(value, _DIGITS) for value in values] for name, values in lists}
    values = [round(value, _DIGITS) for value in differences]
    return {"kind": "walls", "name": "walls", "values": values, **rounded}


def running_interval(
    differences: Sequence[float],
) -> tuple[list[float], list[float], list[float]]:
    """The mean and the ends of its interval after every wall; only the mean after the first."""
    running, means, low, high = Running(), [], [], []
    for value in differences:
        running.add(value)
        reach = 0.0
        if running.error is not None:
            reach = running.error * t_quantile(0.5 + LEVEL / 2, running.count - 1)
        means.append(running.mean)
        low.append(running.mean - reach)
        high.append(running.mean + reach)
    return means, low, high


def fans_chart(sides: Sequence[Figures]) -> Chart:
    """The most frequent fans: each player's share of wins that have them, in percent."""
    total: dict[str, int] = {}
    for side in sides:
        for fan, times in side.fans.items():
            total[fan] = total.get(fan, 0) + times
    fans = sorted(total, key=lambda fan: (-total[fan], fan))[:_TOP_FANS]
    shares = [
        [round(100 * side.fans.get(fan, 0) / (side.wins or 1), 2) for fan in fans] for side in sides
    ]
    return {"kind": "fans", "name": "fans", "fans": fans, "shares": shares}


def counts_chart(
    name: str, axis: str, sides: Sequence[Mapping[int, int]], most: int | None = None
) -> Chart:
    """Each player's wins by a count; counts above `most` are one class."""
    counts = []
    for side in sides:
        counted: dict[int, int] = {}
        for value, times in side.items():
            shown = value if most is None else min(value, most)
            counted[shown] = counted.get(shown, 0) + times
        counts.append(sorted(counted.items()))
    return {"kind": "columns", "name": name, "axis": axis, "most": most, "counts": counts}


def times_chart(times: Iterable[TimesFigures]) -> Chart:
    """Each player's decisions by milliseconds, in percent."""
    lines = []
    for record in times:
        total = record.decisions or 1
        shares: dict[int, float] = {}
        for bucket, count in record.buckets:
            merged = bucket // _MERGED
            shares[merged] = shares.get(merged, 0.0) + 100 * count / total
        where = range(min(shares) - 1, max(shares) + 2) if shares else range(0)
        lines.append(
            [
                (_milliseconds(merged_bucket), round(shares.get(merged_bucket, 0.0), 3))
                for merged_bucket in where
            ]
        )
    return {"kind": "times", "name": "times", "lines": lines}


def _milliseconds(merged: int) -> float:
    """The middle of merged buckets."""
    seconds = 2 ** (_MERGED * (merged + 0.5) / PER_DOUBLING)
    return float(f"{1000 * seconds:.4g}")
