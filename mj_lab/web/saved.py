"""The matches that the arena and `mj play -o` left in folders."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from mj_lab.play.hands.names import hand_named
from mj_lab.records.archives import game_of_record
from mj_lab.records.formats.seat_record import SeatRecord
from mj_lab.records.json_lines import RecordError, built, read_records
from mj_lab.records.match import Match

_ENDINGS = (".jsonl", ".jsonl.gz", ".json", ".matches", ".matches.gz")
_SEAT = "SEAT"
# The newest of so many; a league leaves thousands, and nobody reads such a list.
MOST_LISTED = 200
LARGEST = 1_000_000
# One of these is in every match; other JSON is of other programs.
_MATCH_KEYS = {"requests", "responses", "log", "logs", "wall"}

Summary = dict[str, Any]


def summary(match: Match | SeatRecord, number: int) -> Summary:
    """A line in a list of matches; `number` counts from 1 in its file.

    Of what one seat saw `action` is SEAT, and `player` that seat.
    """
    if isinstance(match, SeatRecord):
        return {
            "number": number,
            "id": match.id[:80],
            "players": [match.player[:40]],
            "scores": list(match.scores),
            "action": _SEAT,
            "player": match.seat,
            "fan": None,
            "turns": len(match.requests),
        }
    return {
        "number": number,
        "id": match.id[:80],
        "players": [name[:40] for name in match.players],
        "scores": list(match.scores),
        "action": match.result.action,
        "player": match.result.player,
        "fan": match.result.fan_total,
        "turns": len(match.requests),
    }


class SavedMatches:
    """The matches of some folders, newest first; each file is read once while it stays the same.

    Of a file with several matches the first is listed. A file that is JSON but no match, such as
    the figures of a duel, is passed by; one that cannot be read is listed with what is wrong.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._known: dict[File, Summary | None] = {}

    def newest(self) -> list[Summary]:
        """The newest files, each with its `file`, and a match's line with the `key` of `path`.

        saved: when, in seconds since 1970; table: of a hand at a table its `hand_named`, else None.
        A file that cannot be read has `problem` instead, one line.
        """
        rows = []
        known: dict[File, Summary | None] = {}
        for file in self._files()[:MOST_LISTED]:
            found = self._known[file] if file in self._known else _read(file)
            known[file] = found
            if found is not None:
                shown = {"key": key_of(file.path), "file": shown_name(file.path)}
                rows.append({**found, **shown, **when_and_where(file, found.get("id", ""))})
        self._known = known
        return rows

    def path(self, key: str) -> Path | None:
        """The file behind a key, listed or not; a key says nothing about paths."""
        found = self.file(key)
        return None if found is None else found.path

    def file(self, key: str) -> File | None:
        """The same as it was just now."""
        return next((file for file in self._files() if key_of(file.path) == key), None)

    def keys(self) -> frozenset[str]:
        """The keys of all files, listed or not."""
        return frozenset(key_of(file.path) for file in self._files())

    def _files(self) -> list[File]:
        return files_in(self._folders, _ENDINGS)


class File(NamedTuple):
    """A file as it was when it was looked at. changed: nanoseconds; size: bytes."""

    path: Path
    changed: int
    size: int


def files_in(folders: Sequence[Path], endings: tuple[str, ...]) -> list[File]:
    """The files of folders, and of those in them, with one of these endings; newest first."""
    found = {file for folder in folders for file in _files(folder, endings)}
    return sorted(found, key=lambda file: (-file.changed, file.path))


def _files(folder: Path, endings: tuple[str, ...]) -> Iterator[File]:
    try:
        for path in folder.rglob("*"):
            if path.name.endswith(endings) and path.is_file():
                with suppress(OSError):  # It may be gone by now.
                    status = path.stat()
                    yield File(path, status.st_mtime_ns, status.st_size)
    except OSError:  # A folder that went away, or that one may not look into.
        return


def when_and_where(file: File, name: str) -> dict[str, Any]:
    """`saved` and `table` of a match of this name (`SavedMatches.newest`)."""
    hand = hand_named(name)
    return {"saved": file.changed // 10**9, "table": None if hand is None else hand._asdict()}


def key_of(path: Path) -> str:
    """What a page asks for a file by."""
    return sha256(os.fsencode(os.path.abspath(path))).hexdigest()[:16]


def shown_name(path: Path) -> str:
    """A file's name as text; on disk it may be any bytes."""
    return os.fsencode(path.name).decode("utf-8", "replace")


def _read(file: File) -> Summary | None:
    """The first match of a file, or what is wrong with it; None if it is something else."""
    if file.size > LARGEST:
        return {"problem": f"over {LARGEST // 1_000_000} MB: drop it in to see it"}
    try:
        place, record = next(read_records(file.path))
        if isinstance(record, dict) and not _MATCH_KEYS & record.keys():
            return None
        return summary(built(place, game_of_record, record), 1)
    except RecordError as error:
        return {"problem": str(error).replace(f"{file.path}: ", "", 1)}
