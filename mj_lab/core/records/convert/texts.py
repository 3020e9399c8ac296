"""One game as text in each format."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mj_bot.events import SEATS
from mj_lab.core.records.convert.formats import Format
from mj_lab.core.records.formats.botzone_log import to_botzone
from mj_lab.core.records.formats.course_data import format_hand
from mj_lab.core.records.formats.human_games import format_human_hand
from mj_lab.core.records.formats.platforms.salasasa_writing import salasasa_record
from mj_lab.core.records.formats.platforms.tziakcha_writing import tziakcha_record
from mj_lab.core.records.formats.seat_record import ONE_VIEW, SeatRecord, seat_of, to_input
from mj_lab.core.records.hand import HandError, hand_of
from mj_lab.core.records.match import Match, to_line


def texts_of(game: Match | SeatRecord, wanted: Format, seat: int | None) -> Iterator[str]:
    """A game in a format: one text, or for `seat` one for each requested seat.

    Raises HandError if the format cannot express this game.
    """
    if isinstance(game, SeatRecord):
        if wanted is not Format.SEAT:
            raise HandError(ONE_VIEW)
        if seat in (None, game.seat):
            yield _json(to_input(game))
            return
        raise HandError("another seat's record", 0, f"of seat {game.seat}")
    if wanted is Format.SEAT:
        for each in range(SEATS) if seat is None else (seat,):
            yield _json(to_input(seat_of(game, each)))
    elif wanted is Format.DATASET:
        yield format_hand(hand_of(game), game) + "\n"
    elif wanted is Format.HUMAN:
        yield format_human_hand(hand_of(game), game)
    elif wanted is Format.TZIAKCHA:
        yield _json(tziakcha_record(hand_of(game), game))
    elif wanted is Format.SALASASA:
        yield _json(salasasa_record(hand_of(game), game))
    elif wanted is Format.BOTZONE:
        yield _json(to_botzone(game))
    else:
        yield to_line(game) + "\n"


def _json(record: object) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
