"""Fits one model to games: samples decisions, makes rows in several processes, fits curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

from mj_lab.core.records.match import Match
from mj_lab.learn.fit.curve import FittedModel, Rows, together
from mj_lab.learn.fit.games import DecisionPlace, Games, TooFewGamesError, drawn_decisions
from mj_lab.learn.fit.regression import CurveFit, InUse, fitted, in_use_on

# Wraps the results to show progress: takes them and their count.
Track = Callable[[Iterable[Any], int], Iterable[Any]]


class ModelFit(NamedTuple):
    """A model compared with games, and fitted to them.

    decisions: how many were used. in_use: how well each curve in use predicts these games. curves:
    the fitted ones; empty if the games are too few, and `too_few` says why.
    """

    model: FittedModel
    games: Games
    decisions: int
    in_use: tuple[InUse, ...]
    curves: tuple[CurveFit, ...] = ()
    too_few: str = ""

    @property
    def coefficients(self) -> Any:
        """The coefficients in the form of mj_bot.odds.coefficients.

        Raises TooFewGamesError if none were fitted.
        """
        if self.too_few:
            raise TooFewGamesError(self.too_few)
        return self.model.coefficients([fit.values for fit in self.curves])


def fit_model(
    model: FittedModel,
    games: Games,
    decisions: int | None,
    seed: str,
    jobs: int = 1,
    track: Track = lambda results, _count: results,
) -> ModelFit:
    """Evaluate the curves in use on all games, and fit new ones to three quarters of the walls.

    decisions: how many at most, sampled by the seed; None for all. Raises ValueError if there is no
    usable decision, or too few events to judge a curve.
    """
    chosen = drawn_decisions(games.games, model.places, decisions, seed)
    if not any(chosen):
        raise ValueError("no usable decision in these games")
    matches = [game.match for game in games.games]
    parts = list(track(_rows(model, matches, chosen, seed, jobs), len(matches)))
    lengths = [len(part[0].seen) for part in parts]
    walls = np.repeat([game.wall for game in games.games], lengths)
    held_out = np.repeat([game.held_out for game in games.games], lengths)
    rows = [together([part[number] for part in parts]) for number in range(len(model.curves))]
    both = list(zip(model.curves, rows, strict=True))
    in_use = tuple(in_use_on(curve, of_curve, walls) for curve, of_curve in both)
    fit = ModelFit(model, games, sum(map(len, chosen)), in_use)
    if len({game.held_out for game in games.games}) < 2:
        few = f"too few games to hold some out: {len(games.games)}"
        return fit._replace(too_few=few)
    try:
        curves = tuple(fitted(curve, of_curve, walls, held_out) for curve, of_curve in both)
    except TooFewGamesError as error:
        return fit._replace(too_few=str(error))
    return fit._replace(curves=curves)


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
