"""Plays a record of this server on from a decision: parses the order, finds the record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mj_bot.events import SEATS
from mj_bot.tactics import DEFAULT
from mj_lab.core.error_text import words_of_validation
from mj_lab.core.game.seating import PERSON
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.json_lines import one_line
from mj_lab.core.records.json_value import parse_json
from mj_lab.core.records.match import Match
from mj_lab.explain.review.replay.choose import chosen_game
from mj_lab.explain.review.replay.frames import MOST_TURNS
from mj_lab.table.play.hands.resumed_hand import BegunHand, begin_at
from mj_lab.table.play.table_settings import TableSettings
from mj_lab.web.server.games.routes import game_of_index
from mj_lab.web.server.saved import SavedMatches
from mj_lab.web.server.uploads import MOST_BYTES, Uploads

MOST_AGAIN_BYTES = 2000

Find = Callable[[str, str], Match | SeatRecord]
_GameOf = Callable[[str], Match | SeatRecord]
_Text = Annotated[str, Field(max_length=200)]


class AgainOrder(BaseModel):
    """An order to play on from a decision of a record.

    record: the address of its replay here. game: id or number in a file with several. seat: 0-3.
    turn: the decision's. tactic: in the other seats. name: the person's.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    record: _Text
    game: _Text = "1"
    seat: int = Field(ge=0, le=SEATS - 1)
    turn: int = Field(ge=0, le=MOST_TURNS)
    tactic: _Text = DEFAULT
    name: _Text = ""
    pace: float = 0.8

    def settings(self) -> TableSettings:
        """The table's settings. Raises ValueError, one line, if no table can have them."""
        if self.tactic == PERSON:
            raise ValueError("tactic: one person plays on from a record")
        players = [self.tactic] * SEATS
        names = [""] * SEATS
        players[self.seat], names[self.seat] = PERSON, " ".join(self.name.split())
        return TableSettings(tuple(players), pace=self.pace, names=tuple(names))

    def begun(self, find: Find) -> BegunHand:
        """The hand's beginning. Raises ValueError, one line, or OSError if it cannot be read."""
        return begin_at(find(self.record, self.game), self.seat, self.turn, SystemRandom())


def read_again(body: bytes) -> AgainOrder:
    """Parse an order. Raises ValueError, one line, for anything else.

    >>> read_again(b'{"record": "/saved/0f", "seat": 1, "turn": 5}').tactic
    'learned'
    >>> read_again(b'{"record": "/saved/0f", "seat": 4, "turn": 5}')
    Traceback (most recent call last):
    ...
    ValueError: seat: expected 3 or less
    """
    if len(body) > MOST_AGAIN_BYTES:
        raise ValueError("too long")
    try:
        return AgainOrder.model_validate(parse_json(body))
    except ValidationError as error:
        field, problem = words_of_validation(error)
        raise ValueError(one_line(f"{field}: {problem}" if field else problem)) from None


class RecordsHere:
    """The records that this server shows: from its folders, the archive's index, uploads.

    And the games of the quiz's questions. game_of: by a question's id, None without a quiz.
    """

    def __init__(
        self, saved: SavedMatches, uploads: Uploads, index: Path, game_of: _GameOf | None = None
    ) -> None:
        self._saved, self._uploads, self._index = saved, uploads, index
        self._game_of = game_of

    def find(self, address: str, game: str) -> Match | SeatRecord:
        """The record whose replay has this address. game: see `chosen_game`.

        Raises ValueError, one line, if there is none, OSError if it cannot be read.
        """
        match address.split("/"):
            case ["", "saved", key]:
                file = self._saved.file(key)
                if file is not None and game != "1" and file.size > MOST_BYTES:
                    raise ValueError(f"over {MOST_BYTES // 1_000_000} MB: only its first game")
                if file is not None:
                    return chosen_game(file.path, game)
            case ["", "uploads", token, number] if _is_number(number):
                upload = self._uploads.get(token)
                if upload is not None and 1 <= int(number) <= upload.count:
                    return upload.game(int(number))
            case ["", "train", "games", name] if self._game_of is not None:
                return self._game_of(name)
            case ["", "games", number] if _is_number(number):
                return game_of_index(self._index, int(number))
        raise ValueError("there is no such record here")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 16
