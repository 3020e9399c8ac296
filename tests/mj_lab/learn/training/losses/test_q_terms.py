"""DQN and Double DQN where the truth is known: a small process and a noisy choice."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch
from torch import nn

from mj_lab.learn.training.losses.learner import Learner, LearnOptions
from mj_lab.learn.training.losses.q_terms import SearchValues, TemporalDifference
from mj_lab.learn.training.losses.term import Term
from mj_lab.learn.training.parts.part import (
    Batch,
    Context,
    Model,
    PartOptions,
    Tensors,
)
from mj_lab.learn.training.returns.n_step import ReplayMemory


def network(*sizes: int, seed: int = 0) -> nn.Sequential:
    torch.manual_seed(seed)
    layers: list[nn.Module] = []
    for ins, outs in zip(sizes, sizes[1:], strict=False):
        layers += [nn.Linear(ins, outs), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


class Plain(Model):
    """Any network of Q."""

    class Options(PartOptions):
        """As of `q_net`."""

        points: float = 1.0

    def outputs(self, batch: Tensors) -> Tensors:
        return {"q": self.module(batch["seen"].float())}

    def write(self, folder: Path, step: int) -> None:
        raise AssertionError("it does not play")


class QLearner:
    """A network taught by both terms; options: those of the difference."""

    def __init__(
        self,
        module: nn.Module,
        options: dict[str, Any] | None = None,
        *,
        search: dict[str, float] | None = None,
        points: float = 1.0,
        **learning: Any,
    ) -> None:
        bare = Context("0", Path(), torch.device("cpu"))
        self.model = Plain(Plain.Options(points=points), bare)
        self.model.module = module
        context = Context("0", Path(), torch.device("cpu"), self.model)
        difference = TemporalDifference(TemporalDifference.Options(**options or {}), context)
        terms: dict[str, Term] = {"temporal_difference": difference}
        if search is not None:
            terms["search_values"] = SearchValues(SearchValues.Options(**search), context)
        self.learner = Learner(self.model, terms, LearnOptions(clip=10.0, **learning), context)

    def learn(self, batch: Batch) -> None:
        self.learner.learn([batch], 0)

    def values(self, seen: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            found = self.model.outputs({"seen": torch.from_numpy(seen)})["q"]
        return np.asarray(found.numpy() * self.model.options.points)


def experience(steps: list[tuple[np.ndarray, np.ndarray, int, float]]) -> Batch:
    """One episode: what was seen, what may be done, the action, the reward of each step."""
    return {
        "seen": np.array([step[0] for step in steps], np.float32),
        "legal": np.array([step[1] for step in steps], bool),
        "chosen": np.array([step[2] for step in steps], np.int64),
        "reward": np.array([step[3] for step in steps], np.float32),
        "done": np.arange(len(steps)) == len(steps) - 1,
        "said": np.full((len(steps), len(steps[0][1])), np.nan, np.float32),
    }


# -- a process whose values are computed --------------------------------------------------------

STATES, ACTIONS, DISCOUNT, END = 6, 3, 0.9, 6


def process() -> tuple[np.ndarray, np.ndarray]:
    """By state and action where it leads, later states only, and what it pays."""
    rng = np.random.default_rng(5)
    to = np.array([[rng.integers(s + 1, END + 1) for _ in range(ACTIONS)] for s in range(STATES)])
    return to, rng.normal(size=(STATES, ACTIONS))


def exact(to: np.ndarray, pays: np.ndarray) -> np.ndarray:
    found = np.zeros((STATES, ACTIONS))
    for state in reversed(range(STATES)):
        for action in range(ACTIONS):
            after = to[state, action]
            later = found[after].max() if after < END else 0.0
            found[state, action] = pays[state, action] + DISCOUNT * later
    return found


@pytest.mark.parametrize("double", [True, False])
def test_it_learns_the_values_of_a_process(double: bool) -> None:
    to, pays = process()
    rng = random.Random(1)
    every, replay = np.ones(ACTIONS, bool), ReplayMemory(5_000)
    for _ in range(600):
        state, steps = 0, []
        while state < END:
            action = rng.randrange(ACTIONS)
            steps.append((np.eye(STATES)[state], every, action, pays[state, action]))
            state = to[state, action]
        replay.add(experience(steps))
    options = {"double": double, "sync": 25}
    learner = QLearner(network(STATES, ACTIONS), options, rate=0.03, points=2.0)
    draws = np.random.default_rng(1)
    for _ in range(700):
        learner.learn(replay.drawn(draws, 64, 1, DISCOUNT))
    reached = [state for state in range(STATES) if state == 0 or (to[:state] == state).any()]
    found, truth = learner.values(np.eye(STATES)), exact(to, pays)
    assert len(reached) > 3
    assert found[reached] == pytest.approx(truth[reached], abs=0.05)


def test_over_several_steps_the_value_is_discounted_as_often() -> None:
    """A way without a choice: what is to come is a sum, however many steps a target takes."""
    pays = [0.0, 1.0, 0.0, -1.0, 0.5, 2.0]
    every, replay = np.ones(1, bool), ReplayMemory(100)
    replay.add(experience([(np.eye(6)[place], every, 0, paid) for place, paid in enumerate(pays)]))
    learner = QLearner(network(6, 1), {"sync": 25}, rate=0.03, points=2.0)
    rng = np.random.default_rng(1)
    for _ in range(500):
        learner.learn(replay.drawn(rng, 32, 4, DISCOUNT))
    truth = [
        sum(paid * DISCOUNT**step for step, paid in enumerate(pays[place:])) for place in range(6)
    ]
    assert learner.values(np.eye(6))[:, 0] == pytest.approx(truth, abs=0.05)


def test_the_search_says_which_and_the_reward_pulls_it_to_what_is_paid() -> None:
    """Two actions pay 1 on average, in great noise; the search prefers one, 2 too high."""
    rng = np.random.default_rng(4)
    both, replay = np.ones(3, bool), ReplayMemory(2_000)
    for paid in rng.normal(1.0, 0.5, 1_000):
        for action in range(2):
            one = experience([(np.ones(1), both, action, float(paid))])
            replay.add({**one, "said": np.array([[3.2, 2.8, np.nan]], np.float16)})
    learned = {}
    for weight in (0.0, 0.3, 100.0):
        search = {"values": weight}
        learner = QLearner(network(1, 3), {"sync": 50}, search=search, rate=0.01)
        for _ in range(600):
            learner.learn(replay.drawn(rng, 128))
        learned[weight] = learner.values(np.ones((1, 1)))[0]
    assert abs(learned[0.0][0] - learned[0.0][1]) < 0.15
    assert learned[0.0][:2].mean() == pytest.approx(1.0, abs=0.1)
    assert learned[100.0][:2] == pytest.approx([3.2, 2.8], abs=0.05)
    assert learned[0.3][:2] == pytest.approx([1.3, 1.3], abs=0.15), "in between"


def test_what_the_search_would_choose_is_learned_beside_what_is_paid() -> None:
    """Both pay 1: by how much the search prefers one is taken over, how good it thinks not."""
    both, replay, rng = np.array([1, 1, 0], bool), ReplayMemory(10), np.random.default_rng(4)
    for action in range(2):
        one = experience([(np.ones(1), both, action, 1.0)])
        replay.add({**one, "said": np.array([[3.2, 2.8, np.nan]], np.float16)})
    learner = QLearner(
        network(1, 3), {"sync": 50}, search={"values": 0.0, "choice": 10.0}, rate=0.01
    )
    for _ in range(600):
        learner.learn(replay.drawn(rng, 64))
    assert learner.values(np.ones((1, 1)))[0, :2] == pytest.approx([1.2, 0.8], abs=0.05)


# -- a choice among noise ------------------------------------------------------------------------

ARMS, TRUE_MEAN = 10, -0.1


def learned_of_noise(double: bool) -> float:
    """Q of walking into a room whose ten arms all pay -0.1 on average, with noise of 1.

    Sutton and Barto's example 6.7. The replay forgets, so that Q goes on following the noise.
    """
    rng = np.random.default_rng(3)
    start, room = np.eye(2)
    walk, pull = np.arange(ARMS) < 1, np.ones(ARMS, bool)
    learner = QLearner(network(2, ARMS), {"double": double, "sync": 100}, rate=0.1)
    replay = ReplayMemory(40)
    told = []
    for step in range(600):
        paid = float(rng.normal(TRUE_MEAN, 1.0))
        steps = [(start, walk, 0, 0.0), (room, pull, int(rng.integers(ARMS)), paid)]
        replay.add(experience(steps))
        learner.learn(replay.drawn(rng, 32))
        if step >= 300:
            told.append(learner.values(start[None])[0, 0])
    return float(np.mean(told))


def test_double_dqn_overestimates_less_than_dqn() -> None:
    plain, double = learned_of_noise(double=False), learned_of_noise(double=True)
    assert plain > TRUE_MEAN + 0.4
    assert abs(double - TRUE_MEAN) < (plain - TRUE_MEAN) / 2
