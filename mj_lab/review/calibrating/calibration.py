"""From predicted to true points: fits a line by kind to play-outs, and the grades' limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from mj_lab.analysis.losses import BLUNDER, LOSS_KINDS, MISTAKE, SLIGHT, Line, LossScale
from mj_lab.review.calibrating.playing_on import PlayedOn

# The chance that a loss at a grade's limit is truly no loss.
NOISE_CHANCES = {SLIGHT: 0.25, MISTAKE: 0.1, BLUNDER: 0.02}
# Limits are rounded to halves of a point.
_STEP = 0.5
# Fewer decisions of a kind say too little for a line of their own.
LEAST_DECISIONS = 30
# A kind gets its own line if its losses are not as predicted: beyond this the Wald statistic
# of "offset 0, slope 1" has less than one chance in twenty (chi-square, two degrees of freedom).
_NOT_AS_TOLD = 5.99
FOLDS = 5


class Slope(NamedTuple):
    """True over predicted loss, by least squares with errors that hold for any scatter (White's).

    `told`, `true`: mean predicted and true loss, in points. own_noise: the play-outs' error of one
    decision, in points (root mean square). scatter: of true losses about the line, beyond that.
    """

    decisions: int
    told: float
    true: float
    true_error: float
    line: Line
    offset_error: float
    slope_error: float
    own_noise: float
    scatter: float
    wald: float

    def to_json(self) -> dict[str, Any]:
        """The same as JSON."""
        return {**self._asdict(), "line": list(self.line)}


def slope_of(predicted: Sequence[float], true: Sequence[float], errors: Sequence[float]) -> Slope:
    """The slope of true over predicted losses. errors: of each true loss.

    Raises ValueError for fewer than three decisions.
    """
    count = len(predicted)
    if count < 3:
        raise ValueError(f"{count} decisions are too few for a slope")
    x, y = np.asarray(predicted, float), np.asarray(true, float)
    design = np.column_stack([np.ones(count), x])
    inverse = np.linalg.pinv(design.T @ design)
    found = inverse @ design.T @ y
    rest = y - design @ found
    spread = count / (count - 2)
    covariance = spread * inverse @ (design.T @ (design * (rest**2)[:, None])) @ inverse
    noise = float(np.mean(np.square(errors)))
    away = found - np.array([0.0, 1.0])
    return Slope(
        count,
        float(x.mean()),
        float(y.mean()),
        float(y.std(ddof=1) / np.sqrt(count)),
        Line(float(found[0]), float(found[1])),
        float(np.sqrt(covariance[0, 0])),
        float(np.sqrt(covariance[1, 1])),
        noise**0.5,
        max(0.0, spread * float(np.mean(rest**2)) - noise) ** 0.5,
        float(away @ np.linalg.pinv(covariance) @ away),
    )


def slopes_by_kind(played: Sequence[PlayedOn], scale: LossScale | None = None) -> dict[str, Slope]:
    """The slope of all decisions, under "all", and of each kind with enough of them.

    scale: corrects the predicted losses first; None leaves them as they are.
    """
    groups = {"all": list(played)}
    for kind in LOSS_KINDS:
        groups[kind] = [one for one in played if one.question.decision.loss.kind == kind]
    return {
        name: slope_of(
            [expected_loss(one, scale) for one in group],
            [one.loss for one in group],
            [one.error for one in group],
        )
        for name, group in groups.items()
        if name == "all" or len(group) >= LEAST_DECISIONS
    }


def expected_loss(one: PlayedOn, scale: LossScale | None) -> float:
    """The predicted loss of a decision, corrected by the scale if there is one."""
    loss = one.question.decision.loss
    return loss.predicted if scale is None else scale.lost(loss.kind or "", loss.predicted)


def fitted_scale(played: Sequence[PlayedOn]) -> LossScale:
    """A line for each kind whose losses are not as predicted, and the limits of the grades.

    At a limit, a true loss that scatters as in these decisions is no loss with the chance that
    NOISE_CHANCES gives the grade.
    """
    slopes = slopes_by_kind(played)
    lines = {
        kind: Line(round(found.line.offset, 2), round(found.line.slope, 2))
        for kind, found in slopes.items()
        if kind != "all" and found.wald > _NOT_AS_TOLD
    }
    scatter = slopes_by_kind(played, LossScale(lines, {}))["all"].scatter
    return LossScale(lines, limits_of(scatter))


def limits_of(scatter: float) -> dict[str, float]:
    """The least loss of each grade, in points, for true losses with this scatter.

    >>> limits_of(2.5)
    {'slight': 1.5, 'mistake': 3.0, 'blunder': 5.0}
    """
    normal = NormalDist()
    exact = {grade: -normal.inv_cdf(chance) * scatter for grade, chance in NOISE_CHANCES.items()}
    return {grade: max(_STEP, round(limit / _STEP) * _STEP) for grade, limit in exact.items()}


def held_out(played: Sequence[PlayedOn]) -> Slope:
    """The slope on losses that are corrected by the decisions of other matches.

    The matches are dealt into FOLDS parts; the scale of each part is fitted to the other parts.
    """
    names = sorted({one.question.match.id for one in played})
    part = {name: place % FOLDS for place, name in enumerate(names)}
    predicted, true, errors = [], [], []
    for fold in range(FOLDS):
        ours = [one for one in played if part[one.question.match.id] == fold]
        others = [one for one in played if part[one.question.match.id] != fold]
        scale = fitted_scale(others)
        predicted += [expected_loss(one, scale) for one in ours]
        true += [one.loss for one in ours]
        errors += [one.error for one in ours]
    return slope_of(predicted, true, errors)


def scale_record(scale: LossScale, origin: str) -> dict[str, Any]:
    """The scale for its file. origin: the data of the fit, in words."""
    lines = {kind: list(line) for kind, line in scale.lines.items()}
    return {"origin": origin, "lines": lines, "limits": dict(scale.limits)}


def binned(
    predicted: Sequence[float], true: Sequence[float], edges: Iterable[float]
) -> list[dict[str, float]]:
    """Between each two edges of predicted losses: means `told` and `true`, `error`, `count`."""
    x, y = np.asarray(predicted, float), np.asarray(true, float)
    marks, found = list(edges), []
    for low, high in zip(marks, marks[1:], strict=False):
        inside = (x >= low) & (x < high)
        count = int(inside.sum())
        if count < 2:
            continue
        error = float(y[inside].std(ddof=1) / np.sqrt(count))
        means = {"told": float(x[inside].mean()), "true": float(y[inside].mean())}
        found.append({**means, "error": error, "count": count})
    return found
