"""One curve fitted by statsmodels, its errors by wall, and how good it is on games held out."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mj_lab.extras import missing_package
from mj_lab.fit.curve import Curve, Numbers, Rows

# A coefficient stays as it is if fewer rows than this, of either outcome, have its feature.
LEAST_SEEN = 20
_PARTS = 10


class CurveFit(NamedTuple):
    """One fitted curve.

    values, errors: of the coefficients; errors are by wall, 0 for what is `kept` as it was.
    held_out: rows, and walls, that it was not fitted to. losses: on these, in nats: of the base
    rate, of the curve in use, of this one. calibration: ten parts of these, from what it holds
    least likely to most.
    """

    curve: Curve
    values: Numbers
    errors: Numbers
    kept: tuple[str, ...]
    rows: int
    held_out: int
    losses: tuple[float, float, float]
    calibration: tuple[Part, ...]


class Part(NamedTuple):
    """One part of the rows: how many, how often it happened, and what each curve predicts."""

    rows: float
    seen: float
    told: float
    in_use: float


def fitted(curve: Curve, rows: Rows, walls: Any, held_out: Any) -> CurveFit:
    """Fit the curve to the rows that are not held out. walls, held_out: [row].

    Raises ValueError if the rows are too few, or statsmodels is not installed.
    """
    fit, rest = rows.chosen(~held_out), rows.chosen(held_out)
    free = _told_of(curve, fit)
    if not free.any() or not rest.seen.any():
        raise ValueError(f"too few games: {curve.title}? {int(rows.seen.sum())} times it was seen")
    values, errors = curve.in_use.copy(), np.zeros(len(curve.names))
    values[free], errors[free] = _regression(curve, fit, free, walls[~held_out])
    base = _base(curve, fit, rest)
    in_use, told = (rest.offset + rest.features @ one for one in (curve.in_use, values))
    return CurveFit(
        curve,
        values,
        errors,
        tuple(name for name, is_free in zip(curve.names, free, strict=True) if not is_free),
        len(rows.seen),
        len(rest.seen),
        (_loss(curve, rest, base), _loss(curve, rest, in_use), _loss(curve, rest, told)),
        _calibration(curve, rest, told, in_use),
    )


def _told_of(curve: Curve, rows: Rows) -> Any:
    """Which features can be fitted: those present in enough rows of both outcomes."""
    there = rows.features != 0
    seen = rows.seen @ there
    not_seen = np.full(len(seen), np.inf) if curve.poisson else (rows.of - rows.seen) @ there
    return (seen >= LEAST_SEEN) & (not_seen >= LEAST_SEEN)


def _regression(curve: Curve, rows: Rows, free: Any, walls: Any) -> tuple[Numbers, Numbers]:
    """The free coefficients and their errors; the others stay as they are in use."""
    try:
        import statsmodels.api as models
    except ImportError:
        raise missing_package("mj learn fit", "statsmodels", "fit") from None
    known = rows.offset + rows.features[:, ~free] @ curve.in_use[~free] + np.log(curve.one_in)
    if curve.poisson:
        family, told, known = models.families.Poisson(), rows.seen, known + np.log(rows.of)
    else:
        family, told = models.families.Binomial(), np.c_[rows.seen, rows.of - rows.seen]
    glm = models.GLM(told, rows.features[:, free], family, offset=known)
    groups = np.unique(walls, return_inverse=True)[1]
    try:
        found = glm.fit(tol=1e-10, wls_method="qr", cov_type="cluster", cov_kwds={"groups": groups})
    except np.linalg.LinAlgError:
        raise ValueError(f"too few games for these features: {curve.title}?") from None
    if not found.converged or not np.isfinite(found.bse).all():
        raise ValueError(f"too few games, the fit does not settle: {curve.title}?")
    return np.asarray(found.params), np.asarray(found.bse)


def _base(curve: Curve, fit: Rows, rest: Rows) -> Numbers:
    """Log-odds (or logarithms) by what is known without the features.

    Where that is nothing, how often it happened.
    """
    if fit.offset.any() or curve.poisson:
        return rest.offset
    weights = fit.weights(curve)
    rate = (weights * fit.seen).sum() / (weights * fit.of).sum()
    return np.full(len(rest.seen), np.log(rate / (1 - rate)))


def _mean(curve: Curve, logit: Numbers) -> Numbers:
    return np.exp(logit) if curve.poisson else 1 / (1 + np.exp(-logit))


def _loss(curve: Curve, rows: Rows, logit: Numbers) -> float:
    """Nats a row (or a copy, or a thing that happened): minus the log-likelihood."""
    mean, weights = _mean(curve, logit), rows.weights(curve)
    if curve.poisson:
        return float((rows.of * mean - rows.seen * np.log(mean)).sum() / rows.seen.sum())
    nats = -(rows.seen * np.log(mean) + (rows.of - rows.seen) * np.log(1 - mean))
    return float((weights * nats).sum() / (weights * rows.of).sum())


def _calibration(curve: Curve, rows: Rows, told: Numbers, in_use: Numbers) -> tuple[Part, ...]:
    """Tenths of the rows, sorted by the prediction of the fitted curve."""
    weights = rows.weights(curve) * rows.of
    order = np.argsort(told, kind="stable")
    ends = np.searchsorted(np.cumsum(weights[order]), weights.sum() * np.arange(1, _PARTS) / _PARTS)
    parts = []
    for part in np.split(order, ends):
        here = weights[part]
        means = [_mean(curve, logit[part]) for logit in (told, in_use)]
        seen = rows.seen[part] * rows.weights(curve)[part]
        total = here.sum()
        if total:
            shares = [float((here * mean).sum() / total) for mean in means]
            parts.append(Part(float(total), float(seen.sum() / total), *shares))
    return tuple(parts)
