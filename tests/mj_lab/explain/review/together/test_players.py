"""Players over many games: sums, errors by game, differences."""

from random import Random
from typing import Any

import pytest

from mj_engine.learned import HALVING
from mj_lab.core.wall_means import estimate
from mj_lab.explain.analysis.losses import Loss
from mj_lab.explain.review.reviewing import GameReview, Reviewed, SeatReview
from mj_lab.explain.review.together.players import reviewed_together


def decision(lost: float) -> Reviewed:
    kind, grade = ("discard early", "blunder" if lost > 8 else None) if lost else (None, None)
    loss = Loss("PLAY W1", "PLAY W2", kind, lost, lost=lost, grade=grade)
    return Reviewed(1, loss, 0.5, 1.0, True)


def seat_with(*losses: float, seat: int = 0, player: str = "a", score: int = 0) -> SeatReview:
    return SeatReview(seat, player, score, tuple(map(decision, losses)), 0)


def game_with(*seats: SeatReview, name: str = "g", level: str = "") -> GameReview:
    return GameReview(name, "file.jsonl", level, seats)


def players_of(games: list[GameReview], by: str = "player") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = reviewed_together(games, by)["players"]
    return found


def accuracy_of(lost: float) -> float:
    return float(100 * 0.5 ** (lost / HALVING))


def test_the_seats_of_a_game_are_one_draw() -> None:
    games = [game_with(seat_with(1, 0), seat_with(3, 0, seat=1)), game_with(seat_with(0, 0, 0, 0))]
    (player,) = players_of(games)
    assert (player["matches"], player["games"], player["decisions"]) == (2, 3, 8)
    found = player["lost_per_decision"]
    # Both games have four decisions: the ratio is the mean of the games' means.
    assert found == pytest.approx(estimate([1.0, 0.0]).to_json() | {"low": 0})
    assert player["lost_per_game"]["mean"] == pytest.approx(4 / 3)


def test_other_figures() -> None:
    games = [game_with(seat_with(12, 0, 4, score=20)), game_with(seat_with(0, 0, 0, score=-8))]
    (player,) = players_of(games)
    assert player["mistakes_per_100"]["mean"] == pytest.approx(100 / 6)
    lost, accuracy = player["lost_per_decision"], player["accuracy"]
    assert lost["mean"] == pytest.approx(16 / 6)
    assert accuracy["mean"] == pytest.approx(accuracy_of(16 / 6))
    assert lost["high"] is not None and accuracy["low"] == pytest.approx(accuracy_of(lost["high"]))
    # A little more lost lowers it by as much as the error says.
    assert lost["error"] is not None and accuracy["error"] is not None
    slope = (accuracy_of(16 / 6) - accuracy_of(16 / 6 + 1e-6)) / 1e-6
    assert accuracy["error"] == pytest.approx(slope * lost["error"], rel=1e-4)
    assert player["score_per_game"]["mean"] == 6
    assert player["luck_per_game"]["mean"] == 14


def test_names() -> None:
    seats = [seat_with(1, player="a"), seat_with(2, seat=1, player="")]
    games = [game_with(*seats, level="weak"), game_with(*seats)]
    assert {one["name"] for one in players_of(games)} == {"a", "weak", "?"}
    assert {one["name"] for one in players_of(games, "level")} == {"weak", "?"}
    assert {one["name"] for one in players_of(games, "file")} == {"file.jsonl"}
    assert {one["name"] for one in players_of(games, "seat")} == {"East 东", "South 南"}


def test_who_loses_least_comes_first() -> None:
    games = [game_with(seat_with(3, player="x"), seat_with(1, player="y"))]
    assert [one["name"] for one in players_of(games)] == ["y", "x"]


def test_a_difference_at_the_same_tables_is_that_of_its_pairs() -> None:
    rng = Random(5)
    pairs = [(rng.random() * 4, rng.random()) for _ in range(30)]
    games = [
        game_with(seat_with(x, player="x"), seat_with(y, seat=1, player="y")) for x, y in pairs
    ]
    less, more = players_of(games)
    found = more["loses_more"]
    assert found == pytest.approx(estimate([x - y for x, y in pairs]).to_json())


def test_a_difference_of_different_games_has_both_errors() -> None:
    games = [game_with(seat_with(x, player="x")) for x in (1.0, 2.0, 3.0)]
    games += [game_with(seat_with(y, player="y")) for y in (5.0, 9.0)]
    less, more = players_of(games)
    found = more["loses_more"]
    errors = [one["lost_per_decision"]["error"] for one in (less, more)]
    assert found["mean"] == 5
    assert found["error"] == pytest.approx((errors[0] ** 2 + errors[1] ** 2) ** 0.5)


def test_one_game_has_no_error() -> None:
    games = [game_with(seat_with(3, player="x"), seat_with(1, player="y"))]
    one, other = players_of(games)
    assert one["lost_per_decision"]["error"] is None
    assert other["loses_more"]["error"] is None
