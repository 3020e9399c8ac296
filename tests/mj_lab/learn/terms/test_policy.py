"""Self-play's learner reaches the optimum of games where it is known; each part does its own."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch
from torch import Tensor, nn

from mj_lab.learn.selfplay.plan import PolicyOptions
from mj_lab.learn.selfplay.played import PlayedDecisions, joined_played
from mj_lab.learn.selfplay.policy_learner import PolicyLearner
from tests.mj_lab.learn.selfplay import one_suit_net
from tests.mj_lab.learn.selfplay.kuhn_tables import SETS, Table, games, policy_of
from tests.mj_lab.learn.small_games import kuhn

# -- Kuhn poker -------------------------------------------------------------------------------

OF_KUHN = PolicyOptions(epochs=1, batch=1_000, clip=10, kl=0.5, entropy_rate=1e-2)


def self_play(options: PolicyOptions, seed: int = 1) -> kuhn.Policy:
    """Where it comes to; what it is pulled to is moved to the policy from time to time."""
    rng, table = np.random.default_rng(seed), Table()
    for stage in range(12):
        learner = PolicyLearner(table, replace(options, rate=0.03 if stage < 6 else 0.01))
        for _ in range(15):
            learner.learn(games(policy_of(learner), 2_000, rng))
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
    assert 0.1 < low < high - 0.1 < 0.25


def test_in_kuhn_poker_self_play_comes_to_the_equilibrium() -> None:
    assert kuhn.exploitability(dict.fromkeys(SETS, 0.5)) > 0.9
    found = self_play(OF_KUHN)
    assert kuhn.exploitability(found) < 0.08
    assert kuhn.value(found, found) == pytest.approx(kuhn.GAME_VALUE, abs=0.02)


# That of equilibria which bluff; next to none; next to all that there can be (ln 2).
HELD = {
    "right": (replace(OF_KUHN, entropy=0.34), 0.3, (0.0, 0.1)),
    "too low": (replace(OF_KUHN, entropy=0.02), 0.1, (0.3, 2.0)),
    "too high": (replace(OF_KUHN, alpha=1.0), 0.6, (0.2, 2.0)),
}


@pytest.mark.parametrize("name", HELD)
def test_an_entropy_that_is_too_low_or_too_high_misses_the_equilibrium(name: str) -> None:
    options, entropy, (least, most) = HELD[name]
    found = self_play(options)
    assert entropy_of(found) == pytest.approx(entropy, abs=0.1)
    assert least < kuhn.exploitability(found) < most


def test_a_critic_that_sees_the_hidden_card_guesses_better() -> None:
    rng = np.random.default_rng(1)
    losses = {}
    for name in ("set", "other"):
        critic = Guess(name)
        learner = PolicyLearner(Table(), replace(OF_KUHN, critic_rate=0.05), critic=critic)
        told = [learner.learn(games(policy_of(learner), 1_000, rng)) for _ in range(10)]
        losses[name] = told[-1]["value_loss"]
        # The policy's own head is left alone.
        assert isinstance(learner.policy, Table)
        assert not learner.policy.value.weight.any()
    assert losses["other"] < 0.95 * losses["set"]


class Guess(nn.Module):
    """A critic over information sets, or over them and the other's card."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.both = name == "other"
        self.layer = nn.Linear(len(SETS) * (len(kuhn.CARDS) if self.both else 1), 1)

    def forward(self, taken: dict[str, Tensor]) -> dict[str, Tensor]:
        """See `policy_learner`."""
        rows = taken["set"].float()
        if self.both:
            rows = (rows[:, :, None] * taken["other"].float()[:, None]).flatten(1)
        return {"value": self.layer(rows)}


# -- a mahjong of one suit --------------------------------------------------------------------


@pytest.mark.thorough
def test_from_an_imitation_it_comes_nearer_to_perfect_play() -> None:
    chance, rng = random.Random(3), np.random.default_rng(1)
    tests = one_suit_net.shuffled(300, chance)
    network = one_suit_net.imitating(one_suit_net.lonely, one_suit_net.shuffled(600, chance))
    options = PolicyOptions(rate=5e-3, epochs=4, batch=2_000, kl=0, entropy=0.3)
    learner = PolicyLearner(network, options)
    before = one_suit_net.lost(one_suit_net.best_of(learner), tests)
    for _ in range(22):
        walls = one_suit_net.shuffled(2_000, chance)
        learner.learn(one_suit_net.games(learner, walls, rng))
    after = one_suit_net.lost(one_suit_net.best_of(learner), tests)
    assert before > 0.08
    assert after < 0.65 * before


# -- what each part does ----------------------------------------------------------------------

NOTHING = PolicyOptions(rate=0.01, batch=100, kl=0, baseline=False)


