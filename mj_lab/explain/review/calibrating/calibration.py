"""Fits the scale from predicted to true losses, and checks it for each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_lab.explain.analysis.losses import LOSS_KINDS, Loss, LossScale
from mj_lab.explain.review.calibrating.playing_on import PlayedOn, match_digest

ShownLosses = NDArray[np.float64]

# Prior mean and standard deviation of each number of the scale: half of what the values say, half
# of what the forecasts say, whatever the kind.
PRIOR = {"value": (0.5, 0.3), "forecast": (0.5, 0.3), "danger": (0.0, 0.3)}
PRIOR_OF_KIND = (0.0, 0.15)
# Losses up to this many points are too small to show a slope.
LEAST_SHOWN = 1.0
FOLDS = 5
_DIGITS = 3


class Slope(NamedTuple):
    """Regression of true on shown losses: least squares with White's heteroscedastic errors.

    shown, true: the means, in points.
    """

    decisions: int
    shown: float
    true: float
    true_error: float
    slope: float
    slope_error: float


class PlayerLosses(NamedTuple):
    """A player's losses a game: as shown, and true, with the error.

    graded: losses with a grade a game. large: of the losses over LEAST_SHOWN points.
    """

    player: str
    decisions: int
    shown: float
    true: float
    true_error: float
    graded: float
    large: Slope | None

    def to_json(self) -> dict[str, Any]:
        """The same as JSON."""
        large = None if self.large is None else self.large._asdict()
        return {**self._asdict(), "large": large}


def slope_of(shown: Sequence[float], true: Sequence[float]) -> Slope:
    """The slope of true over shown losses. Raises ValueError for fewer than three decisions."""
    count = len(shown)
    if count < 3:
        raise ValueError(f"{count} decisions are too few for a slope")
    x, y = np.asarray(shown, float), np.asarray(true, float)
    design = np.column_stack([np.ones(count), x])
    inverse = np.linalg.pinv(design.T @ design)
    coefficients = inverse @ design.T @ y
    rest = (y - design @ coefficients)[:, None]
    covariance = count / (count - 2) * inverse @ (design.T @ (design * rest**2)) @ inverse
    error = float(y.std(ddof=1) / np.sqrt(count))
    means = (float(x.mean()), float(y.mean()), error)
    return Slope(count, *means, float(coefficients[1]), float(np.sqrt(covariance[1, 1])))


def fitted_scale(played: Sequence[PlayedOn], scale: LossScale) -> LossScale:
    """The scale with its weights fitted to the play-outs: the posterior means.

    Each number is drawn to its PRIOR (ridge regression; the noise is the mean square of all true
    losses). The error, what is as good and the limits stay.
    """
    rows = np.array([_row(sample.decision.loss) for sample in played])
    true = np.array([sample.true for sample in played])
    priors = np.array([*PRIOR.values(), *[PRIOR_OF_KIND] * len(LOSS_KINDS)])
    mean, sure = priors[:, 0], 1 / priors[:, 1] ** 2
    noise = float(np.mean(true**2))
    weights = np.linalg.solve(
        rows.T @ rows / noise + np.diag(sure), rows.T @ true / noise + mean * sure
    )
    value, forecast, danger, *kinds = (round(float(weight), _DIGITS) for weight in weights)
    by_kind = dict(zip(LOSS_KINDS, kinds, strict=True))
    return scale._replace(value=value, forecast=forecast, danger=danger, by_kind=by_kind)


def shown_by(scale: LossScale, losses: Sequence[Loss]) -> ShownLosses:
    """The losses that a scale with these weights shows, as the engine computes them."""
    kinds = [scale.by_kind[kind] for kind in LOSS_KINDS]
    weights = np.array([scale.value, scale.forecast, scale.danger, *kinds])
    shown: ShownLosses = np.maximum(0.0, np.array([_row(loss) for loss in losses]) @ weights)
    return shown


def held_out(played: Sequence[PlayedOn], scale: LossScale) -> ShownLosses:
    """Cross-validated losses: as shown by scales that were fitted to other matches.

    The matches are split into FOLDS parts; the scale for each part is fitted to the others.
    """
    part = np.array([match_digest(sample.decision.question.match) % FOLDS for sample in played])
    shown = np.zeros(len(played))
    for fold in set(part.tolist()):
        others = [sample for sample, of in zip(played, part, strict=True) if of != fold]
        ours = np.flatnonzero(part == fold).tolist()
        shown[ours] = shown_by(
            fitted_scale(others, scale), [played[index].decision.loss for index in ours]
        )
    return shown


def large_losses(played: Sequence[PlayedOn], shown: ShownLosses) -> Slope | None:
    """The slope of the losses over LEAST_SHOWN points; None for fewer than three."""
    large = np.flatnonzero(shown > LEAST_SHOWN).tolist()
    if len(large) < 3:
        return None
    return slope_of(shown[large].tolist(), [played[index].true for index in large])


def by_player(
    played: Sequence[PlayedOn],
    shown: ShownLosses,
    games: Mapping[str, int],
    graded: Mapping[str, int],
) -> list[PlayerLosses]:
    """The losses of each player a game.

    games: by player; graded: losses with a grade in all of them.
    """
    slopes = []
    for player, count in games.items():
        places = [index for index, sample in enumerate(played) if sample.decision.player == player]
        weight = np.array([played[index].stands_for for index in places])
        true, ours = np.array([played[index].true for index in places]), shown[places]
        error = float(np.sqrt(np.sum((weight * (true - ours)) ** 2)))
        slopes.append(
            PlayerLosses(
                player,
                len(places),
                float(weight @ ours) / count,
                float(weight @ true) / count,
                error / count,
                graded.get(player, 0) / count,
                large_losses([played[index] for index in places], ours),
            )
        )
    return sorted(slopes, key=lambda slope: -slope.shown)


def scale_record(scale: LossScale, origin: str) -> dict[str, Any]:
    """The scale as a record for its file. origin: the data of the fit, in words."""
    return {"origin": origin, **scale._asdict()}


def _row(loss: Loss) -> list[float]:
    by_kind = [loss.predicted if kind == loss.kind else 0.0 for kind in LOSS_KINDS]
    return [loss.predicted, loss.forecast, loss.danger, *by_kind]


def binned(shown: ShownLosses, true: ShownLosses, edges: Sequence[float]) -> list[dict[str, float]]:
    """Shown losses in bins between these edges: means `shown` and `true`, `error`, `count`."""
    means_of_bins = []
    for low, high in pairwise(edges):
        inside = (shown >= low) & (shown < high)
        count = int(inside.sum())
        if count < 2:
            continue
        error = float(true[inside].std(ddof=1) / np.sqrt(count))
        means = {"shown": float(shown[inside].mean()), "true": float(true[inside].mean())}
        means_of_bins.append({**means, "error": error, "count": count})
    return means_of_bins
