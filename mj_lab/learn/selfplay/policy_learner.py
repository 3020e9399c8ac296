"""The learner of self-play: a network's policy moved by the policy gradient.

    loss = - mean(min(rho, clip) (R - V) log pi) + kl mean(KL(pi || start)) - w mean(H(pi))
           + value_weight mean((V - R)^2)

rho is how much likelier pi takes what was played than the policy that played it, R the reward in
units of `scale`, V the network's own output `value` or that of a critic, a network beside, which
may see what is hidden from players. w holds the entropy (`EntropyTarget`), or is fixed.

A network is a module that takes tensors by name and gives tensors by name: `policy`, the logits of
all moves [N, A], and `value` [N, 1], in units of `scale`.
"""

from __future__ import annotations

import copy
import math
from dataclasses import asdict
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from mj_lab.learn.networks.layer_list import Tensors
from mj_lab.learn.selfplay.plan import PolicyOptions
from mj_lab.learn.selfplay.played import PlayedDecisions

# Decisions that are asked of a network at once where nothing is learned.
_AT_ONCE = 1024


class PolicyLearner:
    """A network, and a critic if there is one, with their optimisers.

    On a CPU the same networks, options and decisions give the same weights to the bit. policy: is
    moved in place. critic: gives `value` in place of the policy's own.

    Raises ValueError if there is nothing to take a baseline from.
    """

    def __init__(
        self,
        policy: nn.Module,
        options: PolicyOptions,
        device: torch.device | None = None,
        critic: nn.Module | None = None,
    ) -> None:
        self.options, self.alpha = options, options.alpha
        self.device = device or torch.device("cpu")
        self.policy = policy.to(self.device)
        self.critic = critic if critic is None or not options.baseline else critic.to(self.device)
        # What it began with, for the pull to it and the curve.
        self._start = copy.deepcopy(self.policy).requires_grad_(False)
        self._generator = torch.Generator().manual_seed(options.seed)
        self._optimisers = [torch.optim.Adam(self.policy.parameters(), options.rate)]
        if self.critic is not None:
            critic_optimiser = torch.optim.Adam(self.critic.parameters(), options.critic_rate)
            self._optimisers.append(critic_optimiser)

    def learn(self, played: PlayedDecisions) -> dict[str, float]:
        """Some epochs over these decisions; the means of what is told of each step.

        `clipped` and `refused` are shares of the decisions, `weight` the mean of rho as it counted,
        `alpha` that after the last step.

        Raises FloatingPointError if a loss is no number any more; the weights are then those of
        before the step. Raises ValueError if there is no V for the baseline.
        """
        arrays = played.arrays()
        start = self._start_logits(played)
        told: list[dict[str, float]] = []
        for _ in range(self.options.epochs):
            order = torch.randperm(len(played), generator=self._generator)
            for places in torch.split(order, self.options.batch):
                rows = places.numpy()
                inputs = {name: self._tensor(array[rows]) for name, array in arrays.items()}
                told.append(
                    self._step(
                        inputs,
                        self._tensor(played.legal[rows]),
                        self._tensor(played.chosen[rows]),
                        self._tensor(played.log_chance[rows]),
                        self._tensor(played.reward[rows]),
                        self._tensor(start[rows]),
                    )
                )
        means = {name: float(np.mean([one[name] for one in told])) for name in told[0]}
        return {**means, "alpha": self.alpha}

    def log_chances(self, played: PlayedDecisions) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The logarithms of pi: float32 [N, A], -inf where a move is not legal."""
        logits = torch.from_numpy(self._logits(self.policy, played))
        return np.asarray(_log_pi(logits, torch.from_numpy(played.legal)).numpy())

    def state(self) -> dict[str, Any]:
        """All that is needed to go on: weights, optimisers, alpha, the state of chance."""
        return {
            "options": asdict(self.options),
            "policy": self.policy.state_dict(),
            "critic": None if self.critic is None else self.critic.state_dict(),
            "optimisers": [one.state_dict() for one in self._optimisers],
            "alpha": self.alpha,
            "generator": self._generator.get_state(),
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave. The learner must have begun with the same network.

        Raises ValueError if it is of other options.
        """
        if state["options"] != asdict(self.options):
            raise ValueError("the checkpoint is of other options")
        self.policy.load_state_dict(state["policy"])
        if self.critic is not None:
            self.critic.load_state_dict(state["critic"])
        for optimiser, kept in zip(self._optimisers, state["optimisers"], strict=True):
            optimiser.load_state_dict(kept)
        self.alpha = state["alpha"]
        self._generator.set_state(state["generator"])

    def _start_logits(self, played: PlayedDecisions) -> np.ndarray[Any, np.dtype[np.float32]]:
        return self._logits(self._start, played)

    def _logits(
        self, network: nn.Module, played: PlayedDecisions
    ) -> np.ndarray[Any, np.dtype[np.float32]]:
        found = []
        with torch.no_grad():
            for first in range(0, len(played), _AT_ONCE):
                some = slice(first, first + _AT_ONCE)
                inputs = {name: self._tensor(one[some]) for name, one in played.arrays().items()}
                found.append(network(inputs)["policy"].float().cpu().numpy())
        return np.concatenate(found)

    def _tensor(self, array: np.ndarray[Any, Any]) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def _step(
        self,
        inputs: Tensors,
        legal: Tensor,
        chosen: Tensor,
        log_chance: Tensor,
        reward: Tensor,
        start: Tensor,
    ) -> dict[str, float]:
        options, scaled = self.options, reward / self.options.scale
        outputs = self.policy(inputs)
        log_pi = _log_pi(outputs["policy"].float(), legal)
        log_start = _log_pi(start, legal).masked_fill(~legal, 0.0)
        taken = log_pi.gather(1, chosen[:, None])[:, 0]
        told: dict[str, float] = {}
        advantage, losses = scaled, []
        if options.baseline:
            guess = self._guess(inputs, outputs)
            advantage = scaled - guess.detach()
            value_loss = ((guess - scaled) ** 2).mean()
            told["value_loss"] = float(value_loss.detach())
            if self.critic is not None:
                losses.append(value_loss)
        rho = torch.exp(taken.detach() - log_chance)
        weight = rho.clamp(max=options.clip)
        told["clipped"] = float((rho > options.clip).float().mean())
        if options.refuse is not None:
            refused = rho > options.refuse
            told["refused"] = float(refused.float().mean())
            weight = weight.masked_fill(refused, 0.0)
        pi, safe = log_pi.exp(), log_pi.masked_fill(~legal, 0.0)
        entropy = -(pi * safe).sum(1).mean()
        kl = (pi * (safe - log_start)).sum(1).mean()
        now = float(entropy.detach())
        loss = -(weight * advantage * taken).mean() + options.kl * kl
        loss = loss - options.holding.weight(self.alpha, now) * entropy
        told |= {"loss": float(loss.detach()), "entropy": now, "kl": float(kl.detach())}
        told["weight"] = float(weight.mean())
        if options.baseline and self.critic is None:
            loss = loss + options.value_weight * value_loss
        losses.insert(0, loss)
        if not all(math.isfinite(float(one.detach())) for one in losses):
            raise FloatingPointError("the loss is no number any more")
        for optimiser, one in zip(self._optimisers, losses, strict=False):
            optimiser.zero_grad()
            torch.autograd.backward(one)
            optimiser.step()
        self.alpha = options.holding.moved(self.alpha, now)
        return told

    def _guess(self, inputs: Tensors, outputs: Tensors) -> Tensor:
        """V of each decision: [N]."""
        if self.critic is not None:
            outputs = self.critic(inputs)
        if "value" not in outputs:
            raise ValueError("the network has no output `value` to take a baseline from")
        return outputs["value"][:, 0].float()


def _log_pi(logits: Tensor, legal: Tensor) -> Tensor:
    return torch.log_softmax(logits.masked_fill(~legal, -torch.inf), dim=1)
