"""Terms of Q: (Double) DQN, and the values of the search.

    target = reward + later x Q_target(s', argmax_a Q(s', a))        Double DQN
    target = reward + later x max_a Q_target(s', a)                  DQN

Q_target is a lagged copy of Q; reward, later and s' are the aim's. The maximum over noisy estimates
is biased upwards. In Double DQN one network chooses and the other evaluates, which removes most of
that (van Hasselt, Guez, Silver 2016; the second line is Mnih et al. 2015). The loss is Huber's.
Numbers are in the network's unit, its model's `points`.

Source: 雷捷维 and others, 基于Expectimax搜索与Double DQN的非完备信息博弈算法, 计算机工程 2021(3),
which has the squared error.
"""

from __future__ import annotations

from typing import Any

import torch
from pydantic import Field
from torch import Tensor
from torch.nn import functional

from mj_lab.learn.training.losses.term import Asked, Term, TermLoss, TermOptions
from mj_lab.learn.training.parts.part import Context

# Huber's threshold, below which errors count squared, above it linearly: 1.6 points of the game,
# about the cost of a discard that is not an obvious mistake.
_NEAR = 0.05
# The softmax temperature: an action this many points worse is chosen 1 / e times as often.
_CHOICE_POINTS = 1.0
# A finite logarithm in place of that of 0.
_NOT_THERE = -1e9


class DifferenceOptions(TermOptions):
    """Options of (Double) DQN."""

    double: bool = Field(default=True, description="Double DQN, else DQN")
    sync: int = Field(default=250, ge=1, description="steps to the next target network")


class TemporalDifference(Term):
    """The error of the chosen discard's Q against reward and later Q."""

    Options = DifferenceOptions

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        self._target = context.model_in_training.copied()

    def loss(self, step_input: Asked) -> TermLoss:
        """See `Term`."""
        chosen = step_input.batch["chosen"]
        values = step_input.outputs["q"].float().gather(1, chosen[:, None])[:, 0]
        return functional.smooth_l1_loss(values, self._targets(step_input)), {}

    def stepped(self, steps: int) -> None:
        """See `Term`: every few steps the target becomes the current network."""
        if steps % self.options.sync == 0:
            self._target.module.load_state_dict(self.context.model_in_training.module.state_dict())

    def state(self) -> dict[str, Any]:
        """The target network."""
        return {"target": self._target.module.state_dict()}

    def load(self, state: dict[str, Any]) -> None:
        """Restore a `state`."""
        self._target.module.load_state_dict(state["target"])

    def _targets(self, step_input: Asked) -> Tensor:
        batch = step_input.batch
        after = {"seen": batch["next_seen"]}
        with torch.no_grad():
            valued = self._target.outputs(after)["q"].float()
            chooser = (
                step_input.model.outputs(after)["q"].float() if self.options.double else valued
            )
            best = chooser.masked_fill(~batch["next_legal"], -torch.inf).argmax(1, keepdim=True)
            paid = batch["reward"] / step_input.model.options.points
            targets: Tensor = paid + batch["later"] * valued.gather(1, best)[:, 0]
        return targets


class SearchOptions(TermOptions):
    """Options of the values of the search."""

    values: float = Field(
        default=1.0, ge=0, description="the weight of Q's error against each value"
    )
    choice: float = Field(default=0.0, ge=0, description="the weight of the choice of discard")


class SearchValues(Term):
    """The error of Q against the exploring search's values `said`.

    Returns show which of two actions is better only after very many episodes. So Q also learns from
    a teacher, as in Hester et al. 2018 (Deep Q-learning from Demonstrations): there by a margin,
    here by the values and by the choice, the cross-entropy of softmax(Q) to softmax(the search's
    values), both in points.
    """

    Options = SearchOptions

    def loss(self, step_input: Asked) -> TermLoss:
        """See `Term`; one mean is over all valued actions, the other over decisions."""
        points, values = step_input.model.options.points, step_input.outputs["q"].float()
        wanted = step_input.batch["said"].float() / points
        valued = ~wanted.isnan()
        loss = values.sum() * 0.0
        if valued.any():
            near = functional.smooth_l1_loss(values[valued], wanted[valued], beta=_NEAR)
            loss = loss + self.options.values * near
        several = valued.sum(dim=1) > 1
        if several.any():
            ours, its = (
                (of_actions * points / _CHOICE_POINTS)
                .masked_fill(~valued, _NOT_THERE)[several]
                .log_softmax(dim=1)
                for of_actions in (values, wanted)
            )
            loss = loss - self.options.choice * (its.exp() * ours).sum(dim=1).mean()
        return loss, {}
