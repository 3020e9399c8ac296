"""The predictor: what it may see, what it must not, and that rewards add up to what was paid."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.core.game.placement import TABLE_POINTS, placement_points
from mj_lab.learn.training.losses.learner import Learner, LearnOptions
from mj_lab.learn.training.networks.predictor import (
    PredictorModel,
    PredictorOptions,
    match_inputs,
    outcome_points,
)
from mj_lab.learn.training.parts.part import Context
from mj_lab.learn.training.run.registry import TERM_PARTS


def predictor_of(**options: Any) -> PredictorModel:
    torch.manual_seed(3)
    context = Context("3", Path(), torch.device("cpu"))
    return PredictorModel(PredictorOptions(**options), context)


def matches(count: int, rng: np.random.Generator, hands: int = 4) -> np.ndarray:
    """Hands in which one wins of the three others."""
    found = np.full((count, hands, 4), -1)
    winners = rng.integers(4, size=(count, hands))
    np.put_along_axis(found, winners[..., None], 3, axis=-1)
    return np.asarray(found * rng.integers(8, 24, size=(count, hands, 1)))


@pytest.fixture
def predictor() -> PredictorModel:
    return predictor_of(hidden=8)


def test_rewards_add_up_to_what_was_paid(predictor: PredictorModel) -> None:
    scores = matches(30, np.random.default_rng(1))
    points = predictor.points(scores)
    assert points.shape == (30, 5, 4)
    for match, by_hand in zip(scores, points, strict=True):
        assert by_hand[-1].tolist() == pytest.approx(
            placement_points(match.sum(axis=0).tolist(), TABLE_POINTS)
        )
    rewards = predictor.hand_rewards(scores)
    assert rewards.shape == scores.shape
    assert rewards.sum(axis=1) == pytest.approx(outcome_points(scores, TABLE_POINTS) - points[:, 0])


def test_it_does_not_see_what_is_to_come(predictor: PredictorModel) -> None:
    scores = matches(5, np.random.default_rng(2))
    other = scores.copy()
    other[:, 2:] = matches(5, np.random.default_rng(9))[:, 2:]
    assert predictor.points(scores)[:, :3] == pytest.approx(predictor.points(other)[:, :3])
    assert not np.allclose(predictor.points(scores)[:, 3], predictor.points(other)[:, 3])


def test_totals_may_be_in_buckets() -> None:
    scores = np.array([[[90, -8, -8, -74], [-29, 3, 3, 23], [0] * 4, [0] * 4]])
    numbers = match_inputs(scores, PredictorOptions(hidden=8))
    seen = match_inputs(scores, PredictorOptions(hidden=8, buckets=True))
    # East's after the first hand and after the second: the own bucket, then the best other's.
    rows = seen[0, 1:3, 4:40].reshape(2, 4, 9).argmax(axis=2)
    assert rows.tolist() == [[8, 4, 4, 0], [7, 4, 4, 1]]
    assert seen.shape[-1] == numbers.shape[-1] + 36 - 4


def test_it_remembers_the_hands_before(predictor: PredictorModel) -> None:
    """Two matches that stand alike after two hands, which came in another order."""
    one = np.array([[[24, -8, -8, -8], [-10, 30, -10, -10], [0] * 4, [0] * 4]])
    other = one[:, [1, 0, 2, 3]]
    # Of the last of these two hands the network sees the score; so look a hand later.
    assert not np.allclose(predictor.points(one)[:, 3], predictor.points(other)[:, 3], atol=1e-6)


def test_players_without_seats_are_alike() -> None:
    predictor = predictor_of(hidden=8, seated=False)
    scores = matches(6, np.random.default_rng(4)) + np.arange(4)  # No two stand alike.
    order = [2, 0, 3, 1]
    assert predictor.points(scores[:, :, order])[:, 1:] == pytest.approx(
        predictor.points(scores)[:, 1:, order], abs=1e-6
    )


def test_it_learns_more_than_how_the_match_stands() -> None:
    model = predictor_of(hidden=16, seated=False)
    terms = {"place": TERM_PARTS.made({"kind": "place"}, replace(model.context, model=model))}
    learner = Learner(model, terms, LearnOptions(rate=5e-3, clip=1.0), model.context)
    for step in range(150):
        learner.learn([model.examples(matches(64, np.random.default_rng([0, step])))], step)
    told = model.errors(matches(400, np.random.default_rng(77)))
    for hand in (1, 2, 3):
        assert told["predictor"][hand] < told["standing"][hand]
        assert told["predictor"][hand] < told["average"][hand]
    assert told["predictor"][3] < 0.6 * told["average"][3]
