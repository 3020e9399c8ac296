"""What is fitted: a curve that is linear in its coefficients, and the rows of games behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from mj_lab.fit.games import DecisionPlace
from mj_lab.records.match import Match

Numbers = npt.NDArray[np.float64]
Named = TypeVar("Named")


class Curve(NamedTuple):
    """The log-odds of something (or the logarithm of how often it happens), by its features.

    title: what it is. names: of the coefficients; in_use: their values. poisson: whether `seen`
    counts what happened where `of` was expected; else it is how many `of` so many. one_in: of
    rows in which nothing was seen only one in so many was kept.
    """

    title: str
    names: tuple[str, ...]
    in_use: Numbers
    poisson: bool = False
    one_in: int = 1


class Rows(NamedTuple):
    """What was seen in games.

    features: [row, feature]. seen, of: [row], see `Curve`. offset: [row], what is known of the
    log-odds without the features.
    """

    features: Numbers
    seen: Numbers
    of: Numbers
    offset: Numbers

    def weights(self, curve: Curve) -> Numbers:
        """How many rows each stands for."""
        return np.where(self.seen > 0, 1.0, float(curve.one_in))

    def chosen(self, which: npt.NDArray[Any]) -> Rows:
        """Some of the rows: those that are true, or of these numbers."""
        return Rows(*(column[which] for column in self))


class FittedModel(NamedTuple):
    """One model of the bot as it is fitted.

    constant: its name in mj_bot.odds.coefficients. curves: one, or two with the same features.
    places: the decisions of a match that tell something. rows_of: of these decisions of a match,
    with the seed, the rows of each curve. coefficients: as the bot has them, of each curve's.
    """

    constant: str
    curves: tuple[Curve, ...]
    places: Callable[[Match], Iterable[DecisionPlace]]
    rows_of: Callable[[Match, frozenset[DecisionPlace], str], list[Rows]]
    coefficients: Callable[[Sequence[Numbers]], Any]


def unit_coefficients(kind: type[Named]) -> Named:
    """Coefficients with which a sum that is linear in them is the vector of its features."""
    units = np.eye(len(kind._fields))  # type: ignore[attr-defined]
    units.setflags(write=False)
    return kind(*units)


def rows_from(
    features: Sequence[Any],
    seen: Sequence[float],
    of: Sequence[float],
    offset: Sequence[float],
    count: int,
) -> Rows:
    """Rows out of lists. count: of features, for there may be no row."""
    table = np.array(features, float).reshape(len(features), count)
    return Rows(table, *(np.array(column, float) for column in (seen, of, offset)))


def together(parts: Sequence[Rows]) -> Rows:
    """The rows of several games in one."""
    return Rows(*(np.concatenate(column) for column in zip(*parts, strict=True)))
