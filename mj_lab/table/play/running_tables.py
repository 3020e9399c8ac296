"""All tables of one store: some run, the others are only on disk."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from weakref import WeakValueDictionary

from mj_lab.core.database import DatabaseError, StorageFault
from mj_lab.table.play.at_table.attendance import Attendance
from mj_lab.table.play.at_table.keeping import Keeping
from mj_lab.table.play.at_table.thinking import ThinkingShare
from mj_lab.table.play.bots.programs import MissingProgramError, Programs
from mj_lab.table.play.hands.resumed_hand import BegunHand
from mj_lab.table.play.live_table import RunningTable
from mj_lab.table.play.play_table import new_table, restored
from mj_lab.table.play.store import PlayStore, TokenHolder
from mj_lab.table.play.table_settings import TableSettings

# Seconds after which a table without viewers is removed from memory; it stays in the store.
_IDLE_SECONDS = 60.0
# The most tables in memory at once.
_MOST_TABLES = 200


class TooManyTablesError(ValueError):
    """Every table in memory has viewers, and there is no room for more."""


class RunningTables:
    """All tables of one store: those with viewers run, the others are only on disk.

    thinking: how many bots think at once. compare: whether the adviser replays finished hands in
    people's seats. programs: those that may sit at tables.
    """

    def __init__(
        self,
        store: PlayStore,
        folder: Path | None,
        thinking: int = 2,
        compare: bool = False,
        programs: Programs | None = None,
    ) -> None:
        self.store = store
        self.keeping = Keeping()
        self.programs = programs or Programs()
        self._folder = folder
        self._running: dict[str, RunningTable] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._thinking = ThinkingShare(thinking)
        self._compare = compare
        self._seated = 0

    @property
    def count(self) -> int:
        """The number of tables in memory."""
        return len(self._running)

    async def begin(
        self, settings: TableSettings, begun: BegunHand | None = None, room: str | None = None
    ) -> dict[int | None, str]:
        """Set up a table; returns tokens by player, spectators' under None. It runs once opened.

        room: see `new_table`. Raises MissingProgramError for an unknown program, DatabaseError.
        """

        def begin_new() -> dict[int | None, str]:
            table, tokens = new_table(
                self.store, settings, self._folder, programs=self.programs, begun=begun, room=room
            )
            table.hand.close()
            return tokens

        return await self.keeping.once(begin_new)

    async def open(self, token: str) -> tuple[RunningTable, TokenHolder] | None:
        """The table of a token, and what it holds there; None for an unknown token.

        Raises MissingProgramError if an unknown program sits at it, TooManyTablesError,
        DatabaseError if the table cannot be read.
        """
        while True:
            seated = self._seated
            holder = await asyncio.to_thread(self.store.holder, token)
            if holder is None:
                return None
            running = await self._opened(holder.table_id)
            if seated == self._seated:  # Else somebody may have taken the seat meanwhile.
                return running, holder

    async def _opened(self, table_id: str) -> RunningTable:
        lock = self._opening.setdefault(table_id, asyncio.Lock())
        async with lock:
            running = self._running.get(table_id)
            if running is None or running.is_broken:
                attendance = await asyncio.to_thread(partial(self._restored, table_id))
                try:
                    self._make_room()
                except TooManyTablesError:
                    attendance.table.hand.close()
                    raise
                running = RunningTable(attendance, self._thinking, self.keeping, self._compare)
                self._running[table_id] = running
                self._put_away_later(table_id)
        return running

    async def sit(self, token: str, player: int, name: str) -> str:
        """Give a guest's token a free seat: the seat's own token.

        Raises ValueError, one line, if the seat cannot be had.
        """
        opened = await self.open(token)
        if opened is None or not opened[1].guest:
            raise ValueError("this link opens no seat")
        seat = await opened[0].sit(player, name)
        self._seated += 1
        return seat

    def _restored(self, table_id: str) -> Attendance:
        try:
            table = restored(self.store, table_id, self._folder, self.programs)
            return Attendance(self.store, table)
        except (DatabaseError, MissingProgramError, OSError):
            raise
        except Exception as error:  # Whatever its rows are, they are no game.
            line = f"{table_id}: this table cannot be read: {type(error).__name__}"
            raise DatabaseError(line, StorageFault.DAMAGED) from None

    def left(self, running: RunningTable, player: int | None) -> None:
        """A page of a player, or of a spectator, has closed."""
        running.go(player)
        if not running.viewers:
            self._put_away_later(running.table.id)

    def stop(self) -> None:
        """Stop all tables."""
        self.keeping.stop()
        for running in self._running.values():
            running.stop()
        self._running.clear()

    def _make_room(self) -> None:
        """Remove the oldest table without viewers from memory, if there are too many."""
        if len(self._running) < _MOST_TABLES:
            return
        oldest = next(
            (name for name, running in self._running.items() if not running.viewers), None
        )
        if oldest is None:
            raise TooManyTablesError("too many tables at once; try again in a moment")
        self._remove(oldest)

    def _put_away_later(self, table_id: str) -> None:
        asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._put_away, table_id)

    def _put_away(self, table_id: str) -> None:
        running = self._running.get(table_id)
        if running is None or running.viewers:
            return
        if running.is_replaying or running.unkept:
            self._put_away_later(table_id)
        else:
            self._remove(table_id)

    def _remove(self, table_id: str) -> None:
        self._running.pop(table_id).stop()
