"""The calibration of the forecast: predicted against actual, in classes of decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_bot.odds.forecast.model import FORECAST_NAMES, ForecastModel
from mj_lab.arena.statistics.wall_means import Estimate, ratio_estimate
from mj_lab.fit.forecast.rows import ForecastRows

OWN_FORMS = ("regular", "pungs", "flush", "seven pairs", "thirteen orphans", "knitted")
# Own discards from which each class of turns begins.
TURN_CLASSES = (0, 4, 8, 13)
# Fan of the likely targets from which each class begins.
FAN_CLASSES = (0, 10, 16, 28)
TENTHS = 10
# A class with fewer decisions is not judged.
LEAST = 300
# The error that a class may have, or twice its standard error.
CHANCE_WITHIN, POINTS_WITHIN = 0.03, 1.5
_DANGERS = (0.0, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 1.01)
_TENS = 10.0


class Kept(NamedTuple):
    """Predicted and actual, as means over some decisions. error: of their difference."""

    decisions: int
    predicted: float
    actual: float
    error: float

    @property
    def off(self) -> float:
        """By how much the prediction was too high."""
        return self.predicted - self.actual


class Class(NamedTuple):
    """Decisions of one turn, form and tenth of the predicted chance; places in the lists above."""

    turn: int
    form: int
    tenth: int
    chance: Kept
    points: Kept

    @property
    def holds(self) -> bool:
        """Whether chance and points are within the errors that they may have."""
        limits = ((self.chance, CHANCE_WITHIN), (self.points, POINTS_WITHIN))
        return all(abs(kept.off) <= max(limit, 2 * kept.error) for kept, limit in limits)


class Calibration(NamedTuple):
    """A calibration. games, decisions: how many. start: the points of each seat's first decision.

    chance, points: by the name of each group ("all", "turn 0", "form flush", "fan 10", ...).
    tenths: the chance by form and tenth, for a plot. danger: of discards, by predicted danger.
    log_loss: of the chance, nats a decision; base_loss: of the mean chance of these games; gain:
    how much lower the first is. Errors by game.
    """

    games: int
    decisions: int
    start: Kept
    chance: dict[str, Kept]
    points: dict[str, Kept]
    classes: list[Class]
    tenths: dict[str, list[Kept]]
    danger: list[Kept]
    log_loss: Estimate
    base_loss: float
    gain: Estimate

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "start": self.start._asdict(),
            "chance": {name: kept._asdict() for name, kept in self.chance.items()},
            "points": {name: kept._asdict() for name, kept in self.points.items()},
            "classes": [
                {
                    "turn": TURN_CLASSES[one.turn],
                    "form": OWN_FORMS[one.form],
                    "tenth": one.tenth,
                    "chance": one.chance._asdict(),
                    "points": one.points._asdict(),
                    "holds": one.holds,
                }
                for one in self.classes
            ],
            "danger": [kept._asdict() for kept in self.danger],
            "log_loss": self.log_loss.mean,
            "log_loss_error": self.log_loss.error,
            "base_loss": self.base_loss,
            "gain": self.gain.mean,
            "gain_error": self.gain.error,
        }


def calibration(rows: ForecastRows, model: ForecastModel) -> Calibration:
    """Compare the forecast with the results of the decisions."""
    features = rows.features.astype(np.float64)
    chance, score, _, _ = model.brings(features, rows.deal_in)
    form = forms_of(features)
    turn = np.digitize(rows.turn, TURN_CLASSES[1:])
    fan = np.digitize(features[:, FORECAST_NAMES.index("fan")] * _TENS, FAN_CLASSES[1:])
    tenth = np.minimum((chance * TENTHS).astype(int), TENTHS - 1)
    groups = dict(_groups(len(rows), turn, form, fan))
    won = rows.won.astype(float)

    def of_chance(which: NDArray[Any]) -> Kept:
        return _kept(chance[which], won[which], rows.game[which])

    def of_points(which: NDArray[Any]) -> Kept:
        return _kept(score[which], rows.score[which], rows.game[which])

    classes = []
    for place in range(len(TURN_CLASSES) * len(OWN_FORMS) * TENTHS):
        of_turn, rest = divmod(place, len(OWN_FORMS) * TENTHS)
        of_form, of_tenth = divmod(rest, TENTHS)
        which = (turn == of_turn) & (form == of_form) & (tenth == of_tenth)
        if which.sum() >= LEAST:
            found = (of_chance(which), of_points(which))
            classes.append(Class(of_turn, of_form, of_tenth, *found))
    tenths = {
        name: [of_chance((form == place) & (tenth == one)) for one in range(TENTHS)]
        for place, name in enumerate(OWN_FORMS)
    }
    nats, base = _nats(chance, won), _nats(np.full(len(rows), won.mean()), won)
    start = np.unique(rows.game * SEATS + rows.seat, return_index=True)[1]
    return Calibration(
        len(np.unique(rows.game)),
        len(rows),
        of_points(start),
        {name: of_chance(which) for name, which in groups.items()},
        {name: of_points(which) for name, which in groups.items()},
        classes,
        tenths,
        list(_dangers(rows)),
        _by_game(nats, rows.game),
        float(base.mean()),
        _by_game(base - nats, rows.game),
    )


def forms_of(features: NDArray[Any]) -> NDArray[Any]:
    """The form of most likely targets, a place in OWN_FORMS: intp [decision]."""
    first = FORECAST_NAMES.index("pungs")
    parts = features[:, first : first + len(OWN_FORMS)].copy()
    # Both knitted forms are one class.
    parts[:, -2] += parts[:, -1]
    parts = np.column_stack([1 - features[:, first : first + len(OWN_FORMS)].sum(axis=1), parts])
    found: NDArray[Any] = parts[:, : len(OWN_FORMS)].argmax(axis=1)
    return found


def _groups(
    size: int, turn: NDArray[Any], form: NDArray[Any], fan: NDArray[Any]
) -> Iterator[tuple[str, NDArray[Any]]]:
    yield "all", np.ones(size, bool)
    for place, begins in enumerate(TURN_CLASSES):
        yield f"turn {begins}", turn == place
    for place, name in enumerate(OWN_FORMS):
        yield name, form == place
    for place, begins in enumerate(FAN_CLASSES):
        yield f"fan {begins}", fan == place


def _dangers(rows: ForecastRows) -> Iterator[Kept]:
    """The deal-in chance of discards against the actual deal-ins."""
    for low, high in zip(_DANGERS, _DANGERS[1:], strict=False):
        which = (rows.deal_in >= low) & (rows.deal_in < high) & (rows.deal_in > 0)
        yield _kept(rows.deal_in[which], rows.dealt_in[which].astype(float), rows.game[which])


def _kept(predicted: NDArray[Any], actual: NDArray[Any], game: NDArray[Any]) -> Kept:
    """Means, and the error of their difference by game."""
    count = len(predicted)
    if not count:
        return Kept(0, 0.0, 0.0, 0.0)
    off = predicted - actual
    games = np.unique(game, return_inverse=True)[1]
    by_game = np.bincount(games, off - off.mean())
    error = float(np.sqrt((by_game**2).sum()) / count)
    return Kept(count, float(predicted.mean()), float(actual.mean()), error)


def _nats(chance: NDArray[Any], won: NDArray[Any]) -> NDArray[Any]:
    """The log loss of each decision."""
    near = np.clip(chance, 1e-9, 1 - 1e-9)
    return np.asarray(-(won * np.log(near) + (1 - won) * np.log(1 - near)))


def _by_game(values: NDArray[Any], game: NDArray[Any]) -> Estimate:
    """The mean over decisions, its error by game."""
    games = np.unique(game, return_inverse=True)[1]
    parts = zip(np.bincount(games, values).tolist(), np.bincount(games).tolist(), strict=True)
    return ratio_estimate(list(parts))


def _two_errors(one: Estimate) -> str:
    """A mean and two errors; only the mean with one game."""
    return f"{one.mean:.4f}" + (f" ± {2 * one.error:.4f}" if one.error is not None else "")


def lines_of(found: Calibration) -> Iterator[str]:
    """The calibration in lines for a terminal."""
    yield (
        f"{found.games} games, {found.decisions} decisions; log loss {_two_errors(found.log_loss)},"
        f" of the mean chance {found.base_loss:.4f}, better by {_two_errors(found.gain)}"
    )
    yield f"{'':18}{'decisions':>9}  win chance: predicted, actual     points: predicted, actual"
    rows: Sequence[tuple[str, Kept | None, Kept]] = [
        *((name, kept, found.points[name]) for name, kept in found.chance.items()),
        ("first decisions", None, found.start),
    ]
    for name, chance, points in rows:
        if not points.decisions:
            continue
        shown = " " * 28
        if chance is not None:
            shown = f"{chance.predicted:8.3f} {chance.actual:8.3f} ± {2 * chance.error:.3f}   "
        score = f"{points.predicted:+9.2f} {points.actual:+9.2f} ± {2 * points.error:.2f}"
        yield f"{name:18}{points.decisions:9}  {shown}  {score}"
    for kept in found.danger:
        if kept.decisions:
            yield (
                f"danger {kept.predicted:11.4f}{kept.decisions:9}  {kept.predicted:8.4f} "
                f"{kept.actual:8.4f} ± {2 * kept.error:.4f}"
            )
    off = [one for one in found.classes if not one.holds]
    yield f"{len(found.classes)} classes of {LEAST} decisions and more, {len(off)} of them off"
    for one in off:
        name = f"turn {TURN_CLASSES[one.turn]}, {OWN_FORMS[one.form]}, chance {one.tenth / TENTHS}"
        yield (
            f"  {name}: {one.chance.decisions} decisions, chance off {one.chance.off:+.3f} ± "
            f"{2 * one.chance.error:.3f}, points {one.points.off:+.2f} ± {2 * one.points.error:.2f}"
        )
