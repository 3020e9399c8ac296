"""Files of JSON records, one or many, gzipped or not; what is wrong is told with the place."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

Built = TypeVar("Built")


class RecordError(ValueError):
    """A file that does not hold what was expected: one line with the file and the place in it."""


def read_records(path: Path) -> Iterator[tuple[str, Any]]:
    """The records of a file, each with its place: one JSON value, a list, or one value a line.

    Raises RecordError if the file cannot be read, is no JSON or holds nothing.
    """
    text = _read_text(path)
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        yield from _read_lines(path, text)
        return
    if isinstance(whole, list):
        yield from ((f"{path}: entry {place}", record) for place, record in enumerate(whole, 1))
    else:
        yield str(path), whole


def _read_lines(path: Path, text: str) -> Iterator[tuple[str, Any]]:
    found = False
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        found = True
        place = f"{path}: line {number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"{place}: no JSON: {_first_line(error)}") from None
        yield place, record
    if not found:
        raise RecordError(f"{path}: nothing in it")


def _read_text(path: Path) -> str:
    try:
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        return data.decode("utf-8")
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror or _first_line(error)}") from None
    except (EOFError, UnicodeDecodeError, zlib.error) as error:
        raise RecordError(f"{path}: {_first_line(error)}") from None


def built(place: str, build: Callable[[Any], Built], record: Any) -> Built:
    """What `build` makes of a record; what it raises becomes a RecordError with the place."""
    try:
        return build(record)
    except ValidationError as error:
        first = error.errors()[0]
        inner = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise RecordError(f"{place}: {inner + ': ' if inner else ''}{message}") from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise RecordError(f"{place}: {_first_line(error)}") from None


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
