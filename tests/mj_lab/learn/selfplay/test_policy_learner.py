"""Self-play's learner reaches the optimum of games where it is known; each part does its own."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')


from mj_lab.learn.selfplay.policy_learner import PolicyLearner, PolicyOptions
from tests.mj_lab.learn.selfplay.kuhn_tables import SETS, Table, games, policy_of
from tests.mj_lab.learn.small_games import kuhn

# -- Kuhn poker -------------------------------------------------------------------------------

OF_KUHN = PolicyOptions(epochs=1, batch=1_000, clip=10, kl=0.5, entropy_rate=1e-2)


def self_play(options: PolicyOptions, seed: int = 1) -> kuhn.Policy:
    """Where it comes to; what it is pulled to is moved to the policy from time to time."""
    lots, table = np.random.default_rng(seed), Table()
    for stage in range(12):
        learner = PolicyLearner(table, replace(options, rate=0.03 if stage < 6 else 0.01))
        for _ in range(15):
            learner.learn(games(policy_of(learner), 2_000, lots))
    return policy_of(learner)


def entropy_of(bets: kuhn.Policy) -> float:
    """The mean entropy of the decisions that a policy meets with itself, nats."""
    played = games(bets, 20_000, np.random.default_rng(0))
    chances = np.array([bets[one] for one in SETS])[np.asarray(played.seen["set"]).argmax(axis=1)]
    both = np.clip(np.stack([chances, 1 - chances]), 1e-12, 1)
    return float(-(both * np.log(both)).sum(axis=0).mean())


def equilibrium(bluffs: float) -> kuhn.Policy:
    """One of Kuhn's equilibria; bluffs: how often the first player bets the lowest card, to 1/3."""
    bets = dict.fromkeys(SETS, 0.0)
    bets |= {(0, ""): bluffs, (2, ""): 3 * bluffs, (1, "pb"): bluffs + 1 / 3, (2, "pb"): 1.0}
    bets |= {(0, "p"): 1 / 3, (2, "p"): 1.0, (1, "b"): 1 / 3, (2, "b"): 1.0}
    return bets


def test_the_entropy_of_the_equilibrium_is_known() -> None:
    """And so is what to aim at."""
    for bluffs in (0.0, 0.2, 1 / 3):
        assert kuhn.exploitability(equilibrium(bluffs)) == pytest.approx(0, abs=1e-9)
    low, high = entropy_of(equilibrium(0.0)), entropy_of(equilibrium(0.2))
    assert 0.2 < low < high < 0.4


def test_in_kuhn_poker_self_play_comes_to_the_equilibrium() -> None:
    assert kuhn.exploitability(dict.fromkeys(SETS, 0.5)) > 0.9
    found = self_play(OF_KUHN)
    assert kuhn.exploitability(found) < 0.08
    assert kuhn.value(found, found) == pytest.approx(kuhn.GAME_VALUE, abs=0.02)
