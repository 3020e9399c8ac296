"""The matches that the arena and `mj play --save` left in folders."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from mj_lab.records.match import Match
from mj_lab.records.matches import match_of_record

_ENDINGS = (".jsonl", ".jsonl.gz", ".json")
# The newest of so many; a league leaves thousands, and nobody reads such a list.
MOST_LISTED = 200
_LARGEST = 1_000_000

Summary = dict[str, Any]


def summary(match: Match, number: int) -> Summary:
    """A line in a list of matches; `number` counts from 1 in its file."""
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

    Of a file with several matches the first is listed.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._known: dict[tuple[Path, int, int], Summary | None] = {}

    def newest(self) -> list[Summary]:
        """The newest matches, each with the `key` that `path` takes and its `file`."""
        rows = []
        known: dict[tuple[Path, int, int], Summary | None] = {}
        for path in self._paths():
            status = path.stat()
            identity = (path, status.st_mtime_ns, status.st_size)
            found = self._known[identity] if identity in self._known else _read(path)
            known[identity] = found
            if found is not None:
                rows.append({**found, "key": _key(path), "file": path.name})
        self._known = known
        return rows

    def path(self, key: str) -> Path | None:
        """The file behind a key of the list; a key says nothing about paths."""
        return next((path for path in self._paths() if _key(path) == key), None)

    def _paths(self) -> list[Path]:
        found = {path for folder in self._folders for path in _files(folder)}
        return sorted(found, key=lambda path: (-path.stat().st_mtime_ns, path))[:MOST_LISTED]


def _files(folder: Path) -> Iterable[Path]:
    if not folder.is_dir():
        return
    for path in folder.rglob("*"):
        if path.name.endswith(_ENDINGS) and path.is_file() and path.stat().st_size <= _LARGEST:
            yield path


def _key(path: Path) -> str:
    return sha256(str(path.resolve()).encode()).hexdigest()[:16]


def _read(path: Path) -> Summary | None:
    """The first match of a file; None if it is something else."""
    try:
        data = path.read_bytes()
        with gzip.open(path) if data[:2] == b"\x1f\x8b" else path.open("rb") as file:
            text = file.read(_LARGEST)
        line = text if path.name.endswith(".json") else text.split(b"\n", 1)[0]
        return summary(match_of_record(json.loads(line)), 1)
    except (ValueError, OSError, EOFError, TypeError, KeyError, AttributeError, RecursionError):
        return None
