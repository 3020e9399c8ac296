"""Our SQLite files: their kind, their schema, a typed error of one line for whatever fails.

No other module opens one, and none gets an error of SQLite's. No byte is written to a file before
its kind is known.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, wraps
from pathlib import Path
from threading import get_ident
from typing import Any, TypeVar, cast

from mj_lab.core.files import check_kept_file, target_of

# SQLite's messages about a damaged file may quote bytes that are not text.
_SQLITE = (sqlite3.Error, UnicodeDecodeError)
# Seconds for another process that uses a file: a server's other clients wait with the first one.
WAIT = 0.1
# The mode of new files, which only their owner may read.
_MODE = 0o600

_Method = TypeVar("_Method", bound=Callable[..., Any])
Columns = Mapping[str, tuple[str, ...]]


class StorageFault(Enum):
    """Why a file cannot be read or written now, in words."""

    FULL = "the disk is full"
    LOCKED = "another process is using this file"
    READ_ONLY = "this file cannot be written"
    FAILING = "the disk or the folder of this file fails"
    MOVED = "this file was moved or removed while it was in use"
    DAMAGED = "this file is damaged"


# What SQLite says of each (sqlite3_errstr), but of damage, which has many words.
_SAID = {
    "is full": StorageFault.FULL,
    "locked": StorageFault.LOCKED,
    "readonly": StorageFault.READ_ONLY,
    "disk I/O error": StorageFault.FAILING,
    "unable to open": StorageFault.FAILING,
}
# Errors that are no fault of the file: it refused a row, or what asked was wrong.
_NO_FAULT = (sqlite3.IntegrityError, sqlite3.ProgrammingError)


class DatabaseError(ValueError):
    """The file cannot be used; its line says why. fault: of the disk or the file, if it is one."""

    def __init__(self, line: str, fault: StorageFault | None = None) -> None:
        super().__init__(line)
        self.fault = fault


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
    private: bool = False  # Whether a file that others may read is closed to them again.
    # Files without the application id: their version by `user_version`.
    unsigned: Mapping[int, int] = field(default_factory=dict)

    def columns(self, version: int) -> Columns:
        """The columns of each table of a version."""
        return _columns_of("".join(self.versions[:version]))

    def told(self, path: Path, error: Exception) -> DatabaseError:
        """One line for a file's fault, from an error of SQLite or Python."""
        text = " ".join(str(error).split())
        for said, fault in _SAID.items():
            if said in text:
                return DatabaseError(f"{path}: {fault.value}", fault)
        if isinstance(error, _NO_FAULT):
            return DatabaseError(f"{path}: {text}")
        return DatabaseError(f"{path}: not {self.what}: {text}", StorageFault.DAMAGED)


