"""The coach of one seat: a tactic's evaluation of its decisions, and the cost of its answers.

It gets only a copy of the seat's own `GameState`, built from what the judge sent to that seat, so
it knows no more than the seat does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from mj_bot.events import Action
from mj_bot.state import GameState
from mj_lab.core.game.seating import PERSON
from mj_lab.core.options import ADVISER
from mj_lab.explain.analysis.explanation import Explanation, asked_by_name, explain
from mj_lab.explain.review.replay.choices import held_against
from mj_lab.table.play.at_table.thinking import ThinkingShare
from mj_lab.table.play.hand_in_play import AnswerRefusedError
from mj_lab.table.play.play_table import PlayTable

# When the coach speaks: never, after a move, or before and after it.
COACHING = ("off", "after", "before")

# The parts of an evaluation shown before the move, and after it.
_BEFORE = ("choice", "candidates", "reason")
_AFTER = ("choice", "agrees", "lost", "lost_error", "grade", "reason")


class CoachedTurn(NamedTuple):
    """A decision of a seat and the coach's evaluation. state: a copy that nothing changes."""

    hand: int
    turn: int
    state: GameState
    said: Explanation

    def before(self) -> dict[str, Any]:
        """Shown before the move: the choice, all candidates, why the choice beats the next."""
        shown = held_against(self.said, self.state, None)
        return {"turn": self.turn, **{key: shown[key] for key in _BEFORE}}

    def after(self, played: Action) -> dict[str, Any]:
        """Shown after the move: whether it was the choice or as good, and the loss, as in a review.

        Without candidates; without lost, lost_error and grade if the tactic has no points.
        """
        shown = held_against(self.said, self.state, played)
        mark = {key: shown[key] for key in _AFTER if key in shown}
        where = {"hand": self.hand, "turn": self.turn, "offered": self.state.offered}
        return {**where, "played": str(played), **mark}


def coached(hand: int, turn: int, state: GameState) -> CoachedTurn:
    """Ask the adviser; `state` is a copy."""
    return CoachedTurn(hand, turn, state, explain(asked_by_name(ADVISER), state))


class Coaches:
    """The coaches of a table's people: they think while the people do.

    thinking: where they think. tell: called when `says` changes.
    """

    def __init__(self, table: PlayTable, thinking: ThinkingShare, tell: Callable[[], None]) -> None:
        self._table = table
        self._thinking = thinking
        self._tell = tell
        self._modes: dict[int, str] = {}
        self._turns: dict[int, tuple[int, int]] = {}
        self._evaluated: dict[int, CoachedTurn] = {}
        self._answers: dict[int, tuple[int, int, Action]] = {}
        self._marks: dict[int, dict[str, Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def set_mode(self, player: int, mode: str) -> None:
        """When the coach speaks to a person: one of COACHING.

        Raises AnswerRefusedError for another word, and where other people play.
        """
        table = self._table
        if mode not in COACHING:
            raise AnswerRefusedError("coach: mode is none of the words for it")
        if mode != "off" and table.settings.players.count(PERSON) > 1:
            raise AnswerRefusedError("the coach helps only where one person plays")
        self._modes[player] = mode
        self.look()
        self._tell()

    def look(self) -> None:
        """A turn has begun: start evaluating the decisions of the people."""
        table, hand = self._table, self._table.hand
        turn = (table.hand_number, hand.turn)
        for player, mode in self._modes.items():
            seat = table.seat(player)
            if mode == "off" or hand.is_over or seat not in hand.open_seats():
                continue
            if self._turns.get(player) != turn:
                self._turns[player] = turn
                thinking = self._think(player, *turn, hand.sights[seat].state.copy())
                self._tasks.add(task := asyncio.create_task(thinking))
                task.add_done_callback(self._tasks.discard)

    def answered(self, player: int, hand: int, turn: int, action: Action) -> None:
        """A person answered."""
        self._answers[player] = (hand, turn, action)
        self._mark(player)

    def says(self, player: int) -> dict[str, Any] | None:
        """What a person sees: mode, `advice` on the current decision, `mark` of the last answer."""
        mode = self._modes.get(player, "off")
        if mode == "off":
            return None
        table, evaluated = self._table, self._evaluated.get(player)
        shown = {"mode": mode, "advice": None, "mark": self._marks.get(player)}
        turn = (table.hand_number, table.hand.turn)
        is_asked = not table.hand.is_over and table.seat(player) in table.hand.open_seats()
        if mode == "before" and is_asked and evaluated is not None and evaluated[:2] == turn:
            shown["advice"] = evaluated.before()
        return shown

    def stop(self) -> None:
        """End all thinking."""
        for task in self._tasks:
            task.cancel()

    async def _think(self, player: int, hand: int, turn: int, state: GameState) -> None:
        self._evaluated[player] = await self._thinking.soon(partial(coached, hand, turn, state))
        self._mark(player)
        self._tell()

    def _mark(self, player: int) -> None:
        """Compare a person's answer with the coach's evaluation, once both are here."""
        evaluated, answer = self._evaluated.get(player), self._answers.get(player)
        if evaluated is not None and answer is not None and evaluated[:2] == answer[:2]:
            self._marks[player] = evaluated.after(answer[2])
