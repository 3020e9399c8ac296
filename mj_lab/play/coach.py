"""The coach of one seat: what a tactic says of its decision, and what its answer cost.

It is given a copy of the seat's own `GameState`, made of what the judge sent to that seat, and asks
nothing else: so it knows what the seat may know.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.events import PLAY, Action
from mj_bot.state import GameState
from mj_bot.tactics import DEFAULT
from mj_bot.tiles import code_of
from mj_lab.analysis.complete_hand.eight_fan import EightFan
from mj_lab.analysis.opinion import Explanation, explain
from mj_lab.analysis.study import least_row
from mj_lab.game.seating import PERSON
from mj_lab.play.at_table.thinking import ThinkingShare
from mj_lab.play.hand_in_play import AnswerRefusedError
from mj_lab.play.play_table import PlayTable
from mj_lab.replay.choices import held_against

# When the coach speaks: never, after a move, or before it and after it.
COACHING = ("off", "after", "before")

# What of a decision is told before the move, and after it.
_BEFORE = ("choice", "candidates", "reason")
_AFTER = ("choice", "agrees", "lost", "grade", "reason")

# Farther from 8 fan than any hand is that can reach it.
_FAR = 99


class CoachedTurn(NamedTuple):
    """A decision of a seat and what the coach says of it. state: a copy that nobody changes."""

    hand: int
    turn: int
    state: GameState
    said: Explanation

    def before(self) -> dict[str, Any]:
        """Before the move: the choice, all candidates, and why the choice and not the next."""
        told = held_against(self.said, self.state, None)
        return {"turn": self.turn, **{key: told[key] for key in _BEFORE}}

    def after(self, played: Action) -> dict[str, Any]:
        """After the move: whether it was the choice, and the points that it lost, as a review has.

        candidates are left out; lost and grade too where the tactic tells no points.
        """
        told = held_against(self.said, self.state, played)
        mark = {key: told[key] for key in _AFTER if key in told}
        place = {"hand": self.hand, "turn": self.turn, "offered": self.state.offered}
        return {**place, "played": str(played), **mark}


def coached(hand: int, turn: int, state: GameState) -> CoachedTurn:
    """Ask the default tactic; `state` is a copy."""
    return CoachedTurn(hand, turn, state, explain(tactics.load(DEFAULT, seed=0), state))


class Coaches:
    """The coaches of a table's people, beside the game: they think while the people do.

    thinking: where they do. tell: called when there is something new in `says`.
    """

    def __init__(self, table: PlayTable, thinking: ThinkingShare, tell: Callable[[], None]) -> None:
        self._table = table
        self._thinking = thinking
        self._tell = tell
        self._modes: dict[int, str] = {}
        self._asked: dict[int, tuple[int, int]] = {}
        self._found: dict[int, CoachedTurn] = {}
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
            raise AnswerRefusedError("the coach helps where one person plays")
        self._modes[player] = mode
        self.look()
        self._tell()

    def look(self) -> None:
        """A turn began: have the coaches think of what their people are asked."""
        table, hand = self._table, self._table.hand
        place = (table.hand_number, hand.turn)
        for player, mode in self._modes.items():
            seat = table.seat(player)
            if mode == "off" or hand.is_over or seat not in hand.open_seats():
                continue
            if self._asked.get(player) != place:
                self._asked[player] = place
                thinking = self._think(player, *place, hand.sights[seat].state.copy())
                self._tasks.add(task := asyncio.create_task(thinking))
                task.add_done_callback(self._tasks.discard)

    def answered(self, player: int, hand: int, turn: int, action: Action) -> None:
        """A person answered."""
        self._answers[player] = (hand, turn, action)
        self._mark(player)

    def says(self, player: int) -> dict[str, Any] | None:
        """What a person is told: mode, `advice` on what is asked now, `mark` of its last answer."""
        mode = self._modes.get(player, "off")
        if mode == "off":
            return None
        table, found = self._table, self._found.get(player)
        told = {"mode": mode, "advice": None, "mark": self._marks.get(player)}
        place = (table.hand_number, table.hand.turn)
        asked = not table.hand.is_over and table.seat(player) in table.hand.open_seats()
        if mode == "before" and asked and found is not None and found[:2] == place:
            told["advice"] = found.before()
        return told

    def stop(self) -> None:
        """Nobody needs them any more."""
        for task in self._tasks:
            task.cancel()

    async def _think(self, player: int, hand: int, turn: int, state: GameState) -> None:
        self._found[player] = await self._thinking.soon(partial(coached, hand, turn, state))
        self._mark(player)
        self._tell()

    def _mark(self, player: int) -> None:
        """Hold a person's answer against what the coach said, once both are here."""
        found, answer = self._found.get(player), self._answers.get(player)
        if found is not None and answer is not None and found[:2] == answer[:2]:
            self._marks[player] = found.after(answer[2])


def effective_tiles(state: GameState) -> list[dict[str, Any]]:
    """The effective tiles of a hand; with a tile too many, of what each discard leaves.

    tile: the discard's code, None of 13 tiles; shanten; effective: copies left by code; copies:
    their sum; eight: the same three towards 8 fan, as `EightFan.row`. Of discards those alone that
    leave the least shanten, or the least to 8 fan: the nearest to 8 fan first, most copies first.
    """
    melds, eight_fan = state.own_melds, EightFan()
    discards = [action.tile for action in action_space(state) if action.kind == PLAY]
    rows = []
    for tile in discards or [None]:
        hand = list(state.hand)
        if tile is not None:
            hand[tile] -= 1
        row = least_row(hand, len(melds), state.unseen)
        code = None if tile is None else code_of(tile)
        rows.append({"tile": code, **row, "eight": eight_fan.row(state, hand, melds)})
    least, nearest = min(row["shanten"] for row in rows), min(map(_to_eight, rows))
    wanted = [row for row in rows if row["shanten"] == least or _to_eight(row) == nearest]
    return sorted(wanted, key=lambda row: (_to_eight(row), row["shanten"], -_copies(row)))


def _to_eight(row: dict[str, Any]) -> int:
    return _FAR if row["eight"] is None else int(row["eight"]["shanten"])


def _copies(row: dict[str, Any]) -> int:
    return int(row["copies"] if row["eight"] is None else row["eight"]["copies"])
