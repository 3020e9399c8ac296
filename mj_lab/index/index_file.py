"""The file of an index: its tables, and whose file it is, found out before a byte is written."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from mj_lab.storage.files import check_kept_file

# In the header of every index, where SQLite keeps a number for what wrote it: "mjIx".
INDEX_APPLICATION_ID = 0x6D6A4978
# Where `mj index` makes one in a folder and `mj web` looks for it.
INDEX_NAME = "index.db"
# Of the tables; raised whenever they change.
INDEX_SCHEMA = 1

# began: seconds since 1970, 0 if not known. fan: 0 if nobody won. lost: points of a seat, of a game
# those of the seat that lost most; NOT_REVIEWED before. What games are sorted by has an index with
# the id behind, so that a page goes on where the last one ended. Records lie apart, so that looking
# through all games reads nothing of them.
NOT_REVIEWED = -1.0
_TABLES = """
CREATE TABLE files (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL,
  changed INTEGER NOT NULL, digest BLOB NOT NULL, entries INTEGER NOT NULL,
  skipped INTEGER NOT NULL, done INTEGER NOT NULL, problem TEXT NOT NULL
);
CREATE TABLE names (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE
);
CREATE TABLE fans (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE
);
CREATE TABLE games (
  id INTEGER PRIMARY KEY, file INTEGER NOT NULL, entry INTEGER NOT NULL, name TEXT NOT NULL,
  began INTEGER NOT NULL, result INTEGER NOT NULL, winner INTEGER, fan INTEGER NOT NULL,
  length INTEGER NOT NULL, lost REAL NOT NULL, seat INTEGER
);
CREATE TABLE records (
  game INTEGER PRIMARY KEY, packed BLOB NOT NULL
);
CREATE TABLE seats (
  game INTEGER NOT NULL, seat INTEGER NOT NULL, player INTEGER NOT NULL, score INTEGER,
  lost REAL NOT NULL, PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE TABLE won_by (
  game INTEGER NOT NULL, fan INTEGER NOT NULL, PRIMARY KEY (game, fan)
) WITHOUT ROWID;
CREATE INDEX games_of_file ON games (file);
CREATE INDEX games_by_began ON games (began, id);
CREATE INDEX games_by_fan ON games (fan, id);
CREATE INDEX games_by_length ON games (length, id);
CREATE INDEX games_by_lost ON games (lost, id);
CREATE INDEX seats_of_player ON seats (player, game);
CREATE INDEX won_by_fan ON won_by (fan, game);
"""


class IndexFileError(ValueError):
    """The file is no index that can be used: one line says why."""


def open_index(path: Path, write: bool = False) -> sqlite3.Connection:
    """A connection to an index; where there is none, one is made if it is to be written.

    Close it at the end. Raises IndexFileError for another program's file, a newer version's, a
    damaged one, and where there is none to read.
    """
    try:
        check_kept_file(path)
    except ValueError as error:
        raise IndexFileError(str(error)) from None
    is_new = not path.exists() or path.stat().st_size == 0
    if is_new and not write:
        raise IndexFileError(f"{path}: no index; mj index FOLDER makes one")
    if not is_new:
        _look(path)
    connection: sqlite3.Connection | None = None
    try:
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(path, isolation_level=None, timeout=10)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            if is_new:
                _create(connection)
            return connection
        return _reading(path)
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        raise told_of_index(path, error) from None


def told_of_index(path: Path, error: sqlite3.Error) -> IndexFileError:
    """What SQLite has told of a file, in one line."""
    if "locked" in str(error):
        return IndexFileError(f"{path}: another process is writing this index")
    return IndexFileError(f"{path}: no index: {' '.join(str(error).split())}")


def _reading(path: Path) -> sqlite3.Connection:
    uri = path.absolute().as_uri()
    return sqlite3.connect(f"{uri}?mode=ro", uri=True, isolation_level=None, timeout=5)


def _look(path: Path) -> None:
    """See that a file is an index of this version; nothing is written to it."""
    try:
        with closing(_reading(path)) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (schema,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        raise told_of_index(path, error) from None
    if application != INDEX_APPLICATION_ID:
        raise IndexFileError(f"{path}: no index, but another program's file; it stays as it is")
    if schema != INDEX_SCHEMA:
        raise IndexFileError(
            f"{path}: an index of version {schema}, and this mj reads {INDEX_SCHEMA}: "
            "delete it and index again"
        )


def _create(connection: sqlite3.Connection) -> None:
    connection.executescript(
        f"BEGIN IMMEDIATE;{_TABLES}"
        f"PRAGMA application_id={INDEX_APPLICATION_ID};PRAGMA user_version={INDEX_SCHEMA};COMMIT;"
    )
