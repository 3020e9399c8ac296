"""Distillation: an ordinary network taught to choose as an oracle does, without its sight.

The loss is the mean of KL(oracle || network). Where the oracle is right because it sees, the
network learns the mean over what it cannot see, which may be a bad choice wherever it stands. The
paper on Suphx reports that distillation fails, and guides instead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mj_lab.learn.networks.layer_list import Tensors
from mj_lab.learn.selfplay.played import PlayedDecisions


@dataclass(frozen=True)
class DistilOptions:
    """How it learns. rate: of Adam."""

    rate: float = 1e-4
    epochs: int = 2
    batch: int = 512
    seed: int = 0


class Distiller:
    """A network that learns of an oracle, and its optimiser; both as `PolicyLearner` has networks.

    policy: is moved in place. oracle: gets the hidden inputs beside what is seen.
    """

    def __init__(
        self,
        policy: nn.Module,
        oracle: nn.Module,
        options: DistilOptions,
        device: torch.device | None = None,
    ) -> None:
        self.options, self.device = options, device or torch.device("cpu")
        self.policy = policy.to(self.device)
        self._oracle = oracle.to(self.device).requires_grad_(False)
        self._generator = torch.Generator().manual_seed(options.seed)
        self._optimiser = torch.optim.Adam(self.policy.parameters(), options.rate)

    def learn(self, played: PlayedDecisions) -> dict[str, float]:
        """Some epochs over decisions, whoever played them; the means of what is told of each step.

        `kl` is KL(oracle || network), `agreement` how often both hold the same move likeliest.

        Raises FloatingPointError if the loss is no number any more; the weights are then those of
        before the step.
        """
        arrays = played.arrays()
        told: list[dict[str, float]] = []
        for _ in range(self.options.epochs):
            order = torch.randperm(len(played), generator=self._generator)
            for places in torch.split(order, self.options.batch):
                rows = places.numpy()
                inputs = {name: self._tensor(array[rows]) for name, array in arrays.items()}
                told.append(self._step(inputs, self._tensor(played.legal[rows])))
        return {name: float(np.mean([one[name] for one in told])) for name in told[0]}

    def state(self) -> dict[str, Any]:
        """All that is needed to go on: weights, optimiser, the state of chance."""
        return {
            "policy": self.policy.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "generator": self._generator.get_state(),
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        self.policy.load_state_dict(state["policy"])
        self._optimiser.load_state_dict(state["optimiser"])
        self._generator.set_state(state["generator"])

    def _tensor(self, array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def _step(self, inputs: Tensors, legal: Tensor) -> dict[str, float]:
        with torch.no_grad():
            wanted = _log_chances(self._oracle(inputs)["policy"], legal)
        found = _log_chances(self.policy(inputs)["policy"], legal)
        safe = (wanted - found).masked_fill(~legal, 0.0)
        loss = (wanted.exp() * safe).sum(1).mean()
        if not math.isfinite(float(loss.detach())):
            raise FloatingPointError("the loss is no number any more")
        self._optimiser.zero_grad()
        torch.autograd.backward(loss)
        self._optimiser.step()
        agreed = (wanted.argmax(1) == found.argmax(1)).float().mean()
        return {"kl": float(loss.detach()), "agreement": float(agreed)}


def _log_chances(logits: Tensor, legal: Tensor) -> Tensor:
    return torch.log_softmax(logits.float().masked_fill(~legal, -torch.inf), dim=1)
