"""What places are worth: nothing is lost or made, and equals are paid alike."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.core.game.placement import TABLE_POINTS, place_shares, placement_points

SCORES = st.lists(st.integers(-60, 60), min_size=4, max_size=4)


@given(SCORES)
def test_points_are_the_mean_over_the_orders_that_the_scores_allow(scores: list[int]) -> None:
    """Equals share as if each order of theirs were as likely."""
    orders = [
        order
        for order in permutations(range(4))
        if all(scores[a] >= scores[b] for a, b in zip(order, order[1:], strict=False))
    ]
    points = placement_points(scores, TABLE_POINTS)
    for player in range(4):
        paid = [TABLE_POINTS[order.index(player)] for order in orders]
        assert points[player] == pytest.approx(sum(paid) / len(orders))
    assert sum(points) == pytest.approx(7)


@given(SCORES)
def test_every_place_and_every_player_is_shared_out_once(scores: list[int]) -> None:
    shares = place_shares(scores)
    assert [sum(row) for row in shares] == pytest.approx([1] * 4)
    assert [sum(column) for column in zip(*shares, strict=True)] == pytest.approx([1] * 4)
    points = [sum(s * p for s, p in zip(row, TABLE_POINTS, strict=True)) for row in shares]
    assert points == pytest.approx(placement_points(scores, TABLE_POINTS))
