"""Ratings from all games of a league, by openskill's Plackett-Luce model.

The model's own sigma treats games as independent, but games on one wall are not. So the error given
here is a grouped jackknife: the spread of the rating when walls are left out in turn.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

# Groups of walls left out in turn: more do not improve the error and cost a fit each.
_GROUPS = 20


class Outcome(NamedTuple):
    """A game: its players, their scores, and its wall, which other games may share."""

    players: tuple[int, ...]
    scores: tuple[int, ...]
    wall: Hashable


class Rating(NamedTuple):
    """A rating (25 is the average), its error by wall (None with one), and openskill's sigma."""

    rating: float
    error: float | None
    sigma: float


def ratings(outcomes: Sequence[Outcome], count: int) -> list[Rating]:
    """Ratings of `count` players from games in playing order."""
    walls = list(dict.fromkeys(outcome.wall for outcome in outcomes))
    group_of = {wall: number % _GROUPS for number, wall in enumerate(walls)}
    groups = min(len(walls), _GROUPS)
    fitted = _fit(outcomes, count)
    if groups < 2:
        return [Rating(rating, None, sigma) for rating, sigma in fitted]
    without = [
        _fit([outcome for outcome in outcomes if group_of[outcome.wall] != group], count)
        for group in range(groups)
    ]
    return [
        Rating(rating, _jackknife([fit[player][0] for fit in without]), sigma)
        for player, (rating, sigma) in enumerate(fitted)
    ]


def _jackknife(values: Sequence[float]) -> float:
    count = len(values)
    mean = math.fsum(values) / count
    squares = math.fsum((value - mean) ** 2 for value in values)
    return math.sqrt((count - 1) / count * squares)


def _fit(outcomes: Sequence[Outcome], count: int) -> list[tuple[float, float]]:
    from openskill.models import PlackettLuce

    # tau is how much a player may change between games; a program does not.
    model = PlackettLuce(tau=0.0)
    rated = [model.rating() for _ in range(count)]
    for outcome in outcomes:
        teams = [[rated[player]] for player in outcome.players]
        after = model.rate(teams, scores=[float(score) for score in outcome.scores])
        for player, (rating,) in zip(outcome.players, after, strict=True):
            rated[player] = rating
    return [(float(rating.mu), float(rating.sigma)) for rating in rated]
