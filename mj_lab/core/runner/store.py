"""A run's store: every finished unit is committed, so a kill loses at most one."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from mj_lab.core.database import DatabaseError, FileKind, check_pages, open_database
from mj_lab.core.runner.stored_unit import played_of, row_of, sealed, unsealed
from mj_lab.core.runner.unit import Played

STORED_RUN = FileKind(
    "a stored run",
    0x6D6A4274,  # "mjBt"
    (
        """
CREATE TABLE run (settings TEXT NOT NULL);
CREATE TABLE unit (key TEXT PRIMARY KEY, games TEXT NOT NULL, extra TEXT NOT NULL);
""",
    ),
    unsigned={0: 1},  # Files of 0.3.0 and before.
)
# Raised whenever the stored form changes.
_FORM = 1
# Seconds for another process that uses the file.
_WAIT = 0.2


class Store:
    """Finished units of one run in a SQLite file, for one process at a time.

    settings: all that determines the games; the same key always means the same games. A file of
    0.3.0 or before is converted. Raises DatabaseError if the file is not a run's, damaged, of
    another run, in use or missing; then nothing is written to it.
    """

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        self.path = path
        self._settings = {"form": _FORM, **settings}
        line = json.dumps(sealed(self._settings), ensure_ascii=False, sort_keys=True)
        self._connection = open_database(
            path,
            STORED_RUN,
            fill=lambda connection: connection.execute("INSERT INTO run VALUES (?)", (line,)),
            alone=self._look,
            timeout=_WAIT,
        )

    def _look(self, connection: sqlite3.Connection) -> None:
        check_pages(self.path, STORED_RUN, connection)
        self._same_run(settings_in(self.path, connection))

    def _same_run(self, theirs: dict[str, Any]) -> None:
        ours = self._settings
        differing = [name for name in {**theirs, **ours} if theirs.get(name) != ours.get(name)]
        if differing:
            name = sorted(differing)[0]
            raise DatabaseError(
                f"{self.path} is of another run: its {name} is {theirs.get(name)!r:.60},"
                f" not {ours.get(name)!r:.60}; give this run another --store"
            )

    def put(self, played: Played) -> None:
        """Store a finished unit durably."""
        self._connection.execute("INSERT OR REPLACE INTO unit VALUES (?, ?, ?)", row_of(played))

    def all(self) -> dict[str, Played]:
        """Every finished unit by its key.

        Raises DatabaseError if one was not written by `put`.
        """
        return units_in(self.path, self._connection, self._settings)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Store:
        """The store itself; closed at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()


def read_run(path: Path) -> tuple[dict[str, Any], dict[str, Played]]:
    """The settings of a stored run and its finished units by key; the file is not changed.

    Raises DatabaseError if the file is not a run's, or is in use.
    """
    with closing(open_database(path, STORED_RUN, write=False, timeout=_WAIT)) as connection:
        check_pages(path, STORED_RUN, connection)
        settings = settings_in(path, connection)
        return settings, units_in(path, connection, settings)


def settings_in(path: Path, connection: sqlite3.Connection) -> dict[str, Any]:
    """The settings in an open file.

    Raises DatabaseError if there are none.
    """
    row = connection.execute("SELECT settings FROM run").fetchone()
    try:
        settings = unsealed(json.loads(row[0]))
    except (ValueError, TypeError, RecursionError) as error:
        why = str(error).splitlines()[0]
        raise DatabaseError(f"{path}: not readable: no settings: {why:.100}") from None
    if not isinstance(settings, dict):
        raise DatabaseError(f"{path}: not readable: its settings are not an object")
    return settings


def units_in(
    path: Path, connection: sqlite3.Connection, settings: dict[str, Any]
) -> dict[str, Played]:
    """The units in an open file, by key.

    Raises DatabaseError if one was not written by `put`.
    """
    rows = connection.execute("SELECT key, games, extra FROM unit")
    try:
        return {row[0]: played_of(row, settings) for row in rows}
    except ValueError as error:
        raise DatabaseError(f"{path}: not readable: {error}") from None
