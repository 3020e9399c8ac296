"""Anonymises records: letters for players, numbers for matches, no dates."""

from __future__ import annotations

from mj_lab.core.records.archives import FoundGame
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.match import Match

_LETTERS = 26


class Anonymiser:
    """Anonymises records; the same id, or else the same name, always gets the same letter.

    Ratings, tiles and answers stay, so whoever has the original can find the game in it.
    """

    def __init__(self) -> None:
        self._letters: dict[str, str] = {}
        self._matches: dict[str, str] = {}
        self._games = 0

    def found(self, record: FoundGame) -> FoundGame:
        """The record without names, its place included."""
        game = self.game(record.game)
        return FoundGame(f"game {game.id}", game, record.complaints)

    def game(self, game: Match | SeatRecord) -> Match | SeatRecord:
        """The same game without names."""
        self._games += 1
        number = str(self._games)
        if isinstance(game, SeatRecord):
            return game._replace(id=number, player=self._letter(game.player))
        keys = game.player_ids or game.players
        letters = tuple(self._letter(key) for key in keys)
        return game.model_copy(
            update={
                "id": number,
                "players": letters,
                "player_ids": letters if game.player_ids else (),
                "known_as": (),
                "began": 0,
                "place": game.place and game.place.model_copy(update={"match": self._match(game)}),
            }
        )

    def _letter(self, key: str) -> str:
        return key and self._letters.setdefault(key, letter_of(len(self._letters)))

    def _match(self, game: Match) -> str:
        name = game.place.match if game.place is not None else ""
        return self._matches.setdefault(name, f"match {len(self._matches) + 1}")


def letter_of(number: int) -> str:
    """The letter of a player by number, from 0.

    >>> letter_of(0), letter_of(25), letter_of(26), letter_of(53)
    ('A', 'Z', 'A2', 'B3')
    """
    round_, letter = divmod(number, _LETTERS)
    return chr(ord("A") + letter) + (str(round_ + 1) if round_ else "")
