"""Files of JSON records, one or many, gzipped or not; errors name their place.

A file is read record by record, and each is measured before it is built, so no file, however large
or packed, takes more memory than the largest record or list.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from pydantic import ValidationError

from mj_lab.core.error_text import words_of_validation
from mj_lab.core.records.json_value import entries_of, parse_json

Built = TypeVar("Built")

# A match has 20 kB, its log with all debug texts 1 MB.
MOST_RECORD = 4_000_000
# The most bytes of one JSON list of records; files with one record a line may have any size.
MOST_LIST = 64_000_000
# A line this short is not a record, but the first line of a multi-line value.
_SHORT = 200
_GZIP = b"\x1f\x8b"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class RecordError(ValueError):
    """A file without the expected contents: one line with the file and the place in it.

    reason: the problem without the place; many records may share it.
    """

    def __init__(self, message: str, reason: str = "no match") -> None:
        super().__init__(message)
        self.reason = reason


# Called for a record that is skipped.
OnInvalid = Callable[[RecordError], None]


def read_records(path: Path) -> Iterator[tuple[str, Any]]:
    """The records of a file with their places: one JSON value, a list, or one value a line.

    Raises RecordError if the file cannot be read, is not JSON, is too large or empty.
    """
    try:
        with path.open("rb") as file:
            packed = file.peek(2)[:2] == _GZIP
            stream = gzip.GzipFile(fileobj=file) if packed else file
            yield from records_in(stream, str(path))
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror or first_line(error)}") from None


def records_in(
    stream: BinaryIO | BufferedReader | gzip.GzipFile, name: str, spoilt: OnInvalid | None = None
) -> Iterator[tuple[str, Any]]:
    """The records of an open file, as from `read_records`. name: the file's, for messages.

    spoilt: gets the error of a line or entry that is not JSON, which is skipped; without it the
    error is raised.
    """
    lines = _lines(stream, name)
    number, first = next(lines, (0, b""))
    if not number:
        raise RecordError(f"{name}: nothing in it")
    if first.lstrip()[:1] == b"[":
        data = b"".join((first.lstrip(), _rest(stream, name, MOST_LIST - len(first))))
        yield from _entries(data, name, spoilt)
        return
    try:
        record = parse_json(first)
    except ValueError as error:
        if spoilt is None or not _is_cut(first):
            yield name, _whole(stream, name, first, f"{name}: line {number}", error)
            return
        spoilt(_no_json(f"{name}: line {number}", error))
        following = next(lines, None)
    else:
        following = next(lines, None)
        if following is None:
            yield name, record
            return
        yield f"{name}: line {number}", record
    while following is not None:
        location = f"{name}: line {following[0]}"
        try:
            record = parse_json(following[1])
        except ValueError as error:
            _tell(_no_json(location, error), spoilt)
        else:
            yield location, record
        following = next(lines, None)


def _is_cut(first: bytes) -> bool:
    """Whether a line that is not JSON is a damaged record, not the start of a longer one."""
    return b":" in first and len(first) > _SHORT


def _tell(error: RecordError, spoilt: OnInvalid | None) -> None:
    if spoilt is None:
        raise error from None
    spoilt(error)


def _lines(stream: Any, name: str) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; a list may have them all in one."""
    number = 0
    while line := _read(stream.readline, name, MOST_RECORD + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(BYTE_ORDER_MARK)
        if len(line) > MOST_RECORD and (number > 1 or not line.lstrip().startswith(b"[")):
            raise RecordError(
                f"{name}: line {number}: over {MOST_RECORD // 1_000_000} MB, too large for a record"
            )
        if line.strip():
            yield number, line


def _rest(stream: Any, name: str, most: int) -> bytes:
    """The rest of a file, up to a number of bytes."""
    rest = _read(stream.read, name, most + 1)
    if len(rest) > most:
        raise RecordError(f"{name}: a list of over {MOST_LIST // 1_000_000} MB: one record a line")
    return rest


def _read(read: Callable[[int], bytes], name: str, size: int) -> bytes:
    try:
        return read(size)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise RecordError(f"{name}: {first_line(error)}") from None


def _entries(data: bytes, name: str, spoilt: OnInvalid | None) -> Iterator[tuple[str, Any]]:
    number = 0
    try:
        for number, entry in enumerate(entries_of(data, MOST_RECORD), start=1):
            try:
                record = parse_json(entry)
            except ValueError as error:
                _tell(_no_json(f"{name}: entry {number}", error), spoilt)
            else:
                yield f"{name}: entry {number}", record
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(f"{name}: behind entry {number}: {error}") from None
    if number == 0:
        raise RecordError(f"{name}: nothing in it")


def _whole(stream: Any, name: str, first: bytes, location: str, problem: ValueError) -> Any:
    """The single value of a multi-line file; if that fails, the first line's error is raised."""
    rest = _read(stream.read, name, MOST_RECORD)
    try:
        return parse_json(first + rest)
    except ValueError:
        raise _no_json(location, problem) from None


def _no_json(location: str, error: ValueError) -> RecordError:
    return RecordError(f"{location}: no JSON: {first_line(error)}", "no JSON")


def built(location: str, build: Callable[[Any], Built], record: Any) -> Built:
    """The result of `build` for a record; its errors become a RecordError with the place."""
    try:
        return build(record)
    except ValidationError as error:
        inner, message = words_of_validation(error)
        raise RecordError(
            one_line(f"{location}: {inner + ': ' if inner else ''}{message}")
        ) from None
    except (
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as error:
        reason = str(getattr(error, "reason", "no match"))
        raise RecordError(f"{location}: {first_line(error)}", reason) from None


def first_line(error: BaseException) -> str:
    """The message of an error: one line of limited length."""
    return one_line((str(error).splitlines() or [type(error).__name__])[0])


def one_line(text: str) -> str:
    """A text as one line of at most 500 characters."""
    return " ".join(text.split())[:500]
