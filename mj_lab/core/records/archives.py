"""Reads record files in any format, detected by contents: plain, gzipped, or in a zip.

Files are read record by record, so their size does not matter. An error in one record is reported
with its place, and reading continues with the next.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from io import BufferedReader
from itertools import chain, islice
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from mj_lab.core.error_text import printable
from mj_lab.core.files import check_kept_file
from mj_lab.core.records.encoding import BYTE_ORDER_MARK, TextError, decoded
from mj_lab.core.records.formats.botzone_log import from_botzone, is_log_entry
from mj_lab.core.records.formats.course_data import blocks_in, parse_course_hand
from mj_lab.core.records.formats.human_games import is_human_game, parse_human_hand
from mj_lab.core.records.formats.platforms.detect import HandFound, hands_of_people
from mj_lab.core.records.formats.seat_record import SeatRecord, is_request, seat_record_of
from mj_lab.core.records.hand import HandError, RecordedHand
from mj_lab.core.records.hand_at_table import folded
from mj_lab.core.records.json_lines import (
    OnInvalid,
    RecordError,
    built,
    one_line,
    records_in,
)
from mj_lab.core.records.match import Match, to_line
from mj_lab.core.records.unpacking import is_packed, plain_streams, telling_of

# The path that means standard input.
STANDARD_INPUT = "-"
# Names of what a shell opened for a command: pipes are read there, not where they lie in a folder.
_OPENED = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
# Files in a folder with these suffixes are taken for records without a look inside.
SUFFIXES = frozenset({".txt", ".json", ".jsonl", ".gz", ".matches", ".zip"})
# A line of Botzone's data set has 150 bytes at most, of the human games 200.
_MOST_LINE = 20_000
# A hand has some 250 lines.
_MOST_LINES = 5_000
_COURSE_WORDS = frozenset({"match", "wind", "player", "fan", "huang", "score"})
_LOOKED_AT = 4_096
_HUMAN_GAME, _COURSE_DATA = "a human game", "Botzone's data set"
# How many files without records a message names.
_MOST_NAMED = 5


class FoundGame(NamedTuple):
    """A record that was read. complaints: about stray lines after it."""

    place: str
    game: Match | SeatRecord
    complaints: Sequence[str] = ()


class ArchiveEntry(NamedTuple):
    """One record of a file, not yet built: its place, for people, and a function that builds it.

    text: the record alone, readable again. of_many: whether it is a hand in an archive of hands,
    where some are damaged. parse: for formats that list actions, reads the hand without replaying
    it at our judge, which takes most of the time; raises RecordError as `build` does.
    """

    place: str
    build: Callable[[], FoundGame]
    text: Callable[[], str]
    of_many: bool = False
    parse: Callable[[], RecordedHand] | None = None

    def message(self, complaint: str) -> str:
        """A message about this record; a complaint with its own line keeps it."""
        file = self.place.partition(": line ")[0] if complaint.startswith("line ") else self.place
        return f"{file}: {complaint}"


def to_stderr(line: str) -> None:
    """Print a complaint on standard error."""
    print(f"mj: {printable(line)}", file=sys.stderr)


def shown_path(path: Path) -> str:
    """A path as text; bytes that are no UTF-8 as escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def check_file(path: Path) -> None:
    """Raise RecordError, one line, for a missing file, a folder, and what has no end: a device.

    A pipe is read only where a shell opened it, or it may have no end either.
    """
    if str(path) == STANDARD_INPUT or str(path).startswith(_OPENED):
        return
    if not path.exists():
        raise RecordError(f"{shown_path(path)}: no such file")
    try:
        check_kept_file(path)
    except ValueError as error:
        raise RecordError(str(error)) from None


