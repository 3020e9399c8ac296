"""Recorded decisions from decision files, one seat's view, or matches in any format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mj_bot.actions import action_space
from mj_bot.history import Loading
from mj_lab.core.records.decisions import Decision, decisions_of
from mj_lab.core.records.formats.seat_record import Decided, SeatRecord
from mj_lab.core.records.json_lines import OnInvalid, RecordError, built
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import recorded_in


class Source(NamedTuple):
    """One record with decisions; `decisions(loading)` replays it anew.

    match: the match of the record, None for a request.
    """

    name: str
    decisions: Callable[[Loading | None], Iterator[Decision]]
    match: Match | None = None

    @property
    def level(self) -> str:
        """The level of the players if a match file has it, else empty."""
        return (self.match.level or "") if self.match is not None else ""


def read_sources(path: Path, skip: OnInvalid | None = None) -> Iterator[Source]:
    """The records of a decision file, a recorded request, or a file of matches in any format.

    skip: gets the errors of other records, and reading continues. Without it raises RecordError,
    one line with file and place, at the first.
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


def _source_of_match(location: str, match: Match) -> Source:
    return Source(match.id or location, lambda loading: decisions_of(match, loading), match)


def _source_of_seat(location: str, record: SeatRecord) -> Source:
    """One seat's view: the decision it asks for, or each answered one."""
    name = record.id or location
    for _ in record.states():  # Report an error in the requests now, with its place.
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
