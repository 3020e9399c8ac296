"""Curves fitted to rows made from known coefficients, against these, another optimiser, scipy."""

import math
from typing import Any

import numpy as np
import pytest

from mj_lab.learn.fit.curve import Curve, Numbers, Rows
from mj_lab.learn.fit.games import TooFewGamesError
from mj_lab.learn.fit.regression import LEAST_SEEN, CurveFit, fitted, in_use_on

TRUE = np.array([-1.0, 0.8, -0.5])
NONE = np.zeros(3)
NAMES = ("base", "one", "two")


def rows_of(curve: Curve, count: int, of: float = 1.0, offset: float = 0.5) -> Rows:
    """Rows as the true coefficients make them, each with an offset of its own.

    offset: its spread.
    """
    rng = np.random.default_rng(3)
    features = np.c_[np.ones(count), rng.normal(size=count), rng.integers(0, 2, count)]
    offsets = rng.normal(size=count) * offset
    logit = offsets + features @ TRUE
    each = np.full(count, of)
    if curve.poisson:
        seen = rng.poisson(each * np.exp(logit))
    else:
        seen = rng.binomial(each.astype(int), 1 / (1 + np.exp(-logit)))
    kept = (seen > 0) | (rng.integers(0, curve.one_in, count) == 0)
    return Rows(features, seen.astype(float), each, offsets).chosen(kept)


def walls_of(rows: Rows) -> Numbers:
    return np.asarray(np.arange(len(rows.seen)) // 5, float)


def fit(curve: Curve, rows: Rows) -> CurveFit:
    walls = np.arange(len(rows.seen)) // 3
    return fitted(curve, rows, walls, walls % 4 == 0)


def curve(in_use: Numbers = NONE, **named: Any) -> Curve:
    return Curve("does it happen", NAMES, in_use, **named)


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

    shape = curve(TRUE, one_in=4)
    rows = rows_of(shape, 3000)
    found = fit(shape, rows)
    rest = rows.chosen(np.arange(len(rows.seen)) // 3 % 4 == 0)
    every = rest.chosen(np.repeat(np.arange(len(rest.seen)), np.where(rest.seen > 0, 1, 4)))
    for values, loss in zip((TRUE, found.values), found.losses[1:], strict=True):
        chance = 1 / (1 + np.exp(-(every.offset + every.features @ values)))
        assert loss == pytest.approx(-bernoulli.logpmf(every.seen, chance).mean())


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


def test_what_cannot_be_told_apart_or_never_happened_is_refused() -> None:
    rows = rows_of(curve(), 4000)
    with pytest.raises(ValueError, match="too few games"):
        fit(curve(), rows._replace(features=rows.features[:, [0, 1, 1]]))
    nothing = rows._replace(seen=np.zeros(len(rows.seen)))
    with pytest.raises(ValueError, match="too few games: does it happen"):
        fit(curve(), nothing)
    with pytest.raises(TooFewGamesError, match="too few games: does it happen. 0 times"):
        in_use_on(curve(TRUE), nothing, walls_of(rows))


# -- the curve in use -----------------------------------------------------------------------------


def test_the_loss_of_the_one_in_use_is_of_all_rows_in_nats() -> None:
    from scipy.stats import bernoulli

    shape = curve(TRUE, one_in=4)
    rows = rows_of(shape, 4000, offset=0.0)
    found = in_use_on(shape, rows, walls_of(rows))
    every = rows.chosen(np.repeat(np.arange(len(rows.seen)), np.where(rows.seen > 0, 1, 4)))
    chance = 1 / (1 + np.exp(-(every.features @ TRUE)))
    loss = -bernoulli.logpmf(every.seen, chance).mean()
    base = -bernoulli.logpmf(every.seen, every.seen.mean()).mean()
    assert found.loss.mean == pytest.approx(loss)
    assert found.base == pytest.approx(base)
    assert found.gain.mean == pytest.approx(base - loss)
    assert (found.seen, found.said) == pytest.approx((every.seen.mean(), chance.mean()))
    assert found.off.mean == pytest.approx(chance.mean() - every.seen.mean())


def test_the_loss_of_counts_is_for_each_that_happened() -> None:
    from scipy.stats import poisson

    shape = curve(TRUE, poisson=True)
    rows = rows_of(shape, 4000, 0.7)
    found = in_use_on(shape, rows, walls_of(rows))
    told, base = (
        poisson.logpmf(rows.seen, rows.of * np.exp(rows.offset + rows.features @ one)).sum()
        for one in (TRUE, NONE)
    )
    assert found.gain.mean == pytest.approx((told - base) / rows.seen.sum())


def test_errors_are_by_wall() -> None:
    """Rows again on the same wall say nothing more; the loss has the error of a mean over walls."""
    from scipy.stats import bernoulli

    shape = curve(TRUE)
    rows = rows_of(shape, 4000, offset=0.0)
    walls = walls_of(rows)
    often = np.repeat(np.arange(4000), 10)
    once = fitted(shape, rows, walls, walls % 4 == 0)
    tenfold = fitted(shape, rows.chosen(often), walls[often], walls[often] % 4 == 0)
    assert tenfold.values == pytest.approx(once.values, abs=1e-6)
    assert tenfold.errors == pytest.approx(once.errors, rel=1e-3)
    nats = -bernoulli.logpmf(rows.seen, 1 / (1 + np.exp(-(rows.features @ TRUE))))
    of_walls = nats.reshape(-1, 5).mean(axis=1)
    error = of_walls.std(ddof=1) / math.sqrt(len(of_walls))
    assert in_use_on(shape, rows, walls).loss.error == pytest.approx(error)
    again = in_use_on(shape, rows.chosen(often), walls[often])
    assert again.loss.error == pytest.approx(error)
    one = in_use_on(shape, rows, np.zeros(4000))
    assert (one.walls, one.loss.error, one.slope) == (1, None, None)


@pytest.mark.parametrize("named", [{}, {"poisson": True}, {"one_in": 4}])
def test_the_slope_is_what_the_features_lack(named: dict[str, Any]) -> None:
    """Half of the true coefficients have to be doubled; another optimiser finds the same."""
    from scipy.optimize import minimize

    shape = curve(TRUE / 2, **named)
    rows = rows_of(shape, 8000, 0.7 if shape.poisson else 1.0)
    found = in_use_on(shape, rows, walls_of(rows))
    assert found.slope is not None and found.slope_error is not None
    assert abs(found.slope - 2) < 3.5 * found.slope_error < 0.5
    told = rows.features @ shape.in_use

    def nats(line: Numbers) -> float:
        logit = rows.offset + line[0] + line[1] * told + math.log(shape.one_in)
        mean = rows.of * np.exp(logit) if shape.poisson else np.logaddexp(0, logit)
        return float((mean - rows.seen * logit).sum())

    other = minimize(nats, np.zeros(2), method="BFGS", options={"gtol": 1e-6})
    assert found.slope == pytest.approx(other.x[1], abs=1e-4)
