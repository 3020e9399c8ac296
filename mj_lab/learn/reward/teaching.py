"""Teaching: the policy gradient over a base on whole matches, by what a hand was worth to them.

As `mj_lab.learn.gradient` has it, pi draws by exp((value + f) / temperature), and f is moved by the
rewards. Here f sees the standing besides; all four players of a match are pi; and the reward of a
decision is its hand's: what the predictor says that it was worth, or, to compare, its score.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import model_of, weights_of
from mj_bot.learned.standing_features import STANDING_NAMES
from mj_bot.nets.weights_file import SUFFIX, read_weights, write_weights
from mj_lab.learn.advantages.pairs import Layers, model_points
from mj_lab.learn.gradient.climbing import added_models
from mj_lab.learn.gradient.learner import Learner
from mj_lab.learn.gradient.rollouts import Rolled, learned_from, padded
from mj_lab.learn.reward.hand_pool import RewardError
from mj_lab.learn.reward.match_rollouts import (
    DrawingPlayer,
    MatchDecisions,
    MatchPlan,
    roll_out_matches,
)
from mj_lab.learn.reward.plan import TeachPlan
from mj_lab.learn.run.workers import Workers
from mj_lab.storage.files import drafted

TAUGHT_MODEL, TEACHING_STATE = "taught" + SUFFIX, "teaching.pt"

# What the hands of matches [n, hands, player] were worth: the same form.
HandWorth = Callable[[NDArray[np.int64]], NDArray[np.float64]]


class Teaching:
    """One run in a folder. steps: done so far. history: the figures of each.

    Raises RewardError if the folder has another run, ValueError for a linear f, which the standing
    could not move.
    """

    def __init__(self, folder: Path, plan: TeachPlan, worth: HandWorth) -> None:
        if not plan.learner.hidden:
            raise ValueError("the standing moves nothing without a hidden layer")
        self.folder, self.plan, self.steps = folder, plan, 0
        self.history: list[dict[str, float]] = []
        self._worth = worth
        self._size = len(NAMES)
        self.learner = Learner(self._size + len(STANDING_NAMES), 1.0, plan.learner)
        self._base: Layers = [(np.zeros((1, self._size)), np.zeros(1))]
        if plan.base is not None:
            given = model_of(read_weights(plan.base))
            if given.standing is not None:
                raise RewardError(f"{plan.base}: goes by the standing already; begin at another")
            self._base = list(given.layers)
        # What is taken from each feature and what it is divided by; known after the first matches.
        self._middle = np.zeros(self._size, np.float32)
        self._spread = np.ones(self._size, np.float32)
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / TEACHING_STATE).exists():
            self._load()
        self._write_model()

    def step(self, workers: Workers) -> dict[str, float]:
        """Play matches, learn of them, write; the figures of the step.

        Raises FloatingPointError if a loss is no number any more; what is written stays.
        """
        plan = self.plan
        weights = (self.folder / TAUGHT_MODEL).read_bytes()
        player = DrawingPlayer(weights, plan.within, plan.temperature)
        walls = tuple(f"teach-{plan.seed}-{self.steps}-{place}" for place in range(plan.matches))
        matches = MatchPlan((player,), ((0, 0, 0, 0),) * plan.matches, walls, plan.hands, plan.seed)
        scores, found = roll_out_matches(matches, plan.within, workers)
        if not len(found.chosen):
            raise RewardError("no decision to learn from: play more matches")
        worth = self._worth(scores)
        if not self.steps:
            self._settle(found, worth)
        told = self._learn(found, worth[found.match, found.hand, found.player])
        told["decisions"] = float(len(found.chosen))
        told["reward_spread"] = float(worth.std())
        self.steps += 1
        self.history.append(told)
        self._write_model()
        self._save()
        return told

    def layers(self) -> tuple[Layers, NDArray[np.float64]]:
        """The model in points, base and what was learned in one; the weight of the standing."""
        learned: Layers = []
        for layer in self.learner.policy:
            if isinstance(layer, torch.nn.Linear):
                weight = layer.weight.detach().double().numpy()
                learned.append((weight, layer.bias.detach().double().numpy()))
        (weight, bias), (last, last_bias) = learned
        standing = weight[:, self._size :]
        weight = weight[:, : self._size] / self._spread
        bias = bias - weight @ self._middle.astype(np.float64)
        heat = self.plan.temperature
        layers = added_models(self._base, [(weight, bias), (last * heat, last_bias * heat)])
        # The base's numbers come first, and the standing moves none of them.
        others = np.zeros((len(layers[0][1]) - len(standing), len(STANDING_NAMES)))
        return layers, np.concatenate([others, standing])

    def _settle(self, found: MatchDecisions, worth: NDArray[np.float64]) -> None:
        """What later steps are measured by: so that both kinds of reward move f as much."""
        self._middle = found.features.mean(axis=0)
        spread = found.features.std(axis=0)
        self._spread = np.where(spread > 1e-6, spread, 1.0).astype(np.float32)
        self.learner.scale = float(worth.std()) or 1.0

    def _learn(self, found: MatchDecisions, reward: NDArray[np.float64]) -> dict[str, float]:
        rolled = Rolled(
            first=found.first,
            value=found.value,
            features=found.features,
            chosen=found.chosen,
            score=reward.astype(np.float32),
        )
        standing = np.repeat(found.standing, np.diff(found.first), axis=0)
        features = np.concatenate(
            [(found.features - self._middle) / self._spread, standing], axis=1
        ).astype(np.float32)
        points = found.value + model_points(self._base, found.features)
        base = np.asarray(points / self.plan.temperature, np.float32)
        odds = self.learner.log_odds(padded(rolled, features, 0.0), padded(rolled, base, -np.inf))
        return self.learner.learn(learned_from(rolled, base, features, odds))

    def _write_model(self) -> None:
        layers, standing = self.layers()
        weights = weights_of(layers, 0.0, self.plan.within, standing, steps=self.steps)
        with drafted(self.folder / TAUGHT_MODEL) as draft:
            write_weights(str(draft), weights.header, weights.tensors, "float32")

    def _save(self) -> None:
        state = {
            "plan": asdict(self.plan),
            "steps": self.steps,
            "history": self.history,
            "learner": self.learner.state(),
            "middle": torch.from_numpy(self._middle),
            "spread": torch.from_numpy(self._spread),
        }
        with drafted(self.folder / TEACHING_STATE) as draft:
            torch.save(state, draft)

    def _load(self) -> None:
        path = self.folder / TEACHING_STATE
        try:
            state = torch.load(path, weights_only=True)
            if state["plan"] != asdict(self.plan):
                raise RewardError(
                    f"{self.folder} has a run of other options; choose another folder"
                )
            self.learner.load(state["learner"])
            self.steps, self.history = state["steps"], state["history"]
            self._middle, self._spread = state["middle"].numpy(), state["spread"].numpy()
        except (pickle.UnpicklingError, RuntimeError, KeyError, TypeError, EOFError) as error:
            raise RewardError(
                f"{path}: no run, or a damaged one ({type(error).__name__})"
            ) from None
