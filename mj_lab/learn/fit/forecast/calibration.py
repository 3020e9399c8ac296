"""The calibration of the forecast: predicted against actual, in classes of decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import erfc, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import HAND_SIZE
from mj_bot.odds.forecast.model import FORECAST_NAMES, ForecastModel
from mj_bot.state import WALL_SIZE
from mj_lab.core.wall_means import Estimate, ratio_estimate
from mj_lab.learn.fit.forecast.rows import ForecastRows, joined_rows

OWN_FORMS = ("regular", "pungs", "flush", "seven pairs", "thirteen orphans", "knitted")
# The first own discard of each class of turns.
TURN_CLASSES = (0, 4, 8, 13)
# The lowest fan of the likely targets in each class.
FAN_CLASSES = (0, 10, 16, 28)
TENTHS = 10
# A class with fewer decisions is not judged.
LEAST = 300
# The allowed error of a class, unless twice its standard error is larger.
CHANCE_WITHIN, POINTS_WITHIN = 0.03, 1.5
_DANGERS = (0.0, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 1.01)
_TENS = 10.0
_MOST_MELDS = 4.0
# The one-sided 95% quantile of a normal distribution.
_ONE_SIDED = 1.645
# Early hands: the most own draws, and the fewest copies in each class.
FIRST_DRAWS = 5
COPY_CLASSES = (1, 3, 5, 7)
_READY_EARLY = " of ready hands at the first five draws, by melds and copies,"


class Kept(NamedTuple):
    """Predicted and actual means over some decisions. error: of their difference."""

    decisions: int
    predicted: float
    actual: float
    error: float

    @property
    def off(self) -> float:
        """How much too high the prediction was."""
        return self.predicted - self.actual


class Class(NamedTuple):
    """Similar decisions, with their predicted and actual chance and points."""

    name: str
    chance: Kept
    points: Kept

    @property
    def limits(self) -> tuple[tuple[Kept, float], tuple[Kept, float]]:
        """Chance and points, each with its allowed error."""
        both = ((self.chance, CHANCE_WITHIN), (self.points, POINTS_WITHIN))
        first, second = [(figure, max(limit, 2 * figure.error)) for figure, limit in both]
        return first, second

    @property
    def holds(self) -> bool:
        """Whether chance and points are within their allowed errors."""
        return all(abs(figure.off) <= limit for figure, limit in self.limits)

    @property
    def by_chance(self) -> float:
        """The probability of being off with a right forecast: of chance or points, the likelier."""
        errors = [limit / max(figure.error, 1e-9) for figure, limit in self.limits]
        return erfc(min(errors) / sqrt(2))


class Classes(NamedTuple):
    """Classes of at least LEAST decisions each."""

    all: list[Class]

    @property
    def off(self) -> list[Class]:
        """Those that are off."""
        return [checked for checked in self.all if not checked.holds]

    @property
    def by_chance(self) -> float:
        """The expected number that are off if the forecast is right."""
        return sum(checked.by_chance for checked in self.all)

    @property
    def at_most(self) -> float:
        """The 95% quantile of the number that are off if the forecast is right."""
        variance = sum(checked.by_chance * (1 - checked.by_chance) for checked in self.all)
        return self.by_chance + _ONE_SIDED * sqrt(variance)

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "off": len(self.off),
            "by_chance": self.by_chance,
            "at_most": self.at_most,
            "classes": [
                {
                    "name": checked.name,
                    "chance": checked.chance._asdict(),
                    "points": checked.points._asdict(),
                    "holds": checked.holds,
                }
                for checked in self.all
            ],
        }


class Calibration(NamedTuple):
    """A calibration. games, decisions: how many, without typed hands.

    chance, points: by the name of each group ("all", "turn 0", "form flush", "fan 10", "typed",
    "passed"...). classes: of decisions, by turn, form and tenth of the predicted chance; typed: the
    same of typed hands; ready: of hands that are ready at the first five draws, by melds and
    copies. tenths: the chance by form and tenth, for a plot. danger: of discards, by predicted
    danger. log_loss: of the chance, nats a decision; base_loss: of the mean chance of these games;
    gain: how much lower the first is. Errors by game.
    """

    games: int
    decisions: int
    chance: dict[str, Kept]
    points: dict[str, Kept]
    classes: Classes
    typed: Classes
    ready: Classes
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
            "chance": {name: figure._asdict() for name, figure in self.chance.items()},
            "points": {name: figure._asdict() for name, figure in self.points.items()},
            "classes": self.classes.to_json(),
            "typed": self.typed.to_json(),
            "ready": self.ready.to_json(),
            "danger": [figure._asdict() for figure in self.danger],
            "log_loss": self.log_loss.mean,
            "log_loss_error": self.log_loss.error,
            "base_loss": self.base_loss,
            "gain": self.gain.mean,
            "gain_error": self.gain.error,
        }


class _Said(NamedTuple):
    """Decisions and their forecasts."""

    rows: ForecastRows
    features: NDArray[Any]
    chance: NDArray[Any]
    score: NDArray[Any]

    def some(self, which: NDArray[Any]) -> _Said:
        return _Said(
            self.rows.chosen(which), self.features[which], self.chance[which], self.score[which]
        )

    def kept(self, which: NDArray[Any]) -> tuple[Kept, Kept]:
        """Chance and points."""
        rows, game = self.rows, self.rows.game[which]
        chance = _kept(self.chance[which], rows.won[which].astype(float), game)
        return chance, _kept(self.score[which], rows.score[which], game)

    def classes(self, of: Mapping[str, NDArray[Any]]) -> Classes:
        """The classes with enough decisions. of: which decisions, by the class's name."""
        enough = {name: which for name, which in of.items() if which.sum() >= LEAST}
        return Classes([Class(name, *self.kept(which)) for name, which in enough.items()])

    def feature(self, name: str) -> NDArray[Any]:
        column: NDArray[Any] = self.features[:, FORECAST_NAMES.index(name)]
        return column