def files_of(path: Path, tell: Callable[[str], None] = to_stderr) -> list[Path]:
    """A file, or the record files of a folder sorted by name, hidden ones excluded.

    A file is recognised by its contents, or by its name if it is damaged. tell: gets the names of
    the others, in a line. Raises RecordError if there is none.
    """
    if not path.is_dir():
        check_file(path)
        return [path]
    there = [
        file
        for file in sorted(path.rglob("*"))
        if file.is_file() and not any(part[0] == "." for part in file.relative_to(path).parts)
    ]
    archives = [file for file in there if file.suffix in SUFFIXES or _has_records(file)]
    others = [shown_path(file.relative_to(path)) for file in there if file not in set(archives)]
    if not archives:
        raise RecordError(f"{path}: no records in it")
    if others:
        more = f" and {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
        tell(f"{path}: skipped, not records: {', '.join(others[:_MOST_NAMED])}{more}")
    return archives


def _has_records(path: Path) -> bool:
    """Whether a file starts like a file of records, packed or not."""
    try:
        with path.open("rb") as file:
            head = file.read(_LOOKED_AT)
    except OSError:
        return False
    first = _text_head(head).partition("\n")[0]
    return is_packed(head) or first[:1] in ("{", "[") or _form_of(first) is not None


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file seekably; standard input (`-`) and pipes are copied to a temporary file.

    Raises RecordError as `check_file` does.
    """
    check_file(path)
    with sys.stdin.buffer if str(path) == STANDARD_INPUT else path.open("rb") as file:
        if file.seekable():
            yield file
            return
        with TemporaryFile() as copy:
            copyfileobj(file, copy)
            copy.seek(0)
            yield copy


def read_entries(path: Path, spoilt: OnInvalid | None = None) -> Iterator[ArchiveEntry]:
    """Yield the records of a file; the caller builds them.

    spoilt: gets the error of a line that is not JSON, and reading continues; without it the error
    is raised. Raises RecordError, one line with the place, where the file cannot be read further.
    """
    name = "standard input" if str(path) == STANDARD_INPUT else shown_path(path)
    with telling_of(name), opened(path) as file:
        yield from entries_in(file, name, spoilt)


def read_records(path: Path) -> Iterator[tuple[str, Any]]:
    """The JSON records of a file with their places, whatever they are of.

    Raises RecordError if the file cannot be read, is not JSON, is too large or empty.
    """
    name = shown_path(path)
    with telling_of(name), opened(path) as file:
        for inside, stream in plain_streams(file, name):
            yield from records_in(stream, inside)


def entries_in(
    file: IO[bytes], name: str, spoilt: OnInvalid | None = None, most: int | None = None
) -> Iterator[ArchiveEntry]:
    """The records of an open, seekable file; see `read_entries`.

    most: the most bytes from a packed file.
    """
    for inside, stream in plain_streams(file, name, most):
        yield from _told_apart(stream, inside, spoilt)


def _told_apart(
    stream: BufferedReader, name: str, spoilt: OnInvalid | None
) -> Iterator[ArchiveEntry]:
    with telling_of(name):
        head = _text_head(stream.peek(_LOOKED_AT)[:_LOOKED_AT])
    form = _form_of(head)
    if form == _HUMAN_GAME:
        lines = list(islice(_text_lines(stream, name), _MOST_LINES))
        yield ArchiveEntry(
            name,
            partial(_human, name, lines),
            partial("".join, lines),
            parse=partial(_human_hand, name, lines),
        )
    elif form == _COURSE_DATA:
        for first, block in blocks_in(_text_lines(stream, name)):
            yield ArchiveEntry(
                f"{name}: line {first}",
                partial(_course, name, first, block),
                partial("\n".join, block),
                True,
                partial(_course_hand, name, first, block),
            )
    else:
        yield from _json(records_in(stream, name, spoilt), name)


def _text_head(head: bytes) -> str:
    return head.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")


def _form_of(head: str) -> str | None:
    """The text format of a file, by its first bytes; None for JSON and unknown formats."""
    if is_human_game(head.split("\n", 1)[0]):
        return _HUMAN_GAME
    return _COURSE_DATA if head[:1] not in ("{", "[") and _is_course_data(head) else None


def _is_course_data(head: str) -> bool:
    """Whether any of the first lines looks like the data set's."""
    words = (line.split(None, 1) for line in head.splitlines())
    return any(first[0].lower() in _COURSE_WORDS for first in words if first)


