"""Measures for `mj learn fit points` the points that a win gives and dealing in costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from mj_bot.events import HU, SEATS
from mj_bot.odds.coefficients import DEAL_IN_POINTS, WIN_POINTS
from mj_bot.odds.win_chance import LOSS
from mj_lab.learn.fit.games import FitGame


class Measured(NamedTuple):
    """One number measured from scores: its name, its value in the bot, the new value.

    error: the standard error of the mean, by wall. games: the number of games of the mean.
    """

    constant: str
    in_use: float
    value: float
    error: float
    games: int


def measured(games: Sequence[FitGame], player: str | None = None) -> list[Measured]:
    """WIN_POINTS and DEAL_IN_POINTS, from this player's wins and deal-ins.

    WIN_POINTS: the mean score of a winner, plus the cost of another's win. DEAL_IN_POINTS: the mean
    loss of a seat that dealt in, less the cost of another's win. Raises ValueError if there is no
    win or no deal-in.
    """
    won, dealt_in = [], []
    for game in games:
        won += [(game.wall, score + LOSS) for score in _wins(game, player)]
        dealt_in += [(game.wall, -score - LOSS) for score in _deal_ins(game, player)]
    return [
        _mean("WIN_POINTS", WIN_POINTS, won),
        _mean("DEAL_IN_POINTS", DEAL_IN_POINTS, dealt_in),
    ]


def _is(game: FitGame, seat: int, player: str | None) -> bool:
    return player is None or game.match.players[seat : seat + 1] == (player,)


def _wins(game: FitGame, player: str | None) -> Iterator[int]:
    """The score of the winner, if there is one."""
    result = game.match.result
    if result.action == HU and result.player is not None and _is(game, result.player, player):
        yield game.match.played_scores[result.player]


def _deal_ins(game: FitGame, player: str | None) -> Iterator[int]:
    """The score of the seat that dealt in: the one loser who pays more than the others."""
    scores = game.match.played_scores
    if game.match.result.action == HU and scores.count(min(scores)) == 1:
        seat = scores.index(min(scores))
        if _is(game, seat, player):
            yield scores[seat]


def _mean(constant: str, in_use: float, points: Sequence[tuple[str, int]]) -> Measured:
    if len({wall for wall, _ in points}) < SEATS:
        raise ValueError(f"too few games for {constant}: {len(points)} to take the mean of")
    values = np.array([value for _, value in points], float)
    walls = np.unique([wall for wall, _ in points], return_inverse=True)[1]
    off = np.bincount(walls, values - values.mean())
    count = len(off)
    error = np.sqrt((off**2).sum() * count / (count - 1)) / len(values)
    return Measured(constant, in_use, float(values.mean()), float(error), len(values))