def calibration(
    rows: ForecastRows, model: ForecastModel, early: ForecastRows | None = None
) -> Calibration:
    """Compare the forecast with the results of the decisions.

    early: games with an early hand, as dealt by `early_deal`. They count only among ready hands and
    passed wins.
    """
    said = _said(rows, model)
    typed, table = said.some(rows.typed), said.some(~rows.typed)
    rows = table.rows
    groups = dict(_groups(table))
    by_group = {name: table.kept(which) for name, which in groups.items()}
    if len(typed.rows):
        by_group["typed"] = typed.kept(np.ones(len(typed.rows), bool))
    beside = table if early is None else _joined(table, _said(early.chosen(~early.typed), model))
    if beside.rows.passed.any():
        by_group["win passed"] = beside.kept(beside.rows.passed)
    won = rows.won.astype(float)
    nats, base = _nats(table.chance, won), _nats(np.full(len(rows), won.mean()), won)
    forms, tenth = forms_of(table.features), _tenths(table.chance)
    return Calibration(
        len(np.unique(rows.game)),
        len(rows),
        {name: chance for name, (chance, _) in by_group.items()},
        {name: points for name, (_, points) in by_group.items()},
        table.classes(dict(_by_turn_form_and_tenth(table))),
        typed.classes(dict(_by_turn_form_and_tenth(typed))),
        beside.classes(dict(_ready_early(beside))),
        {
            name: [
                table.kept((forms == form) & (tenth == tenth_number))[0]
                for tenth_number in range(TENTHS)
            ]
            for form, name in enumerate(OWN_FORMS)
        },
        list(_dangers(rows)),
        _by_game(nats, rows.game),
        float(base.mean()),
        _by_game(base - nats, rows.game),
    )


def _said(rows: ForecastRows, model: ForecastModel) -> _Said:
    features = rows.features.astype(np.float64)
    chance, score, _, _ = model.predict(features, rows.deal_in)
    return _Said(rows, features, chance, score)


def _joined(first: _Said, other: _Said) -> _Said:
    """Both; games of the second are renumbered."""
    apart = int(first.rows.game.max()) + 1
    rows = joined_rows([first.rows, ForecastRows(other.rows.game + apart, *other.rows[1:])])
    columns = (np.concatenate(both) for both in zip(first[1:], other[1:], strict=True))
    return _Said(rows, *columns)


def _tenths(chance: NDArray[Any]) -> NDArray[Any]:
    tenths: NDArray[Any] = np.minimum((chance * TENTHS).astype(int), TENTHS - 1)
    return tenths


def _by_turn_form_and_tenth(said: _Said) -> Iterator[tuple[str, NDArray[Any]]]:
    turn = np.digitize(said.rows.turn, TURN_CLASSES[1:])
    form, tenth = forms_of(said.features), _tenths(said.chance)
    for of_turn, begins in enumerate(TURN_CLASSES):
        for of_form, name in enumerate(OWN_FORMS):
            for of_tenth in range(TENTHS):
                which = (turn == of_turn) & (form == of_form) & (tenth == of_tenth)
                yield f"turn {begins}, {name}, chance {of_tenth / TENTHS}", which


