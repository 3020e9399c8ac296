"""Reads games from an index."""

from __future__ import annotations

import zlib
from io import BytesIO

from mj_lab.core.database import Database
from mj_lab.core.records.archives import FoundGame, entries_in
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.json_lines import RecordError
from mj_lab.core.records.match import Match


def indexed_game(index: Database, game: int) -> Match | SeatRecord | None:
    """A game of an index, None if there is no such game.

    Raises RecordError, one line, if our judge does not allow the recorded game.
    """
    row = index.execute(
        "SELECT r.packed, f.path FROM records r JOIN games g ON g.id = r.game "
        "JOIN files f ON f.id = g.file WHERE r.game = ?",
        (game,),
    ).fetchone()
    if row is None:
        return None
    return unpacked_game(row[0], f"game {game} of {row[1]}").game


def unpacked_game(packed: bytes, location: str) -> FoundGame:
    """Unpack the game of an index row. Raises RecordError, one line with the place."""
    try:
        text = zlib.decompress(packed)
    except zlib.error as error:
        raise RecordError(f"{location}: {error}") from None
    entry = next(entries_in(BytesIO(text), location), None)
    if entry is None:
        raise RecordError(f"{location}: nothing in it")
    return entry.build()
