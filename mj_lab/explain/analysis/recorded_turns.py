"""Replays a record and yields each decision of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.state import GameState
from mj_bot.tactics import Tactic, loading_of
from mj_lab.core.records.formats.seat_record import SeatRecord, may_be


class AskedTurn(NamedTuple):
    """One turn in which the seat was asked.

    state: what the seat knew; it is updated as the game goes on, so use it before the next turn.
    legal: its legal actions, more than one if there was something to decide. response: as recorded,
    "" if not; then `is_recorded` is false. answer: see `SeatRecord.answer`.
    """

    turn: int
    state: GameState
    legal: Sequence[Action]
    response: str
    answer: Action | None
    is_recorded: bool

    @property
    def meant(self) -> list[Action]:
        """The legal actions that match the answer: usually one, none if it was not legal.

        A claim that lost to another seat's has no recorded discard: one action for each discard.
        """
        answer = self.answer
        return [] if answer is None else [action for action in self.legal if may_be(action, answer)]


def turns_beside(view: SeatRecord, tactic: Tactic) -> Iterator[AskedTurn]:
    """Every turn that asked a seat, in order; the tactic is shown the game up to each.

    Raises ValueError, with the turn, if the requests do not make a game.
    """
    for turn, state in view.states(loading_of(tactic)):
        is_recorded = view.is_recorded(turn)
        response = str(view.responses[turn]) if is_recorded else ""
        yield AskedTurn(turn, state, action_space(state), response, view.answer(turn), is_recorded)
