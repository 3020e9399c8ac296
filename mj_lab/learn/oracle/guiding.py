"""Guiding: how much of the hidden inputs is shown at each step, and how it is learned on after.

The hidden inputs are multiplied by a mask of zeros and ones by lot, whose share of ones falls from
1 to 0. Then the network is an ordinary one; it learns on at a part of the rate, and decisions of a
great importance weight are refused. Source: the paper on Suphx, whose rate afterwards is a tenth;
how fast the share falls and the threshold are this project's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_lab.learn.selfplay.policy_learner import PolicyOptions


@dataclass(frozen=True)
class Guiding:
    """The steps of guiding: `whole` that see all, `falling` in which the share falls evenly to 0.

    slower: what the rate is multiplied with afterwards. refuse: the importance weight above which
    decisions are refused then.

    Raises ValueError for what cannot be.
    """

    whole: int = 20
    falling: int = 100
    slower: float = 0.1
    refuse: float = 1.5

    def __post_init__(self) -> None:
        if self.whole < 0 or self.falling < 0:
            raise ValueError("steps of guiding are 0 or more")
        if self.slower <= 0 or self.refuse <= 1:
            raise ValueError("the rate goes on above 0, and weights are refused above 1")

    @property
    def steps(self) -> int:
        """How many steps have hidden inputs."""
        return self.whole + self.falling

    def share(self, step: int) -> float:
        """The share of the hidden inputs that a step shows, steps counted from 0.

        >>> [Guiding(whole=2, falling=3).share(step) for step in range(6)]
        [1.0, 1.0, 0.75, 0.5, 0.25, 0.0]
        """
        if step < self.whole:
            return 1.0
        return max(0.0, 1 - (step - self.whole + 1) / (self.falling + 1))

    def afterwards(self, options: PolicyOptions) -> PolicyOptions:
        """How the ordinary network learns on."""
        return replace(options, rate=options.rate * self.slower, refuse=self.refuse)


def masked(hidden: NDArray[Any], share: float, lots: np.random.Generator) -> NDArray[Any]:
    """The hidden inputs, each of which stays by that chance and is 0 else; of the same type."""
    if share >= 1:
        return hidden
    if share <= 0:
        return np.zeros_like(hidden)
    stays = lots.random(hidden.shape, np.float32) < share
    return np.where(stays, hidden, np.zeros_like(hidden))
