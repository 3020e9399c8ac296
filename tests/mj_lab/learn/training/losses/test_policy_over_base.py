"""The policy gradient reaches the optimum of games where it is known exactly."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.learn.training.parts.part import Batch
from mj_lab.research import kuhn, one_suit
from mj_lab.research.bandit import Bandit
from tests.mj_lab.conftest import thorough
from tests.mj_lab.learn.training.small_games.over_base import (
    OverBase,
    OverOptions,
    Row,
    batch_of,
    decisions_of,
)

Bases = dict[tuple[int, str], np.ndarray]


# -- a bandit ---------------------------------------------------------------------------------

BANDIT = Bandit((0.2, 0.5, 0.8, 0.4))
ARMS = BANDIT.arms


def pulled(learner: OverBase, base: np.ndarray, count: int, rng: np.random.Generator) -> Batch:
    pi = learner.chances(np.eye(len(ARMS)), base)
    pi /= pi.sum()
    arms = rng.choice(len(ARMS), count, p=pi)
    return batch_of(
        np.tile(np.eye(len(ARMS)), (count, 1, 1)),
        np.tile(base, (count, 1)),
        arms,
        np.log(pi[arms]),
        BANDIT.pulled(arms, rng),
    )


def of_bandit(options: OverOptions, rounds: int, base: np.ndarray) -> np.ndarray:
    return np.asarray(path_of_bandit(options, rounds, base)[-1])


def path_of_bandit(options: OverOptions, rounds: int, base: np.ndarray) -> np.ndarray:
    """The chances of the arms after each round: [rounds, arms]."""
    learner, rng, path = OverBase(len(ARMS), options), np.random.default_rng(1), []
    for _ in range(rounds):
        learner.learn(pulled(learner, base, 200, rng))
        path.append(learner.chances(np.eye(len(ARMS)), base))
    return np.array(path)


UNIFORM, TO_THE_FIRST = np.zeros(4), np.array([2.0, 0.0, 0.0, 0.0])
ALONE = OverOptions(rate=0.05, batch=100)


@pytest.mark.parametrize("baseline", [True, False])
@pytest.mark.parametrize("base", [UNIFORM, TO_THE_FIRST], ids=["uniform", "to the first"])
def test_it_finds_the_best_arm(base: np.ndarray, baseline: bool) -> None:
    """Without the pull to the base from wherever it begins, with a baseline or without."""
    found = of_bandit(replace(ALONE, baseline=baseline), 60, base)
    assert found[2] > 0.95
    assert BANDIT.exploitability(found.tolist()) < 0.03


def test_it_begins_at_the_base_and_kl_holds_it_there() -> None:
    base = TO_THE_FIRST
    chances = np.exp(base) / np.exp(base).sum()
    learner = OverBase(4, OverOptions(hidden=32))
    assert learner.chances(np.eye(4), base) == pytest.approx(chances, abs=1e-6)
    held = of_bandit(replace(ALONE, kl=0.5), 60, base)
    # The best of reward - 0.5 KL: the base times exp(reward / 0.5).
    best = chances * np.exp(np.array(ARMS) / 0.5)
    assert held == pytest.approx(best / best.sum(), abs=0.06)


# UNIFORM begins at 1.39, TO_THE_FIRST at 0.92.
@pytest.mark.parametrize(
    ("target", "base"),
    [
        (0.4, UNIFORM),
        (1.1, TO_THE_FIRST),
        thorough(0.4, TO_THE_FIRST),
        thorough(1.1, UNIFORM),
    ],
)
def test_the_entropy_is_brought_to_its_target_and_held(target: float, base: np.ndarray) -> None:
    """With the sum of the differences alone as its weight it swings by 0.4 about the lower one."""
    options = replace(ALONE, entropy=target, entropy_rate=0.01)
    path = path_of_bandit(options, 160, base)[-60:]
    entropies = -(path * np.log(path)).sum(axis=1)
    assert entropies.mean() == pytest.approx(target, abs=0.03)
    assert np.abs(entropies - target).max() < 0.2
    # As much reward as that entropy leaves room for: the softmax of the arms at some heat.
    heats = np.exp(np.array(ARMS) / np.geomspace(0.02, 2, 400)[:, None])
    heats /= heats.sum(axis=1, keepdims=True)
    best = heats[np.abs(-(heats * np.log(heats)).sum(axis=1) - target).argmin()]
    assert path.mean(axis=0) @ ARMS > best @ ARMS - 0.05


# -- what is left out leaves nothing behind -----------------------------------------------------

NOTHING = OverOptions(hidden=4, rate=0.01, batch=50, baseline=False)


def away_from_base(options: OverOptions) -> OverBase:
    """pi is not the base, and V guesses something."""
    learner = OverBase(4, options)
    with torch.no_grad():
        last_of(learner.model.module.policy).weight.fill_(2.0)
    return learner


def last_of(network: torch.nn.Sequential) -> torch.nn.Linear:
    last = network[-1]
    assert isinstance(last, torch.nn.Linear)
    return last


def without_reward(learner: OverBase) -> Batch:
    decisions = pulled(learner, TO_THE_FIRST, 200, np.random.default_rng(4))
    return {**decisions, "reward": np.zeros(200, np.float32)}


def test_where_nothing_is_to_be_gained_and_all_is_left_out_nothing_moves() -> None:
    learner = away_from_base(NOTHING)
    module = learner.model.module
    before = {name: one.clone() for name, one in module.state_dict().items()}
    told = learner.learn(without_reward(learner))
    assert all(torch.equal(one, before[name]) for name, one in module.state_dict().items())
    assert told["alpha"] == 0 and "value_loss" not in told
    assert told["kl"] > 0.1


WITH_ONE = {
    "kl": replace(NOTHING, kl=0.5),
    "entropy": replace(NOTHING, entropy=0.2),
    "baseline": replace(NOTHING, baseline=True),
}


@pytest.mark.parametrize("part", list(WITH_ONE))
def test_each_part_alone_moves_what_it_is_for(part: str) -> None:
    learner = away_from_base(WITH_ONE[part])
    decisions = without_reward(learner)
    told = [learner.learn(decisions) for _ in range(20)]
    first, last = told[0], told[-1]
    if part == "kl":
        assert last["kl"] < 0.001
    elif part == "entropy":
        assert abs(last["entropy"] - 0.2) < abs(first["entropy"] - 0.2) - 0.005
        assert last["alpha"] != 0
    else:
        assert last["value_loss"] < first["value_loss"]
        assert last["kl"] != first["kl"]


def step_of(baseline: bool, arms: list[int], guess: float) -> np.ndarray:
    """The gradient of pi, uniform here, after these arms; each pays what it pays on average."""
    learner = OverBase(4, replace(NOTHING, hidden=0, epochs=1, baseline=baseline))
    with torch.no_grad():
        last_of(learner.model.module.value).weight.zero_()
        last_of(learner.model.module.value).bias.fill_(guess)
    even = float(np.log(0.25))
    rows: list[Row] = [(np.eye(4), UNIFORM, arm, even, ARMS[arm] + 10) for arm in arms]
    learner.learn(decisions_of(rows))
    gradient = last_of(learner.model.module.policy).weight.grad
    assert gradient is not None
    return np.asarray(gradient.numpy()[0])


def test_the_baseline_changes_no_step_on_average_and_makes_each_surer() -> None:
    every = list(range(4))
    plain, less = step_of(False, every, 0.0), step_of(True, every, 10.0)
    assert less == pytest.approx(plain, abs=1e-5)
    assert np.abs(plain).max() > 0.01
    spread = {
        baseline: np.std([step_of(baseline, [arm], 10.5) for arm in every], axis=0).max()
        for baseline in (False, True)
    }
    assert spread[True] < spread[False] / 10


# -- Kuhn poker -------------------------------------------------------------------------------

SETS = list(kuhn.INFORMATION_SETS)


def features_of(card: int, history: str) -> np.ndarray:
    """One place for each information set and action."""
    features = np.zeros((2, 2 * len(SETS)))
    for action in (kuhn.NO_BET, kuhn.BET):
        features[action, 2 * SETS.index((card, history)) + action] = 1
    return features


def policy_of(learner: OverBase, base: Bases) -> dict[tuple[int, str], float]:
    return {one: float(learner.chances(features_of(*one), base[one])[kuhn.BET]) for one in SETS}


def episode(bets: kuhn.KuhnPolicy, base: Bases, chance: random.Random) -> list[Row]:
    cards, history, taken = chance.choice(list(permutations(kuhn.CARDS, 2))), "", []
    while (paid := kuhn.payoff(cards, history)) is None:
        seat = len(history) % 2
        one = cards[seat], history
        bet = chance.random() < bets[one]
        log_chance = float(np.log(bets[one] if bet else 1 - bets[one]))
        taken.append((one, int(bet), log_chance, seat))
        history += "pb"[bet]
    return [
        (features_of(*one), base[one], action, log_chance, float(paid if seat == 0 else -paid))
        for one, action, log_chance, seat in taken
    ]


@pytest.mark.thorough
def test_in_kuhn_poker_self_play_comes_near_the_equilibrium() -> None:
    """With the base moved to the policy from time to time, the pull to it ends the circling."""
    chance = random.Random(2)
    base = {one: np.zeros(2) for one in SETS}
    options = OverOptions(rate=0.03, kl=0.3, clip=10, batch=1_000, epochs=1)
    for _ in range(10):
        learner = OverBase(2 * len(SETS), options)
        for _ in range(15):
            bets = policy_of(learner, base)
            rows = [row for _ in range(1_500) for row in episode(bets, base, chance)]
            learner.learn(decisions_of(rows))
        bets = policy_of(learner, base)
        base = {one: np.log(np.clip([1 - bets[one], bets[one]], 1e-6, 1)) for one in SETS}
    assert kuhn.exploitability(dict.fromkeys(SETS, 0.5)) > 0.9
    assert kuhn.exploitability(bets) < 0.1
    assert kuhn.value(bets, bets) == pytest.approx(kuhn.GAME_VALUE, abs=0.03)


# -- a mahjong of one suit --------------------------------------------------------------------


def seen(position: one_suit.FiveTiles) -> np.ndarray:
    """For each discard: what wins after it and with what, what would be held, draws to come."""
    rows = []
    for rank in one_suit.held_ranks(position.hand):
        hand = one_suit.changed(position.hand, rank, -1)
        wins = [one_suit.points(one_suit.changed(hand, drawn, 1)) for drawn in range(6)]
        by_points = [
            sum(n for n, won in zip(position.left, wins, strict=True) if won == paid)
            for paid in (1, 2)
        ]
        pairs, triples = sum(n == 2 for n in hand), sum(n == 3 for n in hand)
        near = sum(bool(a and b) for a, b in zip(hand, hand[1:], strict=False))
        live = sum(n * left for n, left in zip(hand, position.left, strict=True))
        draws = position.draws
        rows.append(
            [*by_points, pairs, triples, near, live, draws * pairs, draws * near,
             draws * by_points[0], draws * by_points[1], rank in (0, 5)]
        )  # fmt: skip
    return np.array(rows) / 4


def played(
    wall: list[int], choose: Callable[[one_suit.FiveTiles], int]
) -> tuple[int, list[one_suit.FiveTiles]]:
    """The points of a wall, and the positions in which something was discarded."""
    hand, left = one_suit.dealt(wall)
    positions: list[one_suit.FiveTiles] = []
    drawn = wall[: -one_suit.FIRST_TILES][::-1]
    for draws in range(one_suit.DRAWS - 1, -1, -1):
        rank = drawn.pop(0)
        hand, left = one_suit.changed(hand, rank, 1), one_suit.changed(left, rank, -1)
        if won := one_suit.points(hand):
            return won, positions
        if not draws:
            break
        position = one_suit.FiveTiles(hand, left, draws)
        positions.append(position)
        hand = one_suit.changed(hand, choose(position), -1)
    return 0, positions


def exact_value(choose: Callable[[one_suit.FiveTiles], int], walls: list[list[int]]) -> float:
    """What a policy loses to perfect play: the sum over its discards, a wall, exactly valued."""
    lost = 0.0
    for wall in walls:
        for position in played(wall, choose)[1]:
            lost += one_suit.best_value(position) - one_suit.value_of(position, choose(position))
    return lost / len(walls)


@pytest.mark.thorough
def test_in_a_mahjong_of_one_suit_it_comes_near_perfect_play() -> None:
    chance = random.Random(3)
    learner = OverBase(11, OverOptions(rate=0.03, batch=500))

    def shuffled() -> list[int]:
        wall = one_suit.whole_wall()
        chance.shuffle(wall)
        return wall

    def best(position: one_suit.FiveTiles) -> int:
        features = seen(position)
        base = np.zeros(len(features))
        return list(one_suit.held_ranks(position.hand))[
            int(learner.chances(features, base).argmax())
        ]

    tests = [shuffled() for _ in range(400)]
    lost_before = exact_value(lambda p: next(one_suit.held_ranks(p.hand)), tests)
    for _ in range(25):
        rows: list[Row] = []
        for _ in range(300):
            taken: list[tuple[np.ndarray, int, float]] = []

            def draw(
                position: one_suit.FiveTiles,
                taken: list[tuple[np.ndarray, int, float]] = taken,
            ) -> int:
                features = seen(position)
                pi = learner.chances(features, np.zeros(len(features)))
                place = chance.choices(range(len(pi)), pi.tolist())[0]
                taken.append((features, place, float(np.log(pi[place]))))
                return list(one_suit.held_ranks(position.hand))[place]

            won, _ = played(shuffled(), draw)
            rows += [(f, np.zeros(len(f)), place, log, float(won)) for f, place, log in taken]
        learner.learn(decisions_of(rows))
    lost = exact_value(best, tests)
    assert lost_before > 0.2
    assert lost < 0.03
