"""The calibration of rows that come true by construction, and of those that do not."""

import numpy as np
import pytest

from mj_bot.events import SEATS
from mj_bot.odds.forecast.model import FORECAST_NAMES, forecast_model
from mj_lab.learn.fit.forecast.calibration import (
    Class,
    Classes,
    Kept,
    calibration,
    forms_of,
    lines_of,
)
from mj_lab.learn.fit.forecast.rows import ForecastRows


def made_rows(count: int, shift: float = 0.0) -> ForecastRows:
    """Rows whose outcomes are drawn by the forecast itself; shift: added to the chance."""
    rng, model = np.random.default_rng(1), forecast_model()
    features = rng.normal(model.mean, model.scale, (count, len(FORECAST_NAMES)))
    features[:, FORECAST_NAMES.index("pungs") :] = 0
    chance, _, win_score, other = model.predict(features, np.zeros(count))
    won = rng.random(count) < chance + shift
    return ForecastRows(
        game=np.arange(count) // SEATS,
        seat=np.arange(count) % SEATS,
        turn=rng.integers(0, 20, count),
        typed=np.zeros(count, bool),
        passed=np.zeros(count, bool),
        dealt_in=np.zeros(count, bool),
        won=won,
        score=np.asarray(np.where(won, win_score, other), np.float64),
        deal_in=np.zeros(count),
        features=features.astype(np.float32),
    )


def test_what_comes_true_is_in_no_class_off() -> None:
    found = calibration(made_rows(60_000), forecast_model())
    assert found.decisions == 60_000 and len(found.classes.all) > 8
    assert len(found.classes.off) <= found.classes.at_most + 1
    every = found.chance["all"]
    assert abs(every.off) < 3 * every.error
    gain, loss = found.gain, found.log_loss
    assert gain.mean is not None and gain.error is not None and loss.mean is not None
    assert gain.mean > 3 * gain.error > 0
    assert found.base_loss - loss.mean == pytest.approx(gain.mean)
    assert len(list(lines_of(found))) > 10


def test_the_log_loss_is_by_decision_and_its_error_by_game() -> None:
    from scipy.stats import bernoulli

    rows, model = made_rows(4_000), forecast_model()
    found = calibration(rows, model)
    chance, *_ = model.predict(rows.features.astype(np.float64), rows.deal_in)
    nats = -bernoulli.logpmf(rows.won, chance)
    assert found.log_loss.mean == pytest.approx(nats.mean())
    # Four decisions a game: the mean over games is the mean over decisions.
    games = nats.reshape(-1, SEATS).mean(axis=1)
    assert found.log_loss.error == pytest.approx(games.std(ddof=1) / len(games) ** 0.5)
    assert f"log loss {nats.mean():.4f} ± " in next(iter(lines_of(found)))


def test_what_does_not_is() -> None:
    found = calibration(made_rows(20_000, shift=0.1), forecast_model())
    assert len(found.classes.off) > len(found.classes.all) / 2
    assert len(found.classes.off) > 2 * found.classes.at_most
    assert found.chance["all"].off == pytest.approx(-0.1, abs=0.02)


def test_misses_are_counted_against_chance() -> None:
    """As many as classes of right forecasts miss in draws of their own."""
    rng = np.random.default_rng(2)
    errors = rng.uniform(0.002, 0.05, 400)
    at = [Kept(300, 0.3, 0.3, error) for error in errors]
    classes = Classes([Class("a", kept, Kept(300, 0.0, 0.0, 0.1)) for kept in at])
    limits = np.maximum(0.03, 2 * errors)
    off = (np.abs(rng.normal(size=(4_000, 400)) * errors) > limits).sum(axis=1)
    assert classes.by_chance == pytest.approx(off.mean(), rel=0.03)
    assert (off <= classes.at_most).mean() == pytest.approx(0.95, abs=0.03)


def test_forms_are_by_the_greatest_part() -> None:
    features = np.zeros((4, len(FORECAST_NAMES)))
    place = FORECAST_NAMES.index
    features[1, place("flush")] = 0.6
    features[2, place("knitted")], features[2, place("knitted_straight")] = 0.3, 0.4
    features[3, place("thirteen_orphans")] = 0.4
    assert forms_of(features).tolist() == [0, 2, 5, 0]
