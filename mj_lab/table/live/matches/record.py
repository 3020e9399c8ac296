"""A live match on disk: the requests and answers of our one seat, and how it ended.

The other hands and the wall are never sent, so the judge cannot replay it. It is Botzone's input
object with extra fields: `mj_bot.history.load_json` reads it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from mj_lab.core.files import write_whole

RUNNING = "running"
FINISHED = "finished"
ABORTED = "aborted"
INTERRUPTED = "interrupted"
REFUSED = "refused"
SILENT = "silent"

# Scores after one player's fault ended the match (docs/reference/botzone.md); a win never pays
# three players.
_OFFENDER, _OTHERS = -30, 10


class MatchRecord(NamedTuple):
    """One match as this client saw it.

    end: `running` while it is in play; `finished`; `aborted` by Botzone; `interrupted` by Ctrl-C;
    `refused` if Botzone refused the client; `silent` if no more requests came. slot and scores: as
    Botzone sent them, scores by slot, None if it sent none. known: whether every request from the
    first on was seen in order; if not, `marks` says why, and later answers depend only on the last
    request. debug: the tactic's remark on each response. began, ended: UTC, ISO 8601.
    """

    id: str
    tactic: str
    end: str
    requests: Sequence[str]
    responses: Sequence[str]
    debug: Sequence[str] = ()
    slot: int | None = None
    scores: Sequence[float] | None = None
    known: bool = True
    marks: Sequence[str] = ()
    began: str = ""
    ended: str = ""

    @property
    def score(self) -> float | None:
        """Our score."""
        if self.scores is None or self.slot is None or self.slot >= len(self.scores):
            return None
        return self.scores[self.slot]

    @property
    def is_own_fault(self) -> bool:
        """Whether the scores show that this player's fault ended the match."""
        if self.scores is None or self.score != _OFFENDER:
            return False
        return list(self.scores).count(_OTHERS) == len(self.scores) - 1

    def as_json(self) -> dict[str, Any]:
        """The record as plain data for JSON."""
        return {name: value for name, value in self._asdict().items() if value not in ("", None)}


def save_running(folder: Path, record: MatchRecord) -> None:
    """Write a match in play, in place of what was kept of it, for a process after this one."""
    text = json.dumps(record.as_json(), ensure_ascii=False, indent=0) + "\n"
    write_whole(_running(folder, record.id), text, private=True)


def read_running(folder: Path) -> dict[str, MatchRecord]:
    """By id, the matches that a process left in play; without those that cannot be read."""
    found = {}
    for path in sorted(folder.glob(f"*.{RUNNING}.json")):
        with suppress(OSError, ValueError, TypeError):
            record = MatchRecord(**json.loads(path.read_text(encoding="utf-8")))
            if record.end == RUNNING and record.requests:
                found[record.id] = record
    return found


def _running(folder: Path, match_id: str) -> Path:
    return folder / f"{match_id}.{RUNNING}.json"


def save(folder: Path, record: MatchRecord) -> Path:
    """Write a record to `<id>.json` in the folder, whole or not at all; returns the file.

    A second record of a match is `<id>-2.json`. What was kept of it while it ran is removed.
    """
    text = json.dumps(record.as_json(), ensure_ascii=False, indent=0)
    draft = folder / f".{record.id}.{os.getpid()}"
    draft.touch(0o600)
    draft.write_text(text + "\n", encoding="utf-8")
    number = 1
    while True:
        path = folder / (f"{record.id}-{number}.json" if number > 1 else f"{record.id}.json")
        try:
            os.link(draft, path)  # Unlike a rename this never replaces a file.
        except FileExistsError:
            number += 1
            continue
        draft.unlink()
        _running(folder, record.id).unlink(missing_ok=True)
        return path
