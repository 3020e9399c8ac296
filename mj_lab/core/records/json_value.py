"""Parses one JSON value from bytes; counts its cost before building any of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from mj_lab.core.records.encoding import TextError, decoded, ends_inside

# A match has 2,000 values and a depth of 4, a Botzone log 5,000 and 7. An empty list takes two
# bytes of a file and some 60 of memory, so the number of values is limited, not only the text.
MOST_VALUES = 100_000
MOST_DEPTH = 64

_STRUCTURAL = b'[]{},"'
_OTHER_BYTES = bytes(set(range(256)) - set(_STRUCTURAL))
_STRING = re.compile(rb'"[^"]*"')
_COMMAS = b","
_EMPTY = re.compile(rb"\[\]|\{\}")
_MARK = re.compile(rb'[\[\]{},"]')
_MARK_IN_STRING = re.compile(rb'["\\]')
# Marks of an entry: two for every string, one for every bracket, comma and escape.
_MOST_MARKS = 4 * MOST_VALUES
# The escape of a surrogate; only the decoded string shows whether it is half a pair.
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_SPACE = b" \t\n\r"
# What the parser stops at where a text breaks off: in a word, or behind what may be a whole value.
_WORDS = ("true", "false", "null", "NaN", "-Infinity")
_CUT = re.compile(r"(?:u[0-9a-fA-F]{0,3}|\.|[eE][-+]?)\Z")


def parse_json(data: bytes) -> Any:
    """Parse a JSON text.

    Raises ValueError, one line, for a text that is not JSON (NaN and halves of surrogate pairs
    included), has over MOST_VALUES values or is nested deeper than MOST_DEPTH; a TextError where
    the line is known.
    """
    _check_size(data)
    text = decoded(data)
    try:
        value = json.loads(text, parse_constant=_no_constant)
        if _SURROGATE.search(data):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        raise _placed(text, error) from None
    except RecursionError:
        raise ValueError("nested too deep") from None
    except UnicodeEncodeError:
        raise ValueError("a text with half of a surrogate pair") from None
    except ValueError as error:
        # Python reads no longer ones, and says so in its own terms.
        problem = "a number with too many digits" if "digits" in str(error) else error
        raise ValueError(f"no JSON: {problem}") from None
    return value


def _placed(text: str, error: json.JSONDecodeError) -> ValueError:
    """The error with its line; a text that only ends too early ends inside its value."""
    if not text.strip():
        return ValueError("nothing in it")
    rest = text[error.pos :].rstrip()
    is_cut = any(word.startswith(rest) for word in _WORDS) or _CUT.match(rest)
    if (is_cut and error.msg != "Extra data") or error.msg.startswith("Unterminated string"):
        return ends_inside(text.rstrip().count("\n") + 1)
    return TextError(f"no JSON: {error.msg}", error.lineno, error.colno)


def entries_of(data: bytes, most_bytes: int) -> Iterator[tuple[int, bytes]]:
    """Yield the texts of a JSON list's entries with their places, so that they are never all built.

    data: of a list, from its bracket on. Raises ValueError where it is no longer a list (TextError
    where it ends too early), or an entry has over `most_bytes`; the entries themselves are not
    checked.
    """
    start = 1
    if _skip_space(data, start) < len(data) and data[_skip_space(data, start)] == ord("]"):
        _check_end(data, _skip_space(data, start) + 1)
        return
    while True:
        end = _end_of_entry(data, start, most_bytes)
        yield start, data[start:end]
        if data[end] == ord("]"):
            _check_end(data, end + 1)
            return
        start = end + 1


def _check_size(data: bytes) -> None:
    """Count values and depth without allocating for each."""
    if b"\\" in data:
        data = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    # Strings without marks are two quotes by now; the others are removed whole.
    marks = data.translate(None, _OTHER_BYTES).replace(b'""', b"")
    marks = _STRING.sub(b"", marks)
    nested = marks.replace(_COMMAS, b"")
    if len(marks) - len(nested) + nested.count(b"[") + nested.count(b"{") >= MOST_VALUES:
        raise ValueError(f"over {MOST_VALUES} values, too many for a record")
    for _ in range(MOST_DEPTH):
        inner = _EMPTY.sub(b"", nested)
        if len(inner) == len(nested):
            return  # Nothing is left, or it is not JSON, which the parser will report.
        nested = inner
    if nested:
        raise ValueError(f"nested deeper than {MOST_DEPTH}")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _end_of_entry(data: bytes, start: int, most_bytes: int) -> int:
    """The position of the comma or bracket after an entry."""
    depth, position, in_string = 0, start, False
    for _ in range(_MOST_MARKS):
        mark = (_MARK_IN_STRING if in_string else _MARK).search(data, position, start + most_bytes)
        if mark is None and start + most_bytes < len(data):
            raise ValueError(f"over {most_bytes // 1_000_000} MB, too large for a record")
        if mark is None:
            raise ends_inside(data.rstrip().count(b"\n") + 1)
        position, kind = mark.end(), mark[0]
        if kind == b"\\":
            position += 1  # An escaped character does not end a string.
        elif kind == b'"':
            in_string = not in_string
        elif kind in b"[{":
            depth += 1
        elif depth == 0 and kind in b",]":
            return mark.start()
        elif kind in b"]}":
            depth -= 1
    raise ValueError(f"over {MOST_VALUES} values, too many for a record")


def _skip_space(data: bytes, position: int) -> int:
    while position < len(data) and data[position] in _SPACE:
        position += 1
    return position


def _check_end(data: bytes, position: int) -> None:
    if data[position:].strip(_SPACE):
        raise ValueError("no JSON: more behind the list")
