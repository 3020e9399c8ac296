"""Recorded decisions: what a seat knew, what it chose, from decision files and from matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import SEATS, Action, parse_response
from mj_bot.history import Loading, fold_all, load_json, response_of
from mj_bot.state import WALL_SIZE, GameState
from mj_lab.records.json_lines import built, read_records
from mj_lab.records.match import Match
from mj_lab.records.matches import match_of_record


class Decision(NamedTuple):
    """One choice among more than one legal action.

    name: where it is from. state: what the seat knew; it goes on with the match, so use it before
    the next decision is asked for. chosen: what the seat did, None if the record does not say.
    candidates: what the recorded program thought of each action, by its text: `value` and
    `distances` by route; empty where none was recorded. turn: of the match, -1 for a request.
    """

    name: str
    state: GameState
    chosen: Action | None
    candidates: dict[str, dict[str, Any]]
    turn: int = -1


class Source(NamedTuple):
    """One record that holds decisions; `decisions(loading)` folds it afresh.

    match: the match it is, None for a request.
    """

    name: str
    decisions: Callable[[Loading | None], Iterator[Decision]]
    match: Match | None = None

    @property
    def level(self) -> str:
        """Who played, in match files that tell it, else nothing."""
        return (self.match.level or "") if self.match is not None else ""


def read_sources(path: Path) -> Iterator[Source]:
    """The records of a decision file, a recorded request, or a match file.

    Raises RecordError, one line with file and place, for what is none of them.
    """
    for place, record in read_records(path):
        yield built(place, lambda record, place=place: _source(place, record), record)  # type: ignore[misc]


def _source(place: str, record: Any) -> Source:
    if is_request(record):
        return _source_of_request(place, record)
    match = match_of_record(record)
    name = match.id or place
    return Source(name, lambda loading: decisions_of(match, loading), match)


def is_request(record: Any) -> bool:
    """Whether a JSON record is what Botzone sends to one seat: its requests in one list."""
    requests = record.get("requests") if isinstance(record, dict) else None
    return isinstance(requests, list) and all(isinstance(request, str) for request in requests)


def _source_of_request(place: str, record: dict[str, Any]) -> Source:
    name = str(record.get("id", place))
    chosen = record.get("chosen")
    action = parse_response(chosen) if isinstance(chosen, str) else None
    candidates = {one["action"]: one for one in record.get("candidates", [])}
    load_json(record)  # What is no game is told now, with its place.

    def decisions(loading: Loading | None) -> Iterator[Decision]:
        state = load_json(record, loading)
        if len(action_space(state)) > 1:
            yield Decision(name, state, action, candidates)

    return Source(name, decisions)


def decisions_of(match: Match, loading: Loading | None = None) -> Iterator[Decision]:
    """Every decision of every seat of a match, seat by seat.

    The tiles of each seat's wall are known from the record, so shorter walls are played right.
    """
    for seat in range(SEATS):
        yield from decisions_of_seat(match, seat, loading)


def decisions_of_seat(
    match: Match, seat: int, loading: Loading | None = None
) -> Iterator[Decision]:
    """Every decision of one seat of a match, in order; its name ends in the seat and the turn."""
    for turn, state in states_of_seat(match, seat, loading):
        if len(action_space(state)) > 1:
            name = f"{match.id} seat {seat} turn {turn}"
            yield Decision(name, state, response_of(match.responses[turn][seat]), {}, turn)


def states_of_seat(
    match: Match, seat: int, loading: Loading | None = None
) -> Iterator[tuple[int, GameState]]:
    """Every turn of a match with what one seat knew when it was asked; one state that goes on.

    The tiles of the seat's wall are known from the record, so shorter walls are played right.

    Raises ValueError, with the turn, if the requests are no game.
    """
    state = GameState(min(len(match.wall) // SEATS, WALL_SIZE))
    requests = [row[seat] for row in match.requests]
    responses = [row[seat] for row in match.responses]
    folded = fold_all(state, requests, responses, loading)
    for turn in range(len(requests)):
        try:
            next(folded)
        except (ValueError, IndexError) as error:
            raise ValueError(f"turn {turn}: {error}") from None
        yield turn, state
