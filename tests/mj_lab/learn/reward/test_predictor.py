"""The predictor: what it may see, what it must not, and that rewards add up to what was paid."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.game.placement import TABLE_POINTS, placement_points
from mj_lab.learn.reward.hand_pool import RewardError
from mj_lab.learn.reward.plan import PredictingPlan, PredictorOptions
from mj_lab.learn.reward.predicting import (
    PREDICTOR_FILE,
    PredictorTraining,
    prediction_lines,
    read_predictor,
)
from mj_lab.learn.reward.predictor import Predictor, hand_rewards, outcome_points

SMALL = PredictorOptions(hands=4, hidden=8, dense=8)


def matches(count: int, rng: np.random.Generator, hands: int = 4) -> np.ndarray:
    """Hands in which one wins of the three others."""
    found = np.full((count, hands, 4), -1)
    winners = rng.integers(4, size=(count, hands))
    np.put_along_axis(found, winners[..., None], 3, axis=-1)
    return np.asarray(found * rng.integers(8, 24, size=(count, hands, 1)))


@pytest.fixture
def predictor() -> Predictor:
    torch.manual_seed(3)
    return Predictor(SMALL).eval()


def test_rewards_add_up_to_what_was_paid(predictor: Predictor) -> None:
    scores = matches(30, np.random.default_rng(1))
    points = predictor.points(scores)
    assert points.shape == (30, 5, 4)
    for match, by_hand in zip(scores, points, strict=True):
        assert by_hand[-1].tolist() == pytest.approx(
            placement_points(match.sum(axis=0).tolist(), TABLE_POINTS)
        )
    rewards = hand_rewards(predictor, scores)
    assert rewards.shape == scores.shape
    assert rewards.sum(axis=1) == pytest.approx(outcome_points(scores, TABLE_POINTS) - points[:, 0])


def test_it_does_not_see_what_is_to_come(predictor: Predictor) -> None:
    scores = matches(5, np.random.default_rng(2))
    other = scores.copy()
    other[:, 2:] = matches(5, np.random.default_rng(9))[:, 2:]
    assert predictor.points(scores)[:, :3] == pytest.approx(predictor.points(other)[:, :3])
    assert not np.allclose(predictor.points(scores)[:, 3], predictor.points(other)[:, 3])


def test_it_remembers_the_hands_before(predictor: Predictor) -> None:
    """Two matches that stand alike after two hands, which came in another order."""
    one = np.array([[[24, -8, -8, -8], [-10, 30, -10, -10], [0] * 4, [0] * 4]])
    other = one[:, [1, 0, 2, 3]]
    # Of the last of these two hands the network sees the score; so look a hand later.
    assert not np.allclose(predictor.points(one)[:, 3], predictor.points(other)[:, 3], atol=1e-6)


def test_players_without_seats_are_alike() -> None:
    torch.manual_seed(3)
    predictor = Predictor(PredictorOptions(hands=4, hidden=8, seated=False)).eval()
    scores = matches(6, np.random.default_rng(4)) + np.arange(4)  # No two stand alike.
    order = [2, 0, 3, 1]
    assert predictor.points(scores[:, :, order])[:, 1:] == pytest.approx(
        predictor.points(scores)[:, 1:, order], abs=1e-6
    )


def test_it_learns_more_than_how_the_match_stands() -> None:
    plan = PredictingPlan(PredictorOptions(hands=4, hidden=16, seated=False), batch=64, rate=5e-3)
    training = PredictorTraining(plan, matches)
    training.run(150)
    told = prediction_lines(training.predictor, matches(400, np.random.default_rng(77)))
    for hand in (1, 2, 3):
        assert told["predictor"][hand] < told["standing"][hand]
        assert told["predictor"][hand] < told["average"][hand]
    assert told["predictor"][3] < 0.6 * told["average"][3]


def test_stopped_and_gone_on_with_it_has_the_same_weights(tmp_path: Path) -> None:
    plan = PredictingPlan(SMALL, batch=8)
    whole = PredictorTraining(plan, matches)
    whole.run(6)
    first = PredictorTraining(plan, matches, tmp_path)
    first.run(2)
    first.note({"loss": 1.0})
    again = PredictorTraining(plan, matches, tmp_path)
    assert (again.steps, again.history) == (2, [{"step": 2, "loss": 1.0}])
    again.run(4)
    again.save()
    for name, tensor in whole.predictor.state_dict().items():
        assert torch.equal(tensor, read_predictor(tmp_path).state_dict()[name])
    with pytest.raises(RewardError, match="other options"):
        PredictorTraining(PredictingPlan(SMALL, batch=9), matches, tmp_path)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04", None])
def test_what_is_no_predictor_is_told_in_a_line(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / PREDICTOR_FILE).write_bytes(content)
    with pytest.raises(RewardError, match="no predictor") as told:
        read_predictor(tmp_path)
    assert len(str(told.value).splitlines()) == 1
