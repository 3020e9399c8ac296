"""What can be wrong with a SQLite file in use: ten kinds, each undone behind its block."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from mj_lab.core import database

Broken = Callable[[Path], Any]


def _said(text: str, *begins: str) -> Broken:
    """SQLite itself says this to statements that begin so: what no test can do to a disk."""

    @contextmanager
    def broken(path: Path) -> Iterator[None]:
        execute = database._Cursor.execute

        def executed(cursor: Any, statement: str, *values: Any) -> Any:
            if cursor.connection.path.absolute() == path and statement.startswith(begins):
                raise sqlite3.OperationalError(text)
            return execute(cursor, statement, *values)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(database._Cursor, "execute", database._typed(executed))
            yield

    return broken


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def _overwritten(path: Path, data: Callable[[bytes], bytes]) -> Iterator[None]:
    before = path.read_bytes()
    with path.open("r+b") as file:
        file.write(data(before))
        file.truncate()
    yield
    path.write_bytes(before)


@contextmanager
def _away(path: Path, instead: Callable[[Path], object] | None = None) -> Iterator[None]:
    kept = path.with_name(f"{path.name}-away")
    path.rename(kept)
    if instead is not None:
        instead(path)
    yield
    if instead is not None:
        path.rmdir()
    kept.rename(path)


@contextmanager
def _without_table(path: Path) -> Iterator[None]:
    """Those of its tables that are written are not there any more."""
    written = {
        "tables.db": ("tables", "answers"),
        "quiz.sqlite": ("answers",),
        "index.db": ("games",),
    }[path.name]
    for change in ("{0} RENAME TO {0}_", "{0}_ RENAME TO {0}"):
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            for name in written:
                other.execute(f"ALTER TABLE {change.format(name)}")
        if change.startswith("{0} "):
            yield


WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "COMMIT")
FAULTS: dict[str, Broken] = {
    "full": _said("database or disk is full", "INSERT", "COMMIT"),
    "failing": _said("disk I/O error", *WRITES, "SELECT"),
    "read-only": _said("attempt to write a readonly database", *WRITES),
    "no journal": _said("unable to open database file", "BEGIN"),
    "locked": _locked,
    "damaged": lambda path: _overwritten(path, lambda data: b"\xa5" * len(data)),
    "cut short": lambda path: _overwritten(path, lambda data: data[: len(data) // 2]),
    "a folder": lambda path: _away(path, Path.mkdir),
    "folder gone": lambda path: _away(path.parent),
    "no table": _without_table,
}
