"""Compares each decision of a seat with a tactic's choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json import dumps
from typing import Any

from mj_bot.actions import action_space
from mj_bot.events import HU, PASS, Action, Event, parse_request
from mj_bot.state import GameState
from mj_bot.tactics import Tactic
from mj_lab.core.records.formats.seat_record import SeatRecord, seat_of
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.explanation import Explanation, Row, explain
from mj_lab.explain.analysis.losses import Loss, loss_of, loss_scale, with_points
from mj_lab.explain.analysis.reason import Reason, reason
from mj_lab.explain.analysis.recorded_turns import AskedTurn, turns_beside

Choice = dict[str, Any]
# Figures of each action, by its text (`mj_lab.explain.analysis.losses.with_points`).
Points = dict[str, dict[str, float]]

_LONGEST_TEXT = 80
# How many candidates keep targets and distances if the page would be too large.
_FULL_CANDIDATES = 6
# More digits would only make pages larger.
_DIGITS = 4


def choices_of_seat(match: Match, seat: int, tactic: Tactic) -> list[Choice]:
    """Every choice of one seat in a match; see `choices_of`."""
    won = match.result.action == HU and match.result.player == seat
    return choices_of(seat_of(match, seat), tactic, won)


def choices_of(view: SeatRecord, tactic: Tactic, won: bool | None = None) -> list[Choice]:
    """Every choice among several legal actions that a seat had, in order.

    won: whether the seat won, None if not recorded.

    turn: the turn that asked. played: the recorded answer, as on the wire, "" if there is none; a
    claim that lost to another seat's gets its best discard. happened: false if another seat came
    first. choice, candidates: the tactic's (`mj_lab.explain.analysis.explanation`). agrees: whether
    both are the same action, or the answer is as good (`Loss.as_good`). reason: why the choice and
    not what was played (`analysis.reason`). win_chance, expected_score: of the choice, in points of
    the game. `told`, lost, lost_error, grade, kind: the loss of the answer (`Loss`; `told`:
    predicted). All these figures are left out if the tactic predicts no points; the loss also if
    the answer is not legal. error: the tactic's, if it raised one.

    Raises ValueError, with the turn, if the requests do not make a game.
    """
    return [
        {"turn": asked_turn.turn, **_decision(view, asked_turn, won, tactic)}
        for asked_turn in turns_beside(view, tactic)
        if len(asked_turn.legal) > 1
    ]


def _decision(view: SeatRecord, asked_turn: AskedTurn, won: bool | None, tactic: Tactic) -> Choice:
    meant = asked_turn.meant
    decision: Choice = {
        "played": str(meant[0] if meant else asked_turn.answer or asked_turn.response)[
            :_LONGEST_TEXT
        ],
        "happened": _happened(view, asked_turn.turn, won, asked_turn.answer),
    }
    try:
        explanation = explain(tactic, asked_turn.state)
    except Exception as error:  # A page without one decision is better than no page.
        text = f"{type(error).__name__}: {error}"[:_LONGEST_TEXT]
        return {**decision, "choice": None, "agrees": False, "candidates": [], "error": text}
    played = _taken_for(meant, explanation) if len(meant) > 1 else asked_turn.answer
    if len(meant) > 1:
        decision["played"] = str(played)
    return {**decision, **held_against(explanation, asked_turn.state, played)}


def _taken_for(meant: Sequence[Action], explanation: Explanation) -> Action:
    """The action for a claim without a recorded discard: the tactic's choice, else the best fit."""
    texts = [explanation.choice, *(str(row["action"]) for row in explanation.candidates)]
    by_text = {str(action): action for action in meant}
    return next((by_text[text] for text in texts if text in by_text), meant[0])


def held_against(explanation: Explanation, state: GameState, played: Action | None) -> Choice:
    """Compare an answer with a tactic's evaluation: the keys of `choices_of`."""
    points = _points_of(explanation.candidates, state)
    loss = _lost(played, state, points)
    return {
        "choice": explanation.choice,
        "agrees": explanation.choice == str(played) or (loss is not None and loss.as_good),
        **_expected(points.get(explanation.choice, {})),
        **({} if loss is None else loss.figures()),
        "candidates": explanation.candidates,
        "reason": _reason(state, explanation, str(played)),
    }


def _points_of(candidates: Sequence[Row], state: GameState) -> Points:
    """Expected points and win chance of each action; empty if the tactic predicts no points."""
    if not any("expected_score" in row for row in candidates):
        return {}
    try:
        return with_points(candidates, state, action_space(state))
    except ValueError:
        return {}


def _expected(choice: Mapping[str, float]) -> dict[str, float]:
    """The seat's expectation here, by the figures of the tactic's choice."""
    names = ("expected_score", "win_chance")
    return {name: round(choice[name], _DIGITS) for name in names if name in choice}


def _lost(played: Action | None, state: GameState, points: Points) -> Loss | None:
    """The loss of the answer against the choice; None where it cannot be counted."""
    if played is None or str(played) not in points:
        return None
    try:
        return loss_of([played], points, len(state.discards[state.seat]), loss_scale())
    except ValueError:  # Without the engine.
        return None


def _reason(state: GameState, explanation: Explanation, played: str) -> Reason | None:
    """Why the choice and not what was played; if that is the choice, why not the next best."""
    rows = {row["action"]: row for row in explanation.candidates}
    if played == explanation.choice or not {played, explanation.choice} <= set(rows):
        return explanation.reason
    return reason(state, rows[explanation.choice], rows[played])


def _happened(view: SeatRecord, turn: int, won: bool | None, played: Action | None) -> bool:
    """Whether the answer took effect, rather than another seat's that came first."""
    if played is None:
        return False
    if played.kind == PASS:
        return True
    if played.kind == HU or turn + 1 == len(view.requests):
        return won is not False
    event = parse_request(view.requests[turn + 1], view.seat)
    return isinstance(event, Event) and event.seat == view.seat and event.kind == played.kind


def within(decisions: list[Choice], size: int) -> list[Choice]:
    """The decisions cut to about `size` bytes of JSON: reasons go first, distant ones first.

    Candidates and values stay. Other figures go: first those of candidates beyond the best few,
    except the one played; if that is not enough, those of all.
    """
    if _size(decisions) <= size:
        return decisions
    shorter = [_thinned(decision, _FULL_CANDIDATES) for decision in decisions]
    if _size(shorter) <= size:
        return shorter
    return [_thinned(decision, 0) for decision in decisions]


def _size(decisions: list[Choice]) -> int:
    return len(dumps(decisions, separators=(",", ":")))


def _thinned(decision: Choice, full: int) -> Choice:
    candidates = [
        candidate
        if index < full or (full and candidate["action"] == decision["played"])
        else _without_reasons(candidate)
        for index, candidate in enumerate(decision["candidates"])
    ]
    return {**decision, "candidates": candidates}


def _without_reasons(candidate: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in candidate.items() if not isinstance(value, (dict, list))}
