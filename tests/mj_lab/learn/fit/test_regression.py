"""Curves fitted to rows made from known coefficients, against these and another optimiser."""

from typing import Any

import numpy as np
import pytest

from mj_lab.learn.fit.curve import Curve, Numbers, Rows
from mj_lab.learn.fit.regression import LEAST_SEEN, CurveFit, fitted

TRUE = np.array([-1.0, 0.8, -0.5])
NAMES = ("base", "one", "two")


def rows_of(curve: Curve, count: int, of: float = 1.0, seed: int = 3) -> Rows:
    """Rows as the true coefficients make them, each with an offset of its own."""

    rng = np.random.default_rng(seed)
    features = np.c_[np.ones(count), rng.normal(size=count), rng.integers(0, 2, count)]
    offset = rng.normal(scale=0.5, size=count)
    logit = offset + features @ TRUE
    each = np.full(count, of)
    if curve.poisson:
        seen = rng.poisson(each * np.exp(logit))
    else:
        seen = rng.binomial(each.astype(int), 1 / (1 + np.exp(-logit)))
    kept = (seen > 0) | (rng.integers(0, curve.one_in, count) == 0)
    return Rows(features, seen.astype(float), each, offset).chosen(kept)


def fit(curve: Curve, rows: Rows) -> CurveFit:
    walls = np.arange(len(rows.seen)) // 3
    return fitted(curve, rows, walls, walls % 4 == 0)


def curve(**named: Any) -> Curve:
    return Curve("does it happen", NAMES, np.zeros(3), **named)


@pytest.mark.parametrize(
    ("shape", "of"),
    [
        (curve(), 1),
        (curve(), 3),
        (curve(poisson=True), 0.7),
        (curve(one_in=4), 1),
    ],
)
def test_known_coefficients_come_back(shape: Curve, of: float) -> None:
    found = fit(shape, rows_of(shape, 20_000, of))
    assert found.kept == ()
    assert (found.errors < 0.06).all()
    assert (np.abs(found.values - TRUE) < 3.5 * found.errors).all()
    base, in_use, told = found.losses
    assert told < base - 0.02
    assert told < in_use - 0.02


@pytest.mark.parametrize("counts", [False, True])
def test_another_optimiser_finds_the_same(counts: bool) -> None:
    from scipy.optimize import minimize

    shape = curve(poisson=counts)
    rows = rows_of(shape, 3000)
    found = fit(shape, rows)
    seen = rows.chosen(np.arange(len(rows.seen)) // 3 % 4 != 0)

    def nats(values: Numbers) -> float:
        logit = seen.offset + seen.features @ values
        if counts:
            return float((np.exp(logit) - seen.seen * logit).sum())
        return float((np.logaddexp(0, logit) - seen.seen * logit).sum())

    other = minimize(nats, np.zeros(3), method="BFGS", options={"gtol": 1e-6})
    assert found.values == pytest.approx(other.x, abs=1e-4)


def test_losses_are_of_all_rows_in_nats() -> None:
    """Against scipy's own probabilities, each row that was kept of four counted four times."""
    from scipy.stats import bernoulli

    shape = curve(one_in=4)._replace(in_use=TRUE)
    rows = rows_of(shape, 3000)
    found = fit(shape, rows)
    rest = rows.chosen(np.arange(len(rows.seen)) // 3 % 4 == 0)
    every = rest.chosen(np.repeat(np.arange(len(rest.seen)), np.where(rest.seen > 0, 1, 4)))
    for values, loss in zip((TRUE, found.values), found.losses[1:], strict=True):
        chance = 1 / (1 + np.exp(-(every.offset + every.features @ values)))
        assert loss == pytest.approx(-bernoulli.logpmf(every.seen, chance).mean())


def test_losses_of_counts_are_in_nats() -> None:
    """Poisson: but for what no curve can change, scipy's, for each that happened."""
    from scipy.stats import poisson

    shape = curve(poisson=True)._replace(in_use=TRUE)
    rows = rows_of(shape, 3000, 0.5)
    found = fit(shape, rows)
    rest = rows.chosen(np.arange(len(rows.seen)) // 3 % 4 == 0)
    of = [
        poisson.logpmf(rest.seen, rest.of * np.exp(rest.offset + rest.features @ values)).sum()
        for values in (TRUE, found.values)
    ]
    nats = (of[0] - of[1]) / rest.seen.sum()
    assert found.losses[2] - found.losses[1] == pytest.approx(nats)


def test_errors_are_by_wall() -> None:
    """Every row ten times over on the same wall says nothing more."""
    shape = curve()
    rows = rows_of(shape, 4000)
    walls = np.arange(4000)
    once = fitted(shape, rows, walls, walls % 4 == 0)
    often = np.repeat(walls, 10)
    tenfold = fitted(shape, rows.chosen(often), often, often % 4 == 0)
    assert tenfold.values == pytest.approx(once.values, abs=1e-6)
    assert tenfold.errors == pytest.approx(once.errors, rel=1e-3)


def test_the_calibration_is_of_all_rows_held_out() -> None:
    shape = curve(one_in=4)
    found = fit(shape, rows_of(shape, 20_000))
    parts = found.calibration
    assert len(parts) == 10
    total = sum(part.rows for part in parts)
    assert total == pytest.approx(20_000 / 4, rel=0.05)
    assert max(part.rows for part in parts) < 1.05 * min(part.rows for part in parts)
    assert [part.predicted for part in parts] == sorted(part.predicted for part in parts)
    for part in parts:
        assert abs(part.seen - part.predicted) < 0.08
        # With coefficients of 0 there is only the offset: half on average.
        assert 0.3 < part.in_use < 0.7


def test_a_feature_seen_too_seldom_is_kept() -> None:
    shape = curve()
    rows = rows_of(shape, 4000)
    rare = np.zeros(4000)
    rare[: LEAST_SEEN // 2] = 1
    rows = rows._replace(features=np.c_[rows.features, rare])
    found = fit(Curve("does it happen", (*NAMES, "rare"), np.array([0, 0, 0, 0.7])), rows)
    assert found.kept == ("rare",)
    assert (found.values[3], found.errors[3]) == (0.7, 0)
    assert (np.abs(found.values[:3] - TRUE) < 4 * found.errors[:3]).all()


def test_what_cannot_be_told_apart_is_refused() -> None:
    shape = curve()
    rows = rows_of(shape, 4000)
    same = rows._replace(features=rows.features[:, [0, 1, 1]])
    with pytest.raises(ValueError, match="too few games"):
        fit(shape, same)


def test_nothing_seen_is_refused() -> None:
    shape = curve()
    rows = rows_of(shape, 40)
    with pytest.raises(ValueError, match="too few games: does it happen"):
        fit(shape, rows._replace(seen=np.zeros(40)))
