"""The loss of an answer against a tactic's choice: points, kind of decision, grade.

Points are those of one game, as a tactic predicts them for each action (`expected_score`); a win at
hand counts what it pays. The difference of two actions is then corrected by the scale of the
play-outs, in which decisions were played on many times with both (docs/results/review.md).
"""

from __future__ import annotations

import json
import math
import pkgutil
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mj_bot.events import BUGANG, CHI, GANG, HU, PASS, PENG, PLAY, Action
from mj_bot.fan import points_of_win
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tactics import DEFAULT

# The tactic whose values are shown, and whose play is compared with, where none is named: the one
# that plays.
ADVISER = DEFAULT

DISCARD = "discard"
CLAIM_MADE = "claim made"
CLAIM_MISSED = "claim missed"
KONG = "kong"
WIN_PASSED = "win passed"
LOSS_KINDS = (DISCARD, CLAIM_MADE, CLAIM_MISSED, KONG, WIN_PASSED)

SLIGHT = "slight"
MISTAKE = "mistake"
BLUNDER = "blunder"
GRADES = (SLIGHT, MISTAKE, BLUNDER)

# A loss of this many points halves the accuracy: half of what another seat's win costs.
HALVING = 4.0

# The name of the file beside this module that `mj check calibrate -o` writes.
SCALE_FILE = "loss_scale.json"

_KONGS = (GANG, BUGANG)
_CLAIMS = (CHI, PENG)
# More digits would only make files longer.
_DIGITS = 4


class NoPointsError(ValueError):
    """The tactic predicts no points, so no loss against it can be counted."""


class Line(NamedTuple):
    """The true loss as a line over the predicted one, in points: offset + slope x predicted."""

    offset: float
    slope: float


class LossScale(NamedTuple):
    """From predicted to true losses.

    lines: by kind. limits: the least loss of each grade, in points; a smaller loss has no grade.
    """

    lines: Mapping[str, Line]
    limits: Mapping[str, float]

    def lost(self, kind: str, predicted: float) -> float:
        """The true loss for a predicted one, in points; of a passed win the predicted one."""
        line = self.lines.get(kind)
        return max(0.0, predicted if line is None else line.offset + line.slope * predicted)

    def grade(self, lost: float) -> str | None:
        """The grade of a loss: the last whose limit it reaches; None below the first."""
        reached = [grade for grade in GRADES if lost >= self.limits[grade]]
        return reached[-1] if reached else None


class Loss(NamedTuple):
    """What was played in place of a tactic's choice.

    kind: one of LOSS_KINDS, None if it is the choice. predicted: the points between the two as the
    tactic predicts them. lost: the same by the scale of the play-outs. Both are 0 if it is the
    choice. grade: one of GRADES, None for a loss that may well be chance.
    """

    played: str
    best: str
    kind: str | None
    predicted: float
    lost: float
    grade: str | None


@lru_cache(maxsize=1)
def loss_scale() -> LossScale:
    """The scale from the play-outs (`mj check calibrate -o`)."""
    data = pkgutil.get_data(__package__, SCALE_FILE)
    assert data is not None
    return scale_of_record(json.loads(data))


def scale_of_record(record: Mapping[str, Any]) -> LossScale:
    """The scale in a file's record."""
    lines = {kind: Line(*line) for kind, line in record["lines"].items()}
    return LossScale(lines, dict(record["limits"]))


def kind_of(best: Action, played: Action) -> str:
    """The kind of a decision in which the best was not played.

    The right claim with another discard counts as a decision about the discard.

    >>> kind_of(Action("PLAY", 1), Action("PLAY", 2)), kind_of(Action("PENG", 1), Action("PASS"))
    ('discard', 'claim missed')
    """
    if best.kind == HU:
        return WIN_PASSED
    if best.kind in _KONGS or played.kind in _KONGS:
        return KONG
    if best.kind in (PLAY, *_CLAIMS) and (best.kind, best.chow) == (played.kind, played.chow):
        return DISCARD
    return CLAIM_MADE if played.kind != PASS else CLAIM_MISSED


def points_at_hand(state: GameState, fan: int) -> float:
    """The points of the win on offer. fan: without flowers."""
    return float(points_of_win(fan + state.flowers[state.seat], state.decision == OWN_DRAW))


def with_points(
    candidates: Sequence[Mapping[str, Any]], state: GameState, legal: Sequence[Action]
) -> dict[str, dict[str, float]]:
    """`expected_score` in points and `win_chance` of each action, by its text.

    Raises NoPointsError if the candidates have no expected points.
    """
    fans = {str(action): action.fan for action in legal if action.kind == HU}
    found = {}
    for row in candidates:
        text = str(row["action"])
        if text in fans:
            found[text] = {"expected_score": points_at_hand(state, fans[text]), "win_chance": 1.0}
            continue
        figures = {key: row.get(key, 0.0) for key in ("expected_score", "win_chance")}
        if "expected_score" not in row or not all(map(_is_number, figures.values())):
            raise NoPointsError("the tactic gives no expected points (expected_score)")
        found[text] = {key: float(value) for key, value in figures.items()}
    return found


def loss_of(
    best: Action, played: Action, points: Mapping[str, Mapping[str, float]], scale: LossScale
) -> Loss:
    """The loss of `played` against `best`, by the points of each (see `with_points`)."""
    if played.same(best):
        return Loss(str(played), str(best), None, 0.0, 0.0, None)
    of_best, of_played = (points[str(one)]["expected_score"] for one in (best, played))
    kind, predicted = kind_of(best, played), round(of_best - of_played, _DIGITS)
    lost = round(scale.lost(kind, predicted), _DIGITS)
    return Loss(str(played), str(best), kind, predicted, lost, scale.grade(lost))


def answer_meant(
    meant: Sequence[Action], best: Action, points: Mapping[str, Mapping[str, float]]
) -> Action:
    """The action that an answer is taken for: of those it may have been, the best for the seat.

    Only a claim that lost to another seat's has several: no record has its discard.
    """
    same = next((one for one in meant if one.same(best)), None)
    return same or max(meant, key=lambda one: points[str(one)]["expected_score"])


def accuracy_of(lost: float) -> float:
    """How good an answer is, 0-100, by its points lost.

    >>> accuracy_of(0), accuracy_of(HALVING), accuracy_of(2 * HALVING)
    (100.0, 50.0, 25.0)
    """
    return float(100 * 2 ** (-lost / HALVING))


def mean_accuracy(lost: Sequence[float]) -> float | None:
    """The mean accuracy of answers by their points lost; None without answers."""
    return sum(map(accuracy_of, lost)) / len(lost) if lost else None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)
