"""Decisions of a match: what a seat knew, and what it chose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import SEATS, Action
from mj_bot.history import Loading, fold, note_answer
from mj_bot.state import GameState
from mj_lab.core.records.formats.seat_record import seat_of
from mj_lab.core.records.match import Match


class Decision(NamedTuple):
    """One choice among several legal actions.

    name: where it is from. state: what the seat knew; it is updated as the match goes on, so use it
    before asking for the next decision. chosen: the seat's answer, without its discard if the claim
    was pre-empted; None if not recorded. candidates: the recorded program's evaluation of each
    action, by its text: `value` and `distances` by route; empty if not recorded. turn: of the
    match, -1 for a request.
    """

    name: str
    state: GameState
    chosen: Action | None
    candidates: dict[str, dict[str, Any]]
    turn: int = -1


def decisions_of(match: Match, loading: Loading | None = None) -> Iterator[Decision]:
    """Every decision of a match, seat by seat."""
    for seat in range(SEATS):
        yield from decisions_of_seat(match, seat, loading)


def decisions_of_seat(
    match: Match, seat: int, loading: Loading | None = None
) -> Iterator[Decision]:
    """Every decision of one seat, in order; its name ends in the seat and the turn."""
    view = seat_of(match, seat)
    for turn, state in view.states(loading):
        if len(action_space(state)) > 1:
            name = f"{match.id} seat {seat} turn {turn}"
            yield Decision(name, state, view.answer(turn), {}, turn)


def decision_of_seat(match: Match, seat: int, turn: int) -> Decision:
    """The decision of a seat at a turn.

    Raises ValueError, one line with the turns that ask it, if the seat had nothing to decide.
    """
    if not (0 <= seat < SEATS and 0 <= turn < len(match.requests)):
        raise ValueError(f"seats are 0-3, steps 0-{len(match.requests) - 1}")
    turns = []
    for decision in decisions_of_seat(match, seat):
        turns.append(decision.turn)
        if decision.turn == turn:
            return decision
    known = ", ".join(map(str, turns))
    raise ValueError(f"seat {seat} has nothing to decide at step {turn}; it has at {known}")


def seats_by_turn(match: Match) -> Iterator[tuple[int, list[GameState]]]:
    """Each turn with the four states after its requests, before the answers.

    The states are updated as the match goes on, so use them before asking for the next turn.
    """
    states = [match.seat_state() for _ in range(SEATS)]
    for turn, requests in enumerate(match.requests):
        for state, request in zip(states, requests, strict=True):
            fold(state, request)
        yield turn, states
        for state, response in zip(states, match.responses[turn], strict=True):
            note_answer(state, response)
