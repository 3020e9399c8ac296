"""Splits the points between two candidates by cause: win chance, pay of a win, danger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mj_bot.odds.win_chance import DEAL_IN_COSTS

# Of fewer points than this between two candidates there is no reason worth a sentence. What is as
# good is another matter: `mj_lab.analysis.losses`.
EQUAL = 0.3
# About what a game without a win and without a deal-in brings, in points. The forecast has it
# between -16 and -13 for every candidate, except near the end. With this number the greatest part
# was the forecast's own in 96% of 2,467 pairs, from 420 decisions of 40 matches
# (docs/reference/analysis.md).
OTHERWISE = -15.0
# With a smaller win chance nothing is known about the pay of a win.
LEAST_CHANCE = 0.02

CHANCE, PAY, DANGER, LEARNED = "chance", "pay", "danger", "learned"


class PointParts(NamedTuple):
    """The points that the better candidate is ahead, split by cause.

    parts: points by cause, their sum is `total`. CHANCE: the win chance, at the other one's
    pay of a win; PAY: the pay of a win; DANGER: that the discard deals in; LEARNED: the part of a
    learned model.
    """

    total: float
    parts: Mapping[str, float]


def number_in_row(row: Mapping[str, Any], key: str) -> float | None:
    """A figure of a candidate; None if it has none."""
    value = row.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value)


def apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> float | None:
    """How many points one candidate is ahead of another; None if either has no points."""
    mine, theirs = number_in_row(one, "expected_score"), number_in_row(other, "expected_score")
    return None if mine is None or theirs is None else mine - theirs


def point_parts(better: Mapping[str, Any], than: Mapping[str, Any]) -> PointParts | None:
    """The points between two candidates by cause; None if a figure is missing.

    Points are (1 - danger) x (chance x pay + (1 - chance) x otherwise) - danger x cost.
    """
    total = apart(better, than)
    both = [_Found.of(row) for row in (better, than)]
    if total is None or both[0] is None or both[1] is None:
        return None
    mine, other = both[0], both[1]
    learned = mine.learned - other.learned
    danger = (other.danger - mine.danger) * (other.worth + DEAL_IN_COSTS)
    hand = (1 - mine.danger) * (mine.worth - other.worth)
    chance = hand
    if other.chance >= LEAST_CHANCE:
        win = (other.worth - OTHERWISE) / other.chance
        chance = (1 - mine.danger) * (mine.chance - other.chance) * win
    parts = {CHANCE: chance, PAY: hand - chance, DANGER: danger, LEARNED: learned}
    return PointParts(total, parts)


class _Found(NamedTuple):
    """A candidate's figures. chance, worth: if the discard does not deal in; worth in points."""

    chance: float
    danger: float
    worth: float
    learned: float

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> _Found | None:
        """The figures of a candidate; None if one is missing, or if it surely deals in."""
        points, chance = number_in_row(row, "expected_score"), number_in_row(row, "win_chance")
        danger, learned = number_in_row(row, "deal_in") or 0.0, number_in_row(row, "learned") or 0.0
        if points is None or chance is None or danger >= 1:
            return None
        worth = (points - learned + danger * DEAL_IN_COSTS) / (1 - danger)
        return cls(chance / (1 - danger), danger, worth, learned)
