"""Self-play's terms reach the optimum of games where it is known; each term does its own."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch
from torch import Tensor, nn

from mj_lab.learn.training.losses.policy import EntropyHeld, EntropyOptions
from mj_lab.learn.training.parts.part import Batch
from mj_lab.research import kuhn
from tests.mj_lab.conftest import thorough
from tests.mj_lab.learn.training.losses.kuhn_tables import SETS, Table, games, policy_of
from tests.mj_lab.learn.training.taught import Losses, OfModule, Taught, context_of

# -- Kuhn poker -------------------------------------------------------------------------------


def of_kuhn(**entropy: float) -> Losses:
    """The terms. entropy: options of its term."""
    return {
        "policy_gradient": {"clip": 10},
        "value": {"weight": 0.5},
        "kl": {"weight": 0.5},
        "entropy": {"rate": 1e-2, **entropy},
    }


def self_play(losses: Losses, seed: int = 1) -> kuhn.KuhnPolicy:
    """Where it comes to; what it is pulled to is moved to the policy from time to time."""
    rng, table = np.random.default_rng(seed), Table()
    for stage in range(12):
        taught = Taught(table, losses, 0.03 if stage < 6 else 0.01, epochs=1, batch=1_000)
        for _ in range(15):
            taught.learn(games(policy_of(taught), 2_000, rng))
    return policy_of(taught)


def entropy_of(bets: kuhn.KuhnPolicy) -> float:
    """The mean entropy of the decisions that a policy meets with itself, nats."""
    played = games(bets, 20_000, np.random.default_rng(0))
    chances = np.array([bets[one] for one in SETS])[played["set"].argmax(axis=1)]
    both = np.clip(np.stack([chances, 1 - chances]), 1e-12, 1)
    return float(-(both * np.log(both)).sum(axis=0).mean())


def equilibrium(bluffs: float) -> kuhn.KuhnPolicy:
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
    found = self_play(of_kuhn())
    assert kuhn.exploitability(found) < 0.08
    assert kuhn.value(found, found) == pytest.approx(kuhn.GAME_VALUE, abs=0.02)


# That of equilibria which bluff; next to none; next to all that there can be (ln 2).
HELD = {
    "right": (of_kuhn(target=0.34), 0.3, (0.0, 0.1)),
    "too low": (of_kuhn(target=0.02), 0.1, (0.3, 2.0)),
    "too high": (of_kuhn(alpha=1.0), 0.6, (0.2, 2.0)),
}


@pytest.mark.parametrize("name", ["right", thorough("too low"), thorough("too high")])
def test_an_entropy_that_is_too_low_or_too_high_misses_the_equilibrium(name: str) -> None:
    losses, entropy, (least, most) = HELD[name]
    found = self_play(losses)
    assert entropy_of(found) == pytest.approx(entropy, abs=0.1)
    assert least < kuhn.exploitability(found) < most


def test_a_critic_that_sees_the_hidden_card_guesses_better() -> None:
    rng = np.random.default_rng(1)
    losses = {}
    for name in ("set", "other"):
        taught = Taught(Guess(name), {"value": {}}, 0.05, epochs=1, batch=1_000)
        evenly = dict.fromkeys(SETS, 0.5)
        told = [taught.learn(games(evenly, 1_000, rng)) for _ in range(20)]
        losses[name] = told[-1]["value_loss"]
    assert losses["other"] < 0.95 * losses["set"]


class Guess(nn.Module):
    """A critic over information sets, or over them and the other's card."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.both = name == "other"
        self.layer = nn.Linear(len(SETS) * (len(kuhn.CARDS) if self.both else 1), 1)

    def forward(self, taken: dict[str, Tensor]) -> dict[str, Tensor]:
        """A value alone."""
        rows = taken["set"].float()
        if self.both:
            rows = (rows[:, :, None] * taken["other"].float()[:, None]).flatten(1)
        return {"value": self.layer(rows)}


# -- what each term does ----------------------------------------------------------------------

BARE: dict[str, dict[str, Any]] = {"policy_gradient": {"baseline": False}}


def taught_by(losses: Losses, bets: float = 0.0, **options: int) -> Taught:
    return Taught(Table(bets), losses, 0.01, **{"batch": 100, **options})


def some_games(bets: float = 0.0) -> Batch:
    return games(policy_of(taught_by(BARE, bets)), 300, np.random.default_rng(4))


def without_reward(played: Batch) -> Batch:
    return {**played, "reward": np.zeros_like(played["reward"])}


def test_where_nothing_is_to_be_gained_and_all_is_left_out_nothing_moves() -> None:
    taught = taught_by({**BARE, "entropy": {}}, 1.0)
    before = policy_of(taught)
    told = taught.learn(without_reward(some_games(1.0)))
    assert policy_of(taught) == before
    assert told["alpha"] == told["clipped"] == 0
    assert told["weight"] == pytest.approx(1, abs=1e-5)
    assert "value_loss" not in told and "refused" not in told


