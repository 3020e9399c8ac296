"""The optimiser: CMA-ES by the package `cma`, over the unit cube, with its own random numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from mj_lab.core.extras import missing_package

Place = tuple[float, ...]


def default_population(dimension: int) -> int:
    """How many trials a generation has, by Hansen's CMA-ES tutorial.

    >>> default_population(2), default_population(7)
    (6, 9)
    """
    return 4 + int(3 * math.log(dimension))


class Optimiser:
    """Asks for points of the unit cube to try, and is given their scores; higher is better.

    The same seed and scores give the same points, whatever else uses random numbers. sigma: the
    initial spread, as a fraction of the range. Raises ValueError if `cma` is not installed.
    """

    def __init__(self, dimension: int, population: int, sigma: float, seed: str) -> None:
        try:
            import cma
        except ImportError:
            raise missing_package("mj arena tune", "cma", "tune") from None
        from numpy.random import RandomState

        digest = blake2b(seed.encode(), digest_size=4).digest()
        # cma uses numpy's global random state unless it gets a source; nan: seed nothing.
        options = {
            "bounds": [0, 1],
            "popsize": population,
            "randn": RandomState(int.from_bytes(digest, "big")).randn,
            "seed": math.nan,
            "verbose": -9,
        }
        self.version: str = cma.__version__
        self._strategy: Any = cma.CMAEvolutionStrategy([0.5] * dimension, sigma, options)
        self._proposed: list[Any] = []

    def ask(self) -> list[Place]:
        """The points of the next generation."""
        self._proposed = self._strategy.ask()
        return [tuple(map(float, point)) for point in self._proposed]

    def tell(self, scores: Sequence[float]) -> None:
        """Update with the scores of the last points, in order."""
        self._strategy.tell(self._proposed, [-score for score in scores])

    @property
    def mean(self) -> Place:
        """The estimate of the optimum."""
        return tuple(map(float, self._strategy.result.xfavorite))

    @property
    def spread(self) -> Place:
        """The standard deviation of the next points, in every dimension."""
        return tuple(map(float, self._strategy.result.stds))
