"""A file of records read by mj_lab and by the engine, side by side."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

from mj_engine._core import read_records
from mj_lab.records.archives import FoundGame, entries_in
from mj_lab.records.json_lines import RecordError
from mj_lab.records.match import to_line
from mj_lab.records.matches import Skipped, whole_match

MOST = 1000


class Read:
    """What became of a file: its games as JSON, or what was said of it; and what was left out."""

    def __init__(self, games: list[Any], error: str = "", skipped: list[str] | None = None) -> None:
        self.games, self.error, self.skipped = games, error, skipped or []


def read_by_lab(data: bytes) -> Read:
    """As a server reads an upload; of matches of people what cannot be read is left out."""
    games: list[Any] = []
    skipped = Skipped()
    try:
        for entry in entries_in(BytesIO(data), "file"):
            try:
                found: FoundGame = entry.build()
                games.append(json.loads(to_line(whole_match(found))))
            except RecordError as error:
                if not entry.of_many:
                    raise
                skipped(error)
        skipped.check(len(games))
    except RecordError as error:
        return Read([], str(error))
    return Read(games, "", [str(error) for error in skipped.errors])


def read_by_engine(data: bytes) -> Read:
    """The same by the engine."""
    try:
        lines, skipped = read_records(data.decode("utf-8"), "file", MOST)
    except ValueError as error:
        return Read([], str(error))
    return Read([json.loads(line) for line in lines], "", skipped)
