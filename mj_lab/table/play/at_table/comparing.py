"""Replays a table's finished hands with the adviser in each person's seat."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from mj_lab.core.database import DatabaseError
from mj_lab.core.options import ADVISER
from mj_lab.table.play.at_table.thinking import ThinkingShare
from mj_lab.table.play.play_table import PlayTable
from mj_lab.table.play.same_wall import HandInstead, against_bot, keep, not_compared
from mj_lab.table.play.store import SameWall


class Progress(NamedTuple):
    """A hand's progress: answers evaluated in sampled worlds, of those known to differ.

    score, instead: on the wall that was dealt, as in SameWall.
    """

    hand: int
    played: int
    differ: int
    score: int
    instead: int


class Compared(NamedTuple):
    """A tactic's results in a player's seat, by hand.

    waiting: hands not yet replayed. progress: of the current one, if any.
    """

    tactic: str
    rows: tuple[SameWall, ...]
    waiting: int
    progress: Progress | None = None


class Comparing:
    """Replays each hand of a table once it is over; `run` until the last one.

    kept: waits until what the table kept is on disk. changed: the event that is set at the next
    change of the table. tell: sets it.
    """

    def __init__(
        self,
        table: PlayTable,
        thinking: ThinkingShare,
        kept: Callable[[], Awaitable[None]],
        changed: Callable[[], asyncio.Event],
        tell: Callable[[], None],
    ) -> None:
        self._table = table
        self._thinking = thinking
        self._kept = kept
        self._changed = changed
        self._tell = tell
        self._progress: dict[int, Progress] = {}

    def compared(self, player: int | None) -> Compared | None:
        """The adviser's results in a player's seat, only for finished hands.

        None for a spectator, and before the first hand is over.
        """
        table = self._table
        if player is None or not table.results:
            return None
        rows_of_hands = [table.same_walls.get((hand, player)) for hand in range(len(table.results))]
        rows = tuple(row for row in rows_of_hands if row is not None)
        return Compared(ADVISER, rows, len(rows_of_hands) - len(rows), self._progress.get(player))

    async def run(self) -> None:
        """Replay the hands."""
        table = self._table
        with suppress(OSError, DatabaseError):  # No comparison if a hand cannot be read.
            while True:
                happens = self._changed()
                for number, player in not_compared(table):
                    async with self._thinking.comparing:
                        await self._play_again(number, player)
                    self._tell()
                if table.is_over and not not_compared(table):
                    return
                if happens is self._changed():
                    await happens.wait()

    async def _play_again(self, number: int, player: int) -> None:
        table, spare = self._table, self._thinking.spare
        await self._kept()
        stored = await spare(partial(table.kept_hand, number))
        standing = table.standing(number)
        players, programs = table.settings.players, table.programs
        instead = HandInstead(players, number, stored, player, standing=standing, programs=programs)
        try:
            while not instead.is_over:
                await spare(instead.go_on)
        finally:
            instead.close()
        against = against_bot(stored, number, player, table.hand_name(number))
        on_wall = (table.results[number][player], instead.scores[instead.seat])
        try:
            while not against.is_over:
                await spare(against.go_on)
                progress = Progress(number, *against.progress, *on_wall)
                if self._progress.get(player) != progress:
                    self._progress[player] = progress
                    self._tell()
        finally:
            self._progress.pop(player, None)
        keep(table, instead, number, player, ADVISER, against.found)
