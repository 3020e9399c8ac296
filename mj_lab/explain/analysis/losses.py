"""The loss of an answer against a tactic's choice: points with their error, kind, grade.

Points are those of one game. A scale, fitted to play-outs of many decisions
(docs/results/review.md), turns a tactic's predicted loss (in `expected_score`) into the expected
true loss. The engine computes it (mj_engine/cpp/review/losses.hpp) from the numbers here.
"""

from __future__ import annotations

import json
import math
import pkgutil
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mj_bot.events import HU, Action
from mj_bot.fan import points_of_win
from mj_bot.state import OWN_DRAW, GameState
from mj_engine.learned import LossScale as Native
from mj_engine.learned import accuracy_of

# Discards by rows of six, as on the table; defence is a discard where at least half of the
# difference is danger.
LOSS_KINDS = (
    "discard early",
    "discard middle",
    "discard late",
    "defence",
    "claim made",
    "claim missed",
    "kong",
    "win passed",
    "win taken",
)

SLIGHT = "slight"
MISTAKE = "mistake"
BLUNDER = "blunder"
GRADES = (SLIGHT, MISTAKE, BLUNDER)

# The file beside this module that `mj check calibrate -o` writes.
SCALE_FILE = "loss_scale.json"


class NoPointsError(ValueError):
    """The tactic predicts no points, so no loss against it can be counted."""


class LossScale(NamedTuple):
    """Converts predicted to true losses; the engine's LossScale documents each number.

    by_kind: of LOSS_KINDS. limits: the least loss of each grade, in points; a loss below the first
    counts as as good.
    """

    value: float
    forecast: float
    danger: float
    by_kind: Mapping[str, float]
    base: float
    share: float
    limits: Mapping[str, float]


class Loss(NamedTuple):
    """What an answer lost against a tactic's choice.

    kind: one of LOSS_KINDS, None if it is the choice. predicted: the difference in points by the
    values that the tactic plays by; forecast, danger: the differences of their forecasts and of the
    costs of their dangers. lost: the expected true loss; error: the standard deviation of the true
    loss about it. All of these are 0 for the choice. as_good: whether the loss may well be zero.
    grade: one of GRADES, None if it is as good.
    """

    played: str
    best: str
    kind: str | None = None
    predicted: float = 0.0
    forecast: float = 0.0
    danger: float = 0.0
    lost: float = 0.0
    error: float = 0.0
    as_good: bool = True
    grade: str | None = None

    def figures(self) -> dict[str, Any]:
        """The loss as in a decision's JSON."""
        figures = {"told": self.predicted, "lost": self.lost, "lost_error": self.error}
        return {**figures, "grade": self.grade, "kind": self.kind}


@lru_cache(maxsize=1)
def loss_scale() -> LossScale:
    """The scale from the play-outs (`mj check calibrate -o`)."""
    data = pkgutil.get_data(__package__, SCALE_FILE)
    assert data is not None
    return scale_of_record(json.loads(data))


def scale_of_record(record: Mapping[str, Any]) -> LossScale:
    """Parse the scale from a file's record."""
    return LossScale(**{name: record[name] for name in LossScale._fields})


def numbers_of(scale: LossScale) -> dict[str, Any]:
    """The scale as the engine takes it."""
    named = {
        "by_kind": [scale.by_kind[kind] for kind in LOSS_KINDS],
        "limits": [scale.limits[grade] for grade in GRADES],
    }
    return {**scale._asdict(), **named}


def points_at_hand(state: GameState, fan: int) -> float:
    """The points of the win on offer. fan: without flowers."""
    return float(points_of_win(fan + state.flowers[state.seat], state.decision == OWN_DRAW))


def with_points(
    candidates: Sequence[Mapping[str, Any]], state: GameState, legal: Sequence[Action]
) -> dict[str, dict[str, float]]:
    """The figures of each action, by its text.

    expected_score, win_chance, deal_in, and forecast: the points before a model's correction.
    Raises NoPointsError if the candidates have no expected points.
    """
    fans = {str(action): action.fan for action in legal if action.kind == HU}
    points_of = {}
    for candidate in candidates:
        text, row = str(candidate["action"]), candidate
        if text in fans:
            points = points_at_hand(state, fans[text])
            row = {"expected_score": points, "win_chance": 1.0}
        figures = {key: row.get(key, 0.0) for key in ("expected_score", "win_chance", "learned")}
        if "expected_score" not in row or not all(map(_is_number, figures.values())):
            raise NoPointsError("the tactic gives no expected points (expected_score)")
        points_of[text] = {
            "expected_score": float(figures["expected_score"]),
            "forecast": float(figures["expected_score"] - figures["learned"]),
            "win_chance": float(figures["win_chance"]),
            "deal_in": float(row.get("deal_in") or 0.0),
        }
    return points_of


def as_good_as(
    choice: str, points: Mapping[str, Mapping[str, float]], discards: int, scale: LossScale
) -> set[str]:
    """The other actions whose loss against this choice has no grade.

    points: see `with_points`; discards: own ones before. The table, the review, the quiz and the
    list of differing decisions all use this one rule.
    """
    ordered = {choice: points[choice], **points}
    good = native_scale(scale).as_good(_rows(ordered), discards)
    return {text for text, is_good in zip(ordered, good, strict=True) if is_good} - {choice}


def loss_of(
    meant: Sequence[Action],
    points: Mapping[str, Mapping[str, float]],
    discards: int,
    scale: LossScale,
) -> Loss:
    """The loss of an answer against the first action of `points` (see `with_points`).

    meant: the actions that the answer may have been. Only a claim that lost to another seat's has
    several, as no record has its discard: it counts as the choice if it may be that, else as the
    best of them. discards: own ones before. Raises ValueError if the points of no such action are
    known.
    """
    texts = [str(action) for action in meant]
    best, played, loss = native_scale(scale).judge(_rows(points), texts, discards)
    return Loss(played, best, *(loss or ()))


def error_of(lost: float) -> float:
    """The standard deviation of the true loss about this one, in points."""
    return native_scale(loss_scale()).error_of(lost)


def native_scale(scale: LossScale) -> Native:
    """The scale as the engine has it."""
    return Native(**numbers_of(scale))


def _rows(points: Mapping[str, Mapping[str, float]]) -> list[tuple[str, float, float, float]]:
    return [
        (text, row["expected_score"], row["forecast"], row["deal_in"])
        for text, row in points.items()
    ]


def mean_accuracy(lost: Sequence[float]) -> float | None:
    """The accuracy of answers by their points lost; None without answers."""
    return accuracy_of(math.fsum(lost) / len(lost)) if lost else None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)
