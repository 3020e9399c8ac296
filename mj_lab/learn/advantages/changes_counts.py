"""Counts what a model changes: by kind of action, by turn, and by how the actions differ."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import AdvantageModel
from mj_lab.explain.analysis.explanation import Row
from mj_lab.learn.advantages.changes_choices import ACTION_KINDS, ActionKind, ChoicesMade

# By the seat's own discards.
_TURNS_A_ROW = 3
_MOST_DRIVERS = 12
# The features (mj_bot.learned.candidate_features) that make sense to a player, in words.
UNDERSTOOD = {
    "win": "win chance, in points of a win",
    "risk": "danger of the discard, points",
    "size": "hand value, points of its logarithm",
    "rate": "rate of improving tiles, points",
    "distance": "tiles missing to the nearest hand of 8 fan",
    "ways": "logarithm of 1 + hands so near",
    "fan": "their mean fan",
    "dearest": "most fan of a hand in reach",
    "safest": "danger of the safest tile kept, points",
    "danger": "mean danger of the tiles kept, points",
    "honour": "an honour is discarded",
    "dragon": "a dragon is discarded",
    "terminal": "a 1 or 9 is discarded",
    "pair": "of a pair",
    "alone": "with nothing beside it",
    "unseen": "copies not seen",
    "shown": "discarded by another before",
}


def counted(decided: ChoicesMade, model: AdvantageModel, games: int) -> Row:
    """What a model changed in these games, as plain data; points are means over the changes.

    `by_kind`: for each kind of action of `odds` and each kind taken instead, how many decisions
    have the first, and how many changed. `by_turn`: the same by own discards. `differences`: by
    kind of change, how much more of a feature the action taken has than that of `odds`. `drivers`,
    only for a linear model: the features with the points that they add, the largest first.
    """
    whole = _figures(decided, np.ones(len(decided), bool))
    return {
        "games": games,
        **whole,
        "changed_a_game": whole["changed"] / games,
        "by_kind": _by_kind(decided),
        "by_turn": _by_turn(decided),
        "differences": _differences(decided),
        "drivers": _drivers(decided, model),
    }


def _figures(decided: ChoicesMade, among: NDArray[np.bool_]) -> Row:
    """The number of decisions, how many are changed, and by how much."""
    changed = among & decided.changed
    count, of = int(changed.sum()), int(among.sum())
    return {
        "decisions": of,
        "changed": count,
        "share": count / of if of else 0.0,
        "added": _mean(decided.added[changed]),
        "given_up": _mean(decided.given_up[changed]),
    }


def _by_kind(decided: ChoicesMade) -> list[Row]:
    rows: list[Row] = []
    for kind, of_odds in enumerate(ACTION_KINDS):
        here = decided.of_odds == kind
        for other, taken in enumerate(ACTION_KINDS):
            changed = here & decided.changed & (decided.taken == other)
            if not changed.any():
                continue
            row = _figures(decided, changed)
            row["decisions"] = int(here.sum())
            row["share"] = row["changed"] / row["decisions"]
            rows.append({"odds": of_odds, "learned": taken, **row})
    return sorted(rows, key=lambda row: -row["changed"])


def _by_turn(decided: ChoicesMade) -> list[Row]:
    rows = []
    bucket = decided.turn // _TURNS_A_ROW
    for number in range(int(bucket.max()) + 1):
        first = number * _TURNS_A_ROW
        row = _figures(decided, bucket == number)
        rows.append({"first": first, "last": first + _TURNS_A_ROW - 1, **row})
    return rows


def _differences(decided: ChoicesMade) -> list[Row]:
    both = decided.of_odds, decided.taken
    discards = [kinds == ActionKind.DISCARD for kinds in both]
    passed = [kinds == ActionKind.PASSED for kinds in both]
    rows = []
    for name, among in (
        ("discards", discards[0] & discards[1]),
        ("claims left", ~passed[0] & passed[1]),
        ("claims made", passed[0] & ~passed[1]),
    ):
        of = decided.at(among & decided.changed)
        if len(of):
            more = _more(of)
            differences = {feature: float(more[NAMES.index(feature)]) for feature in UNDERSTOOD}
            rows.append({"change": name, "changed": len(of), "more": differences})
    return rows


def _drivers(decided: ChoicesMade, model: AdvantageModel) -> list[Row] | None:
    if len(model.layers) != 1:
        return None
    changed = decided.at(decided.changed)
    if not len(changed):
        return []
    points = model.layers[0][0][0] * _more(changed)
    order = np.argsort(-np.abs(points))[:_MOST_DRIVERS]
    return [{"feature": NAMES[feature], "points": float(points[feature])} for feature in order]


def _more(changed: ChoicesMade) -> NDArray[np.float64]:
    """How much more of each feature the action taken has, on average: [F]."""
    found: NDArray[np.float64] = (changed.after.astype(np.float64) - changed.before).mean(axis=0)
    return found


def _mean(numbers: NDArray[np.float64]) -> float:
    return float(numbers.mean()) if len(numbers) else 0.0
