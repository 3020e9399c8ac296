"""What an answer loses against a tactic's choice: points, the kind of decision, how grave it is.

Points are those of one game, as a tactic tells them of each action (`expected_score`); a win at
hand is told by what it pays. The difference of two actions is then brought to the scale of the
play-outs, where decisions were played on many times with both (docs/results/review.md).
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

# Points lost that halve the accuracy of a decision: half of what somebody else's win costs.
HALVING = 4.0

# The name of the file beside this module that `mj check calibrate -o` writes.
SCALE_FILE = "loss_scale.json"

_KONGS = (GANG, BUGANG)
_CLAIMS = (CHI, PENG)
# Further digits would only make files longer.
_DIGITS = 4


class NoPointsError(ValueError):
    """The tactic tells no expected points, so nothing can be lost against it."""


class Line(NamedTuple):
    """The true loss as a line on the told one, both in points: offset + slope x told."""

    offset: float
    slope: float


class LossScale(NamedTuple):
    """From told to true losses.

    lines: by kind. limits: the least loss of each grade, in points; what is less is no mistake.
    """

    lines: Mapping[str, Line]
    limits: Mapping[str, float]

    def lost(self, kind: str, told: float) -> float:
        """The points truly lost where so many are told; a win passed costs what is told."""
        line = self.lines.get(kind)
        return max(0.0, told if line is None else line.offset + line.slope * told)

    def grade(self, lost: float) -> str | None:
        """How grave a loss is: the last grade whose limit it reaches; None under the first."""
        reached = [grade for grade in GRADES if lost >= self.limits[grade]]
        return reached[-1] if reached else None


class Loss(NamedTuple):
    """What was played in place of a tactic's choice.

    kind: one of LOSS_KINDS, None where it is the choice. told: the points between the two as the
    tactic tells them, lost: by the scale of the play-outs; both 0 where it is the choice. grade:
    one of GRADES, None for a loss that may well be none.
    """

    played: str
    best: str
    kind: str | None
    told: float
    lost: float
    grade: str | None


@lru_cache(maxsize=1)
def loss_scale() -> LossScale:
    """The scale that the play-outs gave (`mj check calibrate -o`)."""
    data = pkgutil.get_data(__package__, SCALE_FILE)
    assert data is not None
    return scale_of_record(json.loads(data))


def scale_of_record(record: Mapping[str, Any]) -> LossScale:
    """The scale as its file has it."""
    lines = {kind: Line(*line) for kind, line in record["lines"].items()}
    return LossScale(lines, dict(record["limits"]))


def kind_of(best: Action, played: Action) -> str:
    """The kind of a decision in which something else was played than the best.

    A claim with another discard than the best one is a matter of the discard.

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
    """What the win on offer pays, in points of the game. fan: without flowers."""
    return float(points_of_win(fan + state.flowers[state.seat], state.decision == OWN_DRAW))


def with_points(
    candidates: Sequence[Mapping[str, Any]], state: GameState, legal: Sequence[Action]
) -> dict[str, dict[str, float]]:
    """Of each action, by its text, `expected_score` in points and `win_chance`.

    Raises NoPointsError if the candidates have no expected points.
    """
    fans = {str(action): action.fan for action in legal if action.kind == HU}
    found = {}
    for row in candidates:
        text = str(row["action"])
        if text in fans:
            found[text] = {"expected_score": points_at_hand(state, fans[text]), "win_chance": 1.0}
            continue
        told = {key: row.get(key, 0.0) for key in ("expected_score", "win_chance")}
        if "expected_score" not in row or not all(map(_is_number, told.values())):
            raise NoPointsError("the tactic gives no expected points (expected_score)")
        found[text] = {key: float(value) for key, value in told.items()}
    return found


def loss_of(
    best: Action, played: Action, points: Mapping[str, Mapping[str, float]], scale: LossScale
) -> Loss:
    """What `played` loses against `best`, by what is told of each (see `with_points`)."""
    if played.same(best):
        return Loss(str(played), str(best), None, 0.0, 0.0, None)
    of_best, of_played = (points[str(one)]["expected_score"] for one in (best, played))
    kind, told = kind_of(best, played), round(of_best - of_played, _DIGITS)
    lost = round(scale.lost(kind, told), _DIGITS)
    return Loss(str(played), str(best), kind, told, lost, scale.grade(lost))


def answer_meant(
    meant: Sequence[Action], best: Action, points: Mapping[str, Mapping[str, float]]
) -> Action:
    """Of what an answer may have been, what it is taken for: what is best for who answered.

    Only a claim that another seat's came before may have been several: no record has its discard.
    """
    same = next((one for one in meant if one.same(best)), None)
    return same or max(meant, key=lambda one: points[str(one)]["expected_score"])


def accuracy_of(lost: float) -> float:
    """How good an answer is, 0-100, by the points that it loses.

    >>> accuracy_of(0), accuracy_of(HALVING), accuracy_of(2 * HALVING)
    (100.0, 50.0, 25.0)
    """
    return float(100 * 2 ** (-lost / HALVING))


def mean_accuracy(lost: Sequence[float]) -> float | None:
    """The mean accuracy of answers by the points that each loses, None of none."""
    return sum(map(accuracy_of, lost)) / len(lost) if lost else None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)
