"""Records as a source of games: files of every format that people have, and folders of them."""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

from mj_bot.history import Loading
from mj_bot.tactics import load
from mj_lab.dataset.folding import StoredGame, arrays_of, stored_of, stored_of_hand, turns_of
from mj_lab.dataset.making import GamesPart
from mj_lab.dataset.manifest import DatasetError
from mj_lab.records.course_data import blocks_in, parse_course_hand
from mj_lab.records.hand import HandError, folded
from mj_lab.records.human_games import is_human_game, parse_human_hand
from mj_lab.records.json_lines import RecordError, built, read_records
from mj_lab.records.matches import match_of_record

# What files in a folder are records by their names.
_SUFFIXES = {".txt", ".json", ".jsonl", ".gz", ".matches"}
_GZIP = b"\x1f\x8b"

Complain = Callable[[str], None]


class _Raw(NamedTuple):
    """One game as it was read, not yet looked at. place: file and line, for complaints."""

    place: str
    fold: Callable[[], tuple[StoredGame, Sequence[str]]]


def to_stderr(line: str) -> None:
    """Complain on standard error."""
    print(f"mj: {line}", file=sys.stderr)


class Records:
    """The games of record files, in the order of their names and places.

    A game that cannot be read or played again is told with its line, counted by the reason, and
    left out. loading: of the tactic of this name, called as every seat's record is folded.

    Raises DatasetError if there is no such file, or no record in a folder.
    """

    def __init__(
        self, paths: Sequence[Path], loading: str | None = None, complain: Complain = to_stderr
    ) -> None:
        self._paths = list(paths)
        self._files = [file for path in paths for file in _files_of(path)]
        self._complain = complain
        self._loading: Loading | None = None
        if loading is not None:
            self._loading = getattr(load(loading), "loading", None)
            if self._loading is None:
                raise DatasetError(f"the tactic {loading!r:.40} has no `loading`")

    def settings(self) -> dict[str, Any]:
        """What decides which games they are."""
        return {
            "records": [str(path) for path in self._paths],
            "files": len(self._files),
            "bytes": sum(path.stat().st_size for path in self._files),
        }

    def versions(self) -> dict[str, Any]:
        """Nothing besides the bot's own version."""
        return {}

    def count(self) -> int | None:
        """Nobody knows before they are read."""
        return None

    def parts(self, size: int) -> Iterator[Callable[[], GamesPart]]:
        """So many records after the other."""
        raw = self._raw()
        while some := list(islice(raw, size)):
            yield partial(self._part, some)

    def _part(self, raw: Sequence[_Raw]) -> GamesPart:
        games: list[StoredGame] = []
        left_out: Counter[str] = Counter()
        for one in raw:
            try:
                stored, complaints = one.fold()
                for _ in turns_of(stored, self._loading):
                    pass
            except HandError as error:
                left_out[error.reason] += 1
                self._complain(f"{one.place}: {error}")
            except ValueError as error:
                left_out["no match"] += 1
                self._complain(_with_place(one.place, error))
            else:
                games.append(stored)
                for complaint in complaints:
                    self._complain(f"{one.place}: {complaint}")
        return arrays_of(games), dict(left_out)

    def _raw(self) -> Iterator[_Raw]:
        for path in self._files:
            try:
                yield from _raw_of(path)
            except (RecordError, OSError) as error:
                # What comes behind is lost with it.
                self._complain(str(error))


def _with_place(place: str, error: ValueError) -> str:
    told = str(error).splitlines()[0]
    return told if told.startswith(place) else f"{place}: {told}"


def _files_of(path: Path) -> list[Path]:
    if path.is_dir():
        found = [file for file in sorted(path.rglob("*")) if file.suffix in _SUFFIXES]
        if not found:
            raise DatasetError(f"{path}: no records in it")
        return found
    if not path.exists():
        raise DatasetError(f"{path}: no such file")
    return [path]


def _raw_of(path: Path) -> Iterator[_Raw]:
    with _opened(path) as file:
        first = file.readline(200)
        if is_human_game(first):
            file.seek(0)
            lines = file.readlines()
            yield _Raw(str(path), partial(_fold_human, lines))
            return
        if first.lstrip("\ufeff \t\r\n")[:1] not in ("{", "[", ""):
            file.seek(0)
            for line, block in blocks_in(iter(file)):
                yield _Raw(str(path), partial(_fold_course, block, line))
            return
    for place, record in read_records(path):
        yield _Raw(place, partial(_fold_match, place, record))


def _opened(path: Path) -> IO[str]:
    with path.open("rb") as file:
        packed = file.read(2) == _GZIP
    opening: Any = gzip.open if packed else open
    file_of_text: IO[str] = opening(path, "rt", encoding="utf-8", errors="replace")
    return file_of_text


def _fold_human(lines: Sequence[str]) -> tuple[StoredGame, Sequence[str]]:
    return stored_of_hand(folded(parse_human_hand(lines))), ()


def _fold_course(block: Sequence[str], line: int) -> tuple[StoredGame, Sequence[str]]:
    read = parse_course_hand(block, line)
    return stored_of_hand(folded(read.hand)), read.complaints


def _fold_match(place: str, record: Any) -> tuple[StoredGame, Sequence[str]]:
    return stored_of(built(place, match_of_record, record)), ()
