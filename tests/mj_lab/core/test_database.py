"""SQLite files: whose each is, made whole, given what an older one lacks, refused in a line."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from mj_lab.core.database import (
    DatabaseError,
    FileKind,
    OtherFileError,
    StorageFault,
    open_database,
)

FIRST = "CREATE TABLE shelf (name TEXT PRIMARY KEY) WITHOUT ROWID;"
SECOND = "CREATE TABLE loan (name TEXT, day INTEGER);"
OLD = FileKind("a library", 0x6D6A0001, (FIRST,))
NEW = FileKind("a library", 0x6D6A0001, (FIRST, SECOND), unsigned={1: 1})
ANOTHER = FileKind("a kitchen", 0x6D6A0002, (FIRST,))
DIARY = FileKind("a diary", 0x6D6A0003, (FIRST,), private=True)


def filled(path: Path, kind: FileKind = OLD) -> bytes:
    fill = "INSERT INTO shelf VALUES ('atlas')"
    open_database(path, kind, fill=lambda connection: connection.execute(fill)).close()
    return path.read_bytes()


def names(path: Path, kind: FileKind) -> list[str]:
    with closing(open_database(path, kind, write=False)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM shelf")]


def test_a_new_file_is_whole_and_says_whose_it_is(tmp_path: Path) -> None:
    data = filled(tmp_path / "deep" / "a.db")
    assert int.from_bytes(data[68:72], "big") == OLD.application_id
    assert int.from_bytes(data[60:64], "big") == 1
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["a.db"]
    assert names(tmp_path / "deep" / "a.db", OLD) == ["atlas"]


def test_threads_that_make_it_at_once_have_the_same_file(tmp_path: Path) -> None:
    for number in range(5):
        path = tmp_path / f"{number}.db"
        together = Barrier(4, timeout=10)

        def added(name: str, path: Path = path, together: Barrier = together) -> None:
            together.wait()
            with closing(open_database(path, OLD, timeout=10)) as file:
                together.wait()
                with file.whole():
                    file.execute("INSERT INTO shelf VALUES (?)", (name,))

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(added, "abcd"))
        assert names(path, OLD) == list("abcd")
    assert not list(tmp_path.glob("*.new")) + list(tmp_path.glob(".*.new"))


def test_what_fails_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="no such table"):
        open_database(
            tmp_path / "a.db", OLD, fill=lambda one: one.execute("INSERT INTO x VALUES (1)")
        )
    assert list(tmp_path.iterdir()) == []


def test_an_older_file_gets_what_it_lacks(tmp_path: Path) -> None:
    filled(tmp_path / "a.db")
    assert names(tmp_path / "a.db", NEW) == ["atlas"]
    with closing(open_database(tmp_path / "a.db", NEW)) as connection:
        connection.execute("INSERT INTO loan VALUES ('atlas', 3)")
    with pytest.raises(DatabaseError, match=r"of a newer mj \(form 2, this one knows 1\)"):
        open_database(tmp_path / "a.db", OLD)


def test_a_file_from_before_the_number_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as plain:
        plain.executescript(f"{FIRST} INSERT INTO shelf VALUES ('map'); PRAGMA user_version = 1;")
    assert names(path, NEW) == ["map"]
    open_database(path, NEW).close()
    assert int.from_bytes(path.read_bytes()[68:72], "big") == NEW.application_id
    with pytest.raises(OtherFileError):
        open_database(path, ANOTHER)


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
@pytest.mark.parametrize(
    "statements",
    [
        "CREATE TABLE shelf (photo BLOB); PRAGMA user_version = 1;",
        f"{FIRST} CREATE TABLE mine (a); PRAGMA user_version = 1;",
        f"{FIRST} PRAGMA user_version = 3;",
        FIRST,
        "PRAGMA application_id = 7;",
        f"{FIRST} PRAGMA application_id = {ANOTHER.application_id};",
        "",
    ],
)
def test_what_is_not_ours_stays_as_it_is(
    tmp_path: Path, write: bool, journal: str, statements: str
) -> None:
    path, folder = tmp_path / "their.db", tmp_path / "killed"
    folder.mkdir()
    if not statements:
        path.write_bytes(b"what is this? " * 300)
    else:
        with closing(sqlite3.connect(path, isolation_level=None)) as plain:
            plain.execute(f"PRAGMA journal_mode={journal}")
            plain.executescript(statements)
            # What was killed has all of it in its log only.
            for one in tmp_path.glob("their.db*"):
                shutil.copy(one, folder)
    if journal == "DELETE" or not statements:
        shutil.copy(path, folder)
    for copy in (path, folder / path.name):
        before = snapshot(copy.parent)
        with pytest.raises(DatabaseError, match=r"not a library") as raised:
            open_database(copy, NEW, write=write)
        assert str(raised.value).startswith(f"{copy}: ")
        assert len(str(raised.value).splitlines()) == 1
        assert snapshot(copy.parent) == before


def snapshot(folder: Path) -> dict[str, bytes]:
    """All files but what whoever reads a log needs, SQLite's own."""
    files = [one for one in folder.iterdir() if one.is_file() and one.suffix != ".db-shm"]
    return {one.name: one.read_bytes() for one in files}


