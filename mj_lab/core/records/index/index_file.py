"""The index file: its tables, and a check of the file before a byte is written."""

from __future__ import annotations

from pathlib import Path

from mj_lab.core.database import WAIT, Database, DatabaseError, FileKind, open_database

# The default path of `mj records index` and `mj web`.
INDEX_NAME = "index.db"

# began: seconds since 1970, 0 if unknown. fan: 0 if nobody won. lost: points of a seat; of a game,
# those of the seat that lost most; NOT_REVIEWED before. Columns to sort by have an index that ends
# in the id, so that a page starts where the last one ended. Records have their own table, so that a
# scan of all games does not read them.
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


INDEX_FILE = FileKind("an index", 0x6D6A4978, (_TABLES,))  # "mjIx"


def open_index(path: Path, write: bool = False) -> Database:
    """A connection to an index; a missing file is created if it is opened for writing.

    Close it at the end. Raises DatabaseError for another program's file, a newer version's, a
    damaged one, and a missing one to read.
    """
    if not write and not path.exists():
        raise DatabaseError(f"{path}: no index; mj records index FOLDER makes one")
    return open_database(path, INDEX_FILE, write=write, timeout=10 if write else WAIT)
