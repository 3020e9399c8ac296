"""The types of a fit: generalised linear models, and their rows from games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from mj_lab.core.records.match import Match
from mj_lab.learn.fit.games import DecisionPlace

Numbers = npt.NDArray[np.float64]
Named = TypeVar("Named")


class Curve(NamedTuple):
    """The log-odds of an event (or the logarithm of its frequency), linear in its features.

    title: for people. names: of the coefficients. in_use: their values in the bot. poisson: True
    for a Poisson regression, in which `Rows.seen` is a count and `Rows.of` the exposure; False for
    a logistic one, in which `seen` of `of` copies had the property. one_in: one in this many of the
    rows without the event was kept.
    """

    title: str
    names: tuple[str, ...]
    in_use: Numbers
    poisson: bool = False
    one_in: int = 1


class Rows(NamedTuple):
    """The rows of a fit, from games.

    features: [row, feature]. seen, of: [row], see `Curve`. offset: [row], the part of the log-odds
    that is known without the features.
    """

    features: Numbers
    seen: Numbers
    of: Numbers
    offset: Numbers

    def weights(self, curve: Curve) -> Numbers:
        """The inverse sampling rate of each row."""
        return np.where(self.seen > 0, 1.0, float(curve.one_in))

    def chosen(self, which: npt.NDArray[Any]) -> Rows:
        """Some of the rows, by a mask or by their indices."""
        return Rows(*(column[which] for column in self))


class FittedModel(NamedTuple):
    """One model of the bot, to be fitted.

    constant: its name in mj_bot.odds.coefficients. curves: one, or two with the same features.
    places: a function that lists the usable decisions of a match. rows_of: a function that makes
    the rows of each curve from a match, some of these decisions and the seed. coefficients: a
    function that makes the bot's coefficients from those of the curves.
    """

    constant: str
    curves: tuple[Curve, ...]
    places: Callable[[Match], Iterable[DecisionPlace]]
    rows_of: Callable[[Match, frozenset[DecisionPlace], str], list[Rows]]
    coefficients: Callable[[Sequence[Numbers]], Any]


def unit_coefficients(kind: type[Named]) -> Named:
    """Unit vectors as coefficients: any sum linear in them becomes its feature vector."""
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
    """Rows from lists. count: the number of features, as there may be no row."""
    table = np.array(features, float).reshape(len(features), count)
    return Rows(table, *(np.array(column, float) for column in (seen, of, offset)))


def together(parts: Sequence[Rows]) -> Rows:
    """The rows of several games, joined."""
    return Rows(*(np.concatenate(column) for column in zip(*parts, strict=True)))
