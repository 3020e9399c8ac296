"""How well a curve in use predicts games: held against scipy, and people's hands recounted."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mj_bot.events import SEATS
from mj_bot.odds.evaluator import OddsEvaluator
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.matches import read_matches
from mj_lab.learn.fit import win_chance
from mj_lab.learn.fit.curve import Curve, Numbers, Rows
from mj_lab.learn.fit.fitting import fit_model
from mj_lab.learn.fit.games import TooFewGamesError, drawn_decisions, own_discards, read_games
from mj_lab.learn.fit.regression import in_use_on

TRUE = np.array([-1.0, 0.8, -0.5])
TZIAKCHA, SALASASA, NATIVE = "tziakcha_match.json", "salasasa_match.json", "salasasa_native.json"
ONE_HAND = "tziakcha_hand_raw.json"


def rows_of(curve: Curve, count: int = 4000) -> Rows:
    """Rows as the true coefficients make them; of those in which nothing was seen some are kept."""

    rng = np.random.default_rng(5)
    features = np.c_[np.ones(count), rng.normal(size=count), rng.integers(0, 2, count)]
    logit = features @ TRUE
    of = np.full(count, 0.7 if curve.poisson else 1.0)
    chance = 1 / (1 + np.exp(-logit))
    seen = rng.poisson(of * np.exp(logit)) if curve.poisson else rng.random(count) < chance
    kept = (seen > 0) | (rng.integers(0, curve.one_in, count) == 0)
    return Rows(features, seen.astype(float), of, np.zeros(count)).chosen(kept)


def curve(in_use: Numbers = TRUE, **named: Any) -> Curve:
    return Curve("does it happen", ("base", "one", "two"), in_use, **named)


def walls_of(rows: Rows) -> Numbers:
    return np.asarray(np.arange(len(rows.seen)) // 5, float)


def test_the_loss_is_of_all_rows_in_nats() -> None:
    """Against scipy's probabilities, each row that was kept of four counted four times."""
    from scipy.stats import bernoulli

    shape = curve(one_in=4)
    rows = rows_of(shape)
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

    shape = curve(poisson=True)
    rows = rows_of(shape)
    found = in_use_on(shape, rows, walls_of(rows))
    told, base = (
        poisson.logpmf(rows.seen, rows.of * np.exp(rows.features @ one)).sum() / rows.seen.sum()
        for one in (TRUE, np.zeros(3))
    )
    assert found.gain.mean == pytest.approx(told - base)


def test_the_error_is_by_wall() -> None:
    """That of the mean over walls, where all have as many rows; rows again say nothing more."""
    from scipy.stats import bernoulli

    shape = curve()
    rows = rows_of(shape)
    walls = walls_of(rows)
    found = in_use_on(shape, rows, walls)
    nats = -bernoulli.logpmf(rows.seen, 1 / (1 + np.exp(-(rows.features @ TRUE))))
    of_walls = nats.reshape(-1, 5).mean(axis=1)
    error = of_walls.std(ddof=1) / math.sqrt(len(of_walls))
    assert found.loss.error == pytest.approx(error)
    often = np.repeat(np.arange(len(walls)), 10)
    assert in_use_on(shape, rows.chosen(often), walls[often]).loss.error == pytest.approx(error)


@pytest.mark.parametrize("named", [{}, {"poisson": True}, {"one_in": 4}])
def test_the_slope_is_what_the_features_lack(named: dict[str, Any]) -> None:
    """Half of the true coefficients have to be doubled; another optimiser finds the same."""
    from scipy.optimize import minimize

    shape = curve(TRUE / 2, **named)
    rows = rows_of(shape, 8000)
    found = in_use_on(shape, rows, walls_of(rows))
    assert found.slope is not None and found.slope_error is not None
    assert abs(found.slope - 2) < 3.5 * found.slope_error < 0.5
    told = rows.features @ shape.in_use

    def nats(line: Numbers) -> float:
        logit = line[0] + line[1] * told + math.log(shape.one_in)
        mean = rows.of * np.exp(logit) if shape.poisson else np.logaddexp(0, logit)
        return float((mean - rows.seen * logit).sum())

    other = minimize(nats, np.zeros(2), method="BFGS", options={"gtol": 1e-6})
    assert found.slope == pytest.approx(other.x[1], abs=1e-4)


def test_what_never_happened_is_refused_and_one_wall_has_no_error() -> None:
    shape = curve()
    rows = rows_of(shape)
    nothing = rows._replace(seen=np.zeros(len(rows.seen)))
    with pytest.raises(TooFewGamesError, match="too few games: does it happen. 0 times"):
        in_use_on(shape, nothing, walls_of(rows))
    one = in_use_on(shape, rows, np.zeros(len(rows.seen)))
    assert (one.walls, one.loss.error, one.slope) == (1, None, None)


# -- people's hands --------------------------------------------------------------------------------


@pytest.mark.foreign
def test_a_hand_of_both_platforms_counts_once(data_folder: Path) -> None:
    """And the form that knows more of it is taken, whatever comes first."""
    both = [data_folder / TZIAKCHA, data_folder / SALASASA]
    one, other = read_games(both), read_games(both[::-1])
    assert (len(one.games), one.repeated) == (len(other.games), other.repeated) == (10, 10)
    assert [game.match for game in one.games] == [game.match for game in other.games]
    assert one.digest == read_games(both[:1]).digest
    # Only tziakcha shows a claim that another came before.
    assert sum(len(game.match.preempted) for game in one.games) == 2
    assert len(read_games([*both, data_folder / NATIVE]).games) == 18


@pytest.mark.foreign
def test_turns_in_which_a_flower_is_kept_are_left_out(data_folder: Path) -> None:
    """Of hand 2 South's hand is not the recorded one: there nobody's discard is a row."""
    match = list(read_matches(data_folder / TZIAKCHA))[1]
    keeping = [turn for turn, _ in match.untold]
    assert (keeping[0], keeping[-1]) == (6, 13)
    turns = {turn for _, turn in own_discards(match)}
    assert not turns & set(keeping)
    known = match.model_copy(update={"untold": ()})
    assert {turn for _, turn in own_discards(known)} - turns == {
        turn for turn in keeping if any(row.startswith("2 ") for row in match.requests[turn])
    }


@pytest.mark.foreign
def test_the_win_chance_of_a_hand_recounted(data_folder: Path) -> None:
    """From the evaluator's own chances of what was chosen, without rows, features or weights."""
    games = read_games([data_folder / ONE_HAND])
    (game,) = games.games
    model = win_chance.model()
    found = fit_model(model, games, 24, "0")
    (drawn,) = drawn_decisions(games.games, model.places, 24, "0")
    assert "too few games to hold some out" in found.too_few
    with pytest.raises(TooFewGamesError):
        _ = found.coefficients
    nats = []
    for seat in range(SEATS):
        evaluator, won = OddsEvaluator(), game.match.result.player == seat
        for decision in decisions_of_seat(game.match, seat):
            if (seat, decision.turn) not in drawn:
                continue
            (chance,) = [
                one.win_chance
                for one in evaluator.candidates(decision.state)
                if one.action == decision.chosen
            ]
            nats.append(-math.log(chance if won else 1 - chance))
    (in_use,) = found.in_use
    assert in_use.rows == len(nats) == 24
    assert in_use.loss.mean == pytest.approx(sum(nats) / len(nats))