@pytest.mark.parametrize("linked", [False, True], ids=["itself", "behind a link"])
def test_a_pipe_is_refused_and_stays_open_to_others(tmp_path: Path, linked: bool) -> None:
    path = tmp_path / "a.db"
    os.mkfifo(tmp_path / "pipe" if linked else path)
    if linked:
        path.symlink_to("pipe")
    path.chmod(0o644)
    for write in (False, True):
        with pytest.raises(DatabaseError, match=f"^{path} is a pipe, not a regular file$"):
            open_database(path, DIARY, write=write)
    assert path.is_fifo() and path.is_symlink() == linked
    assert path.stat().st_mode & 0o777 == 0o644


def test_there_is_nothing_to_read_where_nothing_is(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="no such file"):
        open_database(tmp_path / "a.db", OLD, write=False)
    (tmp_path / "a.db").touch()
    with pytest.raises(DatabaseError, match="an empty file"):
        open_database(tmp_path / "a.db", OLD, write=False)
    with pytest.raises(DatabaseError, match="is a folder"):
        open_database(tmp_path, OLD)


def test_a_private_file_is_its_owners_alone(tmp_path: Path) -> None:
    """So is what SQLite keeps beside it, and what an older version left open."""
    path = tmp_path / "a.db"

    def check() -> None:
        modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
        assert modes == dict.fromkeys(("a.db", "a.db-wal", "a.db-shm"), 0o600)

    before = os.umask(0o022)
    try:
        with closing(open_database(path, DIARY)) as connection:
            connection.execute("INSERT INTO shelf VALUES ('a')")
            check()
            for one in tmp_path.iterdir():
                one.chmod(0o644)
            with closing(open_database(path, DIARY)):
                check()
    finally:
        os.umask(before)


def test_a_new_file_is_its_owners_and_may_be_opened_to_others(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    filled(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert names(path, OLD) == ["atlas"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_what_is_written_together_is_written_whole(tmp_path: Path) -> None:
    """In one block of another too; and an error of the row is no fault of the file."""
    path = tmp_path / "a.db"
    insert = "INSERT INTO shelf VALUES (?)"
    with closing(open_database(path, OLD)) as file:
        with pytest.raises(DatabaseError, match="UNIQUE") as raised, file.whole():
            file.execute(insert, ("a",))
            with file.whole():
                file.executemany(insert, [("b",), ("a",)])
        assert raised.value.fault is None
        with file.whole():
            file.execute(insert, ("c",))
    assert names(path, OLD) == ["c"]


def test_nothing_is_written_to_a_file_that_was_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(open_database(path, OLD)) as file:
        for new in (None, b"another"):
            path.unlink()
            if new is not None:
                path.write_bytes(new)
            with pytest.raises(DatabaseError) as raised, file.whole():
                raise AssertionError
            assert raised.value.fault is StorageFault.MOVED
            path.touch()


def test_a_log_without_its_file_is_not_taken_for_a_new_files(tmp_path: Path) -> None:
    """As SQLite does: what was deleted would be in it again, or a part of it."""
    path, log = tmp_path / "a.db", tmp_path / "a.db-wal"
    with closing(open_database(path, OLD)) as file:
        file.execute("INSERT INTO shelf VALUES ('atlas')")
        data = log.read_bytes()
    path.unlink()
    log.write_bytes(data)
    for left in (False, True):
        if left:
            path.touch()
        with pytest.raises(DatabaseError, match=f"{path}: only its log is left: a.db-wal"):
            open_database(path, OLD)
        assert log.read_bytes() == data


def test_alone_looks_before_anything_is_written_and_keeps_others_out(tmp_path: Path) -> None:
    def refuse(_: sqlite3.Connection) -> None:
        raise DatabaseError("another one's")

    before = filled(tmp_path / "a.db")
    with pytest.raises(DatabaseError, match="another one's"):
        open_database(tmp_path / "a.db", NEW, alone=refuse)
    assert (tmp_path / "a.db").read_bytes() == before
    with (
        closing(open_database(tmp_path / "a.db", NEW, alone=lambda _: None)),
        pytest.raises(DatabaseError, match="another process is using this file"),
    ):
        open_database(tmp_path / "a.db", NEW, alone=lambda _: None, timeout=0.05)


def test_damaged_files_are_told_in_a_line_or_read(tmp_path: Path) -> None:
    good, chance, told = filled(tmp_path / "good.db"), random.Random(3), 0
    for number in range(60):
        data = bytearray(good)
        for _ in range(chance.randint(1, 60)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path = tmp_path / f"{number}.db"
        path.write_bytes(data[: chance.randint(1, len(data))])
        try:
            with closing(open_database(path, NEW)) as connection:
                connection.execute("SELECT * FROM loan").fetchall()
        except DatabaseError as error:
            told += 1
            assert str(error).startswith(f"{path}: ") and len(str(error).splitlines()) == 1
    assert told > 20