def _text_lines(stream: BufferedReader, name: str) -> Iterator[str]:
    number = 0
    while True:
        with telling_of(f"{name}: line {number + 1}"):
            line = stream.readline(_MOST_LINE + 1)
        if not line:
            return
        number += 1
        if number == 1:
            line = line.removeprefix(BYTE_ORDER_MARK)
        if len(line) > _MOST_LINE:
            raise RecordError(
                f"{name}: line {number}: over {_MOST_LINE} bytes, too long for a record"
            )
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            yield _legible(line)


def _legible(line: bytes) -> str:
    """A line that is not UTF-8: copies of the data set have names of fans that are garbled."""
    try:
        return decoded(line)
    except TextError:
        return line.decode("utf-8", "replace")


def _human(name: str, lines: Sequence[str]) -> FoundGame:
    with _told_with(name):
        return FoundGame(name, folded(parse_human_hand(lines)))


def _human_hand(name: str, lines: Sequence[str]) -> RecordedHand:
    with _told_with(name):
        return parse_human_hand(lines)


def _course(name: str, first: int, block: Sequence[str]) -> FoundGame:
    with _told_with(name, first):
        read = parse_course_hand(block, first)
        return FoundGame(f"{name}: line {first}", folded(read.hand), read.complaints)


def _course_hand(name: str, first: int, block: Sequence[str]) -> RecordedHand:
    with _told_with(name, first):
        return parse_course_hand(block, first).hand


@contextmanager
def _told_with(name: str, first: int = 0) -> Iterator[None]:
    """Turn a HandError into a RecordError with the file and at least the record's first line."""
    try:
        yield
    except HandError as error:
        location = name if error.line or not first else f"{name}: line {first}"
        raise RecordError(one_line(f"{location}: {error}"), error.reason) from None


def _json(records: Iterator[tuple[str, Any]], name: str) -> Iterator[ArchiveEntry]:
    first = next(records, None)
    if first is None:
        return
    if is_log_entry(first[1]):
        # Botzone's bare list: judge outputs and player answers alternate.
        log = [first[1], *(record for _, record in records)]
        yield ArchiveEntry(name, partial(_of_json, name, log), partial(_json_text, log))
        return
    for location, record in chain([first], records):
        yield from entries_of_record(location, record)


def entries_of_record(location: str, record: Any) -> Iterator[ArchiveEntry]:
    """Yield a JSON record, or each hand of a match of people, as an entry.

    location: for messages.
    """
    try:
        hands = hands_of_people(record)
    except ValueError:
        hands = None  # The error comes when it is built.
    if hands is None or len(hands) == 1:
        yield ArchiveEntry(
            location, partial(_of_json, location, record), partial(_json_text, record)
        )
        return
    for hand in hands:
        where = f"{location}: {hand.label}"
        build = partial(_of_people, where, hand)
        yield ArchiveEntry(where, build, partial(_text_of, build), True)


def _of_people(location: str, hand: HandFound) -> FoundGame:
    return FoundGame(location, built(location, lambda _: hand.build(), None))


def _text_of(build: Callable[[], FoundGame]) -> str:
    """A single hand with its place in the match, as one of our lines."""
    game = build().game
    assert isinstance(game, Match)
    return to_line(game)


def _json_text(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _of_json(location: str, record: Any) -> FoundGame:
    return FoundGame(location, built(location, game_of_record, record))


def game_of_record(record: Any) -> Match | SeatRecord:
    """The match in one JSON record, or one seat's view of it.

    Raises ValueError (pydantic's for a match line) if it is neither.
    """
    if isinstance(record, list):
        return from_botzone({"log": record})
    if not isinstance(record, dict):
        raise ValueError(f"expected a match, found {type(record).__name__}")
    hands = hands_of_people(record)
    if hands is not None:
        if len(hands) > 1:
            raise ValueError(f"a match of {len(hands)} hands, where one is expected")
        return hands[0].build()
    if is_request(record) and (record["requests"] or "responses" in record):
        return seat_record_of(record)
    return Match.model_validate(record) if "requests" in record else from_botzone(record)
