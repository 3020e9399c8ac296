"""Indexes files: only changed ones, in batches of a thousand games, so it can be stopped."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from mj_bot.events import SEATS
from mj_lab.core.database import Database
from mj_lab.core.records.archives import ArchiveEntry, files_of, read_entries, shown_path
from mj_lab.core.records.index.index_file import NOT_REVIEWED
from mj_lab.core.records.index.listed_game import GameEnd, ListedGame, listed
from mj_lab.core.records.json_lines import RecordError, one_line

# Games in one transaction: a stop loses at most one batch.
_BATCH = 1_000
_PIECE = 1 << 20
_PACKING = 3

# Called for each skipped record, with its place; and after each batch, with the numbers of files
# and games so far.
OnUnlisted = Callable[[str], None]
WatchListed = Callable[[int, int], None]


class Indexed(NamedTuple):
    """What was done with the files. unchanged: files left out. gone: missing files.

    empty: named files without a game; why has been told of each.
    """

    files: int
    unchanged: int
    gone: int
    games: int
    skipped: int
    empty: int


class _State(NamedTuple):
    """A file in the index. entries: how many of its records are indexed or skipped."""

    id: int
    size: int
    changed: int
    digest: bytes
    entries: int
    skipped: int
    done: bool


class IndexBuilder:
    """Adds the games of files to an index that is open for writing."""

    def __init__(self, index: Database, tell: OnUnlisted, watch: WatchListed | None = None) -> None:
        self._index = index
        self._tell = tell
        self._watch = watch
        self._names = _Numbers(index, "names")
        self._fans = _Numbers(index, "fans")
        self._files = self._unchanged = self._gone = self._games = self._skipped = 0
        self._empty = 0
        # The file that is read, and those of which something was told.
        self._name = ""
        self._told: set[str] = set()

    def add(self, sources: Sequence[Path]) -> Indexed:
        """Index the games of files and folders; known files only if they changed.

        Interrupted work resumes. Files that are gone from a folder are removed. Raises RecordError
        if there is no such file, or no records in a folder.
        """
        files = [file for path in sources for file in files_of(path)]
        own = self._index.execute("PRAGMA database_list").fetchone()[2]
        for file in dict.fromkeys(files):
            if os.path.realpath(file) == os.path.realpath(own):
                continue
            self._files += 1
            self._file(file)
        for path in sources:
            if path.is_dir():
                self._forget_gone(path, files)
            else:
                self._count_games_of(path)
        return Indexed(
            self._files, self._unchanged, self._gone, self._games, self._skipped, self._empty
        )

    def _file(self, path: Path) -> None:
        self._name = name = _name_of(path)
        try:
            status = path.stat()
        except OSError as error:
            self._tell(f"{shown_path(path)}: {error.strerror}")
            return
        known = self._known(name)
        same_look = known is not None and (known.size, known.changed) == (
            status.st_size,
            status.st_mtime_ns,
        )
        if known is not None and same_look and known.done:
            self._unchanged += 1
            return
        digest = _digest_of(path)
        if known is not None and known.digest == digest:
            if not same_look:
                values = (status.st_mtime_ns, known.id)
                self._index.execute("UPDATE files SET changed = ? WHERE id = ?", values)
            if known.done:
                self._unchanged += 1
                return
            self._read(path, known)
            return
        row = (name, status.st_size, status.st_mtime_ns, digest)
        with self._index.whole():
            if known is not None:
                self._forget(known.id)
            added = self._index.execute(
                "INSERT INTO files (path, size, changed, digest, entries, skipped, done, problem) "
                "VALUES (?, ?, ?, ?, 0, 0, 0, '')",
                row,
            )
        assert added.lastrowid is not None
        self._read(path, _State(added.lastrowid, *row[1:], 0, 0, False))

    def _known(self, name: str) -> _State | None:
        row = self._index.execute(
            "SELECT id, size, changed, digest, entries, skipped, done FROM files WHERE path = ?",
            (name,),
        ).fetchone()
        return None if row is None else _State._make([*row[:-1], bool(row[-1])])

    def _read(self, path: Path, known: _State) -> None:
        """Index the rest of a file, batch by batch."""
        entries = _Entries(path, self._skip)
        number, skipped = known.entries, known.skipped
        rest = islice(entries, number, None)
        done = False
        while not done:
            rows = []
            taken = 0
            for entry in islice(rest, _BATCH):
                taken, number = taken + 1, number + 1
                try:
                    rows.append((number, listed(entry), _packed(entry)))
                except (RecordError, UnicodeError) as error:
                    skipped += 1
                    self._skip(error)
            done = taken < _BATCH
            self._write(known.id, rows, (number, skipped, done, entries.problem))
            if self._watch is not None:
                self._watch(self._files, self._games)

    def _write(
        self,
        file: int,
        rows: Sequence[tuple[int, ListedGame, bytes]],
        state: tuple[int, int, bool, str],
    ) -> None:
        """Write the games and the file's progress in one transaction."""
        index = self._index
        try:
            with index.whole():
                for entry, game, packed in rows:
                    self._add_game(file, entry, game, packed)
                values = (
                    "UPDATE files SET entries = ?, skipped = ?, done = ?, problem = ? WHERE id = ?"
                )
                index.execute(values, (*state, file))
        except BaseException:
            self._names.forget()
            self._fans.forget()
            raise
        self._games += len(rows)

    def _add_game(self, file: int, entry: int, game: ListedGame, packed: bytes) -> None:
        index = self._index
        row = (file, entry, game.name, game.began, int(game.outcome), game.winner, game.fan)
        added = index.execute(
            "INSERT INTO games (file, entry, name, began, result, winner, fan, length, lost, seat) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*row, game.length, NOT_REVIEWED, game.seat),
        ).lastrowid
        index.execute("INSERT INTO records VALUES (?, ?)", (added, packed))
        index.executemany(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?)",
            [
                (
                    added,
                    seat,
                    self._names.of(game.players[seat] if seat < len(game.players) else ""),
                    game.scores[seat] if seat < len(game.scores) else None,
                    NOT_REVIEWED,
                )
                for seat in range(SEATS)  # Games with people have no more facts until a review.
            ],
        )
        if game.outcome in (GameEnd.SELF_DRAWN, GameEnd.ON_DISCARD):
            fans = sorted({self._fans.of(name) for name in game.fan_names})
            index.executemany("INSERT INTO won_by VALUES (?, ?)", [(added, fan) for fan in fans])

    def _skip(self, error: Exception) -> None:
        self._skipped += 1
        self._told.add(self._name)
        self._tell(one_line(str(error)))

    def _count_games_of(self, path: Path) -> None:
        """Tell of a named file that has no game."""
        name = _name_of(path)
        count, problem = self._index.execute(
            "SELECT count(g.id), f.problem FROM files f LEFT JOIN games g ON g.file = f.id "
            "WHERE f.path = ?",
            (name,),
        ).fetchone()
        if not count:
            self._empty += 1
            if name not in self._told:
                self._tell(problem or f"{shown_path(path)}: no game in it")

    def _forget_gone(self, folder: Path, files: Sequence[Path]) -> None:
        """Remove files that are no longer in a folder."""
        there = {_name_of(file) for file in files}
        root = os.path.join(_name_of(folder), "")
        known = self._index.execute("SELECT id, path FROM files").fetchall()
        for number, path in known:
            if path.startswith(root) and path not in there:
                self._gone += 1
                with self._index.whole():
                    self._forget(number)

    def _forget(self, file: int) -> None:
        games = "(SELECT id FROM games WHERE file = ?)"
        for table in ("seats", "won_by", "records"):
            self._index.execute(f"DELETE FROM {table} WHERE game IN {games}", (file,))
        self._index.execute("DELETE FROM games WHERE file = ?", (file,))
        self._index.execute("DELETE FROM files WHERE id = ?", (file,))


