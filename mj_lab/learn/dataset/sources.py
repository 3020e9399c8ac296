"""Records as a source of games: files of all known formats, and folders of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from mj_bot.history import Loading
from mj_bot.tactics import load, loading_of
from mj_lab.core.records.archives import ArchiveEntry, files_of, read_entries, to_stderr
from mj_lab.core.records.json_lines import RecordError, first_line
from mj_lab.core.records.matches import whole_match
from mj_lab.learn.dataset.making import GamesPiece, ShardGames
from mj_lab.learn.dataset.manifest import DatasetError
from mj_lab.learn.dataset.stored_game import StoredGame, arrays_of, stored_of, turns_of

Complain = Callable[[str], None]
# Records read in about a second.
_PIECE = 50


class Records:
    """The games of record files, sorted by name, in the order of the file.

    A game that cannot be read or replayed is reported with its line, counted by reason, and left
    out. loading: the name of a tactic; its `loading` is called while every seat's record is folded.

    Raises RecordError if a file is missing, or a folder has no record.
    """

    def __init__(
        self, paths: Sequence[Path], loading: str | None = None, complain: Complain = to_stderr
    ) -> None:
        self._paths = list(paths)
        self._files = [file for path in paths for file in files_of(path)]
        self._complain = complain
        self._loading: Loading | None = None
        if loading is not None:
            self._loading = loading_of(load(loading))
            if self._loading is None:
                raise DatasetError(f"the tactic {loading!r:.40} has no `loading`")

    def settings(self) -> dict[str, Any]:
        """What determines the games."""
        return {
            "records": [str(path) for path in self._paths],
            "files": len(self._files),
            "bytes": sum(path.stat().st_size for path in self._files),
        }

    def versions(self) -> dict[str, Any]:
        """Only the bot's own version."""
        return {}

    def count(self) -> int | None:
        """Unknown before they are read."""
        return None

    def parts(self, size: int) -> Iterator[ShardGames]:
        """The records, one shard after the other."""
        entries = self._entries()
        while some := list(islice(entries, size)):
            yield partial(self._pieces, some)

    def _pieces(self, entries: Sequence[ArchiveEntry], seen: int) -> Iterator[GamesPiece]:
        return (
            self._piece(entries[first : first + _PIECE])
            for first in range(seen, len(entries), _PIECE)
        )

    def _piece(self, entries: Sequence[ArchiveEntry]) -> GamesPiece:
        games: list[StoredGame] = []
        left_out: Counter[str] = Counter()
        for entry in entries:
            try:
                record = entry.build()
                stored = stored_of(whole_match(record))
                for _ in turns_of(stored, self._loading):
                    pass
            except RecordError as error:
                left_out[error.reason] += 1
                self._complain(str(error))
            except ValueError as error:
                left_out["no match"] += 1
                self._complain(f"{entry.place}: {first_line(error)}")
            else:
                games.append(stored)
                for complaint in record.complaints:
                    self._complain(entry.message(complaint))
        return arrays_of(games), dict(left_out)

    def _entries(self) -> Iterator[ArchiveEntry]:
        for path in self._files:
            try:
                yield from read_entries(path)
            except RecordError as error:
                # The records after it are lost too.
                self._complain(str(error))
