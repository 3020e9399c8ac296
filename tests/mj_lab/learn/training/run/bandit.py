"""A bandit as parts of one's own: who pulls, what is taught; named `module:Class` in recipes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from pydantic import Field
from torch import nn

from mj_lab.learn.training.parts.part import (
    Batch,
    Context,
    Model,
    PartOptions,
    Tensors,
    joined_batches,
)
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.sources.play import Play

ARMS = (0.2, 0.5, 0.8, 0.4)
HERE = "tests.mj_lab.learn.training.run.bandit:"
WEIGHTS = "arms.txt"

# As a recipe file has it.
RECIPE: dict[str, Any] = {
    "about": "a bandit",
    "steps": 4,
    "play": {"kind": HERE + "Pulls", "tasks": 3, "pulls": 40},
    "aim": {"kind": "score", "batch": 30, "epochs": 2},
    "model": {"kind": HERE + "Arms"},
    "learn": {"rate": 0.05},
    "loss": {"policy_gradient": {}, "value": {"weight": 0.5}},
}


class Pulls(Play):
    """Pulls arms as the model likes them, in some tasks a step."""

    class Options(PartOptions):
        """Of the pulls. broken: this step pays what is no number."""

        tasks: int = Field(default=3, ge=1)
        pulls: int = Field(default=40, ge=1)
        broken: int | None = None

    of = "pulls"

    def size(self) -> int:
        return int(self.options.tasks * self.options.pulls)

    def experience(self, step: int, parts: KeptParts) -> Batch:
        options, model = self.options, self.context.model_in_training
        with torch.no_grad():
            logits = model.outputs({"seen": torch.zeros(1, 1)})["policy"][0].double()
        pi = torch.softmax(logits, 0).numpy()
        shared = (pi, options.pulls)
        tasks = [(step, place) for place in range(options.tasks)]
        found = joined_batches(parts.answers(step, pull, shared, tasks, lambda: None))
        if step == options.broken:
            found["reward"] = np.full_like(found["reward"], np.nan)
        return found

    def figures(self, experience: Batch) -> dict[str, float]:
        return {"paid": float(experience["reward"].mean())}


def pull(shared: tuple[Any, int], task: tuple[int, int]) -> Batch:
    """A task: some pulls by these chances."""
    pi, count = shared
    rng = np.random.default_rng(task)
    arms = rng.choice(len(ARMS), count, p=pi / pi.sum())
    return {
        "seen": np.zeros((count, 1), np.float32),
        "legal": np.ones((count, len(ARMS)), bool),
        "chosen": arms,
        "log_chance": np.log(pi[arms]).astype(np.float32),
        "reward": (rng.random(count) < np.array(ARMS)[arms]).astype(np.float32),
    }


class Arms(Model):
    """A logit for each arm, and V."""

    module: nn.ParameterDict

    class Options(PartOptions):
        """first: the logit of the first arm at first."""

        first: float = 0.0

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        self.module = nn.ParameterDict(
            {
                "policy": torch.tensor([options.first, *[0.0] * (len(ARMS) - 1)]),
                "value": torch.rand(1) / 10,
            }
        )

    def outputs(self, batch: Tensors) -> Tensors:
        rows = len(batch["seen"])
        return {name: self.module[name].expand(rows, -1) for name in ("policy", "value")}

    def write(self, folder: Path, step: int) -> None:
        logits = dict(self.played.named_parameters())["policy"].tolist()
        (folder / WEIGHTS).write_text(repr(logits), encoding="utf-8")

    def chances(self) -> list[float]:
        """Of each arm."""
        found: list[float] = torch.softmax(self.module["policy"].detach(), 0).tolist()
        return found
