"""A figure of a person's hands over time: its mean, and a moving mean by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mj_lab.core.wall_means import estimate

# Hands in a moving mean: with fewer its error hides any trend, with more it lags.
WINDOW = 10


def mean_of(values: Sequence[float]) -> dict[str, Any]:
    """`hands`, `mean` and its standard `error`, each hand a sample; None with too few.

    >>> mean_of([1.0, 2.0, 3.0])
    {'hands': 3, 'mean': 2.0, 'error': 0.5773502691896257}
    """
    stated = estimate(values).stated()
    return {"hands": len(values), "mean": stated.mean, "error": stated.error}


def moving_means(values: Sequence[float], window: int = WINDOW) -> list[dict[str, Any]]:
    """For each hand, the oldest first: its `value`, and `mean_of` the last `window` hands.

    >>> [one["mean"] for one in moving_means([4.0, 2.0, 0.0], window=2)]
    [4.0, 3.0, 1.0]
    """
    return [
        {"value": value, **mean_of(values[max(0, index + 1 - window) : index + 1])}
        for index, value in enumerate(values)
    ]


def all_and_recent(values: Sequence[float], window: int = WINDOW) -> dict[str, dict[str, Any]]:
    """`mean_of` `all` values, the oldest first, and of the `recent` ones, the last `window`."""
    return {"all": mean_of(values), "recent": mean_of(values[-window:])}
