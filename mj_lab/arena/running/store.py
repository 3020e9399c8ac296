"""The file that a run is kept in: every finished unit is committed, so that no kill costs more."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any

from mj_lab.arena.running.store_file import (
    DAMAGED,
    StoreError,
    check_file,
    check_pages,
    create,
    is_new,
    look,
    open_file,
    refuse_other_than_file,
    sign,
    told,
)
from mj_lab.arena.running.stored_unit import played_of, row_of, sealed, unsealed
from mj_lab.arena.unit import Played

# Raised whenever what is stored changes its form.
_FORM = 1


class Store:
    """Finished units of one run in a SQLite file, which one process at a time may use.

    settings: whatever decides what is played; the same key always means the same games. A file of
    0.3.0 and before is taken over.
    Raises StoreError if the file is not ours, damaged, of another run, in use, or no such file;
    nothing is written to it then.
    """

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        self.path = path
        self._settings = {"form": _FORM, **settings}
        refuse_other_than_file(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from None
        if is_new(path):
            create(path, json.dumps(sealed(self._settings), ensure_ascii=False, sort_keys=True))
        look(path)
        self._connection = self._open()

    def _open(self) -> sqlite3.Connection:
        connection = None
        try:
            connection = open_file(self.path, "mode=rw")
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            signed = check_file(self.path, connection)
            check_pages(self.path, connection)
            self._same_run(settings_in(self.path, connection))
            if not signed:
                sign(connection)
            connection.execute("COMMIT")
            # A write-ahead log needs no waiting for the disk at every commit, and even a power cut
            # loses no more than the last units.
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
        except BaseException as error:
            if connection is not None:
                connection.close()
            if isinstance(error, DAMAGED):
                raise told(self.path, error) from None
            raise
        return connection

    def _same_run(self, theirs: dict[str, Any]) -> None:
        ours = self._settings
        differing = [name for name in {**theirs, **ours} if theirs.get(name) != ours.get(name)]
        if differing:
            name = sorted(differing)[0]
            raise StoreError(
                f"{self.path} is of another run: its {name} is {theirs.get(name)!r:.60},"
                f" not {ours.get(name)!r:.60}; give this run another --db"
            )

    def put(self, played: Played) -> None:
        """Keep a finished unit, for certain."""
        try:
            self._connection.execute("INSERT OR REPLACE INTO unit VALUES (?, ?, ?)", row_of(played))
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from None

    def all(self) -> dict[str, Played]:
        """Every finished unit by its key.

        Raises StoreError if one of them is not what `put` wrote.
        """
        try:
            return units_in(self.path, self._connection, self._settings)
        except DAMAGED as error:
            raise told(self.path, error) from None

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()

    def __enter__(self) -> Store:
        """The store itself; it is closed in the end."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Let the file go."""
        self.close()


def read_run(path: Path) -> tuple[dict[str, Any], dict[str, Played]]:
    """The settings of a stored run and its finished units by key; the file is not changed.

    Raises StoreError if the file is no run's, or another process is using it.
    """
    look(path)
    try:
        with closing(open_file(path, "mode=ro")) as connection:
            check_file(path, connection)
            check_pages(path, connection)
            settings = settings_in(path, connection)
            return settings, units_in(path, connection, settings)
    except DAMAGED as error:
        raise told(path, error) from None


def settings_in(path: Path, connection: sqlite3.Connection) -> dict[str, Any]:
    """The settings that an open file has.

    Raises StoreError if there are none.
    """
    row = connection.execute("SELECT settings FROM run").fetchone()
    try:
        settings = unsealed(json.loads(row[0]))
    except (ValueError, TypeError, RecursionError) as error:
        why = str(error).splitlines()[0]
        raise StoreError(f"{path}: not readable: no settings: {why:.100}") from None
    if not isinstance(settings, dict):
        raise StoreError(f"{path}: not readable: settings that are no object")
    return settings


def units_in(
    path: Path, connection: sqlite3.Connection, settings: dict[str, Any]
) -> dict[str, Played]:
    """The units that an open file has, by their keys.

    Raises StoreError if one is not what was put.
    """
    rows = connection.execute("SELECT key, games, extra FROM unit")
    try:
        return {row[0]: played_of(row, settings) for row in rows}
    except ValueError as error:
        raise StoreError(f"{path}: not readable: {error}") from None


__all__ = ["Store", "StoreError", "read_run"]
