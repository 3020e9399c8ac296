"""A curve's quality on games, and a fit by statsmodels; all errors are by wall."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mj_lab.core.extras import missing_package
from mj_lab.core.wall_means import Estimate, ratio_estimate
from mj_lab.learn.fit.curve import Curve, Numbers, Rows
from mj_lab.learn.fit.games import TooFewGamesError

# A coefficient is fitted only if at least this many rows of either outcome have its feature.
LEAST_SEEN = 20
_PARTS = 10


class InUse(NamedTuple):
    """How well the curve in use predicts all games, as it was not fitted to them.

    rows, walls: how many. loss: in nats, as `CurveFit.losses`. base: the loss of the base rate of
    these games. gain: how much lower the loss is. seen, said: the actual and the predicted rate a
    row (for counts: for each expected one). off: the second minus the first. slope: the calibration
    slope, the factor on its features that fits these games best, 1 if they are right; None if it
    cannot be found. slope_error: its standard error.
    """

    curve: Curve
    rows: int
    walls: int
    base: float
    loss: Estimate
    gain: Estimate
    seen: float
    said: float
    off: Estimate
    slope: float | None
    slope_error: float | None


class CurveFit(NamedTuple):
    """One fitted curve.

    values, errors: of the coefficients; errors are by wall, 0 for what is `kept` as it was.
    held_out: the numbers of rows and walls held out. losses: on these, in nats: of the base rate,
    of the curve in use, of this one. calibration: tenths of these, from the least to the most
    likely.
    """

    curve: Curve
    values: Numbers
    errors: Numbers
    kept: tuple[str, ...]
    rows: int
    held_out: int
    losses: tuple[float, float, float]
    calibration: tuple[Tenth, ...]


class Tenth(NamedTuple):
    """A tenth of the rows: how many, the actual rate, and each curve's prediction."""

    rows: float
    seen: float
    predicted: float
    in_use: float


def in_use_on(curve: Curve, rows: Rows, walls: Any) -> InUse:
    """How well the curve in use predicts the rows. walls: [row].

    Raises TooFewGamesError if the event never happened, MissingError without statsmodels.
    """
    seen, of = rows.weights(curve) * rows.seen, rows.weights(curve) * rows.of
    if not seen.any() or (not curve.poisson and (seen == of).all()):
        raise TooFewGamesError(f"too few games: {curve.title}? {int(seen.sum())} times it was seen")
    predicted = rows.offset + rows.features @ curve.in_use
    base, size = _nats(curve, rows, _base(curve, rows, rows))
    nats, _ = _nats(curve, rows, predicted)
    mean = of * _mean(curve, predicted)
    slope, error = _slope(curve, rows, walls)
    return InUse(
        curve,
        len(rows.seen),
        len(np.unique(walls)),
        float(base.sum() / size.sum()),
        _by_wall(nats, size, walls),
        _by_wall(base - nats, size, walls),
        float(seen.sum() / of.sum()),
        float(mean.sum() / of.sum()),
        _by_wall(mean - seen, of, walls),
        slope,
        error,
    )


def _by_wall(values: Numbers, sizes: Numbers, walls: Any) -> Estimate:
    """The ratio of two sums, and its error by wall."""
    groups = np.unique(walls, return_inverse=True)[1]
    parts = (np.bincount(groups, column).tolist() for column in (values, sizes))
    return ratio_estimate(list(zip(*parts, strict=True)))


def _slope(curve: Curve, rows: Rows, walls: Any) -> tuple[float | None, float | None]:
    """The calibration slope, fitted with a free constant; and its error."""
    predicted = rows.features @ curve.in_use
    if len(np.unique(walls)) < 2 or np.ptp(predicted) == 0:
        return None, None
    table = np.c_[np.ones(len(predicted)), predicted]
    try:
        values, errors = _regression(curve, rows, table, rows.offset, walls)
    except TooFewGamesError:
        return None, None
    return float(values[1]), float(errors[1])


