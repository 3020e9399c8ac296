"""One match of a file that may hold many."""

from __future__ import annotations

from pathlib import Path

from mj_lab.records.match import Match
from mj_lab.records.matches import MatchError, read_matches


def chosen_match(path: Path, wanted: str) -> Match:
    """The match with that id, or else with that number, counted from 1.

    Raises MatchError if the file holds no such match or is none.
    """
    number = int(wanted) if wanted.isascii() and wanted.isdecimal() else 0
    count, numbered = 0, None
    for count, match in enumerate(read_matches(path), start=1):
        if match.id == wanted:
            return match
        if count == number:
            numbered = match
            if len(wanted) < 6:  # No id is that short: there is no need to read on.
                return match
    if numbered is not None:
        return numbered
    raise MatchError(f"{path}: no match {wanted!r:.60} among its {count}")
