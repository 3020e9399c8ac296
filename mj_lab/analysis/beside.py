"""One walk over what a seat was asked, with a tactic that hears the game beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.history import response_of
from mj_bot.state import GameState
from mj_bot.tactics import Tactic, loading_of
from mj_lab.records.formats.seat_record import SeatRecord


class AskedTurn(NamedTuple):
    """One turn that asked a seat.

    state: what the seat knew; it goes on with the game, so use it before the next turn. legal: its
    legal actions, more than one where there was something to decide.
    response: as recorded, "" where there is none. answer: what it says, None if it is no response
    of the protocol.
    """

    turn: int
    state: GameState
    legal: Sequence[Action]
    response: str
    answer: Action | None

    @property
    def played(self) -> Action | None:
        """The legal action that was the answer, None if none was."""
        answer = self.answer
        return next((one for one in self.legal if answer is not None and one.same(answer)), None)


def turns_beside(view: SeatRecord, tactic: Tactic) -> Iterator[AskedTurn]:
    """Every turn of a seat, in order; the tactic hears what it must before each.

    Raises ValueError, with the turn, if the requests are no game.
    """
    for turn, state in view.states(loading_of(tactic)):
        said = view.responses[turn] if turn < len(view.responses) else ""
        response = str(said)
        yield AskedTurn(turn, state, action_space(state), response, response_of(response))
