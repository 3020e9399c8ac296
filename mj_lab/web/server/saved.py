"""The matches in folders, from the arena and `mj play -o`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from mj_bot.events import SEATS
from mj_lab.core.game.seating import HANDS, seat_of_player
from mj_lab.core.records.archives import game_of_record, read_records, shown_path
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.json_lines import RecordError, built
from mj_lab.core.records.match import Match
from mj_lab.table.play.hands.names import hand_named

_ENDINGS = (".jsonl", ".jsonl.gz", ".json", ".matches", ".matches.gz")
_SEAT = "SEAT"
# The most files in the list; a league writes thousands, which nobody would read.
MOST_LISTED = 200
LARGEST = 1_000_000
_PLAYED_AGAIN = re.compile(r"-instead-[1-4]$")
# Every match has one of these; other JSON is not a match.
_MATCH_KEYS = {"requests", "responses", "log", "logs", "wall"}

Summary = dict[str, Any]


def summary(match: Match | SeatRecord, number: int) -> Summary:
    """A line in a list of matches; `number` counts from 1 in its file.

    For one seat's view `action` is SEAT, and `player` that seat.
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
    """The matches of some folders, newest first; a file is reread only if it has changed.

    Of a file with several matches the first is listed. JSON that is not a match, such as the
    figures of a duel, is left out; a file that cannot be read is listed with its problem.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._known: dict[File, Summary | None] = {}

    def newest(self) -> list[Summary]:
        """The newest files, each with its `file`, and a match's line with the `key` of `path`.

        saved: seconds since 1970. table: for a hand at a table its `number` and whether it was
        played `instead`, else None. instead: the games of tactics in people's seats of that hand,
        each with `key`, `seat`, `score` and `tactic`; they have no rows of their own.
        A file that cannot be read has `problem`, one line, in place of a match's line.
        """
        rows = []
        known: dict[File, Summary | None] = {}
        for file in self._files()[:MOST_LISTED]:
            row = self._known[file] if file in self._known else _read(file)
            known[file] = row
            if row is not None:
                shown = {"key": key_of(file.path), "file": shown_name(file.path)}
                rows.append({**row, **shown, **when_and_where(file, row.get("id", ""))})
        self._known = known
        return _folded(rows)

    def path(self, key: str) -> Path | None:
        """The file of a key, listed or not; a key does not reveal a path."""
        file = self.file(key)
        return None if file is None else file.path

    def file(self, key: str) -> File | None:
        """The same file, as of the last scan."""
        return next((file for file in self._files() if key_of(file.path) == key), None)

    def keys(self) -> frozenset[str]:
        """The keys of all files, listed or not."""
        return frozenset(key_of(file.path) for file in self._files())

    def _files(self) -> list[File]:
        return files_in(self._folders, _ENDINGS)


class File(NamedTuple):
    """A file as of the last scan. changed: nanoseconds; size: bytes."""

    path: Path
    changed: int
    size: int


def files_in(folders: Sequence[Path], endings: tuple[str, ...]) -> list[File]:
    """The files with these endings in folders and their subfolders; newest first."""
    files = {file for folder in folders for file in _files(folder, endings)}
    return sorted(files, key=lambda file: (-file.changed, file.path))


def _files(folder: Path, endings: tuple[str, ...]) -> Iterator[File]:
    try:
        for path in folder.rglob("*"):
            if path.name.endswith(endings) and path.is_file():
                with suppress(OSError):  # It may be gone by now.
                    status = path.stat()
                    yield File(path, status.st_mtime_ns, status.st_size)
    except OSError:  # The folder is gone, or unreadable.
        return


def when_and_where(file: File, name: str) -> dict[str, Any]:
    """`saved` and `table` of a match with this name (`SavedMatches.newest`)."""
    hand = hand_named(name)
    table = None if hand is None else {"number": hand.number, "instead": hand.instead}
    return {"saved": file.changed // 10**9, "table": table}


def _folded(rows: list[Summary]) -> list[Summary]:
    """The rows; a tactic's game of a hand is moved into that hand's row, if that is listed."""
    hands = {row["id"]: row for row in rows if row.get("table")}
    left = []
    for row in rows:
        hand = hands.get(_PLAYED_AGAIN.sub("", row.get("id", "")))
        played = _instead(row)
        if played is None or hand is None:
            left.append(row)
        else:
            hand.setdefault("instead", []).append(played)
    return left


def _instead(row: Summary) -> Summary | None:
    """A tactic's game in a person's seat, if the row's match is one."""
    named = hand_named(row.get("id", ""))
    if named is None or named.player is None or not 1 <= named.number <= HANDS[-1]:
        return None
    if not len(row["players"]) == len(row["scores"]) == SEATS:
        return None
    seat = seat_of_player(named.player, named.number - 1)
    result = {"score": row["scores"][seat], "tactic": row["players"][seat]}
    return {"key": row["key"], "seat": seat, **result}


def key_of(path: Path) -> str:
    """The key by which a page requests a file."""
    return sha256(os.fsencode(os.path.abspath(path))).hexdigest()[:16]


def shown_name(path: Path) -> str:
    """A file's name as text; on disk it may have any bytes."""
    return os.fsencode(path.name).decode("utf-8", "replace")


def _read(file: File) -> Summary | None:
    """The first match of a file, or its problem; None if it is something else."""
    if file.size > LARGEST:
        return {"problem": f"over {LARGEST // 1_000_000} MB: drop it in to see it"}
    try:
        line, record = next(read_records(file.path))
        if isinstance(record, dict) and not _MATCH_KEYS & record.keys():
            return None
        return summary(built(line, game_of_record, record), 1)
    except RecordError as error:
        return {"problem": str(error).replace(f"{shown_path(file.path)}: ", "", 1)}
