"""Goes through the turns that asked a seat, while a tactic follows the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import GameState
from mj_bot.tactics import Tactic, loading_of
from mj_lab.core.records.formats.seat_record import SeatRecord, may_be


class AskedTurn(NamedTuple):
    """One turn that asked a seat.

    state: what the seat knew; it changes with the game, so use it before the next turn. legal: its
    legal actions, more than one if there was something to decide.
    response: as recorded, "" if the record does not say; then `is_recorded` is false. answer: see
    `SeatRecord.answer`.
    """

    turn: int
    state: GameState
    legal: Sequence[Action]
    response: str
    answer: Action | None
    is_recorded: bool

    @property
    def meant(self) -> list[Action]:
        """The legal actions that the answer may be: usually one, none if it was not legal.

        A claim that lost to another seat's has no recorded discard: one action for each discard.
        """
        answer = self.answer
        return [] if answer is None else [one for one in self.legal if may_be(one, answer)]


def turns_beside(view: SeatRecord, tactic: Tactic) -> Iterator[AskedTurn]:
    """Every turn that asked a seat, in order; before each the tactic is given the game so far.

    Raises ValueError, with the turn, if the requests do not make a game.
    """
    for turn, state in view.states(loading_of(tactic)):
        is_recorded = view.is_recorded(turn)
        response = str(view.responses[turn]) if is_recorded else ""
        yield AskedTurn(turn, state, action_space(state), response, view.answer(turn), is_recorded)
