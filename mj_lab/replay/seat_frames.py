"""The table at every turn as one seat saw it; no end, as no other hand is on record."""

from __future__ import annotations

from mj_bot.events import Start, parse_request
from mj_bot.history import note_answer
from mj_lab.records.formats.seat_record import SeatRecord
from mj_lab.replay.seat_table import MOST_TURNS, Frame, SeatTable


def frames_of_seat(record: SeatRecord) -> list[Frame]:
    """The frames of one seat's record: the deal and every event.

    Raises ValueError, with the turn, if its requests do not make a game.
    """
    if len(record.requests) > MOST_TURNS:
        raise ValueError(f"{len(record.requests)} turns: no game is that long")
    table = SeatTable(record.unfolded())
    frames = []
    for turn, text in enumerate(record.requests):
        try:
            table.fold(parse_request(text, table.state.seat))
        except (ValueError, IndexError) as error:
            raise ValueError(f"turn {turn}: {error}") from None
        if not isinstance(table.state.last, Start):
            frames.append({"turn": turn, **table.frame()})
        if turn < len(record.responses):
            note_answer(table.state, record.responses[turn])
    return frames
