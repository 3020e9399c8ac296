"""What an answer loses: its kind, what a win pays by recorded scores, the scale, the grades."""

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, HU, PASS, PASSING, PENG, PLAY, Action
from mj_bot.state import GameState
from mj_lab.analysis.losses import (
    GRADES,
    LOSS_KINDS,
    Line,
    LossScale,
    kind_of,
    loss_of,
    loss_scale,
    points_at_hand,
    with_points,
)
from mj_lab.records.decisions import decisions_of_seat
from mj_lab.records.match import Match

Recorded = Callable[[str], tuple[dict[str, Any], ...]]

LIMITS = {"slight": 1.0, "mistake": 3.0, "blunder": 8.0}
AS_TOLD = LossScale({}, LIMITS)


@pytest.mark.parametrize(
    ("best", "played", "kind"),
    [
        (Action(PLAY, 1), Action(PLAY, 2), "discard"),
        (Action(PENG, 1), Action(PENG, 2), "discard"),
        (Action(CHI, 1, 4), Action(CHI, 2, 4), "discard"),
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
    ],
)
def test_the_kind(best: Action, played: Action, kind: str) -> None:
    assert kind_of(best, played) == kind
    assert kind in LOSS_KINDS


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
        {"action": "PLAY W1", "expected_score": 2, "win_chance": 0.5},
    ]
    found = with_points(rows, state, [Action(HU, fan=10), Action(PLAY, 0)])
    assert found["HU"] == {"expected_score": 34.0, "win_chance": 1.0}
    assert found["PLAY W1"] == {"expected_score": 2.0, "win_chance": 0.5}


@pytest.mark.parametrize("told", [{}, {"expected_score": None}, {"expected_score": math.nan}])
def test_a_tactic_that_tells_no_points(told: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no expected points"):
        with_points([{"action": "PLAY W1", **told}], GameState(), [Action(PLAY, 0)])


def points(**scores: float) -> dict[str, dict[str, float]]:
    return {name.replace("_", " "): {"expected_score": one} for name, one in scores.items()}


def test_the_choice_itself_loses_nothing_at_all() -> None:
    scale = LossScale({kind: Line(2.5, 1.0) for kind in LOSS_KINDS}, LIMITS)
    loss = loss_of(Action(PLAY, 0), Action(PLAY, 0), points(PLAY_W1=1.0, PLAY_W2=9.0), scale)
    assert (loss.kind, loss.predicted, loss.lost, loss.grade) == (None, 0.0, 0.0, None)


def test_a_loss_is_the_difference_brought_to_scale() -> None:
    told = points(PASS=4.0, PENG_W1=1.0)
    scale = LossScale({"claim made": Line(2.0, 0.5)}, LIMITS)
    best, played = PASSING, Action(PENG, 0)
    assert loss_of(best, played, told, AS_TOLD)[2:] == ("claim made", 3.0, 3.0, "mistake")
    assert loss_of(best, played, told, scale)[2:] == ("claim made", 3.0, 3.5, "mistake")
    assert loss_of(played, best, told, scale)[2:] == ("claim missed", -3.0, 0.0, None)


@given(st.floats(-50, 50), st.floats(-5, 5), st.floats(0, 3))
def test_no_loss_is_negative_and_greater_ones_are_graver(
    told: float, offset: float, slope: float
) -> None:
    scale = LossScale({"discard": Line(offset, slope)}, LIMITS)
    one, more = scale.lost("discard", told), scale.lost("discard", told + 1)
    assert 0 <= one <= more
    order = [None, *GRADES]
    assert order.index(scale.grade(one)) <= order.index(scale.grade(more))


@pytest.mark.parametrize(
    ("lost", "grade"),
    [(0.99, None), (1.0, "slight"), (2.9, "slight"), (3.0, "mistake"), (8.0, "blunder")],
)
def test_grades_begin_at_their_limits(lost: float, grade: str | None) -> None:
    assert AS_TOLD.grade(lost) == grade


def test_the_scale_in_use() -> None:
    scale = loss_scale()
    limits = [scale.limits[grade] for grade in GRADES]
    assert 0 < limits[0] < limits[1] < limits[2]
    assert set(scale.lines) <= set(LOSS_KINDS)
    assert all(line.slope > 0 for line in scale.lines.values())
    assert kind_of(PASSING, Action(PASS)) == "claim missed"
