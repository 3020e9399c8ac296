"""Ratings follow strength, and their stated error is their real one."""

import math
import random
import statistics

import pytest

from mj_lab.core.rating import Outcome, ratings


def simulated(seed: int, strengths: list[float], luck: float, walls: int) -> list[Outcome]:
    """Games whose winners fall by strength and by the luck that a player has on a wall."""
    lot, outcomes = random.Random(seed), []
    for wall in range(walls):
        weights = [math.exp(strength + lot.gauss(0, luck)) for strength in strengths]
        for _ in range(8):
            winner = lot.choices(range(4), weights)[0]
            loser = lot.choice([player for player in range(4) if player != winner])
            scores = [-8, -8, -8, -8]
            scores[winner], scores[loser] = 36, -20
            seated = lot.sample(range(4), 4)
            scores_by_seat = tuple(scores[player] for player in seated)
            outcomes.append(Outcome(tuple(seated), scores_by_seat, wall))
    return outcomes


def test_ratings_are_in_the_order_of_strength() -> None:
    rated = ratings(simulated(1, [0.0, 0.7, 1.4, 2.1], 0.1, 60), 5)
    assert rated.pop().rating == 25  # Who never played is average.
    assert sorted(range(4), key=lambda player: rated[player].rating) == [0, 1, 2, 3]
    assert all(rating.error and rating.error < 3 for rating in rated)


@pytest.mark.thorough
def test_the_error_is_the_spread_over_repetitions_with_lucky_walls_too() -> None:
    for luck in (0.0, 1.0):
        runs = [ratings(simulated(seed, [0.0] * 4, luck, 20), 4) for seed in range(12)]
        real = statistics.pstdev([rating.rating for run in runs for rating in run])
        stated = statistics.mean([rating.error or 0 for run in runs for rating in run])
        assert 0.75 < stated / real < 1.35


def test_games_without_a_winner_change_no_rating() -> None:
    drawn = [Outcome((0, 1, 2, 3), (0, 0, 0, 0), wall) for wall in range(4)]
    assert [round(rating.rating, 6) for rating in ratings(drawn, 4)] == [25.0] * 4


def test_one_wall_has_no_error_to_state() -> None:
    rated = ratings([Outcome((0, 1, 2, 3), (36, -8, -8, -20), 0)], 4)
    assert [rating.error for rating in rated] == [None] * 4
    assert rated[0].rating > 25 > rated[3].rating
    assert ratings([], 5)[4].rating == 25
