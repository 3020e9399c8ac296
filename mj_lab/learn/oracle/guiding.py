"""Guiding: how much of the hidden inputs is shown at each step, and how it is learned on after.

The hidden inputs are multiplied by a random mask of zeros and ones, whose share of ones falls from
1 to 0. Then the network is an ordinary one; it learns on at a part of the rate, and decisions of a
great importance weight are refused. Source: the paper on Suphx, whose rate afterwards is a tenth;
how fast the share falls and the threshold are this project's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def masked(hidden: NDArray[Any], share: float, rng: np.random.Generator) -> NDArray[Any]:
    """The hidden inputs, each of which stays by that chance and is 0 else; of the same type."""
    if share >= 1:
        return hidden
    if share <= 0:
        return np.zeros_like(hidden)
    stays = rng.random(hidden.shape, np.float32) < share
    return np.where(stays, hidden, np.zeros_like(hidden))
