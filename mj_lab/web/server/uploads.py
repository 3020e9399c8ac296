"""Match files from a browser: size checked before parsing, kept only in memory."""

from __future__ import annotations

import json
import secrets
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from io import BytesIO
from threading import Lock

from mj_lab.core.records.archives import entries_in, game_of_record
from mj_lab.core.records.formats.seat_record import SeatRecord, to_input
from mj_lab.core.records.json_lines import one_line
from mj_lab.core.records.match import Match, to_line
from mj_lab.core.records.matches import MatchError, games_of
from mj_lab.web.server.saved import Summary, summary

# A match is about 20 KB; a gzipped file of all recorded ones has 0.2 MB and 6 MB inside.
MOST_BYTES = 4_000_000
MOST_TEXT = 24_000_000
MOST_MATCHES = 1000
# Files kept so that their pages can be reopened, and their bytes in all.
MOST_FILES = 8
MOST_KEPT = 12_000_000
_LONGEST_NAME = 80


class Upload:
    """One file: a line for each match, and the matches compressed to a tenth of their memory."""

    def __init__(self, name: str, games: Iterable[Match | SeatRecord]) -> None:
        self.name = name
        self._packed: list[bytes] = []
        self.summaries: list[Summary] = []
        for number, game in enumerate(games, start=1):
            self.summaries.append(summary(game, number))
            text = json.dumps(to_input(game)) if isinstance(game, SeatRecord) else to_line(game)
            self._packed.append(zlib.compress(text.encode("utf-8"), 1))

    @property
    def count(self) -> int:
        """The number of its matches."""
        return len(self._packed)

    @property
    def size(self) -> int:
        """The bytes it takes in memory."""
        return sum(map(len, self._packed))

    def game(self, number: int) -> Match | SeatRecord:
        """A match, or one seat's view of it, counted from 1."""
        return game_of_record(json.loads(zlib.decompress(self._packed[number - 1])))


def read_upload(data: bytes, name: str) -> Upload:
    """Parse the matches of a file's bytes, in any format, gzipped, in a zip or plain.

    Raises MatchError, one line, if it is too large or not a match file.
    """
    name = one_line(name)[:_LONGEST_NAME] or "file"
    if len(data) > MOST_BYTES:
        raise MatchError(f"{name}: over {MOST_BYTES // 1_000_000} MB, too large for a match file")
    upload = Upload(name, _games(BytesIO(data), name))
    if upload.size > MOST_KEPT:
        raise MatchError(f"{name}: over {MOST_KEPT // 1_000_000} MB when packed")
    return upload


def _games(stream: BytesIO, name: str) -> Iterator[Match | SeatRecord]:
    for count, record in enumerate(games_of(entries_in(stream, name, most=MOST_TEXT), name)):
        if count == MOST_MATCHES:
            raise MatchError(f"{name}: over {MOST_MATCHES} matches in one file")
        yield record.game


class Uploads:
    """The last few files, each under an unguessable token."""

    def __init__(self) -> None:
        self._uploads: OrderedDict[str, Upload] = OrderedDict()
        self._lock = Lock()

    def keep(self, upload: Upload) -> str:
        """Keep a file. Returns its token."""
        token = secrets.token_urlsafe(12)
        with self._lock:
            self._uploads[token] = upload
            while len(self._uploads) > MOST_FILES or self._size() > MOST_KEPT:
                self._uploads.popitem(last=False)
        return token

    def get(self, token: str) -> Upload | None:
        """The file of a token; None if it was dropped, or never existed."""
        with self._lock:
            return self._uploads.get(token)

    def _size(self) -> int:
        return sum(upload.size for upload in self._uploads.values())
