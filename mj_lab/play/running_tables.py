"""All tables of one store: which run, which wait on disk."""

from __future__ import annotations

import asyncio
from pathlib import Path

from mj_lab.play.at_table.thinking import ThinkingShare
from mj_lab.play.bots.programs import Programs
from mj_lab.play.hands.begun import BegunHand
from mj_lab.play.play_table import new_table, restored
from mj_lab.play.running import RunningTable
from mj_lab.play.store import PlayStore
from mj_lab.play.table_settings import TableSettings

# Seconds after which a table that nobody looks at is put away: the store has it.
_IDLE_SECONDS = 60.0
# Tables that are in memory at once.
_MOST_TABLES = 200


class TooManyTablesError(ValueError):
    """Somebody looks at every table that is in memory, and there is room for no more."""


class RunningTables:
    """All tables of one store: those that are looked at run, the others wait on disk.

    thinking: bots that think at once. compare: whether the default tactic plays people's seats of
    finished hands once more. programs: that may sit at tables.
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
        self.programs = programs or Programs()
        self._folder = folder
        self._running: dict[str, RunningTable] = {}
        self._thinking = ThinkingShare(thinking)
        self._compare = compare

    @property
    def count(self) -> int:
        """Tables in memory."""
        return len(self._running)

    def begin(
        self, settings: TableSettings, begun: BegunHand | None = None
    ) -> dict[int | None, str]:
        """Set up a table; its tokens by player, spectators' under None. It runs when one comes.

        Raises MissingProgramError for a program that is not here.
        """
        programs, folder = self.programs, self._folder
        table, tokens = new_table(self.store, settings, folder, programs=programs, begun=begun)
        table.hand.close()
        return tokens

    def open(self, token: str) -> tuple[RunningTable, int | None] | None:
        """The table that a token opens, and for which player; None if it opens none.

        Raises MissingProgramError if a program sits at it that is not here, TooManyTablesError.
        """
        holder = self.store.holder(token)
        if holder is None:
            return None
        running = self._running.get(holder.table_id)
        if running is None or running.is_broken:
            self._make_room()
            table = restored(self.store, holder.table_id, self._folder, self.programs)
            running = RunningTable(self.store, table, self._thinking, self._compare)
            self._running[holder.table_id] = running
            self._put_away_later(holder.table_id)
        return running, holder.player

    def left(self, running: RunningTable, player: int | None) -> None:
        """A page of a player, or of a spectator, looks at it no more."""
        running.go(player)
        if not running.viewers:
            self._put_away_later(running.table.id)

    def stop(self) -> None:
        """All tables stop."""
        for running in self._running.values():
            running.stop()
        self._running.clear()

    def _make_room(self) -> None:
        """Put away the oldest that nobody looks at, where there are too many."""
        if len(self._running) < _MOST_TABLES:
            return
        oldest = next((name for name, one in self._running.items() if not one.viewers), None)
        if oldest is None:
            raise TooManyTablesError("too many tables at once; try again in a moment")
        self._put_away(oldest)

    def _put_away_later(self, table_id: str) -> None:
        asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._put_away, table_id)

    def _put_away(self, table_id: str) -> None:
        running = self._running.get(table_id)
        if running is not None and not running.viewers:
            running.stop()
            del self._running[table_id]
