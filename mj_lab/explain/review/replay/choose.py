"""Selects one match from a file that may contain many."""

from __future__ import annotations

from pathlib import Path

from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import MatchError, recorded_in


def chosen_game(path: Path, wanted: str) -> Match | SeatRecord:
    """The match, or one seat's view, with that id, or else with that number, counted from 1.

    Raises MatchError if the file has no such match or is not a match file.
    """
    number = int(wanted) if wanted.isascii() and wanted.isdecimal() else 0
    count, numbered = 0, None
    for count, record in enumerate(recorded_in(path), start=1):
        if record.game.id == wanted:
            return record.game
        if count == number:
            numbered = record.game
            if len(wanted) < 6:  # No id is that short, so the rest need not be read.
                return record.game
    if numbered is not None:
        return numbered
    raise MatchError(f"{path}: no match {wanted!r:.60} among its {count}")
