"""Our SQLite files: their kind, their schema, one-line errors for unusable files.

No other module opens one. No byte is written to a file before its kind is known.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from mj_lab.core.files import check_kept_file, target_of

# The errors of a damaged file: SQLite's messages may quote bytes that are not text.
DAMAGED = (sqlite3.Error, UnicodeDecodeError)

Columns = Mapping[str, tuple[str, ...]]


class DatabaseError(ValueError):
    """The file cannot be used; its line says why."""


class OtherFileError(DatabaseError):
    """An intact file of another kind."""


@dataclass(frozen=True)
class FileKind:
    """A kind of file: its contents, and how it is recognised."""

    what: str  # In words: "a stored run".
    # SQLite's application id, in the header of every file.
    application_id: int
    # Statements for the tables of version 1, then the additions of each later version.
    versions: tuple[str, ...]
    private: bool = False  # Whether only its owner may read it.
    # Files without the application id: their version by `user_version`.
    unsigned: Mapping[int, int] = field(default_factory=dict)

    def columns(self, version: int) -> Columns:
        """The columns of each table of a version."""
        return _columns_of("".join(self.versions[:version]))

    def told(self, path: Path, error: Exception) -> DatabaseError:
        """One line for a file's fault, from an error of SQLite or Python."""
        if "locked" in str(error):
            return DatabaseError(f"{path}: another process is using this file")
        return DatabaseError(f"{path}: not {self.what}: {' '.join(str(error).split())}")


def is_database(path: Path) -> bool:
    """Whether a file starts like SQLite's; False if it is missing or cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def open_database(
    path: Path,
    kind: FileKind,
    *,
    write: bool = True,
    fill: Callable[[sqlite3.Connection], object] | None = None,
    alone: Callable[[sqlite3.Connection], None] | None = None,
    timeout: float = 5.0,
) -> sqlite3.Connection:
    """A connection to a file, in autocommit mode; usable from any thread.

    A missing file is created, all or nothing, if it is opened for writing; `fill` writes its first
    rows. An older version is migrated. alone: checks the file before a byte is written; no other
    process may use it then. timeout: seconds to wait for another process.

    Raises DatabaseError for another program's file, a newer version's, a damaged one, one that is
    not a regular file, and if it is missing or cannot be created.
    """
    _check_path(path)
    if _is_new(path):
        if not write:
            why = "an empty file" if path.exists() else "no such file"
            raise DatabaseError(f"{path}: {why}")
        _create(path, kind, fill)
    look(path, kind)
    if kind.private:
        _close_to_others(path)
    try:
        connection = _connect(path, "mode=rw" if write else "mode=ro", timeout)
    except sqlite3.Error as error:
        raise kind.told(path, error) from None
    if write:
        try:
            if alone is not None:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            _renew(path, kind, connection, alone)
            # A write-ahead log needs no disk sync at every commit, and even a power cut loses only
            # the last ones.
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
        except BaseException as error:
            connection.close()
            if isinstance(error, DAMAGED):
                raise kind.told(path, error) from None
            raise
    return connection


def look(path: Path, kind: FileKind) -> None:
    """Check that a file is of this kind, without writing or locking.

    Raises DatabaseError as `open_database` does.
    """
    _check_path(path)
    # The file as it is, without its write-ahead log: SQLite then writes nothing. Files without the
    # application id may have all their contents in the log.
    try:
        _look(path, kind, "mode=ro&immutable=1")
    except DatabaseError:
        log = Path(f"{target_of(path)}-wal")
        if not log.exists() or log.stat().st_size == 0:
            raise
        _look(path, kind, "mode=ro")


def check_pages(path: Path, kind: FileKind, connection: sqlite3.Connection) -> None:
    """Raise DatabaseError, or one of DAMAGED, if a page of an open file is damaged."""
    rows = connection.execute("PRAGMA quick_check(1)").fetchall()
    if rows != [("ok",)]:
        what = " ".join(str(rows[0][0] if rows else "").split())
        raise DatabaseError(f"{path}: not {kind.what}: damaged: {what:.100}")


def _check_path(path: Path) -> None:
    try:
        check_kept_file(path)
    except ValueError as error:
        raise DatabaseError(str(error)) from None


def _is_new(path: Path) -> bool:
    """Whether the file is missing or empty."""
    try:
        return path.stat().st_size == 0
    except FileNotFoundError:
        return True
    except OSError as error:
        raise DatabaseError(f"{path}: {error.strerror}") from None


def _connect(path: Path, how: str, timeout: float) -> sqlite3.Connection:
    """how: a parameter of SQLite's URIs."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}",
        uri=True,
        isolation_level=None,
        timeout=timeout,
        check_same_thread=False,
    )