def fault_of(error: OSError) -> StorageFault:
    """The fault of a file that Python cannot read or write."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StorageFault.FULL
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return StorageFault.READ_ONLY
    return StorageFault.FAILING


def _of_system(path: Path, error: OSError) -> DatabaseError:
    fault = fault_of(error)
    return DatabaseError(f"{path}: {fault.value}", fault)


def _typed(method: _Method) -> _Method:
    """A method of a cursor whose errors are DatabaseErrors."""

    @wraps(method)
    def typed(cursor: Any, *asked: Any) -> Any:
        try:
            return method(cursor, *asked)
        except _SQLITE as error:
            database = cursor.connection
            raise database.kind.told(database.path, error) from None

    return cast(_Method, typed)


class _Cursor(sqlite3.Cursor):
    execute = _typed(sqlite3.Cursor.execute)
    executemany = _typed(sqlite3.Cursor.executemany)
    fetchone = _typed(sqlite3.Cursor.fetchone)
    fetchall = _typed(sqlite3.Cursor.fetchall)
    __next__ = _typed(sqlite3.Cursor.__next__)


class Database(sqlite3.Connection):
    """An open file, in autocommit mode; whatever fails raises DatabaseError."""

    path: Path
    kind: FileKind
    _place: tuple[int, int] | None

    @classmethod
    def at(cls, path: Path, kind: FileKind, how: str, timeout: float) -> Database:
        """Open a file. how: a parameter of SQLite's URIs."""
        try:
            database = sqlite3.connect(
                f"{path.absolute().as_uri()}?{how}",
                uri=True,
                isolation_level=None,
                timeout=timeout,
                check_same_thread=False,
                factory=cls,
            )
            database.path, database.kind, database._place = path, kind, _place_of(path)
        except _SQLITE as error:
            raise kind.told(path, error) from None
        return database

    def cursor(self, *_: Any) -> _Cursor:  # type: ignore[override]
        """A cursor whose errors are DatabaseErrors."""
        return super().cursor(_Cursor)

    def execute(self, *asked: Any) -> _Cursor:
        """The cursor with what a statement finds."""
        return self.cursor().execute(*asked)

    def executemany(self, *asked: Any) -> _Cursor:
        """Execute a statement with each of these values."""
        return self.cursor().executemany(*asked)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is written in the block is written whole or not at all, and by nobody else between.

        Raises DatabaseError if the file is no longer at its path: what went there would be lost.
        """
        if self.in_transaction:
            yield
            return
        if _place_of(self.path) != self._place:
            raise DatabaseError(f"{self.path}: {StorageFault.MOVED.value}", StorageFault.MOVED)
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            with suppress(DatabaseError):  # SQLite itself ends one that finds the disk full.
                self.execute("ROLLBACK")
            raise


def _place_of(path: Path) -> tuple[int, int] | None:
    """The device and the number of a file; None if it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def is_database(path: Path) -> bool:
    """Whether a regular file starts like SQLite's; False if there is none or it cannot be read."""
    try:
        if not path.is_file():  # A pipe can be read only once.
            return False
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
    timeout: float = WAIT,
) -> Database:
    """A connection to a file, in autocommit mode; usable from any thread.

    A missing file is created, all or nothing, if it is opened for writing, for its owner alone;
    `fill` writes its first rows. An older version is migrated. alone: checks the file before a byte
    is written; no other process may use it then. timeout: seconds to wait for another process.

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
    connection = Database.at(path, kind, "mode=rw" if write else "mode=ro", timeout)
    if write:
        try:
            if alone is not None:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            _renew(path, kind, connection, alone)
            # A write-ahead log needs no disk sync at every commit, and even a power cut loses only
            # the last ones.
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
        except BaseException:
            connection.close()
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
        log = _log_of(path)
        if not log.exists() or log.stat().st_size == 0:
            raise
        _look(path, kind, "mode=ro")


def check_database(path: Path, kind: FileKind) -> None:
    """Check all pages of a file, if there is one, without writing.

    Raises DatabaseError as `open_database` does.
    """
    if not _is_new(path):
        with closing(open_database(path, kind, write=False)) as file:
            check_pages(path, kind, file)


def check_pages(path: Path, kind: FileKind, connection: sqlite3.Connection) -> None:
    """Raise DatabaseError if a page of an open file is damaged."""
    rows = connection.execute("PRAGMA quick_check(1)").fetchall()
    if rows != [("ok",)]:
        what = " ".join(str(rows[0][0] if rows else "").split())
        raise DatabaseError(f"{path}: not {kind.what}: damaged: {what:.100}", StorageFault.DAMAGED)


def _check_path(path: Path) -> None:
    try:
        check_kept_file(path)
    except ValueError as error:
        raise DatabaseError(str(error)) from None


def _is_new(path: Path) -> bool:
    """Whether the file is missing or empty. Raises DatabaseError if only its log is left."""
    try:
        if path.exists() and path.stat().st_size:
            return False
        log = _log_of(path)
        # A new file beside it would be given what the log has of the old one.
        if log.exists() and log.stat().st_size:
            raise DatabaseError(f"{path}: only its log is left: {log.name}", StorageFault.DAMAGED)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise _of_system(path, error) from None
    return True


def _log_of(path: Path) -> Path:
    """The write-ahead log of a file."""
    return Path(f"{target_of(path)}-wal")


def _create(
    path: Path, kind: FileKind, fill: Callable[[sqlite3.Connection], object] | None
) -> None:
    """Create a file, or a link's target; others see all of it or nothing."""
    target = target_of(path)
    draft = target.with_name(f".{target.name[:100]}.{os.getpid()}-{get_ident()}.new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_RDWR, _MODE))
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            connection.executescript(f"BEGIN EXCLUSIVE; {''.join(kind.versions)}")
            if fill is not None:
                fill(connection)
            _sign(connection, kind)
            connection.execute("COMMIT")
        _publish(draft, target)
    except sqlite3.Error as error:
        raise kind.told(path, error) from None
    except OSError as error:
        raise _of_system(path, error) from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _publish(draft: Path, path: Path) -> None:
    """Give the file its name, unless another process or thread was first."""
    try:
        os.link(draft, path)
    except FileExistsError:
        if path.stat().st_size == 0:
            draft.replace(path)
    except OSError:  # No hard links here, as on FAT.
        draft.replace(path)


def _sign(connection: sqlite3.Connection, kind: FileKind) -> None:
    """Write the kind and version into the file's header."""
    connection.execute(f"PRAGMA application_id={kind.application_id}")
    connection.execute(f"PRAGMA user_version={len(kind.versions)}")


def _look(path: Path, kind: FileKind, how: str) -> None:
    with closing(Database.at(path, kind, how, WAIT)) as connection:
        _version_of(path, kind, connection)


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

    Raises DatabaseError if it is of another kind, or damaged.
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
        with suppress(OSError):  # It is not there, or another's.
            name.chmod(_MODE)
