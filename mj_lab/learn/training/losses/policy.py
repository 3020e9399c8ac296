"""Terms of a policy gradient: the gradient itself, the baseline, KL to the start, entropy.

    - mean(min(rho, clip) (R - V) log pi) + k mean(KL(pi || start)) - w mean(H(pi))
    + v mean((V - R)^2)

rho is the importance weight, pi over the policy that played the action; R is the reward in the
aim's unit, V the model's output `value`.

Source: J. Li and others, Suphx: Mastering Mahjong with Deep Reinforcement Learning,
arXiv:2003.13590: the weights rho, the entropy held at a target, the rejected pairs.
"""

from __future__ import annotations

from typing import Any

import torch
from pydantic import Field
from torch import Tensor

from mj_lab.learn.training.losses.term import (
    Asked,
    Term,
    TermLoss,
    TermOptions,
    log_chances,
    logits_of,
)
from mj_lab.learn.training.parts.part import Batch, Context
from mj_lab.learn.training.parts.schedule import Schedule, at_step


class GradientTermOptions(TermOptions):
    """Options of the policy gradient."""

    clip: float = Field(default=2.0, ge=1, description="the largest importance weight")
    refuse: Schedule | None = Field(
        default=None, description="decisions of a greater importance weight are left out"
    )
    baseline: bool = Field(default=True, description="subtract V from the reward")


class PolicyGradient(Term):
    """The policy gradient with importance weights."""

    Options = GradientTermOptions

    def loss(self, step_input: Asked) -> TermLoss:
        """See `Term`; `clipped` and `refused` are shares, `weight` is the mean of clipped rho."""
        batch, options = step_input.batch, self.options
        advantage = batch["reward"]
        if options.baseline:
            advantage = advantage - valued_position(step_input).detach()
        rho = torch.exp(step_input.taken.detach() - batch["log_chance"])
        weight = rho.clamp(max=options.clip)
        figures = {"clipped": float((rho > options.clip).float().mean())}
        if options.refuse is not None:
            refused = rho > at_step(options.refuse, step_input.step)
            weight = weight.masked_fill(refused, 0.0)
            figures["refused"] = float(refused.float().mean())
        figures["weight"] = float(weight.mean())
        return -(weight * advantage * step_input.taken).mean(), figures


class ValueLoss(Term):
    """The mean squared error of V."""

    def loss(self, step_input: Asked) -> TermLoss:
        """See `Term`."""
        loss = ((valued_position(step_input) - step_input.batch["reward"]) ** 2).mean()
        return loss, {"value_loss": float(loss.detach())}


class KlToStart(Term):
    """KL(pi || start), where start is the run's initial policy.

    A batch has its logits as `start`; if not, they come from the model's first state.
    """

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        self._start = context.model_in_training.frozen()

    def prepared(self, experience: Batch) -> Batch:
        """See `Term`."""
        if "start" in experience:
            return experience
        return {**experience, "start": logits_of(self._start, experience, self.context)}

    def loss(self, step_input: Asked) -> TermLoss:
        """See `Term`."""
        start = log_chances(step_input.batch["start"], step_input.legal).masked_fill(
            ~step_input.legal, 0.0
        )
        kl = (step_input.log_pi.exp() * (step_input.safe_log_pi - start)).sum(1).mean()
        return kl, {"kl": float(kl.detach())}


class EntropyOptions(TermOptions):
    """Options of the entropy."""

    target: float | None = Field(
        default=None, ge=0, description="nats a decision; none: alpha is constant"
    )
    alpha: float = Field(default=0.0, description="the first weight of the entropy")
    rate: float = Field(default=1e-3, ge=0, description="the rate at which alpha changes")
    damping: float = Field(
        default=1.0, ge=0, description="damping of its swing; 0 is the source's rule"
    )


class EntropyHeld(Term):
    """The entropy of pi, held at a target by the weight alpha, as in Suphx.

        alpha <- alpha + rate (target - H)

    With alpha alone the entropy oscillates: alpha rises until H has reached its target, and is then
    too large. So the weight in use is alpha + damping (target - H).
    """

    Options = EntropyOptions

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        self.alpha: float = options.alpha
        self._missing = 0.0

    def loss(self, step_input: Asked) -> TermLoss:
        """See `Term`."""
        entropy = -(step_input.log_pi.exp() * step_input.safe_log_pi).sum(1).mean()
        now, target = float(entropy.detach()), self.options.target
        self._missing = 0.0 if target is None else target - now
        weight = self.alpha + self.options.damping * self._missing
        return -weight * entropy, {"entropy": now, "alpha": self.alpha}

    def stepped(self, steps: int) -> None:
        """Update alpha."""
        self.alpha += self.options.rate * self._missing

    def state(self) -> dict[str, Any]:
        """Alpha."""
        return {"alpha": self.alpha}

    def load(self, state: dict[str, Any]) -> None:
        """Restore a `state`."""
        self.alpha = state["alpha"]


def valued_position(step_input: Asked) -> Tensor:
    """V of each decision: [N]. Raises ValueError if the model has none."""
    if "value" not in step_input.outputs:
        raise ValueError(
            "the model has no output `value`: --set loss.policy_gradient.baseline=false"
            " --set loss.value.weight=0"
        )
    return step_input.outputs["value"][:, 0].float()
