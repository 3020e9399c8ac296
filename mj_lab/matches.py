"""Matches on disk: lines of JSON (as in shared/data) or one Botzone log, gzipped or not."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mj_lab.botzone_log import from_botzone, to_botzone
from mj_lab.match import Match, to_line


class MatchError(ValueError):
    """A file that holds no match: one line with the file and the place in it."""


def read_matches(path: Path) -> Iterator[Match]:
    """Every match of a file: lines of JSON or one Botzone log, gzipped or not.

    Raises MatchError, one line with the file and the place, for what is no match.
    """
    text = _read_text(path)
    whole = _json_or_none(text)
    if isinstance(whole, dict):
        yield _validated(path, "", whole)
        return
    if isinstance(whole, list):
        for place, record in enumerate(whole):
            yield _validated(path, f"entry {place + 1}", record)
        return
    yield from _read_lines(path, text)


def _read_lines(path: Path, text: str) -> Iterator[Match]:
    found = False
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        found = True
        where = f"line {number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise MatchError(f"{path}: {where}: no JSON: {_first_line(error)}") from None
        yield _validated(path, where, record)
    if not found:
        raise MatchError(f"{path}: no match in it")


def _read_text(path: Path) -> str:
    try:
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        return data.decode("utf-8")
    except OSError as error:
        raise MatchError(f"{path}: {error.strerror or _first_line(error)}") from None
    except (EOFError, UnicodeDecodeError, zlib.error) as error:
        raise MatchError(f"{path}: {_first_line(error)}") from None


def _json_or_none(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _validated(path: Path, where: str, record: Any) -> Match:
    place = f"{path}: {where}: " if where else f"{path}: "
    try:
        return match_of_record(record)
    except ValidationError as error:
        first = error.errors()[0]
        inner = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise MatchError(f"{place}{inner + ': ' if inner else ''}{message}") from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise MatchError(f"{place}{_first_line(error)}") from None


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def match_of_record(record: Any) -> Match:
    """The match in one JSON record, a line's or a Botzone log.

    Raises ValueError (pydantic's for a line) if it is neither.
    """
    if not isinstance(record, dict):
        raise ValueError(f"expected a match, found {type(record).__name__}")
    return Match.model_validate(record) if "requests" in record else from_botzone(record)


def write_matches(path: Path, matches: Iterable[Match]) -> None:
    """Write matches as lines of JSON; gzipped if the path ends in .gz."""
    text = "".join(to_line(match) + "\n" for match in matches)
    data = text.encode("utf-8")
    # mtime 0: equal matches give equal files.
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def save_match(path: Path, match: Match) -> None:
    """Write one match: as Botzone's log if the path ends in .json, else as a line of JSON."""
    if path.suffix != ".json":
        write_matches(path, [match])
        return
    path.write_text(json.dumps(to_botzone(match), ensure_ascii=False) + "\n", encoding="utf-8")