def some_games(bets: float = 0.0) -> PlayedDecisions:
    return games(policy_of(PolicyLearner(Table(bets), NOTHING)), 300, np.random.default_rng(4))


def without_reward(played: PlayedDecisions) -> PlayedDecisions:
    return replace(played, reward=np.zeros_like(played.reward))


def test_where_nothing_is_to_be_gained_and_all_is_left_out_nothing_moves() -> None:
    learner = PolicyLearner(Table(1.0), NOTHING)
    before = policy_of(learner)
    told = learner.learn(without_reward(some_games(1.0)))
    assert policy_of(learner) == before
    assert told["alpha"] == told["kl"] == told["clipped"] == 0
    assert told["weight"] == pytest.approx(1, abs=1e-5)
    assert "value_loss" not in told and "refused" not in told


@pytest.mark.parametrize(
    ("options", "up"),
    [(replace(NOTHING, alpha=0.3), True), (replace(NOTHING, entropy=0.1), False)],
    ids=["a fixed weight", "a target below"],
)
def test_the_entropy_goes_where_it_is_sent(options: PolicyOptions, up: bool) -> None:
    learner = PolicyLearner(Table(1.0), options)
    first, *_, last = (learner.learn(without_reward(some_games(1.0))) for _ in range(8))
    assert (last["entropy"] > first["entropy"]) == up
    assert (learner.alpha == 0.3) if up else (learner.alpha < 0)


def test_the_pull_to_the_start_brings_it_back() -> None:
    learner = PolicyLearner(Table(1.0), replace(NOTHING, kl=0.5))
    assert isinstance(learner.policy, Table)
    with torch.no_grad():
        learner.policy.policy.weight.add_(torch.randn(2, len(SETS)))
    told = [learner.learn(without_reward(some_games(1.0)))["kl"] for _ in range(20)]
    assert told[-1] < told[0] / 2


def test_great_weights_are_cut_or_refused() -> None:
    """What was played by another policy, which hardly ever bets."""
    played = replace(some_games(-3.0), reward=np.ones(len(some_games(-3.0)), np.float32))
    bet = played.chosen == kuhn.BET
    assert 0 < bet.sum() < len(bet) / 5
    cut = PolicyLearner(Table(), replace(NOTHING, epochs=1, batch=10_000, clip=2.0))
    told = cut.learn(played)
    assert told["clipped"] == pytest.approx(bet.mean())
    assert told["weight"] == pytest.approx(2 * bet.mean() + 0.525 * (1 - bet.mean()), abs=0.01)
    refusing = PolicyLearner(Table(), replace(cut.options, refuse=5.0))
    told = refusing.learn(played)
    assert told["refused"] == pytest.approx(bet.mean())
    # Bets alone were refused, and passes alone became likelier.
    assert max(policy_of(refusing).values()) <= 0.5


def test_it_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    options = replace(OF_KUHN, rate=0.02, entropy=0.4, batch=200)
    whole, parts = (PolicyLearner(Table(), options, critic=Guess("set")) for _ in range(2))
    parts.load(whole.state())
    told = [whole.learn(some_games()) for _ in range(2)]
    again = [parts.learn(some_games())]
    torch.save(parts.state(), tmp_path / "state.pt")
    other = PolicyLearner(Table(), options, critic=Guess("other"))
    with pytest.raises(RuntimeError):
        other.load(torch.load(tmp_path / "state.pt", weights_only=True))
    other = PolicyLearner(Table(), options, critic=Guess("set"))
    other.load(torch.load(tmp_path / "state.pt", weights_only=True))
    again.append(other.learn(some_games()))
    assert again == told
    with pytest.raises(ValueError, match="other options"):
        PolicyLearner(Table(), replace(options, kl=0.1)).load(other.state())


def test_a_loss_that_is_no_number_moves_nothing() -> None:
    learner = PolicyLearner(Table(), NOTHING)
    before, played = policy_of(learner), some_games()
    with pytest.raises(FloatingPointError):
        learner.learn(replace(played, reward=np.full_like(played.reward, np.nan)))
    assert policy_of(learner) == before


def test_without_a_value_there_is_no_baseline() -> None:
    class Bare(Table):
        def forward(self, taken: dict[str, Tensor]) -> dict[str, Tensor]:
            return {"policy": super().forward(taken)["policy"]}

    with pytest.raises(ValueError, match="no output `value`"):
        PolicyLearner(Bare(), replace(NOTHING, baseline=True)).learn(some_games())


def test_parts_are_joined_in_their_order() -> None:
    one, two = some_games(), some_games(1.0)
    both = joined_played([one, two])
    assert len(both) == len(one) + len(two)
    for name, array in both.arrays().items():
        assert np.array_equal(array, np.concatenate([one.arrays()[name], two.arrays()[name]]))
    with pytest.raises(ValueError, match="no decisions"):
        joined_played([])
