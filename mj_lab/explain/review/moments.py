"""The table as a seat saw it at its worst answers, for the page of a review."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mj_lab.core.records.formats.seat_record import SeatRecord, seat_of
from mj_lab.core.records.match import Match
from mj_lab.explain.review.replay.frames import frames_of_seat
from mj_lab.explain.review.reviewing import GameReview
from mj_lab.explain.review.summary import worst_of

# Seat and turn in a game.
SeatTurn = tuple[int, int]


def moments_shown(
    games: Sequence[GameReview], players: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """By game, the frames of the worst answers of seats and players, by `SEAT-TURN`."""
    wanted: list[set[SeatTurn]] = [
        {(seat.seat, mistake.turn) for seat in game.seats for mistake in worst_of(seat)}
        for game in games
    ]
    for player in players:
        for game, index, decision in player["worst"]:
            seat = games[game].seats[index]
            wanted[game].add((seat.seat, seat.decisions[decision].turn))
    return [
        {} if game.record is None else _frames(game.record, moments)
        for game, moments in zip(games, wanted, strict=True)
    ]


def _frames(record: Match | SeatRecord, moments: set[SeatTurn]) -> dict[str, Any]:
    frames = {}
    for seat in sorted({seat for seat, _ in moments}):
        view = record if isinstance(record, SeatRecord) else seat_of(record, seat)
        for frame in frames_of_seat(view):
            if (seat, frame["turn"]) in moments:
                frames[f"{seat}-{frame['turn']}"] = frame
    return frames
