"""All tables of one store: some run, the others are only on disk."""

from __future__ import annotations

import asyncio
from pathlib import Path

from mj_lab.table.play.at_table.thinking import ThinkingShare
from mj_lab.table.play.bots.programs import Programs
from mj_lab.table.play.hands.resumed_hand import BegunHand
from mj_lab.table.play.live_table import RunningTable
from mj_lab.table.play.play_table import new_table, restored
from mj_lab.table.play.store import PlayStore
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
        self.programs = programs or Programs()
        self._folder = folder
        self._running: dict[str, RunningTable] = {}
        self._thinking = ThinkingShare(thinking)
        self._compare = compare

    @property
    def count(self) -> int:
        """The number of tables in memory."""
        return len(self._running)

    def begin(
        self, settings: TableSettings, begun: BegunHand | None = None
    ) -> dict[int | None, str]:
        """Set up a table; returns tokens by player, spectators' under None. It runs once opened.

        Raises MissingProgramError for an unknown program.
        """
        programs, folder = self.programs, self._folder
        table, tokens = new_table(self.store, settings, folder, programs=programs, begun=begun)
        table.hand.close()
        return tokens

    def open(self, token: str) -> tuple[RunningTable, int | None] | None:
        """The table and the player of a token; None for an unknown token.

        Raises MissingProgramError if an unknown program sits at it, TooManyTablesError.
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
        """A page of a player, or of a spectator, has closed."""
        running.go(player)
        if not running.viewers:
            self._put_away_later(running.table.id)

    def stop(self) -> None:
        """Stop all tables."""
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
        self._put_away(oldest)

    def _put_away_later(self, table_id: str) -> None:
        asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._put_away, table_id)

    def _put_away(self, table_id: str) -> None:
        running = self._running.get(table_id)
        if running is not None and not running.viewers:
            running.stop()
            del self._running[table_id]
