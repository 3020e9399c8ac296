"""Matches on disk: lines of JSON (as in shared/data) or one Botzone log, gzipped or not."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mj_lab.records.botzone_log import from_botzone, to_botzone
from mj_lab.records.json_lines import RecordError, built, read_records
from mj_lab.records.match import Match, to_line

MatchError = RecordError


def read_matches(path: Path) -> Iterator[Match]:
    """Every match of a file: lines of JSON or one Botzone log, gzipped or not.

    Raises MatchError, one line with the file and the place, for what is no match.
    """
    for place, record in read_records(path):
        yield built(place, match_of_record, record)


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


__all__ = ["MatchError", "match_of_record", "read_matches", "save_match", "write_matches"]
