"""Training the predictor: step by step, stopped and gone on with to the same weights.

The matches of a step follow from the seed and the step, and are combined anew each time, so there
is no end of them; what is told is measured on matches of hands that none of them had.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from mj_lab.learn.reward.hand_pool import RewardError
from mj_lab.learn.reward.plan import PredictingPlan, PredictorOptions
from mj_lab.learn.reward.predictor import Places, Predictor, outcome_points
from mj_lab.storage.files import drafted

PREDICTOR_FILE = "predictor.pt"
# Raised whenever what the file has changes.
_FORM = 1

# Matches [n, hands, player] out of how many and a generator.
MatchSource = Callable[[int, np.random.Generator], NDArray[np.int64]]


class PredictorTraining:
    """A predictor in training. steps: done so far. history: the figures that were told.

    folder: where it is kept, None for nowhere. device: where it is trained.

    Raises RewardError if the folder has another training, or none that can be read.
    """

    def __init__(
        self,
        plan: PredictingPlan,
        matches: MatchSource,
        folder: Path | None = None,
        device: torch.device | None = None,
    ) -> None:
        self.plan, self.folder = plan, folder
        self.steps = 0
        self.history: list[dict[str, float]] = []
        self._matches = matches
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(plan.seed)
            self.predictor = Predictor(plan.predictor).to(device)
        self._optimiser = torch.optim.Adam(self.predictor.parameters(), plan.rate)
        if folder is not None and (folder / PREDICTOR_FILE).exists():
            self._load(_file_of(folder))

    def run(self, steps: int) -> dict[str, float]:
        """So many steps more; the means of their losses.

        Raises FloatingPointError if the loss is no number any more: what is kept stays.
        """
        told: list[dict[str, float]] = []
        self.predictor.train()
        for _ in range(steps):
            rng = np.random.default_rng([self.plan.seed, self.steps])
            loss, parts = self.predictor.loss(self._matches(self.plan.batch, rng))
            if not torch.isfinite(loss):
                raise FloatingPointError("the loss is no number any more")
            self._optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(self.predictor.parameters(), 1.0)
            self._optimiser.step()
            self.steps += 1
            told.append({"loss": float(loss.detach()), **parts})
        self.predictor.eval()
        return {name: float(np.mean([one[name] for one in told])) for name in told[0]}

    def note(self, figures: dict[str, float]) -> None:
        """Keep figures with the step that they are of, and the training as it is."""
        self.history.append({"step": self.steps, **figures})
        self.save()

    def save(self) -> None:
        """Write all that is needed to go on, whole or not at all."""
        if self.folder is None:
            return
        state = {
            "form": _FORM,
            "plan": asdict(self.plan),
            "steps": self.steps,
            "history": self.history,
            "predictor": self.predictor.state_dict(),
            "optimiser": self._optimiser.state_dict(),
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        with drafted(self.folder / PREDICTOR_FILE) as draft:
            torch.save(state, draft)

    def _load(self, state: dict[str, Any]) -> None:
        if state["plan"] != asdict(self.plan):
            raise RewardError(
                f"{self.folder} has a training of other options; choose another folder"
            )
        self.predictor.load_state_dict(state["predictor"])
        self._optimiser.load_state_dict(state["optimiser"])
        self.steps, self.history = state["steps"], state["history"]


def read_predictor(folder: Path) -> Predictor:
    """The predictor of a folder. Raises RewardError, one line, if there is none."""
    state = _file_of(folder)
    told = state["plan"]["predictor"]
    predictor = Predictor(PredictorOptions(**{**told, "worth": tuple(told["worth"])}))
    predictor.load_state_dict(state["predictor"])
    return predictor.eval()


def _file_of(folder: Path) -> dict[str, Any]:
    path = folder / PREDICTOR_FILE
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
        if state["form"] != _FORM:
            raise RewardError(f"{path}: a predictor of form {state['form']}, not {_FORM}")
        plan = state["plan"]
        plan["predictor"]["worth"] = tuple(plan["predictor"]["worth"])
        return dict(state)
    except OSError as error:
        raise RewardError(f"{path}: no predictor there: {error.strerror}") from None
    except (pickle.UnpicklingError, RuntimeError, KeyError, TypeError, EOFError) as error:
        raise RewardError(f"{path}: no predictor, or damaged ({type(error).__name__})") from None


def prediction_lines(predictor: Predictor, scores: NDArray[np.int64]) -> dict[str, list[float]]:
    """By hands played, 0 to all but the last: how far predicted table points are from those paid.

    Mean squared errors of the predictor; of the points of the places as they stand; of what all
    players get on average. scores: matches [n, hands, player] that it has not seen.
    """
    options = predictor.options
    paid = outcome_points(scores, options.worth)[:, None]
    totals = np.cumsum(scores, axis=1)
    standing = [np.full_like(paid[:, 0], np.mean(options.worth))]
    standing += [
        outcome_points(totals[:, hand, None], options.worth) for hand in range(options.hands - 1)
    ]
    guesses = {
        "predictor": predictor.points(scores)[:, :-1],
        "standing": np.stack(standing, axis=1),
        "average": np.full((len(scores), options.hands, options.players), np.mean(options.worth)),
    }
    return {name: _errors(guess, paid) for name, guess in guesses.items()}


def _errors(guess: Places, paid: Places) -> list[float]:
    return [float(one) for one in ((guess - paid) ** 2).mean(axis=(0, 2))]