class _Entries:
    """The records of a file; an error that ends them early is reported once, and stored."""

    def __init__(self, path: Path, tell: Callable[[Exception], None]) -> None:
        self._path, self._tell = path, tell
        self.problem = ""

    def __iter__(self) -> Iterator[ArchiveEntry]:
        try:
            yield from read_entries(self._path, self._tell)
        except RecordError as error:
            self.problem = one_line(str(error))
            self._tell(error)


class _Numbers:
    """The ids of names in a table, each looked up once."""

    def __init__(self, index: Database, table: str) -> None:
        self._index, self._table = index, table
        self._known: dict[str, int] = {}

    def of(self, name: str) -> int:
        number = self._known.get(name)
        if number is None:
            insert = f"INSERT OR IGNORE INTO {self._table} (name) VALUES (?)"
            self._index.execute(insert, (name,))
            select = f"SELECT id FROM {self._table} WHERE name = ?"
            number = int(self._index.execute(select, (name,)).fetchone()[0])
            self._known[name] = number
        return number

    def forget(self) -> None:
        """Forget the last ids, as their transaction failed."""
        self._known.clear()


def _packed(entry: ArchiveEntry) -> bytes:
    return zlib.compress(entry.text().encode("utf-8"), _PACKING)


def _name_of(path: Path) -> str:
    return shown_path(Path(os.path.abspath(path)))


def _digest_of(path: Path) -> bytes:
    digest = sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.digest()
