"""Terms of Q: (Double) DQN, and what the search said beside it.

    target = reward + later x Q_target(s', argmax_a Q(s', a))        Double DQN
    target = reward + later x max_a Q_target(s', a)                  DQN

Q_target is Q as it was some steps ago; reward, later and s' are the aim's. The maximum over
estimates that are partly chance is too great; Double DQN has one network choose and the other
value, which takes most of that away (van Hasselt, Guez, Silver 2016; the second line is Mnih et al.
2015). The loss is Huber's. Numbers are those of the network, 1 of which is its model's `points`.
"""

from __future__ import annotations

from typing import Any

import torch
from pydantic import Field
from torch import Tensor
from torch.nn import functional

from mj_lab.learn.parts.part import Context
from mj_lab.learn.terms.term import Asked, Term, TermLoss, TermOptions

# Distances from what the search said count by their square below this, greater ones as they are:
# 1.6 points of the game, about what a discard that is no plain mistake costs.
_NEAR = 0.05
# An action that is worth so many points less is chosen 1 / e times as often.
_CHOICE_POINTS = 1.0
# The logarithm of a chance that is none, but a number.
_NOT_THERE = -1e9


class DifferenceOptions(TermOptions):
    """Of (Double) DQN."""

    double: bool = Field(default=True, description="Double DQN, else DQN")
    sync: int = Field(default=250, ge=1, description="steps to the next target network")


class TemporalDifference(Term):
    """How far Q of what was chosen is from what was paid and Q of what came then."""

    Options = DifferenceOptions

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        self._target = context.taught.copied()

    def loss(self, asked: Asked) -> TermLoss:
        """See `Term`."""
        chosen = asked.batch["chosen"]
        told = asked.outputs["q"].float().gather(1, chosen[:, None])[:, 0]
        return functional.smooth_l1_loss(told, self._targets(asked)), {}

    def stepped(self, steps: int) -> None:
        """See `Term`: now and then the target is what is taught now."""
        if steps % self.options.sync == 0:
            self._target.module.load_state_dict(self.context.taught.module.state_dict())

    def state(self) -> dict[str, Any]:
        """The target network."""
        return {"target": self._target.module.state_dict()}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        self._target.module.load_state_dict(state["target"])

    def _targets(self, asked: Asked) -> Tensor:
        batch = asked.batch
        after = {"seen": batch["next_seen"]}
        with torch.no_grad():
            valued = self._target.outputs(after)["q"].float()
            chooser = asked.model.outputs(after)["q"].float() if self.options.double else valued
            best = chooser.masked_fill(~batch["next_legal"], -torch.inf).argmax(1, keepdim=True)
            paid = batch["reward"] / asked.model.options.points
            found: Tensor = paid + batch["later"] * valued.gather(1, best)[:, 0]
        return found


class SearchOptions(TermOptions):
    """Of what the search said."""

    values: float = Field(default=1.0, ge=0, description="of how far Q is from each value it said")
    choice: float = Field(default=0.0, ge=0, description="of which discard it would choose")


class SearchValues(Term):
    """How far Q is from what the search which explored `said` of each action.

    What an episode came to tells which of two actions is better only after very many. Learning from
    a teacher beside the rewards is that of Hester et al. 2018 (Deep Q-learning from
    Demonstrations), there by a margin, here by the values, and by which action it likes best: the
    cross entropy of softmax(Q) to softmax(what the search said), both in points.
    """

    Options = SearchOptions

    def loss(self, asked: Asked) -> TermLoss:
        """See `Term`; a mean over all actions that the search valued, one over decisions."""
        points, told = asked.model.options.points, asked.outputs["q"].float()
        wanted = asked.batch["said"].float() / points
        valued = ~wanted.isnan()
        loss = told.sum() * 0.0
        if valued.any():
            near = functional.smooth_l1_loss(told[valued], wanted[valued], beta=_NEAR)
            loss = loss + self.options.values * near
        several = valued.sum(dim=1) > 1
        if several.any():
            ours, its = (
                (one * points / _CHOICE_POINTS)
                .masked_fill(~valued, _NOT_THERE)[several]
                .log_softmax(dim=1)
                for one in (told, wanted)
            )
            loss = loss - self.options.choice * (its.exp() * ours).sum(dim=1).mean()
        return loss, {}
