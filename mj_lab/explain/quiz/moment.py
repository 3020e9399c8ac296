"""The position of a question in its game, stored so that a replay can show it."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mj_bot.events import PASS, SEATS
from mj_bot.tiles import codes_of, tiles_of
from mj_lab.core.game.play_game import PlayedTurn
from mj_lab.core.game.referee import Game
from mj_lab.core.records.match import Match, match_of

_LONGEST_WALL = 500
_LONGEST_ANSWER = 20
_LONGEST_NAME = 120
_MOST_TURNS = 500

_Answers = tuple[
    Annotated[str, Field(max_length=_LONGEST_ANSWER)],
    Annotated[str, Field(max_length=_LONGEST_ANSWER)],
    Annotated[str, Field(max_length=_LONGEST_ANSWER)],
    Annotated[str, Field(max_length=_LONGEST_ANSWER)],
]


class Moment(BaseModel):
    """A seat's turn in a game; the judge replays it in half a millisecond.

    wall: wire codes; wall_known: whether the record had it, else undrawn tiles are in no true
    order. answers: by turn and seat, as on the wire, "" a pass.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    seat: int = Field(ge=0, lt=SEATS)
    turn: int = Field(ge=0, lt=_MOST_TURNS)
    quan: int = Field(ge=0, lt=SEATS)
    common_wall: bool = False
    players: tuple[Annotated[str, Field(max_length=_LONGEST_NAME)], ...] = ()
    wall: Annotated[str, Field(max_length=_LONGEST_WALL)]
    wall_known: bool = True
    answers: Annotated[tuple[_Answers, ...], Field(max_length=_MOST_TURNS)]

    @property
    def wall_name(self) -> str:
        """A name that games of the same wall share."""
        return sha256(self.wall.encode()).hexdigest()

    def match(self, name: str = "") -> Match:
        """The whole game under this name.

        Raises ValueError if the judge cannot play it to its end.
        """
        game = Game(tiles_of(self.wall), self.quan, self.common_wall)
        turns = []
        for row in self.answers:
            if game.result is not None:
                raise ValueError("answers after the end of the game")
            replies = tuple(text or PASS for text in row)
            turns.append(PlayedTurn(game.event, replies))
            game.submit(replies)
        match = match_of(game, turns, name, self.players)
        return match.model_copy(update={"wall_known": self.wall_known})


def moment_of(match: Match, seat: int, turn: int) -> Moment | None:
    """The moment in a match; None if our judge plays it differently."""
    answers = [["" if text == PASS else text for text in row] for row in match.responses]
    try:
        moment = Moment.model_validate(
            {
                "seat": seat,
                "turn": turn,
                "quan": match.quan,
                "common_wall": match.common_wall,
                "players": match.players,
                "wall": codes_of(match.wall),
                "wall_known": match.wall_known,
                "answers": answers,
            }
        )
        again = moment.match()
    except (ValueError, IndexError):
        return None
    same = (again.requests, again.responses) == (match.requests, match.responses)
    return moment if same else None