@pytest.mark.parametrize(
    ("entropy", "up"),
    [({"alpha": 0.3}, True), ({"target": 0.1}, False)],
    ids=["a fixed weight", "a target below"],
)
def test_the_entropy_goes_where_it_is_sent(entropy: dict[str, float], up: bool) -> None:
    taught = taught_by({**BARE, "entropy": entropy}, 1.0)
    first, *_, last = (taught.learn(without_reward(some_games(1.0))) for _ in range(8))
    assert (last["entropy"] > first["entropy"]) == up
    alpha = taught.terms["entropy"].alpha
    assert (alpha == 0.3) if up else (alpha < 0)


def swing(damping: float) -> float:
    """How far an entropy that its weight pushes strays from the target at the end."""
    entropy, strayed = 0.9, []
    held = EntropyHeld(
        EntropyOptions(target=0.5, rate=0.1, damping=damping), context_of(OfModule(Table()))
    )
    for _ in range(400):
        weight = weight_of(held, entropy)
        held.stepped(1)
        entropy += 0.2 * weight
        strayed.append(abs(entropy - 0.5))
    return max(strayed[-50:])


class Entropy:
    """What is asked of the term, where the entropy is a given number."""

    def __init__(self, entropy: float) -> None:
        # One move of the chance 1, whose logarithm is said to be another.
        self.log_pi = torch.zeros(1, 1)
        self.safe_log_pi = torch.full((1, 1), -entropy, dtype=torch.float64)


def weight_of(held: EntropyHeld, entropy: float) -> float:
    """By what the term counts such an entropy."""
    loss, _ = held.loss(Entropy(entropy))  # type: ignore[arg-type]
    return -float(loss) / entropy


def test_the_source_s_rule_swings_and_damped_it_does_not() -> None:
    assert swing(0.0) > 0.3
    assert swing(1.0) < 0.01


def test_the_numbers_of_the_entropy_are_those_of_the_rule() -> None:
    context = context_of(OfModule(Table()))
    held = EntropyHeld(EntropyOptions(target=0.4, alpha=0.1, rate=0.01, damping=2.0), context)
    assert weight_of(held, 0.5) == pytest.approx(0.1 - 2 * 0.1)
    held.stepped(1)
    assert held.alpha == pytest.approx(0.1 - 0.01 * 0.1)
    free = EntropyHeld(EntropyOptions(alpha=0.3), context)
    assert weight_of(free, 2.0) == pytest.approx(0.3)
    free.stepped(1)
    assert free.alpha == 0.3


def test_the_pull_to_the_start_brings_it_back() -> None:
    taught = taught_by({**BARE, "kl": {"weight": 0.5}}, 1.0)
    assert isinstance(taught.module, Table)
    with torch.no_grad():
        taught.module.policy.weight.add_(torch.randn(2, len(SETS)))
    told = [taught.learn(without_reward(some_games(1.0)))["kl"] for _ in range(20)]
    assert told[-1] < told[0] / 2


def test_great_weights_are_cut_or_refused() -> None:
    """What was played by another policy, which hardly ever bets."""
    played = some_games(-3.0)
    played["reward"] = np.ones_like(played["reward"])
    bet = played["chosen"] == kuhn.BET
    assert 0 < bet.sum() < len(bet) / 5
    cut = taught_by({"policy_gradient": {"baseline": False}}, epochs=1, batch=10_000)
    told = cut.learn(played)
    assert told["clipped"] == pytest.approx(bet.mean())
    assert told["weight"] == pytest.approx(2 * bet.mean() + 0.525 * (1 - bet.mean()), abs=0.01)
    refusing = taught_by(
        {"policy_gradient": {"baseline": False, "refuse": 5.0}}, epochs=1, batch=10_000
    )
    told = refusing.learn(played)
    assert told["refused"] == pytest.approx(bet.mean())
    # Bets alone were refused, and passes alone became likelier.
    assert max(policy_of(refusing).values()) <= 0.5


def test_it_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    whole, parts, other = (taught_by(of_kuhn(target=0.4), batch=200) for _ in range(3))
    told = [whole.learn(some_games()) for _ in range(2)]
    again = [parts.learn(some_games())]
    torch.save(parts.state(), tmp_path / "state.pt")
    other.load(torch.load(tmp_path / "state.pt", weights_only=True))
    again.append(other.learn(some_games()))
    assert again == told


def test_without_a_value_there_is_no_baseline() -> None:
    class Bare(Table):
        def forward(self, taken: dict[str, Tensor]) -> dict[str, Tensor]:
            return {"policy": super().forward(taken)["policy"]}

    with pytest.raises(ValueError, match="no output `value`"):
        Taught(Bare(), {"policy_gradient": {}}).learn(some_games())
