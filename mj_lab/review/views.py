"""The games of a file to review, each with the seats whose requests are known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mj_bot.events import SEATS
from mj_lab.pages.without_names import WithoutNames
from mj_lab.records.archives import FoundGame
from mj_lab.records.formats.seat_record import SeatRecord, seat_of
from mj_lab.records.json_lines import OnInvalid
from mj_lab.records.match import Match
from mj_lab.records.matches import recorded_in


class RecordedGame(NamedTuple):
    """One game of a file, by its seats. level: who played, if the match file says it.

    record: the source of the views. place: of the game in its file, from 1.
    """

    id: str
    file: str
    level: str
    views: tuple[SeatRecord, ...]
    record: Match | SeatRecord | None = None
    place: int = 1


def recorded_games(
    path: Path,
    seat: int | None = None,
    skip: OnInvalid | None = None,
    without_names: WithoutNames | None = None,
) -> Iterator[RecordedGame]:
    """The games of a file: of a match all four seats, of one seat's requests that one.

    seat: only this one; records of one other seat are left out. skip: called with the error of each
    record that is not a game. without_names: takes the names out.
    Without `skip` raises RecordError, one line with file and place, for the first such record.
    """
    for place, record in enumerate(recorded_in(path, skip), start=1):
        one = record if without_names is None else without_names.found(record)
        game = recorded_game(one, path.name if without_names is None else "")
        views = tuple(view for view in game.views if seat is None or view.seat == seat)
        if views:
            yield game._replace(views=views, place=place)


def recorded_game(record: FoundGame, file: str) -> RecordedGame:
    """A record of a file by its seats: of a match all four, of one seat's record that one."""
    if isinstance(record.game, SeatRecord):
        name = record.game.id or record.place
        return RecordedGame(name, file, "", (record.game,), record.game)
    return game_of_match(record.game, record.place, file)


def game_of_match(match: Match, place: str = "", file: str = "") -> RecordedGame:
    """A match by its four seats. place: its name if it has none."""
    views = tuple(seat_of(match, seat) for seat in range(SEATS))
    return RecordedGame(match.id or place, file, match.level or "", views, match)