def fitted(curve: Curve, rows: Rows, walls: Any, held_out: Any) -> CurveFit:
    """Fit the curve to the rows that are not held out. walls, held_out: [row].

    Raises TooFewGamesError if the rows are too few, MissingError without statsmodels.
    """
    fit, rest = rows.chosen(~held_out), rows.chosen(held_out)
    free = _can_be_fitted(curve, fit)
    if not free.any() or not rest.seen.any():
        raise TooFewGamesError(
            f"too few games: {curve.title}? {int(rows.seen.sum())} times it was seen"
        )
    values, errors = curve.in_use.copy(), np.zeros(len(curve.names))
    # The other coefficients stay as in use.
    known = fit.offset + fit.features[:, ~free] @ curve.in_use[~free]
    regressed = _regression(curve, fit, fit.features[:, free], known, walls[~held_out])
    values[free], errors[free] = regressed
    base = _base(curve, fit, rest)
    in_use, predicted = (
        rest.offset + rest.features @ coefficients for coefficients in (curve.in_use, values)
    )
    return CurveFit(
        curve,
        values,
        errors,
        tuple(name for name, is_free in zip(curve.names, free, strict=True) if not is_free),
        len(rows.seen),
        len(rest.seen),
        (_loss(curve, rest, base), _loss(curve, rest, in_use), _loss(curve, rest, predicted)),
        _calibration(curve, rest, predicted, in_use),
    )


def _can_be_fitted(curve: Curve, rows: Rows) -> Any:
    """Which features can be fitted: those in enough rows of both outcomes."""
    there = rows.features != 0
    seen = rows.seen @ there
    not_seen = np.full(len(seen), np.inf) if curve.poisson else (rows.of - rows.seen) @ there
    return (seen >= LEAST_SEEN) & (not_seen >= LEAST_SEEN)


def _regression(
    curve: Curve, rows: Rows, table: Numbers, known: Numbers, walls: Any
) -> tuple[Numbers, Numbers]:
    """The coefficients of a table of features [row, feature] and their errors.

    known: [row], the part of the log-odds that is not fitted.
    """
    try:
        import statsmodels.api as models
    except ImportError:
        raise missing_package("mj learn fit", "statsmodels", "fit") from None
    known = known + np.log(curve.one_in)
    if curve.poisson:
        family, observed, known = models.families.Poisson(), rows.seen, known + np.log(rows.of)
    else:
        family, observed = models.families.Binomial(), np.c_[rows.seen, rows.of - rows.seen]
    glm = models.GLM(observed, table, family, offset=known)
    groups = np.unique(walls, return_inverse=True)[1]
    try:
        result = glm.fit(
            tol=1e-10, wls_method="qr", cov_type="cluster", cov_kwds={"groups": groups}
        )
    except np.linalg.LinAlgError:
        raise TooFewGamesError(f"too few games for these features: {curve.title}?") from None
    if not result.converged or not np.isfinite(result.bse).all():
        raise TooFewGamesError(f"too few games, the fit does not converge: {curve.title}?")
    return np.asarray(result.params), np.asarray(result.bse)


def _base(curve: Curve, fit: Rows, rest: Rows) -> Numbers:
    """The log-odds (or logarithms) known without the features.

    If there are none, those of the base rate.
    """
    if fit.offset.any() or curve.poisson:
        return rest.offset
    weights = fit.weights(curve)
    rate = (weights * fit.seen).sum() / (weights * fit.of).sum()
    return np.full(len(rest.seen), np.log(rate / (1 - rate)))


def _mean(curve: Curve, logit: Numbers) -> Numbers:
    return np.exp(logit) if curve.poisson else 1 / (1 + np.exp(-logit))


def _loss(curve: Curve, rows: Rows, logit: Numbers) -> float:
    """The loss in nats a row (or a copy, or an event): minus the log-likelihood."""
    nats, size = _nats(curve, rows, logit)
    return float(nats.sum() / size.sum())


def _nats(curve: Curve, rows: Rows, logit: Numbers) -> tuple[Numbers, Numbers]:
    """The nats and the weight of each row: the loss is the ratio of their sums."""
    mean, weights = _mean(curve, logit), rows.weights(curve)
    if curve.poisson:
        return rows.of * mean - rows.seen * np.log(mean), rows.seen
    nats = -(rows.seen * np.log(mean) + (rows.of - rows.seen) * np.log(1 - mean))
    return weights * nats, weights * rows.of


def _calibration(
    curve: Curve, rows: Rows, predicted: Numbers, in_use: Numbers
) -> tuple[Tenth, ...]:
    """Tenths of the rows, sorted by the prediction of the fitted curve."""
    weights = rows.weights(curve) * rows.of
    order = np.argsort(predicted, kind="stable")
    ends = np.searchsorted(np.cumsum(weights[order]), weights.sum() * np.arange(1, _PARTS) / _PARTS)
    parts = []
    for part in np.split(order, ends):
        here = weights[part]
        means = [_mean(curve, logit[part]) for logit in (predicted, in_use)]
        seen = rows.seen[part] * rows.weights(curve)[part]
        total = here.sum()
        if total:
            shares = [float((here * mean).sum() / total) for mean in means]
            parts.append(Tenth(float(total), float(seen.sum() / total), *shares))
    return tuple(parts)