def _ready_early(said: _Said) -> Iterator[tuple[str, NDArray[Any]]]:
    """Ready hands at the first draws, by melds and copies; passed wins are separate."""
    draws = WALL_SIZE - HAND_SIZE - said.feature("draws") * _TENS
    early = (said.feature("ready") > 0) & (draws < FIRST_DRAWS + 0.5) & ~said.rows.passed
    melds = np.rint(said.feature("melds") * _MOST_MELDS)
    copies = np.rint(said.feature("self_drawn") * _TENS)
    for count in range(int(_MOST_MELDS) + 1):
        for least, below in pairwise((*COPY_CLASSES, np.inf)):
            which = early & (melds == count) & (copies >= least) & (copies < below)
            yield f"{count} melds, copies from {least}", which


def forms_of(features: NDArray[Any]) -> NDArray[Any]:
    """The form of most likely targets, an index into OWN_FORMS: intp [decision]."""
    first = FORECAST_NAMES.index("pungs")
    parts = features[:, first : first + len(OWN_FORMS)].copy()
    # Both knitted forms are one class.
    parts[:, -2] += parts[:, -1]
    parts = np.column_stack([1 - features[:, first : first + len(OWN_FORMS)].sum(axis=1), parts])
    forms: NDArray[Any] = parts[:, : len(OWN_FORMS)].argmax(axis=1)
    return forms


def _groups(said: _Said) -> Iterator[tuple[str, NDArray[Any]]]:
    turn = np.digitize(said.rows.turn, TURN_CLASSES[1:])
    form = forms_of(said.features)
    fan = np.digitize(said.feature("fan") * _TENS, FAN_CLASSES[1:])
    yield "all", np.ones(len(turn), bool)
    for number, begins in enumerate(TURN_CLASSES):
        yield f"turn {begins}", turn == number
    for number, name in enumerate(OWN_FORMS):
        yield name, form == number
    for number, begins in enumerate(FAN_CLASSES):
        yield f"fan {begins}", fan == number


def _dangers(rows: ForecastRows) -> Iterator[Kept]:
    """The predicted deal-in chance of discards against actual deal-ins."""
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


def _two_errors(estimate: Estimate) -> str:
    """A mean and two standard errors; only the mean with one game."""
    return f"{estimate.mean:.4f}" + (
        f" ± {2 * estimate.error:.4f}" if estimate.error is not None else ""
    )


def lines_of(calibration: Calibration) -> Iterator[str]:
    """The calibration as lines for a terminal."""
    yield (
        f"{calibration.games} games, {calibration.decisions} decisions;"
        f" log loss {_two_errors(calibration.log_loss)},"
        f" of the mean chance {calibration.base_loss:.4f},"
        f" better by {_two_errors(calibration.gain)}"
    )
    yield f"{'':18}{'decisions':>9}  win chance: predicted, actual     points: predicted, actual"
    for name, chance in calibration.chance.items():
        points = calibration.points[name]
        if not points.decisions:
            continue
        shown = f"{chance.predicted:8.3f} {chance.actual:8.3f} ± {2 * chance.error:.3f}"
        score = f"{points.predicted:+9.2f} {points.actual:+9.2f} ± {2 * points.error:.2f}"
        yield f"{name:18}{points.decisions:9}  {shown}     {score}"
    for danger in calibration.danger:
        if danger.decisions:
            yield (
                f"danger {danger.predicted:11.4f}{danger.decisions:9}  {danger.predicted:8.4f} "
                f"{danger.actual:8.4f} ± {2 * danger.error:.4f}"
            )
    parts = (
        (calibration.classes, ""),
        (calibration.typed, " of typed hands"),
        (calibration.ready, _READY_EARLY),
    )
    for classes, kind in parts:
        if not classes.all:
            continue
        yield (
            f"{len(classes.all)} classes{kind} with {LEAST} decisions or more: "
            f"{len(classes.off)} off, by chance {classes.by_chance:.1f}, "
            f"in 95 of 100 tables at most {classes.at_most:.1f}"
        )
        for off in classes.off:
            yield (
                f"  {off.name}: {off.chance.decisions} decisions, chance off "
                f"{off.chance.off:+.3f} ± {2 * off.chance.error:.3f}, "
                f"points {off.points.off:+.2f} ± {2 * off.points.error:.2f}"
            )
