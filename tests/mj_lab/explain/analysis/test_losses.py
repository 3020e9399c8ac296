"""What an answer loses: its kind, what a win pays by recorded scores, the scale, the grades."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, HU, PASSING, PENG, PLAY, Action
from mj_bot.state import GameState
from mj_engine import learned
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.losses import (
    GRADES,
    LOSS_KINDS,
    LossScale,
    as_good_as,
    loss_of,
    loss_scale,
    native_scale,
    points_at_hand,
    with_points,
)
from tests.recorded import Recorded

LIMITS = {"slight": 1.0, "mistake": 3.0, "blunder": 8.0}
AS_TOLD = LossScale(1.0, 0.0, 0.0, dict.fromkeys(LOSS_KINDS, 0.0), 0.1, 0.0, LIMITS)


def figures(value: float, forecast: float | None = None, deal_in: float = 0.0) -> dict[str, float]:
    forecast = value if forecast is None else forecast
    return {"expected_score": value, "forecast": forecast, "deal_in": deal_in}


@pytest.mark.parametrize(
    ("best", "played", "kind"),
    [
        (Action(PLAY, 1), Action(PLAY, 2), "discard middle"),
        (Action(PENG, 1), Action(PENG, 2), "discard middle"),
        (Action(CHI, 1, 4), Action(CHI, 2, 4), "discard middle"),
        (Action(CHI, 1, 4), Action(CHI, 1, 5), "claim made"),
        (Action(CHI, 1, 4), Action(PENG, 1), "claim made"),
        (PASSING, Action(PENG, 1), "claim made"),
        (Action(CHI, 1, 4), PASSING, "claim missed"),
        (Action(GANG), PASSING, "kong"),
        (Action(PLAY, 1), Action(GANG, 2), "kong"),
        (Action(BUGANG, 1), Action(PLAY, 1), "kong"),
        (Action(PENG, 1), Action(GANG), "kong"),
        (Action(HU, fan=8), PASSING, "win passed"),
        (Action(HU, fan=8), Action(GANG, 3), "win passed"),
        (PASSING, Action(HU, fan=8), "win taken"),
        (Action(GANG, 3), Action(HU, fan=8), "win taken"),
    ],
)
def test_the_kind(best: Action, played: Action, kind: str) -> None:
    points = {str(best): figures(5.0), str(played): figures(2.0)}
    assert loss_of([played], points, 7, AS_TOLD).kind == kind
    assert kind in LOSS_KINDS


@pytest.mark.parametrize(
    ("discards", "danger", "kind"),
    [
        (0, 0.0, "discard early"),
        (5, 0.0, "discard early"),
        (6, 0.04, "discard middle"),
        (12, 0.0, "discard late"),
        (20, 0.0, "discard late"),
        (6, 0.2, "defence"),
    ],
)
def test_a_discard_by_its_row_and_its_danger(discards: int, danger: float, kind: str) -> None:
    points = {"PLAY W1": figures(5.0), "PLAY W2": figures(2.0, deal_in=danger)}
    assert loss_of([Action(PLAY, 1)], points, discards, AS_TOLD).kind == kind


def test_the_engine_knows_the_same_kinds_and_grades() -> None:
    assert (learned.LOSS_KINDS, learned.GRADES) == (LOSS_KINDS, GRADES)


def test_a_win_pays_what_the_recorded_matches_paid(recorded: Recorded) -> None:
    paid = []
    for record in (*recorded("botzone_matches"), *recorded("rare_games")):
        match = Match.model_validate(record)
        winner, last = match.result.player, len(match.requests) - 1
        if match.result.action != HU or winner is None:
            continue
        for decision in decisions_of_seat(match, winner):
            first = action_space(decision.state)[0]
            if decision.turn == last and first.kind == HU:
                paid.append(points_at_hand(decision.state, first.fan) == match.scores[winner])
    assert len(paid) > 50
    assert all(paid)


def test_points_are_told_of_every_action() -> None:
    state = GameState()
    rows = [
        {"action": "HU", "expected_score": 9996.0},
        {"action": "PLAY W1", "expected_score": 2, "win_chance": 0.5, "learned": 0.5},
        {"action": "PLAY W2", "expected_score": 1, "win_chance": 0.5, "deal_in": None},
    ]
    found = with_points(rows, state, [Action(HU, fan=10), Action(PLAY, 0), Action(PLAY, 1)])
    assert found["HU"] == {**figures(34.0), "win_chance": 1.0}
    assert found["PLAY W1"] == {**figures(2.0, 1.5), "win_chance": 0.5}
    assert found["PLAY W2"] == {**figures(1.0), "win_chance": 0.5}


@pytest.mark.parametrize("told", [{}, {"expected_score": None}, {"expected_score": math.nan}])
def test_a_tactic_that_tells_no_points(told: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no expected points"):
        with_points([{"action": "PLAY W1", **told}], GameState(), [Action(PLAY, 0)])


def test_the_choice_itself_loses_nothing_at_all() -> None:
    points = {"PLAY W1": figures(1.0), "PLAY W2": figures(9.0)}
    loss = loss_of([Action(PLAY, 0)], points, 3, AS_TOLD)
    assert (loss.kind, loss.predicted, loss.lost, loss.error, loss.grade) == (None, 0, 0, 0, None)
    assert loss.as_good


def test_a_loss_is_what_the_differences_are_worth() -> None:
    by_kind = {**dict.fromkeys(LOSS_KINDS, 0.0), "claim made": 0.25}
    scale = LossScale(0.5, 0.5, -1.0, by_kind, 0.3, 0.4, LIMITS)
    points = {"PASS": figures(4.0, 3.0), "PENG W1": figures(0.0, 1.0, 0.02)}
    loss = loss_of([Action(PENG, 0)], points, 3, scale)
    costs = loss.danger
    assert (loss.predicted, loss.forecast) == (4.0, 2.0)
    assert costs == pytest.approx(0.02 * 25, rel=0.3)
    assert loss.lost == pytest.approx(0.75 * 4 + 0.5 * 2 - costs, abs=1e-4)
    assert loss.error == native_scale(scale).error_of(loss.lost)
    assert loss.error == pytest.approx(math.hypot(0.3, 0.4 * loss.lost), abs=1e-4)
    assert (loss.as_good, loss.grade) == (False, "mistake")


def test_a_claim_without_its_discard_counts_as_the_best_it_may_be() -> None:
    points = {"PASS": figures(4.0), "PENG W1": figures(1.0), "PENG W2": figures(2.0)}
    meant = [Action(PENG, 0), Action(PENG, 1)]
    assert loss_of(meant, points, 3, AS_TOLD).played == "PENG W2"
    assert loss_of([*meant, PASSING], points, 3, AS_TOLD).played == "PASS"


@given(st.floats(-50, 50), st.integers(0, 20))
def test_no_loss_is_negative_and_greater_ones_are_graver(told: float, discards: int) -> None:
    scale, order = loss_scale(), [None, *GRADES]
    one, more = (
        loss_of([Action(PLAY, 1)], {"PLAY W1": figures(by), "PLAY W2": figures(0)}, discards, scale)
        for by in (told, told + 1)
    )
    assert 0 <= one.lost <= more.lost
    assert order.index(one.grade) <= order.index(more.grade)
    assert one.as_good == (one.grade is None) == (one.lost < scale.limits["slight"])


@pytest.mark.parametrize(
    ("lost", "grade"),
    [(0.99, None), (1.0, "slight"), (2.9, "slight"), (3.0, "mistake"), (8.0, "blunder")],
)
def test_grades_begin_at_their_limits(lost: float, grade: str | None) -> None:
    points = {"PLAY W1": figures(lost), "PLAY W2": figures(0)}
    assert loss_of([Action(PLAY, 1)], points, 3, AS_TOLD).grade == grade


@given(st.lists(st.floats(-9, 9), min_size=2, max_size=6), st.integers(0, 20))
def test_what_is_as_good_has_no_grade(values: list[float], discards: int) -> None:
    points = {f"PLAY W{place + 1}": figures(value) for place, value in enumerate(values)}
    choice = "PLAY W2"
    good = as_good_as(choice, points, discards, loss_scale())
    ordered = {choice: points[choice], **points}
    for place, action in enumerate(points):
        loss = loss_of([Action(PLAY, place)], ordered, discards, loss_scale())
        assert (action in good) == (loss.as_good and action != choice)


def test_the_scale_in_use() -> None:
    scale = loss_scale()
    limits = [scale.limits[grade] for grade in GRADES]
    assert 0 < limits[0] < limits[1] < limits[2]
    assert set(scale.by_kind) == set(LOSS_KINDS)
    assert all(scale.value + scale.forecast + of > 0 for of in scale.by_kind.values())
    # The least grade begins where a loss is hardly none: at 1.65 of its errors.
    error = math.hypot(scale.base, scale.share * limits[0])
    assert limits[0] == pytest.approx(1.65 * error, abs=0.05)
