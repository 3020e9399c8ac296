"""JSON records of a stream, one or many; errors name their place.

A file is read record by record, and each is measured before it is built, so no file, however large
or packed, takes more memory than the largest record or list.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from io import BufferedReader
from typing import Any, BinaryIO, TypeVar

from pydantic import ValidationError

from mj_lab.core.error_text import words_of_validation
from mj_lab.core.records.encoding import BYTE_ORDER_MARK, TextError
from mj_lab.core.records.json_value import entries_of, parse_json

Built = TypeVar("Built")

# A match has 20 kB, its log with all debug texts 1 MB.
MOST_RECORD = 4_000_000
# The most bytes of one JSON list of records; files with one record a line may have any size.
MOST_LIST = 64_000_000
# A line this short is not a record, but the first line of a multi-line value.
_SHORT = 200


class RecordError(ValueError):
    """A file without the expected contents: one line with the file and the place in it.

    reason: the problem without the place; many records may share it.
    """

    def __init__(self, message: str, reason: str = "no match") -> None:
        super().__init__(message)
        self.reason = reason


# Called for a record that is skipped.
OnInvalid = Callable[[RecordError], None]


def records_in(
    stream: BinaryIO | BufferedReader | gzip.GzipFile, name: str, spoilt: OnInvalid | None = None
) -> Iterator[tuple[str, Any]]:
    """The records of an open file with their places: one JSON value, a list, or one value a line.

    name: the file's, for messages. spoilt: gets the error of a line or entry that is not JSON,
    which is skipped; without it the error is raised. Raises RecordError if the file cannot be read
    further, is too large or empty.
    """
    lines = _lines(stream, name)
    number, first = next(lines, (0, b""))
    if not number:
        raise RecordError(f"{name}: nothing in it")
    plain = first.lstrip()
    if plain[:1] == b"[":
        before = b"\n" * (number - 1) + first[: -len(plain)]
        data = plain + _rest(stream, name, MOST_LIST - len(first))
        yield from _entries(data, before, name, spoilt)
        return
    try:
        record = parse_json(first)
    except ValueError as error:
        if spoilt is None or not _is_record(first):
            yield name, _whole(stream, name, first, number, error)
            return
        spoilt(_of_line(name, number, error))
        following = next(lines, None)
    else:
        following = next(lines, None)
        if following is None:
            yield name, record
            return
        yield f"{name}: line {number}", record
    while following is not None:
        number, line = following
        try:
            record = parse_json(line)
        except ValueError as error:
            _tell(_of_line(name, number, error), spoilt)
        else:
            yield f"{name}: line {number}", record
        following = next(lines, None)


def _is_record(first: bytes) -> bool:
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


def _entries(
    data: bytes, before: bytes, name: str, spoilt: OnInvalid | None
) -> Iterator[tuple[str, Any]]:
    """The entries of a list. before: what is before it in the file."""
    number = 0
    try:
        for number, (start, entry) in enumerate(entries_of(data, MOST_RECORD), start=1):
            place = f"{name}: entry {number}"
            try:
                record = parse_json(entry)
            except TextError as error:
                _tell(_wrong(place, error.behind(before + data[:start])), spoilt)
            except ValueError as error:
                _tell(_wrong(place, error), spoilt)
            else:
                yield place, record
    except RecordError:
        raise
    except TextError as error:
        raise _wrong(name, error.behind(before)) from None
    except ValueError as error:
        raise RecordError(f"{name}: behind entry {number}: {error}") from None
    if number == 0:
        raise RecordError(f"{name}: nothing in it")


def _whole(stream: Any, name: str, first: bytes, number: int, problem: ValueError) -> Any:
    """The single value of a multi-line file.

    first: its first line, with its number; problem: what is wrong with that alone.
    """
    if not (isinstance(problem, TextError) and problem.is_cut):
        raise _of_line(name, number, problem)
    rest = _read(stream.read, name, MOST_RECORD + 1 - len(first))
    try:
        if len(first) + len(rest) > MOST_RECORD:
            raise ValueError(f"over {MOST_RECORD // 1_000_000} MB, too large for a record")
        return parse_json(first + rest)
    except TextError as error:
        raise _of_line(name, number, problem if _is_record(first) else error) from None
    except ValueError as error:
        raise _wrong(name, error) from None


def _of_line(name: str, number: int, error: ValueError) -> RecordError:
    """The error of the text that begins with a line."""
    if isinstance(error, TextError):
        return _wrong(name, error.behind(b"\n" * (number - 1)))
    return _wrong(f"{name}: line {number}", error)


def _wrong(place: str, error: ValueError) -> RecordError:
    problem = error.problem if isinstance(error, TextError) else first_line(error)
    return RecordError(f"{place}: {first_line(error)}", problem.partition(":")[0])


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
