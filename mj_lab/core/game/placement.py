"""The points of the places at a table: the highest score is first, equal scores share."""

from __future__ import annotations

from collections.abc import Sequence

# What a match pays its first to fourth by the official rules (国标麻将竞赛规则, 标准分).
TABLE_POINTS = (4, 2, 1, 0)


def place_shares(scores: Sequence[float]) -> list[list[float]]:
    """By player, the share of each place: 1 of one place, or equal parts for equal scores.

    >>> place_shares([50, -10, -10, -30])[1]
    [0.0, 0.5, 0.5, 0.0]
    """
    count = len(scores)
    return [
        [1 / places[1] if 0 <= place - places[0] < places[1] else 0.0 for place in range(count)]
        for places in _places(scores)
    ]


def placement_points(scores: Sequence[float], worth: Sequence[float]) -> list[float]:
    """By player, the points of their place; equal scores share the points of their places.

    >>> placement_points([50, -10, -10, -30], TABLE_POINTS)
    [4.0, 1.5, 1.5, 0.0]
    """
    return [sum(worth[above : above + level]) / level for above, level in _places(scores)]


def _places(scores: Sequence[float]) -> list[tuple[int, int]]:
    """By player, how many are above, and how many (with the player) have the same score."""
    return [
        (sum(other > score for other in scores), sum(other == score for other in scores))
        for score in scores
    ]
