"""Oracle guiding where the optimum is known: in fewer games than without, and past what it saw."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.learn.oracle.distilling import Distiller, DistilOptions
from mj_lab.learn.oracle.guiding import masked
from mj_lab.learn.oracle.plan import Guiding
from mj_lab.learn.selfplay.plan import PolicyOptions
from mj_lab.learn.selfplay.policy_learner import PolicyLearner
from tests.mj_lab.learn.oracle.doors_tables import Critic, Table, games, value_of
from tests.mj_lab.learn.small_games import doors

# The same for all arms.
OPTIONS = PolicyOptions(rate=0.05, critic_rate=0.05, kl=0, batch=2_000, alpha=0.03)
GUIDING = Guiding(whole=10, falling=50)
GAMES = 200
SEEDS = (1, 2, 3)
# Of the optimum of 0.221, which leaves at every sign that tells nothing but the last room's.
NEAR = 0.015


def guided(seed: int, steps: int) -> list[float]:
    """The value after each step, counted where nothing hidden is shown."""
    rng, policy = np.random.default_rng(seed), Table(sees=True)
    learner = PolicyLearner(policy, OPTIONS)
    found = []
    for step in range(steps):
        if step == GUIDING.steps:
            learner = PolicyLearner(policy, GUIDING.afterwards(OPTIONS))
        learner.learn(games(learner, GAMES, GUIDING.share(step), rng))
        found.append(value_of(learner))
    return found


def unguided(seed: int, steps: int, critic: bool = False) -> list[float]:
    """The same without; a critic sees the right doors."""
    rng = np.random.default_rng(seed)
    learner = PolicyLearner(Table(sees=False), OPTIONS, critic=Critic() if critic else None)
    found = []
    for _ in range(steps):
        learner.learn(games(learner, GAMES, 1.0 if critic else 0.0, rng))
        found.append(value_of(learner))
    return found


def is_near(value: float) -> bool:
    return value > doors.best_value() - NEAR


@pytest.mark.parametrize("seed", SEEDS)
def test_guiding_comes_to_the_optimum_in_half_the_games_and_less(seed: int) -> None:
    """13,000 games are enough with it, 26,000 are not without."""
    with_it = guided(seed, 90)
    assert all(is_near(value) for value in with_it[65:])
    without = unguided(seed, 130)
    assert not any(is_near(value) for value in without)


def test_without_it_the_optimum_is_reached_too_with_more_games() -> None:
    """So the game is no trap, and the learner's options are none."""
    found = unguided(1, 260)
    assert not any(is_near(value) for value in found[:130])
    assert is_near(found[-1])


def test_the_oracle_is_past_what_can_be_played_without_it_and_distilled_never_leaves() -> None:
    """It never leaves, and who learns of it does not either: the optimum stays out of reach."""
    rng, oracle = np.random.default_rng(4), Table(sees=True)
    learner = PolicyLearner(oracle, OPTIONS)
    rewards = []
    for _ in range(60):
        played = games(learner, GAMES, 1.0, rng)
        learner.learn(played)
        rewards.append(float(played.reward[:GAMES].mean()))
    assert rewards[-1] > 0.9 > 4 * doors.best_value()
    policy = Table(sees=False)
    distiller = Distiller(policy, oracle, DistilOptions(rate=0.05, batch=2_000))
    told = [distiller.learn(games(learner, GAMES, 1.0, rng)) for _ in range(60)]
    assert told[-1]["kl"] < told[0]["kl"] / 2
    never_leaves = {
        state: [float(door == doors.told_door(*state)) for door in range(doors.DOORS)] + [0.0]
        for state in doors.STATES
    }
    value = value_of(PolicyLearner(policy, OPTIONS))
    assert value <= doors.value_of(never_leaves) + 1e-9
    assert doors.value_of(never_leaves) < doors.best_value() - 4 * NEAR


def test_a_distiller_goes_on_from_its_state() -> None:
    rng, oracle = np.random.default_rng(5), Table(sees=True)
    torch.nn.init.eye_(oracle.by_door.weight)
    player = PolicyLearner(oracle, OPTIONS)
    parts = [games(player, 50, 1.0, rng) for _ in range(2)]
    whole = Distiller(Table(sees=False), oracle, DistilOptions(rate=0.05, batch=40))
    for part in parts:
        whole.learn(part)
    one, other = (
        Distiller(Table(sees=False), oracle, DistilOptions(rate=0.05, batch=40)) for _ in range(2)
    )
    one.learn(parts[0])
    other.load(one.state())
    other.learn(parts[1])
    for ours, theirs in zip(whole.policy.parameters(), other.policy.parameters(), strict=True):
        assert torch.equal(ours, theirs)


def test_the_share_falls_from_one_to_none_and_stays_there() -> None:
    guiding = Guiding(whole=3, falling=7)
    shares = [guiding.share(step) for step in range(15)]
    assert shares[:3] == [1.0] * 3
    assert all(0 < after < before for before, after in pairwise(shares[2:10]))
    assert shares[10:] == [0.0] * 5
    assert np.diff(shares[2:11]) == pytest.approx(-1 / 8)
    assert Guiding(whole=0, falling=0).share(0) == 0.0
    for wrong in ({"whole": -1}, {"falling": -1}, {"slower": 0.0}, {"refuse": 1.0}):
        with pytest.raises(ValueError, match="guiding|rate"):
            Guiding(**wrong)


def test_afterwards_the_rate_is_a_tenth_and_great_weights_are_refused() -> None:
    """A decision that pi takes more than half as often again moves nothing any more."""
    options = GUIDING.afterwards(OPTIONS)
    assert options.rate == pytest.approx(OPTIONS.rate / 10)
    learner = PolicyLearner(Table(sees=False), replace(options, alpha=0.0, baseline=False))
    played = games(learner, GAMES, 0.0, np.random.default_rng(6))
    rarer = replace(played, log_chance=played.log_chance - np.float32(np.log(1.6)))
    told = learner.learn(rarer)
    assert told["refused"] == 1
    assert all(not weights.any() for weights in learner.policy.parameters())
    assert learner.learn(played)["refused"] == 0
    assert any(weights.any() for weights in learner.policy.parameters())


def test_the_mask_leaves_its_share_and_each_by_its_own_lot() -> None:
    hidden = np.ones((200, 51, 34), np.uint8)
    shown = masked(hidden, 0.3, np.random.default_rng(7))
    assert shown.dtype == np.uint8
    assert shown.mean() == pytest.approx(0.3, abs=0.005)
    for axis in range(3):
        assert shown.mean(axis=axis).std() > 0
    assert (shown == masked(hidden, 0.3, np.random.default_rng(7))).all()
    assert (masked(hidden, 1.0, np.random.default_rng(7)) == hidden).all()
    assert not masked(hidden, 0.0, np.random.default_rng(7)).any()