def _create(
    path: Path, kind: FileKind, fill: Callable[[sqlite3.Connection], object] | None
) -> None:
    """Create a file, or a link's target; others see all of it or nothing."""
    target = target_of(path)
    draft = target.with_name(f".{target.name[:100]}.{os.getpid()}.new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_RDWR, 0o600 if kind.private else 0o666))
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            connection.executescript(f"BEGIN EXCLUSIVE; {''.join(kind.versions)}")
            if fill is not None:
                fill(connection)
            _sign(connection, kind)
            connection.execute("COMMIT")
        if target.exists():
            draft.replace(target)
        else:
            _publish(draft, target)
    except sqlite3.Error as error:
        raise kind.told(path, error) from None
    except OSError as error:
        raise DatabaseError(f"{path}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _publish(draft: Path, path: Path) -> None:
    """Give the file its name, unless another process was first."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # No hard links here, as on FAT.
        draft.replace(path)


def _sign(connection: sqlite3.Connection, kind: FileKind) -> None:
    """Write the kind and version into the file's header."""
    connection.execute(f"PRAGMA application_id={kind.application_id}")
    connection.execute(f"PRAGMA user_version={len(kind.versions)}")


def _look(path: Path, kind: FileKind, how: str) -> None:
    try:
        with closing(_connect(path, how, 0.2)) as connection:
            _version_of(path, kind, connection)
    except DAMAGED as error:
        raise kind.told(path, error) from None


def _renew(
    path: Path,
    kind: FileKind,
    connection: sqlite3.Connection,
    alone: Callable[[sqlite3.Connection], None] | None,
) -> None:
    """Migrate an older file: its application id, and the tables added since its version."""
    if alone is None and _version_of(path, kind, connection) == (len(kind.versions), True):
        return
    connection.execute("BEGIN EXCLUSIVE")
    # Another process may have been first.
    version, signed = _version_of(path, kind, connection)
    if alone is not None:
        alone(connection)
    for statements in kind.versions[version:]:
        for statement in statements.split(";"):
            connection.execute(statement)
    if not signed or version < len(kind.versions):
        _sign(connection, kind)
    connection.execute("COMMIT")


def _version_of(path: Path, kind: FileKind, connection: sqlite3.Connection) -> tuple[int, bool]:
    """The version of an open file, and whether its header has the kind.

    Raises DatabaseError if it is of another kind, and one of DAMAGED if it is damaged.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    columns_found = _columns_in(connection)
    if application == 0 and version in kind.unsigned:
        unsigned = kind.unsigned[version]
        if columns_found == kind.columns(unsigned):
            return unsigned, False
    if application != kind.application_id:
        raise OtherFileError(
            f"{path}: not {kind.what} but a database of something else; nothing was written to it"
        )
    newest = len(kind.versions)
    if version > newest:
        raise DatabaseError(
            f"{path}: {kind.what} of a newer mj (form {version}, this one knows {newest})"
        )
    if version < 1:
        raise DatabaseError(f"{path}: not {kind.what}: form {version}, which never existed")
    for name, columns in kind.columns(version).items():
        if name not in columns_found:
            raise DatabaseError(f"{path}: not {kind.what}: no such table: {name}")
        if columns_found[name] != columns:
            raise DatabaseError(f"{path}: not {kind.what}: the table {name} is not ours")
    return version, True


def _columns_in(connection: sqlite3.Connection) -> Columns:
    tables = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
    names = [name for (name,) in connection.execute(tables) if not name.startswith("sqlite_")]
    return {
        name: tuple(row[1] for row in connection.execute(f"PRAGMA table_info({_quoted(name)})"))
        for name in names
    }


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@cache
def _columns_of(schema: str) -> Columns:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema)
        return _columns_in(connection)


def _close_to_others(path: Path) -> None:
    """Let only the owner read a file and SQLite's side files.

    SQLite gives later files the same mode.
    """
    for name in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError):
            name.chmod(0o600)
