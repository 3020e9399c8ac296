"""A bandit: arms that pay 1, each with a different chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Bandit(NamedTuple):
    """The arms' win probabilities. A policy is a probability for each arm.

    >>> bandit = Bandit((0.2, 0.5, 0.8))
    >>> bandit.optimum, round(bandit.exploitability([0.5, 0.5, 0]), 2)
    (0.8, 0.45)
    """

    arms: tuple[float, ...]

    @property
    def optimum(self) -> float:
        """The mean payoff of the best arm."""
        return max(self.arms)

    def pulled(self, arms: ArrayLike, rng: np.random.Generator) -> NDArray[np.float32]:
        """Pull these arms once each: float32, 0 or 1."""
        chances = np.array(self.arms)[np.asarray(arms)]
        paid: NDArray[np.bool_] = rng.random(chances.shape) < chances
        return paid.astype(np.float32)

    def exploitability(self, policy: Sequence[float]) -> float:
        """How much less than the best arm a policy pays, a pull."""
        return self.optimum - float(np.dot(policy, self.arms))
