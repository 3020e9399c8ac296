"""The learner of Q: steps of (Double) DQN on transitions out of a replay.

    target = reward + discount x Q_target(s', argmax_a Q(s', a))        Double DQN
    target = reward + discount x max_a Q_target(s', a)                  DQN

Q_target is Q as it was some steps ago. The maximum over estimates that are partly chance is too
great; Double DQN has one network choose and the other value, which takes most of that away (van
Hasselt, Guez, Silver 2016; the second line is Mnih et al. 2015). Over n steps the reward is what
was paid for all of them, s' is n decisions later and its value is times discount^n (Sutton 1988):
of a long episode with a noisy end less is guess upon guess. The loss is Huber's.

Beside it stands how far Q is from what the search which explored said of each action
(`search_weight`): what an episode came to tells which of two actions is better only after very
many. Learning from a teacher beside the rewards is that of Hester et al. 2018 (Deep Q-learning from
Demonstrations), there by a margin, here by the values, and by which action it likes best
(`choice_weight`): the cross entropy of softmax(Q) to softmax(what the search said), both in points.

What is played by can be the average of Q over the steps (`average`): of the noise of the last
rewards less is left in it, as with a rate that falls (Polyak and Juditsky 1992).
"""

from __future__ import annotations

import copy
import math
from dataclasses import asdict
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from mj_lab.learn.dqn.plan import QOptions
from mj_lab.learn.dqn.replay import Transitions
from mj_lab.learn.networks.correction import FloatArray

# Distances from what the search said count by their square below this, greater ones as they are:
# 1.6 points of the game, about what a discard that is no plain mistake costs.
_NEAR = 0.05
# An action that is worth so many points less is chosen 1 / e times as often.
_CHOICE_POINTS = 1.0
# The logarithm of a chance that is none, but a number.
_NOT_THERE = -1e9


class QLearner:
    """A network with its target and optimiser; `averaged` is what to play by.

    network: rows as floats [N, ...] to a number for each action [N, A].
    """

    def __init__(
        self, network: nn.Module, options: QOptions, device: torch.device | None = None
    ) -> None:
        self.options = options
        self._device = device or torch.device("cpu")
        self.network = network.to(self._device)
        self._target = copy.deepcopy(self.network)
        self.averaged = copy.deepcopy(self.network)
        self._optimiser = torch.optim.Adam(self.network.parameters(), options.rate)
        self.steps = 0

    def values(self, seen: Any) -> FloatArray:
        """Q of every action, in the unit of rewards: [N, A]."""
        with torch.no_grad():
            found = self.network(self._floats(seen)) * self.options.points
        return np.asarray(found.cpu().numpy(), np.float32)

    def learn(self, transitions: Transitions) -> float:
        """One step; the loss before it.

        Raises FloatingPointError if it is no number any more; the weights are then those of before.
        """
        here, options = transitions.here, self.options
        target = self._targets(transitions)
        taken = torch.from_numpy(here.action).to(self._device)
        every = self.network(self._floats(here.seen))
        told = every.gather(1, taken[:, None])[:, 0]
        loss = functional.smooth_l1_loss(told, target)
        if options.search_weight or options.choice_weight:
            loss = loss + self._from_search(every, here.said)
        if not math.isfinite(float(loss.detach())):
            raise FloatingPointError("the loss is no number any more")
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.network.parameters(), options.clip)
        self._optimiser.step()
        self.steps += 1
        if self.steps % options.sync == 0:
            self._target.load_state_dict(self.network.state_dict())
        self._take_into_average()
        return float(loss.detach())

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {
            "options": asdict(self.options),
            "network": self.network.state_dict(),
            "target": self._target.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "steps": self.steps,
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave.

        Raises ValueError if it is of other options.
        """
        if state["options"] != asdict(self.options):
            raise ValueError("the checkpoint is of other options")
        self.network.load_state_dict(state["network"])
        self._target.load_state_dict(state["target"])
        self.averaged.load_state_dict(state["averaged"])
        self._optimiser.load_state_dict(state["optimiser"])
        self.steps = state["steps"]

    def _take_into_average(self) -> None:
        """The first steps count as they come, else it would remember how it began."""
        kept = min(self.options.average, (self.steps - 1) / self.steps)
        with torch.no_grad():
            pairs = zip(self.averaged.parameters(), self.network.parameters(), strict=True)
            for mean, newest in pairs:
                mean.lerp_(newest, 1 - kept)

    def _targets(self, transitions: Transitions) -> Tensor:
        here, options = transitions.here, self.options
        with torch.no_grad():
            after = self._floats(transitions.next_seen)
            mask = torch.from_numpy(transitions.next_mask).to(self._device)
            valued = self._target(after)
            chooser = self.network(after) if options.double else valued
            best = chooser.masked_fill(~mask, -torch.inf).argmax(dim=1, keepdim=True)
            later = valued.gather(1, best)[:, 0]
            going_on = torch.from_numpy(~here.done).to(self._device)
            paid = torch.from_numpy(here.reward).to(self._device) / options.points
            found: Tensor = paid + options.discount**options.n_step * later * going_on
        return found

    def _from_search(self, told: Tensor, said: Any) -> Tensor:
        """How far Q is from what the search said, over all actions that it valued."""
        options, wanted = self.options, self._floats(said) / self.options.points
        valued = ~wanted.isnan()
        loss = told.sum() * 0.0
        if valued.any():
            near = functional.smooth_l1_loss(told[valued], wanted[valued], beta=_NEAR)
            loss = loss + options.search_weight * near
        several = valued.sum(dim=1) > 1
        if several.any():
            ours, its = (
                (one * options.points / _CHOICE_POINTS)
                .masked_fill(~valued, _NOT_THERE)[several]
                .log_softmax(dim=1)
                for one in (told, wanted)
            )
            loss = loss - options.choice_weight * (its.exp() * ours).sum(dim=1).mean()
        return loss

    def _floats(self, seen: Any) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(seen)).to(self._device).float()
