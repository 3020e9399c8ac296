"""The learner: pi = softmax(base + f), moved by the policy gradient and held near the base.

    loss = - mean(min(rho, clip) (R - V) log pi) + kl mean(KL(pi || base)) - w mean(H(pi))

rho is how much likelier pi takes what was played than the policy that played it; V a network's
guess of the reward, learned beside. w = alpha + target - H holds the entropy (`EntropyTarget`).
With alpha alone a bandit's entropy swings between 0.2 and 0.8 about a target of 0.4.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

import numpy as np
import torch
from torch import nn

from mj_lab.learn.gradient.decisions import Decisions, FloatArray
from mj_lab.learn.gradient.plan import GradientOptions
from mj_lab.learn.training.entropy import EntropyTarget


class Learner:
    """f and V with their optimisers; the same seed and decisions give the same weights.

    features: how many a candidate has. scale: a reward's usual size, by which rewards are divided.
    """

    def __init__(self, features: int, scale: float, options: GradientOptions) -> None:
        self.options, self.scale = options, scale
        self._generator = torch.Generator().manual_seed(options.seed)
        self.policy = _network(features, options.hidden, self._generator)
        # At the beginning pi is the base.
        last = self.policy[-1]
        assert isinstance(last, nn.Linear)
        nn.init.zeros_(last.weight)
        nn.init.zeros_(last.bias)
        # V sees the features of the best candidate and of their mean.
        self.value = _network(2 * features, options.hidden, self._generator)
        self.alpha = 0.0
        self._policy_optimiser = torch.optim.Adam(self.policy.parameters(), options.rate)
        self._value_optimiser = torch.optim.Adam(self.value.parameters(), options.value_rate)

    def log_odds(self, features: FloatArray, base: FloatArray) -> FloatArray:
        """The log-odds of pi: [N, A]."""
        with torch.no_grad():
            logits = self._logits(torch.from_numpy(features), torch.from_numpy(base))
        return logits.numpy()

    def learn(self, decisions: Decisions) -> dict[str, float]:
        """Some epochs over these decisions; what is told of them: means over all steps.

        Raises FloatingPointError if a loss is no number any more; the weights are then those of
        before the step.
        """
        tensors = [torch.from_numpy(array) for array in vars(decisions).values()]
        told: list[dict[str, float]] = []
        for _ in range(self.options.epochs):
            order = torch.randperm(len(decisions), generator=self._generator)
            for places in torch.split(order, self.options.batch):
                told.append(self._step(*[tensor[places] for tensor in tensors]))
        return {name: float(np.mean([one[name] for one in told])) for name in told[0]}

    def state(self) -> dict[str, Any]:
        """All that is needed to go on: weights, optimisers, alpha, the state of chance."""
        return {
            "options": asdict(self.options),
            "scale": self.scale,
            "policy": self.policy.state_dict(),
            "value": self.value.state_dict(),
            "alpha": self.alpha,
            "policy_optimiser": self._policy_optimiser.state_dict(),
            "value_optimiser": self._value_optimiser.state_dict(),
            "generator": self._generator.get_state(),
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave.

        Raises ValueError if it is of other options.
        """
        if state["options"] != asdict(self.options):
            raise ValueError("the checkpoint is of other options")
        self.policy.load_state_dict(state["policy"])
        self.value.load_state_dict(state["value"])
        self.alpha, self.scale = state["alpha"], state["scale"]
        self._policy_optimiser.load_state_dict(state["policy_optimiser"])
        self._value_optimiser.load_state_dict(state["value_optimiser"])
        self._generator.set_state(state["generator"])

    def _logits(self, features: torch.Tensor, base: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = base + self.policy(features)[..., 0]
        return found

    def _step(
        self,
        features: torch.Tensor,
        base: torch.Tensor,
        chosen: torch.Tensor,
        log_chance: torch.Tensor,
        reward: torch.Tensor,
    ) -> dict[str, float]:
        options, scaled = self.options, reward / self.scale
        there = torch.isfinite(base)
        log_pi = torch.log_softmax(self._logits(features, base), dim=1)
        taken = log_pi.gather(1, chosen[:, None])[:, 0]
        steps = [self._policy_optimiser]
        told: dict[str, float] = {}
        value_loss, advantage = torch.zeros(()), scaled
        if options.baseline:
            guess = self.value(_seen(features, base, there))[:, 0]
            value_loss, advantage = ((guess - scaled) ** 2).mean(), scaled - guess.detach()
            steps.append(self._value_optimiser)
            told["value_loss"] = float(value_loss.detach())
        weight = torch.exp(taken.detach() - log_chance).clamp(max=options.clip)
        pi = log_pi.exp()
        safe = torch.where(there, log_pi, torch.zeros_like(log_pi))
        log_base = torch.where(there, torch.log_softmax(base, dim=1), torch.zeros_like(base))
        entropy = -(pi * safe).sum(1).mean()
        kl = (pi * (safe - log_base)).sum(1).mean()
        now = float(entropy.detach())
        holding = EntropyTarget(options.entropy, options.entropy_rate)
        loss = -(weight * advantage * taken).mean() + options.kl * kl
        loss = loss - holding.weight(self.alpha, now) * entropy
        if not math.isfinite(float(loss.detach()) + float(value_loss.detach())):
            raise FloatingPointError("the loss is no number any more")
        for optimiser, one in zip(steps, (loss, value_loss), strict=False):
            optimiser.zero_grad()
            torch.autograd.backward(one)
            optimiser.step()
        self.alpha = holding.moved(self.alpha, now)
        return {
            **told,
            "loss": float(loss.detach()),
            "entropy": now,
            "kl": float(kl.detach()),
            "weight": float(weight.mean()),
            "alpha": self.alpha,
        }


def _seen(features: torch.Tensor, base: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """What V is asked by: the features of the base's best candidate, and their mean."""
    best = base.argmax(dim=1)
    first = features[torch.arange(len(features)), best]
    shared = there[..., None].float()
    mean = (features * shared).sum(1) / shared.sum(1)
    return torch.cat([first, mean], dim=1)


def _network(inputs: int, hidden: int, generator: torch.Generator) -> nn.Sequential:
    """A linear function, or two layers, to one number."""
    sizes = [inputs, hidden, 1] if hidden else [inputs, 1]
    layers: list[nn.Module] = []
    for number, (fan_in, fan_out) in enumerate(zip(sizes, sizes[1:], strict=False)):
        layer = nn.Linear(fan_in, fan_out)
        bound = 1 / math.sqrt(fan_in)
        with torch.no_grad():
            for weights in (layer.weight, layer.bias):
                weights.uniform_(-bound, bound, generator=generator)
        layers += [layer, nn.ReLU()] if number < len(sizes) - 2 else [layer]
    return nn.Sequential(*layers)
