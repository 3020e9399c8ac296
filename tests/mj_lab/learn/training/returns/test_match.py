"""A placement player finds the right gamble by the predictor's reward, and not by the score."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.learn.training.losses.learner import Learner, LearnOptions
from mj_lab.learn.training.networks.predictor import PredictorModel, PredictorOptions
from mj_lab.learn.training.parts.part import Context
from mj_lab.learn.training.returns.match import MatchAim, MatchOptions
from mj_lab.learn.training.run.registry import TERM_PARTS
from tests.mj_lab.learn.training.small_games import coin_match
from tests.mj_lab.learn.training.small_games.coin_match import (
    HANDS,
    MOST,
    RISKY,
    SAFE,
    STAKE,
    STATES,
    WINS,
    WORTH,
)
from tests.mj_lab.learn.training.small_games.over_base import OverBase, OverOptions, batch_of

PLACE = {state: place for place, state in enumerate(STATES)}
# Of each state and action a number of its own: the learner can play any policy.
FEATURES = np.eye(2 * len(STATES), dtype=np.float32).reshape(len(STATES), 2, -1)
BASE = np.zeros((len(STATES), 2), np.float32)
PREDICTOR = PredictorOptions(hands=4, worth=WORTH, score=2.0, seated=False, hidden=16)


class Predicting:
    """A predictor taught by matches drawn from a pool."""

    def __init__(self, pool: np.ndarray, seed: int) -> None:
        torch.manual_seed(seed)
        bare = Context(str(seed), Path(), torch.device("cpu"))
        self.model, self.pool, self.steps, self.seed = (
            PredictorModel(PREDICTOR, bare),
            pool,
            0,
            seed,
        )
        terms = {"place": TERM_PARTS.made({"kind": "place"}, replace(bare, model=self.model))}
        self.learner = Learner(self.model, terms, LearnOptions(rate=5e-3, clip=1.0), bare)

    def run(self, steps: int) -> None:
        """This many steps."""
        for _ in range(steps):
            rng = np.random.default_rng([self.seed, self.steps])
            matches = self.pool[rng.integers(len(self.pool), size=128)]
            self.learner.learn([self.model.examples(matches)], self.steps)
            self.steps += 1


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
    learner = OverBase(FEATURES.shape[-1], OverOptions(rate=0.1, batch=800, seed=seed))
    rng = np.random.default_rng(seed)
    training = Predicting(played(np.full(len(STATES), 0.5), 1_000, rng)[0], seed)
    if by_predictor:
        training.run(150)
    for _ in range(rounds):
        log_pi = learner.log_chances(FEATURES, BASE)
        # Some chance is left to either, so that what is not played is still seen.
        risk = np.clip(np.exp(log_pi[:, RISKY]), 0.1, 0.9)
        scores, states, actions = played(risk, 400, rng)
        training.pool = np.concatenate([training.pool, scores])[-2_000:]
        if by_predictor:
            training.run(10)
            rewards = training.model.hand_rewards(scores)[:, :, 0]
        else:
            rewards = scores[:, :, 0].astype(float)
        met, chosen = states.ravel(), actions.ravel()
        chance = np.where(chosen == RISKY, risk[met], 1 - risk[met])
        learner.learn(
            batch_of(
                FEATURES[met], BASE[met], chosen, np.log(chance), rewards.ravel() / rewards.std()
            )
        )
    found = learner.log_chances(FEATURES, BASE)
    risky = found[:, RISKY] > found[:, SAFE]
    return {state: float(risky[PLACE[state]]) for state in STATES}


def test_a_reward_is_its_hands_in_spreads_of_the_first_step(tmp_path: Path) -> None:
    """By the score: whatever match and hand a decision is of, it gets that player's."""
    context = Context("0", tmp_path, torch.device("cpu"))
    aim, rng = MatchAim(MatchOptions(), context), np.random.default_rng(1)
    scores = rng.integers(-30, 30, (3, 4, 4))
    whose = {name: rng.integers(top, size=9) for name, top in (("match", 3), ("hand", 4))}
    whose["player"] = rng.integers(4, size=9)
    experience = {"chosen": np.zeros(9, np.int64), **whose, "game/scores": scores}
    valued, figures = aim.valued(experience)
    assert figures["reward_spread"] == pytest.approx(scores.std())
    for place, reward in enumerate(valued["reward"]):
        match, hand, player = (whose[name][place] for name in ("match", "hand", "player"))
        assert reward * scores.std() == pytest.approx(scores[match, hand, player], abs=1e-4)
    again = MatchAim(MatchOptions(), context)
    again.load(aim.state())
    later, _ = again.valued({**experience, "game/scores": 2 * scores})
    assert later["reward"] == pytest.approx(2 * valued["reward"], rel=1e-5)
    assert set(next(aim.batches(valued, 0))) == {"chosen", "reward"}


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
