"""A run's store: every finished unit is committed, so a kill loses at most one.

Workers on a cluster have stores of their own, each the file of one process, in a folder beside the
run's; what they kept is taken in from there. A worker's machine may have no such folder: then it is
made at the same path there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from mj_lab.core.database import DatabaseError, FileKind, check_pages, open_database
from mj_lab.core.files import target_of
from mj_lab.core.runner.engine import KeptUnits
from mj_lab.core.runner.stored_unit import played_of, row_of, sealed, unsealed
from mj_lab.core.runner.unit import KeepIn, Played

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
# Seconds for another process that uses the file; for a worker that writes its own.
_WAIT, _PATIENCE = 0.2, 10.0
_PUT = "INSERT OR REPLACE INTO unit VALUES (?, ?, ?)"


class Store:
    """Finished units of one run in a SQLite file, for one process at a time.

    settings: all that determines the games; the same key always means the same games. A file of
    0.3.0 or before is converted. What workers kept beside it is taken in, when it is opened and
    when it is closed. Raises DatabaseError if the file is not a run's, damaged, of another run, in
    use or missing; then nothing is written to it.
    """

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        self.path = path
        self._settings = {"form": _FORM, **settings}
        line = json.dumps(sealed(self._settings), ensure_ascii=False, sort_keys=True)
        target = target_of(path)
        self.keep_in = KeepIn(target.with_name(f"{target.name}.workers"), line)
        self._connection = open_database(
            path, STORED_RUN, fill=_begun_with(line), alone=self._look, timeout=_WAIT
        )
        try:
            self.gather()
        except BaseException:
            self._connection.close()
            raise

    def _look(self, connection: sqlite3.Connection) -> None:
        check_pages(self.path, STORED_RUN, connection)
        self._same_run(self.path, settings_in(self.path, connection))

    def _same_run(self, path: Path, theirs: dict[str, Any]) -> None:
        ours = self._settings
        differing = [name for name in {**theirs, **ours} if theirs.get(name) != ours.get(name)]
        if differing:
            name = sorted(differing)[0]
            raise DatabaseError(
                f"{path} is of another run: its {name} is {theirs.get(name)!r:.60},"
                f" not {ours.get(name)!r:.60}; give this run another --store"
            )

    def put(self, played: Played) -> None:
        """Store a finished unit durably."""
        self._connection.execute(_PUT, row_of(played))

    def gather(self, kept: Iterable[KeptUnits] = ()) -> None:
        """Take in these, and what workers kept beside this file, which is gone then.

        Raises DatabaseError if one is of another run or damaged.
        """
        self._take(kept_in(self.keep_in.folder))
        # Before others are asked, who may share the folder.
        forget_kept(self.keep_in.folder)
        self._take(kept)

    def _take(self, kept: Iterable[KeptUnits]) -> None:
        for path, settings, rows in kept:
            self._same_run(path, settings)
            with self._connection.whole():
                self._connection.executemany(_PUT, rows)

    def all(self) -> dict[str, Played]:
        """Every finished unit by its key.

        Raises DatabaseError if one was not written by `put`.
        """
        return units_in(self.path, self._connection, self._settings)

    def keys(self) -> set[str]:
        """The keys of all finished units."""
        return {key for (key,) in self._connection.execute("SELECT key FROM unit")}

    def close(self) -> None:
        """Close the file, with what workers have kept since."""
        try:
            self.gather()
        finally:
            self._connection.close()

    def __enter__(self) -> Store:
        """The store itself; closed at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()


def keep_units(place: KeepIn, worker: str, units: Iterable[Played]) -> None:
    """Store a worker's finished units in its own file.

    Raises DatabaseError if that cannot be written.
    """
    path, begun = place.folder / f"{worker}.db", _begun_with(place.settings)
    opened = open_database(path, STORED_RUN, fill=begun, timeout=_PATIENCE)
    with closing(opened) as file, file.whole():
        file.executemany(_PUT, map(row_of, units))


def kept_in(folder: Path) -> Iterator[KeptUnits]:
    """What workers kept in a folder, file by file; a file that one only began is empty.

    Raises DatabaseError if one is not a run's, or damaged.
    """
    for path in sorted(folder.glob("*.db")):
        if not path.stat().st_size:
            continue
        with closing(open_database(path, STORED_RUN, timeout=_PATIENCE)) as file:
            rows = file.execute("SELECT key, games, extra FROM unit").fetchall()
            yield KeptUnits(path, settings_in(path, file), rows)


def forget_kept(folder: Path) -> None:
    """Remove what workers kept in a folder."""
    with suppress(OSError):
        for path in folder.glob("*.db*"):  # With SQLite's side files, and drafts of killed workers.
            path.unlink(missing_ok=True)
        folder.rmdir()


def _begun_with(settings: str) -> Callable[[sqlite3.Connection], object]:
    return lambda connection: connection.execute("INSERT INTO run VALUES (?)", (settings,))


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
