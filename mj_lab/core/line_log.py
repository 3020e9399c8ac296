"""Append-only files of JSON lines, so that a stopped run can continue.

No other module appends lines to a file. A run of the arena, with many small results, is in SQLite
(`mj_lab.core.database`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from mj_lab.core.files import check_kept_file

_Entry = TypeVar("_Entry")


class LineLogError(ValueError):
    """A run cannot continue the file; its line says why."""


class LineLog:
    """The lines of a file, each a JSON object; empty without the file.

    what: the file in words, as in "no ledger of mj learn gate". entry: the word for a line. Text
    after the last line break, from a kill while writing, is ignored and overwritten by the next
    line; a file without one whole line is something else. `lines`: those of the file.

    Raises LineLogError for a file of something else.
    """

    def __init__(self, path: Path, what: str, entry: str) -> None:
        self.path = path
        self._what, self._entry = what, entry
        self._file: BinaryIO | None = None
        self._settings = 0  # Lines of settings at its head: 0 or 1.
        try:
            check_kept_file(path)
            data = path.read_bytes()
        except FileNotFoundError:
            data = b""
        except ValueError as error:
            raise LineLogError(str(error)) from None
        except OSError as error:
            raise LineLogError(f"{path}: {error.strerror}") from None
        whole, end, torn = data.rpartition(b"\n")
        if torn and not end:
            raise self._foreign()
        self._size, self._torn = len(data), len(torn)
        texts = whole.split(b"\n") if end else []
        self.lines = [self._record(text, index) for index, text in enumerate(texts)]

    def settings(
        self, kind: str, settings: Mapping[str, Any], free: Collection[str] = ()
    ) -> dict[str, Any]:
        """Check that the first line has these settings; write them if the file is empty.

        kind: of the run, in a word. free: names that may differ. Raises LineLogError, leaving the
        file unchanged.
        """
        ours = {"kind": kind, **json.loads(json.dumps(settings))}
        if not self.lines:
            self.add(ours)
        theirs = self.lines.pop(0)
        self._settings = 1
        if theirs.get("kind") != kind:
            raise self._foreign()
        for name in sorted({*theirs, *ours} - {*free}):
            if theirs.get(name) != ours.get(name):
                raise LineLogError(
                    f"{self.path} is of another run: its {name} is {theirs.get(name)!r:.60},"
                    f" not {ours.get(name)!r:.60}; name another file"
                )
        return theirs

    def entries(self, read: Callable[[dict[str, Any]], _Entry]) -> list[_Entry]:
        """The lines, each parsed by `read`; its errors become a LineLogError."""
        entries = []
        for number, line in enumerate(self.lines, start=1 + self._settings):
            try:
                entries.append(read(line))
            except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
                raise self._no_entry(number, f": {error!r:.80}") from None
        return entries

    def hold(self) -> None:
        """Keep other processes from adding lines until `close`.

        Raises LineLogError if one does, or has done so since this was read.
        """
        if self._file is not None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a+b")
        except OSError as error:
            raise LineLogError(f"{self.path}: {error.strerror}") from None
        try:
            self._lock(self._file)
            if os.fstat(self._file.fileno()).st_size != self._size:
                raise LineLogError(f"{self.path}: another process has added to this file")
        except BaseException:
            self.close()
            raise

    def add(self, record: Mapping[str, Any]) -> None:
        """Append a record durably.

        Raises LineLogError as `hold` does.
        """
        held = self._file is not None
        self.hold()
        assert self._file is not None
        if self._torn:
            self._file.truncate(self._size - self._torn)
        text = json.dumps(record, ensure_ascii=False)
        self._file.write(text.encode() + b"\n")
        self._file.flush()
        self._size, self._torn = self._file.tell(), 0
        self.lines.append(json.loads(text))
        if not held:
            self.close()

    def close(self) -> None:
        """Let other processes add lines again."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _lock(self, file: BinaryIO) -> None:
        with suppress(ImportError):  # Windows: the user must take care of that.
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise LineLogError(f"{self.path}: another process is using this file") from None

    def _record(self, line: bytes, index: int) -> dict[str, Any]:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            record = None
        if isinstance(record, dict):
            return record
        raise self._no_entry(index + 1) if index else self._foreign()

    def _no_entry(self, number: int, why: str = "") -> LineLogError:
        return LineLogError(f"{self.path}: line {number} is no {self._entry}{why}")

    def _foreign(self) -> LineLogError:
        return LineLogError(f"{self.path} is no {self._what}")
