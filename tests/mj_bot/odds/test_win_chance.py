"""The win chance: as often as recorded games were won."""

from math import log
from pathlib import Path

import numpy as np
import pytest

from mj_bot.odds.win_chance import (
    DEAL_IN_COSTS,
    LOSS,
    MIN_HAND_VALUE,
    chance_of,
    expected_points,
    win_logit,
)
from mj_lab.learn.fit.curve import together
from mj_lab.learn.fit.games import drawn_decisions, read_games
from mj_lab.learn.fit.win_chance import model
from tests.mj_bot.odds.golden import hold_models


@pytest.mark.foreign
@pytest.mark.thorough
def test_win_chances_are_right_on_recorded_matches(data_folder: Path) -> None:
    """600 decisions of others' games, in halves by what is told: each within 0.05 of what was seen.

    With the base 2 higher it predicts 0.42 and 0.76, where 0.12 and 0.33 was seen.
    """
    games = read_games([data_folder / "botzone_matches.jsonl.gz"]).games
    fitted = model()
    drawn = drawn_decisions(games, fitted.places, 600, "0")
    rows = together(
        [
            fitted.rows_of(game.match, places, "")[0]
            for game, places in zip(games, drawn, strict=True)
        ]
    )
    told = np.array([chance_of(logit) for logit in rows.features @ fitted.curves[0].in_use])
    assert len(told) == 600
    for half in np.array_split(np.argsort(told), 2):
        assert abs(told[half].mean() - rows.seen[half].mean()) < 0.05
    # And they say more than how often a game is won.
    base = rows.seen.mean()
    assert loss(told, rows.seen) < loss(np.full(len(told), base), rows.seen) - 0.03


def loss(told: np.ndarray, seen: np.ndarray) -> float:
    return float(-np.log(np.where(seen > 0, told, 1 - told)).mean())


def test_they_are_those_of_the_golden_file() -> None:
    hold_models("win_logits", "points")


def test_a_better_hand_wins_more_and_a_greater_threat_less() -> None:
    for turn in (0, 5, 10, 15):
        for value in (0.01, 1.0, 8.0):
            plain = win_logit(value, 0.2, turn, -3.0)
            assert win_logit(2 * value, 0.2, turn, -3.0) > plain
            assert win_logit(value, 0.4, turn, -3.0) > plain
            assert win_logit(value, 0.2, turn, -2.0) < plain


def test_below_what_was_fitted_all_hands_are_alike() -> None:
    assert win_logit(0.0, 0, 4, -3.0) == win_logit(MIN_HAND_VALUE, 0, 4, -3.0)
    assert win_logit(2 * MIN_HAND_VALUE, 0, 4, -3.0) > win_logit(0.0, 0, 4, -3.0)


def test_dealing_in_costs_the_win_and_the_fan() -> None:
    lost = expected_points(0.0, 0.0)
    assert lost == -LOSS
    assert expected_points(0.25, 0.0) - lost == 0.25 * (expected_points(1.0, 0.0) - lost) > 0
    # Who surely deals in wins nothing, and loses more than to another's win.
    assert expected_points(1.0, 1.0) == expected_points(0.0, 1.0) == -DEAL_IN_COSTS < lost
    assert expected_points(0.4, 0.5) == pytest.approx(
        (expected_points(0.4, 0.0) + expected_points(0.4, 1.0)) / 2
    )
    assert LOSS == 8


@pytest.mark.parametrize("chance", [0.01, 0.3, 0.5, 0.9])
def test_chance_of_undoes_log_odds(chance: float) -> None:
    assert chance_of(log(chance / (1 - chance))) == pytest.approx(chance)
