"""The games of a file to review, each with the seats whose requests are known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mj_bot.events import SEATS
from mj_lab.core.error_text import printable
from mj_lab.core.pages.anonymise import Anonymiser
from mj_lab.core.records.archives import FoundGame
from mj_lab.core.records.formats.botzone_log import ME
from mj_lab.core.records.formats.seat_record import SeatRecord, seat_of
from mj_lab.core.records.json_lines import OnInvalid
from mj_lab.core.records.match import Match
from mj_lab.core.records.matches import recorded_in

# How many players a message names.
_MOST_NAMED = 12


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


class OwnSeats:
    """The seats of one's own player, by its name or id in the records.

    A record of one seat's view is its client's own, so `me` is its player too. seat: the own one in
    records that name no player. with_it, without: how many games have that player.
    """

    def __init__(self, own: str, seat: int | None = None) -> None:
        self.with_it = self.without = 0
        self._own = own
        self._unnamed = set() if seat is None else {seat}
        self._others: dict[str, None] = {}

    def of(self, game: Match | SeatRecord) -> set[int]:
        """The own player's seats in a game."""
        names = _names_by_seat(game)
        seats = {seat for seat, called in names.items() if self._own and self._own in called}
        if not any(map(any, names.values())):
            seats = self._unnamed
        self.with_it += bool(seats)
        if not seats:
            self.without += 1
            self._others.update(dict.fromkeys(called[0] for called in names.values() if called[0]))
        return seats

    def check(self) -> None:
        """Raise ValueError, one line that lists the players, if no game has the own player."""
        if self.with_it or not self.without:
            return
        there = ", ".join(printable(name) for name in list(self._others)[:_MOST_NAMED])
        more = len(self._others) - _MOST_NAMED
        raise ValueError(
            f"no match has a player {printable(self._own)!r:.80}; there are: "
            + (there or "none with a name; say your seat too: --seat")
            + (f" and {more} more" if more > 0 else "")
        )


def _names_by_seat(game: Match | SeatRecord) -> dict[int, tuple[str, ...]]:
    """Each seat's player by all its names; the name in the match first, "" if it has none."""
    if isinstance(game, SeatRecord):
        return {game.seat: (game.player or ME, ME)}
    given = [game.players, game.player_ids]
    return {
        seat: (
            *(names[seat] if seat < len(names) else "" for names in given),
            *(game.known_as[seat] if game.known_as else ()),
        )
        for seat in range(SEATS)
    }


def recorded_games(
    path: Path,
    seat: int | None = None,
    skip: OnInvalid | None = None,
    anonymiser: Anonymiser | None = None,
    own: OwnSeats | None = None,
) -> Iterator[RecordedGame]:
    """The games of a file: of a match all four seats, of one seat's requests that one.

    seat: only this one; records of one other seat are left out. skip: called with the error of each
    record that is not a game. anonymiser: takes names out. own: only these; games without any are
    left out. Without `skip` raises RecordError, one line with file and place, for the first such
    record.
    """
    for number, record in enumerate(recorded_in(path, skip), start=1):
        mine = range(SEATS) if own is None else own.of(record.game)
        shown = record if anonymiser is None else anonymiser.found(record)
        game = recorded_game(shown, path.name if anonymiser is None else "")
        views = tuple(
            view for view in game.views if view.seat in mine and seat in (None, view.seat)
        )
        if views:
            yield game._replace(views=views, place=number)


def recorded_game(record: FoundGame, file: str) -> RecordedGame:
    """A record of a file by its seats: of a match all four, of one seat's record that one."""
    if isinstance(record.game, SeatRecord):
        name = record.game.id or record.place
        return RecordedGame(name, file, "", (record.game,), record.game)
    return game_of_match(record.game, record.place, file)


def game_of_match(match: Match, location: str = "", file: str = "") -> RecordedGame:
    """A match by its four seats. location: its name if it has none."""
    views = tuple(seat_of(match, seat) for seat in range(SEATS))
    return RecordedGame(match.id or location, file, match.level or "", views, match)
