"""Whose SQLite file it is, found out before a byte of it is written, and a new one of ours."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from mj_lab.storage.files import check_kept_file, target_of

# In the header of every file of ours, where SQLite keeps a number for what wrote it: "mjBt".
APPLICATION_ID = 0x6D6A4274
# Of the tables; raised whenever they change. Files of 0.3.0 and before have neither number.
SCHEMA = 1

_TABLES = {
    "run": "CREATE TABLE run (settings TEXT NOT NULL)",
    "unit": "CREATE TABLE unit (key TEXT PRIMARY KEY, games TEXT NOT NULL, extra TEXT NOT NULL)",
}
_COLUMNS = {"run": ["settings"], "unit": ["key", "games", "extra"]}


class StoreError(ValueError):
    """The file cannot be used for this run: one line says why."""


class OtherFileError(StoreError):
    """A file that is whole, but keeps something else."""


# What comes of reading a damaged file: SQLite's words may quote bytes that are no text.
DAMAGED = (sqlite3.Error, UnicodeDecodeError)


def told(path: Path, error: Exception) -> StoreError:
    """What is wrong with a file, of which SQLite or Python has told that, in one line."""
    if "locked" in str(error):
        return StoreError(f"{path}: another process is using this file")
    return StoreError(f"{path}: not a stored run: {' '.join(str(error).split())}")


def is_new(path: Path) -> bool:
    """Whether there is no file yet, or one without a byte."""
    try:
        return path.stat().st_size == 0
    except FileNotFoundError:
        return True
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None


def refuse_other_than_file(path: Path) -> None:
    """Raise StoreError for a folder, a device and the like, also behind a link."""
    try:
        check_kept_file(path)
    except ValueError as error:
        raise StoreError(str(error)) from None


def create(path: Path, settings: str) -> None:
    """Make the file of a new run, a link's target; whoever looks sees all of it or none.

    Raises StoreError if it cannot be written.
    """
    path = target_of(path)
    draft = path.with_name(f".{path.name[:100]}.{os.getpid()}.new")
    try:
        draft.unlink(missing_ok=True)
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            for table in _TABLES.values():
                connection.execute(table)
            connection.execute("INSERT INTO run VALUES (?)", (settings,))
            sign(connection)
            connection.execute("COMMIT")
        if path.exists():
            draft.replace(path)
        else:
            _publish(draft, path)
    except sqlite3.Error as error:
        raise told(path, error) from None
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _publish(draft: Path, path: Path) -> None:
    """Give the file its name, unless another process was first."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # No such links here, as on FAT.
        draft.replace(path)


def sign(connection: sqlite3.Connection) -> None:
    """Say in the file's header that it is ours."""
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={SCHEMA}")


def look(path: Path) -> None:
    """See that a file is ours; not a byte of it is written, nor is it locked.

    Raises StoreError if it is another program's, a newer version's or damaged.
    """
    refuse_other_than_file(path)
    # As the file lies there, without the log of what is still to be written into it: SQLite writes
    # nothing at all then. Files before the number was kept may have all they have in the log.
    try:
        _look(path, "mode=ro&immutable=1")
    except StoreError:
        log = Path(f"{target_of(path)}-wal")
        if not log.exists() or log.stat().st_size == 0:
            raise
        _look(path, "mode=ro")


def _look(path: Path, how: str) -> None:
    try:
        with closing(open_file(path, how)) as connection:
            check_file(path, connection)
    except DAMAGED as error:
        raise told(path, error) from None


def open_file(path: Path, how: str) -> sqlite3.Connection:
    """A connection without transactions of Python's own; how: a parameter of SQLite's URIs."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, timeout=0.2
    )


def check_file(path: Path, connection: sqlite3.Connection) -> bool:
    """Whether an open file of ours is signed; those of 0.3.0 and before are not.

    Raises StoreError if it is not ours, and one of DAMAGED if it is damaged.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    found = {
        name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        for name in _COLUMNS
    }
    if application == 0 and schema == 0:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if found == _COLUMNS and names == {*_TABLES, "sqlite_autoindex_unit_1"}:
            return False
    if application != APPLICATION_ID:
        raise OtherFileError(
            f"{path}: not a stored run but a database of something else; nothing was written to it"
        )
    if schema > SCHEMA:
        raise StoreError(f"{path}: stored by a newer mj (form {schema}, this one knows {SCHEMA})")
    if schema != SCHEMA:
        raise StoreError(f"{path}: not a stored run: form {schema}, which there never was")
    for name, columns in found.items():
        if not columns:
            raise StoreError(f"{path}: not a stored run: no such table: {name}")
        if columns != _COLUMNS[name]:
            raise StoreError(f"{path}: not a stored run: the table {name} is not ours")
    return True


def check_pages(path: Path, connection: sqlite3.Connection) -> None:
    """Raises StoreError, or one of DAMAGED, if a page of the file is damaged."""
    rows = connection.execute("PRAGMA quick_check(1)").fetchall()
    if rows != [("ok",)]:
        what = " ".join(str(rows[0][0] if rows else "").split())
        raise StoreError(f"{path}: not a stored run: damaged: {what:.100}")
