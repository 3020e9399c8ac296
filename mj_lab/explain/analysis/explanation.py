"""A tactic's evaluation of a decision as plain data: its recommendation and all candidates.

A tactic may have `explain(state)`: a list of records, best first. Each has `action` as on the wire,
and may have `value`, `distances` by route, `win_chance`, `expected_score`, `targets`, `shanten`,
`effective` and more. A tactic without it shows only its choice. The first record is the
recommendation. It is what the tactic plays, except for a win that is better passed, and for `odds`,
which plays by faster values.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import read_answer
from mj_bot.state import GameState
from mj_bot.tactics import Tactic, answer_of, explain_of, load
from mj_bot.tiles import code_of
from mj_engine.learned import Learned
from mj_engine.odds import Odds
from mj_lab.core.game.result import fan_name
from mj_lab.explain.analysis.losses import NoPointsError, as_good_as, loss_scale, with_points
from mj_lab.explain.analysis.reason import Reason, reason_of_choice

# More digits would only make files longer.
_DIGITS = 4
_MOST_TARGETS = 4

# An action, a form of win or a tile with its figures, as in its JSON.
Row = dict[str, Any]


class Explanation(NamedTuple):
    """A tactic's recommendation, as on the wire, and its candidates, best first.

    reason: why the choice, and not the best candidate that is worse (`analysis.reason`); None if
    the tactic gives no figures.
    """

    choice: str
    candidates: list[Row]
    reason: Reason | None = None


def explain(tactic: Tactic, state: GameState, others_known: bool = True) -> Explanation:
    """Ask a tactic what it recommends and why; the answer is plain JSON.

    others_known: whether the state has the actions of the other seats.
    """
    candidates = candidates_of(tactic, state, others_known)
    choice = str(candidates[0]["action"] if candidates else answer_of(tactic, state))
    why = reason_of_choice(state, candidates, choice)
    return Explanation(choice, choice_first(state, candidates, choice) or [{"action": choice}], why)


def asked_by_name(name: str) -> Tactic:
    """A tactic to explain decisions: the engine's version where there is one, equal but faster.

    Raises ValueError as `mj_bot.tactics.load`.
    """
    classes: dict[str, Any] = {native.name: native for native in (Learned, Odds)}
    return classes[name]() if name in classes else load(name, seed=0)


def candidates_of(tactic: Tactic, state: GameState, others_known: bool = True) -> list[Row]:
    """A tactic's figures for every action, best first, as plain JSON; empty if it has none.

    If nothing is known of the other seats, a discard's `deal_in` is None, for unknown.
    """
    ask = explain_of(tactic)
    said = ask(state) if ask is not None else []
    rows = [
        plain(said_row)
        for said_row in said
        if isinstance(said_row, Mapping) and "action" in said_row
    ]
    if not others_known:
        for row in rows:
            if row.get("deal_in"):
                row["deal_in"] = None
    return rows


def choice_first(state: GameState, candidates: Sequence[Row], choice: str) -> list[Row]:
    """The candidates with the choice first; `as_good` marks those that are as good.

    The choice was made by faster values. If it is not as good as the best, the order stays, and
    nothing before it is marked. A tactic without expected points marks none.
    """
    chosen = next((row for row in candidates if row["action"] == choice), None)
    try:
        points = with_points(candidates, state, action_space(state))
    except NoPointsError:
        return list(candidates)
    if chosen is None:
        return list(candidates)
    discards, scale = len(state.discards[state.seat]), loss_scale()
    good = as_good_as(choice, points, discards, scale)
    index = list(candidates).index(chosen)
    before, after = candidates[:index], candidates[index + 1 :]
    if before and choice in as_good_as(before[0]["action"], points, discards, scale):
        before, after = [], [*before, *after]
    marked = [{**row, "as_good": True} if row["action"] in good else row for row in after]
    return [*before, chosen, *marked]


def plain(candidate: Mapping[str, Any]) -> Row:
    """A candidate for JSON: numbers rounded, at most the four best targets."""
    row: Row = {str(key): _plain(value) for key, value in candidate.items()}
    row["action"] = str(read_answer(candidate["action"]))
    if isinstance(row.get("targets"), list):
        row["targets"] = [_named(target) for target in row["targets"][:_MOST_TARGETS]]
    if isinstance(row.get("effective"), list):
        row["effective"] = [code_of(u) if isinstance(u, int) else u for u in row["effective"]]
    return row


def _named(target: Any) -> Any:
    """A target with its fans by the judge's names."""
    if not isinstance(target, dict) or not isinstance(target.get("fans"), list):
        return target
    fans = [fan_name(fan) if isinstance(fan, str) else fan for fan in target["fans"]]
    return {**target, "fans": fans}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) or hasattr(value, "tolist"):
        inner = value.tolist() if hasattr(value, "tolist") else value
        return (
            [_plain(item) for item in inner] if isinstance(inner, (list, tuple)) else _plain(inner)
        )
    if hasattr(value, "__int__") and not hasattr(value, "__float__"):
        return int(value)
    if isinstance(value, int):
        return value
    return _rounded(float(value)) if hasattr(value, "__float__") else str(value)


def _rounded(value: float) -> float | None:
    return round(value, _DIGITS) if math.isfinite(value) else None
