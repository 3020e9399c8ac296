"""Recorded decisions: what a seat knew, what it chose, from decision files and from matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import SEATS, Action
from mj_bot.history import Loading, fold, note_answer
from mj_bot.state import GameState
from mj_lab.records.formats.seat_record import Decided, SeatRecord, seat_of
from mj_lab.records.json_lines import OnInvalid, RecordError, built
from mj_lab.records.match import Match
from mj_lab.records.matches import recorded_in


class Decision(NamedTuple):
    """One choice among more than one legal action.

    name: where it is from. state: what the seat knew; it changes with the match, so use it before
    you ask for the next decision. chosen: the seat's answer, without its discard if the claim was
    pre-empted; None if the record does not say.
    candidates: the recorded program's opinion of each action, by its text: `value` and `distances`
    by route; empty if none was recorded. turn: of the match, -1 for a request.
    """

    name: str
    state: GameState
    chosen: Action | None
    candidates: dict[str, dict[str, Any]]
    turn: int = -1


class Source(NamedTuple):
    """One record with decisions; `decisions(loading)` folds it anew.

    match: the match of the record, None for a request.
    """

    name: str
    decisions: Callable[[Loading | None], Iterator[Decision]]
    match: Match | None = None

    @property
    def level(self) -> str:
        """The level of the players, in match files that have it, else empty."""
        return (self.match.level or "") if self.match is not None else ""


def read_sources(path: Path, skip: OnInvalid | None = None) -> Iterator[Source]:
    """The records of a decision file, a recorded request, or a file of matches in any format.

    skip: gets the errors of other records, and the next is read.
    Raises RecordError, one line with file and place, for the first without it.
    """
    for record in recorded_in(path, skip):
        if not isinstance(record.game, SeatRecord):
            yield _source_of_match(record.place, record.game)
            continue
        try:
            source = built(record.place, partial(_source_of_seat, record.place), record.game)
        except RecordError as error:
            if skip is None:
                raise
            skip(error)
        else:
            yield source


def _source_of_match(place: str, match: Match) -> Source:
    return Source(match.id or place, lambda loading: decisions_of(match, loading), match)


def _source_of_seat(place: str, record: SeatRecord) -> Source:
    """One seat's view: the decision that is asked for, or each answered one."""
    name = record.id or place
    for _ in record.states():  # An error in the requests is reported now, with its place.
        pass

    def decisions(loading: Loading | None) -> Iterator[Decision]:
        answered = len(record.responses) >= len(record.requests) and record.decided is None
        for turn, state in record.states(loading):
            is_asked = turn + 1 == len(record.requests)
            if not (answered or is_asked) or len(action_space(state)) == 1:
                continue
            if answered:
                yield Decision(f"{name} turn {turn}", state, record.answer(turn), {}, turn)
            else:
                decided = record.decided or Decided()
                yield Decision(name, state, decided.chosen, decided.candidates)

    return Source(name, decisions)


def decisions_of(match: Match, loading: Loading | None = None) -> Iterator[Decision]:
    """Every decision of every seat of a match, seat by seat."""
    for seat in range(SEATS):
        yield from decisions_of_seat(match, seat, loading)


def decisions_of_seat(
    match: Match, seat: int, loading: Loading | None = None
) -> Iterator[Decision]:
    """Every decision of one seat of a match, in order; its name ends in the seat and the turn."""
    view = seat_of(match, seat)
    for turn, state in view.states(loading):
        if len(action_space(state)) > 1:
            name = f"{match.id} seat {seat} turn {turn}"
            yield Decision(name, state, view.answer(turn), {}, turn)


def decision_of_seat(match: Match, seat: int, turn: int) -> Decision:
    """The decision that a seat of a match had at a turn.

    Raises ValueError, one line with the turns that ask it, if the seat had nothing to decide then.
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

    The states change with the match, so use them before you ask for the next turn.
    """
    states = [match.seat_state() for _ in range(SEATS)]
    for turn, requests in enumerate(match.requests):
        for state, request in zip(states, requests, strict=True):
            fold(state, request)
        yield turn, states
        for state, response in zip(states, match.responses[turn], strict=True):
            note_answer(state, response)
