"""A placement player finds the right gamble by the predictor's reward, and not by the score."""

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

from mj_lab.learn.gradient.decisions import Decisions
from mj_lab.learn.gradient.learner import Learner
from mj_lab.learn.gradient.plan import GradientOptions
from mj_lab.learn.reward.plan import PredictingPlan, PredictorOptions
from mj_lab.learn.reward.predicting import PredictorTraining
from mj_lab.learn.reward.predictor import hand_rewards
from tests.mj_lab.learn.small_games import coin_match
from tests.mj_lab.learn.small_games.coin_match import (
    HANDS,
    MOST,
    RISKY,
    SAFE,
    STAKE,
    STATES,
    WINS,
    WORTH,
)

PLACE = {state: place for place, state in enumerate(STATES)}
# Of each state and action a number of its own: the learner can play any policy.
FEATURES = np.eye(2 * len(STATES), dtype=np.float32).reshape(len(STATES), 2, -1)
BASE = np.zeros((len(STATES), 2), np.float32)
PREDICTOR = PredictorOptions(HANDS, WORTH, score=2.0, seated=False, hidden=16, layers=2, dense=16)


def log_chances(learner: Learner) -> np.ndarray:
    odds = learner.log_odds(FEATURES, BASE).astype(np.float64)
    return np.asarray(odds - np.log(np.exp(odds).sum(axis=1, keepdims=True)))


def played(
    risk: np.ndarray, count: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Matches [n, hand, player], the states that were met and the actions there: [n, hand]."""
    scores = np.zeros((count, HANDS, 2), np.int64)
    states, actions = np.zeros((2, count, HANDS), np.int64)
    lead = np.zeros(count, np.int64)
    stakes, wins = (np.array([told[SAFE], told[RISKY]]) for told in (STAKE, WINS))
    for hand in range(HANDS):
        states[:, hand] = hand * (2 * MOST + 1) + lead + MOST
        actions[:, hand] = rng.random(count) < risk[states[:, hand]]
        won = rng.random(count) < wins[actions[:, hand]]
        score = np.where(won, 1, -1) * stakes[actions[:, hand]]
        scores[:, hand, 0], scores[:, hand, 1] = score, -score
        lead += score
    return scores, states, actions


def taught(by_predictor: bool, rounds: int = 40, seed: int = 1) -> coin_match.Gambles:
    """What the learner comes to: by state, the risky bet or not."""
    learner = Learner(
        FEATURES.shape[-1], 1.0,
        GradientOptions(hidden=0, rate=0.1, value_rate=0.1, kl=0, batch=800, seed=seed),
    )  # fmt: skip
    rng = np.random.default_rng(seed)
    pool = played(np.full(len(STATES), 0.5), 1_000, rng)[0]
    training = PredictorTraining(
        PredictingPlan(PREDICTOR, batch=128, rate=5e-3, seed=seed),
        lambda count, drawn: pool[drawn.integers(len(pool), size=count)],
    )
    if by_predictor:
        training.run(150)
    for _ in range(rounds):
        log_pi = log_chances(learner)
        # Some chance is left to either, so that what is not played is still seen.
        risk = np.clip(np.exp(log_pi[:, RISKY]), 0.1, 0.9)
        scores, states, actions = played(risk, 400, rng)
        pool = np.concatenate([pool, scores])[-2_000:]
        if by_predictor:
            training.run(10)
            rewards = hand_rewards(training.predictor, scores)[:, :, 0]
        else:
            rewards = scores[:, :, 0].astype(float)
        learner.scale = float(rewards.std())
        met, chosen = states.ravel(), actions.ravel()
        chance = np.where(chosen == RISKY, risk[met], 1 - risk[met])
        learner.learn(
            Decisions(
                FEATURES[met],
                BASE[met],
                chosen,
                np.log(chance).astype(np.float32),
                rewards.ravel().astype(np.float32),
            )  # fmt: skip
        )
    found = log_chances(learner)
    risky = found[:, RISKY] > found[:, SAFE]
    return {state: float(risky[PLACE[state]]) for state in STATES}


def test_the_score_alone_says_never_gamble() -> None:
    """The game is one where it matters: the bet with the better score is not the better bet."""
    assert coin_match.expected_score(SAFE) > coin_match.expected_score(RISKY)
    never = coin_match.value_of(dict.fromkeys(STATES, 0.0))
    always = coin_match.value_of(dict.fromkeys(STATES, 1.0))
    assert always < never < coin_match.best_value(0, 0) - 0.05


@pytest.mark.thorough
def test_by_the_predictor_it_finds_the_right_gamble_and_by_the_score_it_does_not() -> None:
    best = coin_match.best_value(0, 0)
    by_predictor = taught(by_predictor=True)
    by_score = taught(by_predictor=False)
    assert coin_match.value_of(by_predictor) > best - 0.02
    assert coin_match.value_of(by_score) < best - 0.04
    # One behind before the last hand only the risky bet can win it; ahead the safe one does.
    last = HANDS - 1
    assert (by_predictor[last, -1], by_predictor[last, 3]) == (1.0, 0.0)
    assert by_score[last, -1] == 0.0
