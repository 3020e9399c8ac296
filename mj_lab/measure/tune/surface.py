"""A response surface: points spread evenly over all ranges, and a parabola fitted to each.

An optimiser looks for a peak; this shows how much each number matters. Every trial varies all
numbers at once, so N trials show as much of each as N trials of it alone (Box and Wilson, On the
Experimental Attainment of Optimum Conditions, 1951).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_lab.measure.tune.optimiser import Place

Floats = NDArray[np.float64]


class Response(NamedTuple):
    """How the score depends on one number, over its whole range, in points.

    slope: how much more the upper end scores than the lower, by a straight line. bend: how much
    more the ends score than the middle, by a parabola. Both with their errors. best: the point 0-1
    where the parabola is highest.
    """

    slope: float
    slope_error: float
    bend: float
    bend_error: float
    best: float


class Surface:
    """Asks for a Latin hypercube a generation; returns the peak of the fitted parabolas.

    Used like `Optimiser`. Each generation has its own intercept, as its trials share their walls.
    With too few trials for a fit the best is the middle.
    """

    version = "1"

    def __init__(self, dimension: int, population: int, seed: str) -> None:
        digest = blake2b(seed.encode(), digest_size=4).digest()
        self._source = np.random.RandomState(int.from_bytes(digest, "big"))
        self._dimension, self._population = dimension, population
        self._proposed: list[Place] = []
        self._places: list[Place] = []
        self._scores: list[float] = []

    def ask(self) -> list[Place]:
        """The points of the next generation: one in each of `population` slices a dimension."""
        slices = [self._source.permutation(self._population) for _ in range(self._dimension)]
        within = self._source.uniform(size=(self._population, self._dimension))
        places = (np.array(slices).T + within) / self._population
        self._proposed = [tuple(map(float, point)) for point in places]
        return self._proposed

    def tell(self, scores: Sequence[float]) -> None:
        """Update with the scores of the last points, in order."""
        self._places += self._proposed
        self._scores += scores

    def responses(self) -> list[Response]:
        """How the score depends on each number; [] while there are too few trials for a fit."""
        generations = len(self._scores) // self._population
        if len(self._scores) - generations <= 2 * self._dimension:
            return []
        off = np.array(self._places) - 0.5
        scores = np.array(self._scores)
        walls = np.kron(np.eye(generations), np.ones((self._population, 1)))
        slope, slope_error = _fitted(np.hstack([off, walls]), scores, self._dimension)
        both, error = _fitted(np.hstack([off, off**2, walls]), scores, 2 * self._dimension)
        count = self._dimension
        # The ends of a parabola a x + b x^2 are b/4 above its middle, without the slope.
        return [
            Response(slope[at], slope_error[at], bend / 4, error[count + at] / 4, _peak(line, bend))
            for at, (line, bend) in enumerate(zip(both[:count], both[count:], strict=True))
        ]

    @property
    def mean(self) -> Place:
        """Where the parabolas are highest, each within its range."""
        responses = self.responses()
        return tuple(response.best for response in responses) or (0.5,) * self._dimension

    @property
    def spread(self) -> Place:
        """The standard deviation of the points: that of a uniform distribution."""
        return (1 / math.sqrt(12),) * self._dimension


def _fitted(columns: Floats, scores: Floats, count: int) -> tuple[list[float], list[float]]:
    """The first `count` least-squares coefficients, and their standard errors."""
    coefficients, *_ = np.linalg.lstsq(columns, scores, rcond=None)
    free = len(scores) - columns.shape[1]
    variance = float(((scores - columns @ coefficients) ** 2).sum()) / max(free, 1)
    errors = np.sqrt(np.diag(np.linalg.pinv(columns.T @ columns)) * variance)
    return coefficients[:count].tolist(), errors[:count].tolist()


def _peak(slope: float, bend: float) -> float:
    """The point 0-1 where slope x + bend x^2, with x from the middle, is highest."""
    if bend < 0:
        return 0.5 + min(max(-slope / (2 * bend), -0.5), 0.5)
    return 1.0 if slope > 0 else 0.0
