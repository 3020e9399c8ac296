"""Placement points at a table: the highest score is first, ties share."""

from __future__ import annotations

from collections.abc import Sequence

# What a match pays its first to fourth by the official rules (国标麻将竞赛规则, 标准分).
TABLE_POINTS = (4, 2, 1, 0)


def place_shares(scores: Sequence[float]) -> list[list[float]]:
    """By player, the share of each place: 1 for a place alone, equal parts for a tie.

    >>> place_shares([50, -10, -10, -30])[1]
    [0.0, 0.5, 0.5, 0.0]
    """
    count = len(scores)
    return [
        [1 / places[1] if 0 <= rank - places[0] < places[1] else 0.0 for rank in range(count)]
        for places in _places(scores)
    ]


def placement_points(scores: Sequence[float], worth: Sequence[float]) -> list[float]:
    """By player, the points of their place; ties share the points of their places.

    >>> placement_points([50, -10, -10, -30], TABLE_POINTS)
    [4.0, 1.5, 1.5, 0.0]
    """
    return [sum(worth[above : above + level]) / level for above, level in _places(scores)]


def _places(scores: Sequence[float]) -> list[tuple[int, int]]:
    """By player, how many have a higher score, and how many (player included) the same."""
    return [
        (sum(other > score for other in scores), sum(other == score for other in scores))
        for score in scores
    ]
