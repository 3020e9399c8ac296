"""Decisions as a policy gradient learns from them: candidates, what was taken, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]


@dataclass(frozen=True)
class Decisions:
    """N decisions of up to A candidates with F features each.

    features: [N, A, F]. base: [N, A], the log-odds of the base policy; -inf where there is no
    candidate. chosen: [N], the place of what was played. log_chance: [N], the logarithm of the
    chance with which the policy that played took it. reward: [N], what the game gave that player.
    """

    features: FloatArray
    base: FloatArray
    chosen: NDArray[np.int64]
    log_chance: FloatArray
    reward: FloatArray

    def __len__(self) -> int:
        return len(self.chosen)

    def at(self, places: NDArray[np.int64]) -> Decisions:
        """The decisions of these places, in their order."""
        return Decisions(
            self.features[places],
            self.base[places],
            self.chosen[places],
            self.log_chance[places],
            self.reward[places],
        )


def joined_decisions(parts: Sequence[Decisions]) -> Decisions:
    """All decisions of the parts, padded to as many candidates as the most have.

    Raises ValueError if there are none.
    """
    if not parts:
        raise ValueError("there are no decisions to learn from")
    most = max(part.base.shape[1] for part in parts)
    return Decisions(
        np.concatenate([_padded(part.features, most, 0.0) for part in parts]),
        np.concatenate([_padded(part.base, most, -np.inf) for part in parts]),
        np.concatenate([part.chosen for part in parts]),
        np.concatenate([part.log_chance for part in parts]),
        np.concatenate([part.reward for part in parts]),
    )


def _padded(array: FloatArray, most: int, filler: float) -> FloatArray:
    widths = [(0, 0), (0, most - array.shape[1]), *[(0, 0)] * (array.ndim - 2)]
    return np.pad(array, widths, constant_values=filler)
