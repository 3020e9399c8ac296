"""Matches on disk: reads all known formats, writes ours and Botzone's log."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from mj_lab.core.files import write_whole
from mj_lab.core.records.archives import (
    ArchiveEntry,
    FoundGame,
    files_of,
    game_of_record,
    read_entries,
    to_stderr,
)
from mj_lab.core.records.formats.botzone_log import to_botzone
from mj_lab.core.records.formats.seat_record import ONE_VIEW, SeatRecord
from mj_lab.core.records.json_lines import OnInvalid, RecordError
from mj_lab.core.records.match import Match, to_line

MatchError = RecordError

# After this many errors without a record, the file is taken to have none.
_MOST_INVALID = 20


class Skipped:
    """Collects what could not be read, to report it at the end."""

    def __init__(self) -> None:
        self.errors: list[MatchError] = []
        self._more = 0

    def __call__(self, error: MatchError) -> None:
        """Note a skipped record or file."""
        if len(self.errors) < _MOST_INVALID:
            self.errors.append(error)
        else:
            self._more += 1

    def check(self, read: int) -> None:
        """Raise the first error if nothing could be read."""
        if self.errors and not read:
            raise self.errors[0]

    def listed(self) -> bool:
        """Print what was skipped on standard error; return whether there was anything."""
        for error in self.errors:
            to_stderr(f"skipped: {error}")
        if self._more:
            to_stderr(f"skipped: {self._more} more")
        return bool(self.errors)


def recorded_in(path: Path, skip: OnInvalid | None = None) -> Iterator[FoundGame]:
    """Every match of a file or folder, or one seat's view of one, in any format, packed or not.

    skip: gets the error of each record or file that cannot be read, and reading continues. Without
    it, errors in archives of hands are printed on standard error with their line; for other
    records, and for a file without any match, MatchError is raised, one line with the place. A
    missing file always raises it.
    """
    for file in files_of(path):
        if skip is None:
            yield from games_of(read_entries(file), str(file))
        else:
            yield from _readable(file, skip)


def _readable(file: Path, skip: OnInvalid) -> Iterator[FoundGame]:
    try:
        for entry in read_entries(file, skip):
            try:
                record = entry.build()
            except MatchError as error:
                skip(error)
                continue
            for complaint in record.complaints:
                skip(MatchError(entry.message(complaint)))
            yield record
    except MatchError as error:
        skip(error)  # The rest of the file is lost too.


def games_of(
    entries: Iterable[ArchiveEntry], name: str, tell: Callable[[str], None] = to_stderr
) -> Iterator[FoundGame]:
    """The games of a file's entries; see `recorded_in`. tell: hears of those that are left out."""
    waiting: list[MatchError] | None = []
    for entry in entries:
        try:
            record = entry.build()
        except MatchError as error:
            if not entry.of_many or (waiting is not None and len(waiting) == _MOST_INVALID):
                raise
            if waiting is None:
                tell(str(error))
            else:
                waiting.append(error)
            continue
        for earlier in waiting or ():
            tell(str(earlier))
        waiting = None
        for complaint in record.complaints:
            tell(f"{name}: {complaint}")
        yield record
    if waiting:
        raise waiting[0]
    if waiting is not None:
        raise MatchError(f"{name}: nothing in it")


def read_matches(path: Path, skip: OnInvalid | None = None) -> Iterator[Match]:
    """Every match of a file, in any format. skip: as in `recorded_in`.

    Raises MatchError, one line with the file and the place, for a record that is not a match or
    only one seat's view.
    """
    for record in recorded_in(path, skip):
        try:
            match = whole_match(record)
        except MatchError as error:
            if skip is None:
                raise
            skip(error)
        else:
            yield match


def whole_match(record: FoundGame) -> Match:
    """The match of a record; MatchError with its place if it is only one seat's view."""
    if isinstance(record.game, SeatRecord):
        raise MatchError(f"{record.place}: {ONE_VIEW}", ONE_VIEW)
    return record.game


def match_of_record(record: Any) -> Match:
    """The match in one JSON record, a line's or a Botzone log.

    Raises ValueError (pydantic's for a line) if it is neither.
    """
    return whole_match(FoundGame("", game_of_record(record)))


def write_matches(path: Path, matches: Iterable[Match]) -> None:
    """Write matches as lines of JSON; gzipped if the path ends in .gz.

    Only its owner may read a new file.
    """
    text = "".join(to_line(match) + "\n" for match in matches)
    data = text.encode("utf-8")
    # mtime 0: equal matches give equal files.
    write_whole(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data, private=True)


def save_match(path: Path, match: Match) -> None:
    """Write one match: as Botzone's log if the path ends in .json, else as `write_matches`."""
    if path.suffix != ".json":
        write_matches(path, [match])
        return
    write_whole(path, json.dumps(to_botzone(match), ensure_ascii=False) + "\n", private=True)


__all__ = [
    "MatchError",
    "Skipped",
    "games_of",
    "match_of_record",
    "recorded_in",
    "read_matches",
    "save_match",
    "whole_match",
    "write_matches",
]
