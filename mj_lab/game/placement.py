"""What the places of a table are worth: the one who has most is first, equals share."""

from __future__ import annotations

from collections.abc import Sequence

# What a match pays its first to fourth by the official rules (国标麻将竞赛规则, 标准分).
TABLE_POINTS = (4, 2, 1, 0)


def place_shares(scores: Sequence[float]) -> list[list[float]]:
    """By player, how much of each place is theirs: 1 of one, or equal parts where scores are equal.

    >>> place_shares([50, -10, -10, -30])[1]
    [0.0, 0.5, 0.5, 0.0]
    """
    count = len(scores)
    return [
        [1 / places[1] if 0 <= place - places[0] < places[1] else 0.0 for place in range(count)]
        for places in _places(scores)
    ]


def placement_points(scores: Sequence[float], worth: Sequence[float]) -> list[float]:
    """By player, what their place is worth; those with equal scores share what their places are.

    >>> placement_points([50, -10, -10, -30], TABLE_POINTS)
    [4.0, 1.5, 1.5, 0.0]
    """
    return [sum(worth[above : above + level]) / level for above, level in _places(scores)]


def _places(scores: Sequence[float]) -> list[tuple[int, int]]:
    """By player, how many are above and how many, the player too, have as much."""
    return [
        (sum(other > score for other in scores), sum(other == score for other in scores))
        for score in scores
    ]
