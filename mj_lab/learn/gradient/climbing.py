"""Climbing: step after step games are played by pi and pi is moved; stopped and gone on with.

A step's games and what is learned of them follow from the seed and the step, so a run that was
stopped comes to the same weights as one that was not.
"""

from __future__ import annotations

import pickle
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch

from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import model_of, weights_of
from mj_bot.nets.weights_file import SUFFIX, read_weights, write_weights
from mj_lab.learn.advantages.pairs import Layers, model_points
from mj_lab.learn.gradient.decisions import FloatArray
from mj_lab.learn.gradient.learner import Learner
from mj_lab.learn.gradient.plan import ClimbPlan
from mj_lab.learn.gradient.rollouts import Rolled, RollPlan, learned_from, padded, roll_out
from mj_lab.learn.run.workers import Workers
from mj_lab.storage.files import drafted

GRADIENT_MODEL, GRADIENT_STATE = "gradient" + SUFFIX, "last.pt"
# A game's usual score: what rewards are divided by.
_SCORE = 20.0
# Of a model that another is added to.
_MOST_LAYERS = 2


class ClimbError(ValueError):
    """A folder that has another run, or none that can be read: one line says why."""


class Climb:
    """One run in a folder. steps: done so far. history: the figures of each."""

    def __init__(self, folder: Path, plan: ClimbPlan) -> None:
        self.folder, self.plan = folder, plan
        self.steps = 0
        self.history: list[dict[str, float]] = []
        self.learner = Learner(len(NAMES), _SCORE, plan.learner)
        self._base: Layers = [(np.zeros((1, len(NAMES))), np.zeros(1))]
        self._base_digest = ""
        if plan.base is not None:
            self._base = list(model_of(read_weights(plan.base)).layers)
            self._base_digest = sha256(Path(plan.base).read_bytes()).hexdigest()
            if len(self._base) > _MOST_LAYERS:
                raise ClimbError(f"{plan.base}: {len(self._base)} layers, not one or two")
        # What is taken from each feature and what it is divided by; known after the first games.
        self._middle: FloatArray = np.zeros(len(NAMES), np.float32)
        self._spread: FloatArray = np.ones(len(NAMES), np.float32)
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / GRADIENT_STATE).exists():
            self._load()
        else:
            self._write_model()

    def step(self, workers: Workers) -> dict[str, float]:
        """Play, learn, write; the figures of the step.

        Raises FloatingPointError if a loss is no number any more; what is written stays.
        """
        plan = self.plan
        weights = (self.folder / GRADIENT_MODEL).read_bytes()
        rolled = roll_out(
            RollPlan(weights, plan.within, plan.temperature, plan.seed, self.steps, plan.games),
            workers,
        )
        if not len(rolled.chosen):
            raise ClimbError("no decision to learn from: play more games, or within more points")
        if not self.steps:
            self._middle = rolled.features.mean(axis=0)
            spread = rolled.features.std(axis=0)
            self._spread = np.where(spread > 1e-6, spread, 1.0).astype(np.float32)
        features = (rolled.features - self._middle) / self._spread
        base = self._base_log_odds(rolled)
        log_odds = self.learner.log_odds(
            padded(rolled, features, 0.0), padded(rolled, base, -np.inf)
        )
        told = self.learner.learn(learned_from(rolled, base, features, log_odds))
        told["decisions"] = float(len(rolled.chosen))
        told["first_choices"] = _share_of_best(rolled)
        self.steps += 1
        self.history.append(told)
        self._write_model()
        self._save()
        return told

    def layers(self) -> Layers:
        """The model in points: the base's and what was learned, in one."""
        learned: Layers = []
        for layer in self.learner.policy:
            if isinstance(layer, torch.nn.Linear):
                weight = layer.weight.detach().double().numpy()
                learned.append((weight, layer.bias.detach().double().numpy()))
        weight, bias = learned[0]
        weight = weight / self._spread
        learned[0] = (weight, bias - weight @ self._middle.astype(np.float64))
        weight, bias = learned[-1]
        learned[-1] = (weight * self.plan.temperature, bias * self.plan.temperature)
        return added_models(self._base, learned)

    def _base_log_odds(self, rolled: Rolled) -> FloatArray:
        points = rolled.value + model_points(self._base, rolled.features)
        return np.asarray(points / self.plan.temperature, np.float32)

    def _write_model(self) -> None:
        weights = weights_of(self.layers(), 0.0, self.plan.within, steps=self.steps)
        with drafted(self.folder / GRADIENT_MODEL) as draft:
            write_weights(str(draft), weights.header, weights.tensors, "float32")

    def _save(self) -> None:
        state = {
            "plan": asdict(self.plan),
            "base": self._base_digest,
            "steps": self.steps,
            "history": self.history,
            "learner": self.learner.state(),
            "middle": torch.from_numpy(self._middle),
            "spread": torch.from_numpy(self._spread),
        }
        with drafted(self.folder / GRADIENT_STATE) as draft:
            torch.save(state, draft)

    def _load(self) -> None:
        path = self.folder / GRADIENT_STATE
        try:
            state = torch.load(path, weights_only=True)
            if state["plan"] != asdict(self.plan):
                raise ClimbError(f"{self.folder} has a run of other options; choose another folder")
            if state.get("base", self._base_digest) != self._base_digest:
                raise ClimbError(f"{self.folder}: {self.plan.base} was another file when it began")
            self.learner.load(state["learner"])
            self.steps, self.history = state["steps"], state["history"]
            self._middle, self._spread = state["middle"].numpy(), state["spread"].numpy()
        except (pickle.UnpicklingError, RuntimeError, KeyError, TypeError, EOFError) as error:
            raise ClimbError(f"{path}: no run, or a damaged one ({type(error).__name__})") from None
        # Stopped between the two files, the model is of the step before.
        self._write_model()


def added_models(one: Layers, other: Layers) -> Layers:
    """The model that gives the sum of two, each linear or of two layers.

    Raises ValueError for more layers.
    """
    if len(one) == len(other) == 1:
        return [(one[0][0] + other[0][0], one[0][1] + other[0][1])]
    first, last = zip(_as_two_layers(one), _as_two_layers(other), strict=True)
    return [
        (np.concatenate([w for w, _ in first]), np.concatenate([b for _, b in first])),
        (np.concatenate([w for w, _ in last], axis=1), last[0][1] + last[1][1]),
    ]


def _as_two_layers(layers: Layers) -> Layers:
    if len(layers) == _MOST_LAYERS:
        return layers
    if len(layers) != 1:
        raise ValueError(f"a model of {len(layers)} layers, not one or two")
    (weight, bias) = layers[0]
    if not weight.any():
        return [(np.zeros((0, weight.shape[1])), np.zeros(0)), (np.zeros((1, 0)), bias)]
    # x = max(x, 0) - max(-x, 0)
    both = np.concatenate([weight, -weight])
    return [(both, np.zeros(2)), (np.array([[1.0, -1.0]]), bias)]


def _share_of_best(rolled: Rolled) -> float:
    """How often what was played is what the search thinks best."""
    values = padded(rolled, rolled.value, -np.inf)
    return float((values.argmax(axis=1) == rolled.chosen).mean())
