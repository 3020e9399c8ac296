"""Matches on disk: every format that people have is read, ours and Botzone's log written."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mj_lab.records.archives import (
    ArchiveEntry,
    FoundGame,
    files_of,
    game_of_record,
    read_entries,
    to_stderr,
)
from mj_lab.records.formats.botzone_log import to_botzone
from mj_lab.records.formats.seat_record import ONE_VIEW, SeatRecord
from mj_lab.records.json_lines import RecordError
from mj_lab.records.match import Match, to_line
from mj_lab.storage.files import write_whole

MatchError = RecordError

# So many are told before it is clear that a file has none that can be read.
_MOST_SPOILT = 20


def recorded_in(path: Path) -> Iterator[FoundGame]:
    """Every match of a file or folder, and what one seat saw of one, in any format, packed or not.

    Of the archives of hands what is wrong with one is told on standard error with its line, and the
    next is read. Raises MatchError, one line with the place, for what is no match elsewhere, and if
    there is none in the file.
    """
    for file in files_of(path) if path.is_dir() else [path]:
        yield from games_of(read_entries(file), str(file))


def games_of(entries: Iterable[ArchiveEntry], name: str) -> Iterator[FoundGame]:
    """The games of a file's entries; see `recorded_in`."""
    waiting: list[MatchError] | None = []
    for entry in entries:
        try:
            record = entry.build()
        except MatchError as error:
            if not entry.of_many or (waiting is not None and len(waiting) == _MOST_SPOILT):
                raise
            if waiting is None:
                to_stderr(str(error))
            else:
                waiting.append(error)
            continue
        for earlier in waiting or ():
            to_stderr(str(earlier))
        waiting = None
        for complaint in record.complaints:
            to_stderr(f"{name}: {complaint}")
        yield record
    if waiting:
        raise waiting[0]
    if waiting is not None:
        raise MatchError(f"{name}: nothing in it")


def read_matches(path: Path) -> Iterator[Match]:
    """Every match of a file, in any format.

    Raises MatchError, one line with the file and the place, for what is no match, and for what only
    one seat saw of one.
    """
    for record in recorded_in(path):
        yield whole_match(record)


def whole_match(record: FoundGame) -> Match:
    """The match of a record; MatchError with its place if it is what one seat saw."""
    if isinstance(record.game, SeatRecord):
        raise MatchError(f"{record.place}: {ONE_VIEW}", ONE_VIEW)
    return record.game


def match_of_record(record: Any) -> Match:
    """The match in one JSON record, a line's or a Botzone log.

    Raises ValueError (pydantic's for a line) if it is neither.
    """
    return whole_match(FoundGame("", game_of_record(record)))


def write_matches(path: Path, matches: Iterable[Match]) -> None:
    """Write matches as lines of JSON; gzipped if the path ends in .gz."""
    text = "".join(to_line(match) + "\n" for match in matches)
    data = text.encode("utf-8")
    # mtime 0: equal matches give equal files.
    write_whole(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def save_match(path: Path, match: Match) -> None:
    """Write one match: as Botzone's log if the path ends in .json, else as a line of JSON."""
    if path.suffix != ".json":
        write_matches(path, [match])
        return
    write_whole(path, json.dumps(to_botzone(match), ensure_ascii=False) + "\n")


__all__ = [
    "MatchError",
    "games_of",
    "match_of_record",
    "recorded_in",
    "read_matches",
    "save_match",
    "whole_match",
    "write_matches",
]
