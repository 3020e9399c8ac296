"""One model fitted to games: decisions drawn, rows made in several processes, curves fitted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

from mj_lab.fit.curve import FittedModel, Rows, together
from mj_lab.fit.games import DecisionPlace, Games, drawn_decisions
from mj_lab.fit.regression import CurveFit, fitted
from mj_lab.records.match import Match

# Wraps the results to show progress: takes them and their count.
Track = Callable[[Iterable[Any], int], Iterable[Any]]


class ModelFit(NamedTuple):
    """A model fitted to games. decisions: how many were used."""

    model: FittedModel
    games: Games
    decisions: int
    curves: tuple[CurveFit, ...]

    @property
    def coefficients(self) -> Any:
        """The coefficients as mj_bot.odds.coefficients has them."""
        return self.model.coefficients([fit.values for fit in self.curves])


def fit_model(
    model: FittedModel,
    games: Games,
    decisions: int | None,
    seed: str,
    jobs: int = 1,
    track: Track = lambda results, _count: results,
) -> ModelFit:
    """Fit to three quarters of the walls.

    decisions: at most so many, drawn by the seed; None for all. Raises ValueError if the games are
    too few.
    """
    chosen = drawn_decisions(games.games, model.places, decisions, seed)
    if not any(chosen):
        raise ValueError("no decision in these games that could be looked at")
    matches = [game.match for game in games.games]
    parts = list(track(_rows(model, matches, chosen, seed, jobs), len(matches)))
    lengths = [len(part[0].seen) for part in parts]
    walls = np.repeat([game.wall for game in games.games], lengths)
    held_out = np.repeat([game.held_out for game in games.games], lengths)
    curves = [
        fitted(curve, together([part[number] for part in parts]), walls, held_out)
        for number, curve in enumerate(model.curves)
    ]
    return ModelFit(model, games, sum(map(len, chosen)), tuple(curves))


def _rows(
    model: FittedModel,
    matches: Sequence[Match],
    chosen: Sequence[frozenset[DecisionPlace]],
    seed: str,
    jobs: int,
) -> Iterator[list[Rows]]:
    """The rows of each match, in order."""
    if jobs == 1:
        yield from map(model.rows_of, matches, chosen, repeat(seed))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(model.rows_of, matches, chosen, repeat(seed), chunksize=4)
