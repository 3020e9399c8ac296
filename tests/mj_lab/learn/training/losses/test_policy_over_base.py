"""The policy gradient reaches the optimum of games where it is known exactly."""

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.learn.training.parts.part import Batch
from mj_lab.research import one_suit
from mj_lab.research.bandit import Bandit
from tests.mj_lab.conftest import thorough
from tests.mj_lab.learn.training.small_games.over_base import (
    OverBase,
    OverOptions,
    Row,
    batch_of,
    decisions_of,
)

Choice = Callable[[one_suit.FiveTiles], int]

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
    found = path_of_bandit(replace(ALONE, baseline=baseline), 60, base)[-1]
    assert found[2] > 0.95
    assert BANDIT.exploitability(found.tolist()) < 0.03


def test_it_begins_at_the_base_and_kl_holds_it_there() -> None:
    base = TO_THE_FIRST
    chances = np.exp(base) / np.exp(base).sum()
    learner = OverBase(4, OverOptions(hidden=32))
    assert learner.chances(np.eye(4), base) == pytest.approx(chances, abs=1e-6)
    held = path_of_bandit(replace(ALONE, kl=0.5), 60, base)[-1]
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


# -- the baseline -----------------------------------------------------------------------------


def last_of(network: torch.nn.Sequential) -> torch.nn.Linear:
    last = network[-1]
    assert isinstance(last, torch.nn.Linear)
    return last


def step_of(baseline: bool, arms: list[int], guess: float) -> np.ndarray:
    """The gradient of pi, uniform here, after these arms; each pays what it pays on average."""
    learner = OverBase(4, OverOptions(rate=0.01, batch=50, epochs=1, baseline=baseline))
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


# -- a mahjong of one suit --------------------------------------------------------------------


def played(wall: list[int], choose: Choice) -> tuple[int, list[tuple[one_suit.FiveTiles, int]]]:
    """The points of a wall, and its positions with what was discarded."""
    hand, left = one_suit.dealt(wall)
    taken: list[tuple[one_suit.FiveTiles, int]] = []
    drawn = wall[: -one_suit.FIRST_TILES][::-1]
    for draws in range(one_suit.DRAWS - 1, -1, -1):
        tile, *drawn = drawn
        hand, left = one_suit.changed(hand, tile, 1), one_suit.changed(left, tile, -1)
        if won := one_suit.points(hand):
            return won, taken
        if draws:
            position = one_suit.FiveTiles(hand, left, draws)
            taken.append((position, choose(position)))
            hand = one_suit.changed(hand, taken[-1][1], -1)
    return 0, taken


def lost_by(choose: Choice, walls: list[list[int]]) -> float:
    """What a player loses to perfect play: the sum over its discards, a wall, exactly valued."""
    lost = 0.0
    for wall in walls:
        for position, rank in played(wall, choose)[1]:
            lost += one_suit.best_value(position) - one_suit.value_of(position, rank)
    return lost / len(walls)


def seen(position: one_suit.FiveTiles, rank: int) -> list[float]:
    """What wins after a discard and with what, what would be held, draws to come."""
    hand = one_suit.changed(position.hand, rank, -1)
    wins = [one_suit.points(one_suit.changed(hand, drawn, 1)) for drawn in range(6)]
    by_points = [
        sum(n for n, won in zip(position.left, wins, strict=True) if won == paid) for paid in (1, 2)
    ]
    pairs = sum(n == 2 for n in hand)
    near = sum(bool(a and b) for a, b in zip(hand, hand[1:], strict=False))
    live = sum(n * left for n, left in zip(hand, position.left, strict=True))
    draws = position.draws
    return [
        *by_points, pairs, sum(n == 3 for n in hand), near, live, draws * pairs, draws * near,
        draws * by_points[0], draws * by_points[1], rank in (0, 5),
    ]  # fmt: skip


@pytest.mark.slow
def test_in_a_mahjong_of_one_suit_it_comes_near_perfect_play() -> None:
    chance = random.Random(3)
    learner = OverBase(11, OverOptions(rate=0.03, batch=500))

    def shuffled() -> list[int]:
        wall = one_suit.whole_wall()
        chance.shuffle(wall)
        return wall

    def chances(position: one_suit.FiveTiles) -> tuple[list[int], np.ndarray, np.ndarray]:
        ranks = list(one_suit.held_ranks(position.hand))
        features = np.array([seen(position, rank) for rank in ranks]) / 4
        return ranks, features, learner.chances(features, np.zeros(len(ranks)))

    def best(position: one_suit.FiveTiles) -> int:
        ranks, _, pi = chances(position)
        return ranks[int(pi.argmax())]

    tests = [shuffled() for _ in range(400)]
    for _ in range(25):
        rows: list[Row] = []
        for _ in range(300):
            taken: list[tuple[np.ndarray, int, float]] = []

            def draw(
                position: one_suit.FiveTiles,
                taken: list[tuple[np.ndarray, int, float]] = taken,
            ) -> int:
                ranks, features, pi = chances(position)
                place = chance.choices(range(len(pi)), pi.tolist())[0]
                taken.append((features, place, float(np.log(pi[place]))))
                return ranks[place]

            won, _ = played(shuffled(), draw)
            rows += [(f, np.zeros(len(f)), place, log, float(won)) for f, place, log in taken]
        learner.learn(decisions_of(rows))
    assert lost_by(lambda position: next(one_suit.held_ranks(position.hand)), tests) > 0.2
    assert lost_by(best, tests) < 0.03
