"""Match files from a browser: size checked before parsing, kept only in memory."""

from __future__ import annotations

import json
import secrets
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from threading import Lock

from mj_lab.core.extras import missing_package
from mj_lab.core.records.archives import (
    FoundGame,
    entries_in,
    entries_of_record,
    game_of_record,
)
from mj_lab.core.records.fetch.log_in_page import game_in_answer
from mj_lab.core.records.fetch.match_address import SITE, MatchAddress, is_same_site, match_address
from mj_lab.core.records.fetch.people_address import SITES, people_address
from mj_lab.core.records.formats.seat_record import SeatRecord, to_input
from mj_lab.core.records.json_lines import one_line
from mj_lab.core.records.match import Match, to_line
from mj_lab.core.records.matches import MatchError, games_of
from mj_lab.explain.review.reviewing import GameReview
from mj_lab.explain.review.together.match_table import match_tables
from mj_lab.explain.review.views import RecordedGame, recorded_game
from mj_lab.web.server.saved import Summary, summary

# A match is about 20 KB; a gzipped file of all recorded ones has 0.2 MB and 6 MB inside.
MOST_BYTES = 4_000_000
MOST_TEXT = 24_000_000
MOST_MATCHES = 1000
# Lines about hands that are left out, as many as the site says.
MOST_SKIPPED = 20
# The most hands of one review; 16 are a match.
MOST_HANDS = 100
# Files kept so that their pages can be reopened, and their bytes in all.
MOST_FILES = 8
MOST_KEPT = 12_000_000
_LONGEST_NAME = 80
# A server asks no other site, whatever address it is given.
FETCHED_SITES = (SITE, *SITES.values())
# For one try.
_FETCH_SECONDS = 10.0


class Upload:
    """One file: a line for each hand, and the hands compressed to a tenth of their memory.

    tables: its matches of several hands, as `match_tables` has them. skipped: what is wrong with
    hands that are left out, a line for each.
    """

    def __init__(self, name: str, games: Iterable[Match | SeatRecord]) -> None:
        self.name = name
        self.skipped: list[str] = []
        self._packed: list[bytes] = []
        self.summaries: list[Summary] = []
        placed: list[GameReview] = []
        for number, game in enumerate(games, start=1):
            self.summaries.append(summary(game, number))
            text = json.dumps(to_input(game)) if isinstance(game, SeatRecord) else to_line(game)
            self._packed.append(zlib.compress(text.encode("utf-8"), 1))
            known = game if isinstance(game, Match) and game.place is not None else None
            placed.append(GameReview("", "", "", (), known and _without_play(known)))
        self.tables = match_tables(placed)

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

    def reviewable(self, table: str) -> Iterator[RecordedGame]:
        """The hands of a match of several by its number in `tables`, from 1; "": of the file."""
        numbers: Iterable[int] = range(1, self.count + 1)
        if table:
            known = table.isascii() and table.isdecimal() and 0 < int(table[:6]) <= len(self.tables)
            numbers = (
                [row["game"] + 1 for row in self.tables[int(table) - 1]["rows"]] if known else ()
            )
        for number in numbers:
            found = FoundGame(self.summaries[number - 1]["id"] or str(number), self.game(number))
            yield recorded_game(found, self.name)._replace(place=number)


def _without_play(match: Match) -> Match:
    """What a table of hands needs of a match."""
    return match.model_copy(update={"wall": (), "requests": (), "responses": ()})


def read_upload(data: bytes, name: str) -> Upload:
    """Parse the matches of a file's bytes, in any format, gzipped, in a zip or plain.

    Raises MatchError, one line, if it is too large or not a match file.
    """
    name = one_line(name)[:_LONGEST_NAME] or "file"
    if len(data) > MOST_BYTES:
        raise MatchError(f"{name}: over {MOST_BYTES // 1_000_000} MB, too large for a match file")
    skipped: list[str] = []
    upload = Upload(name, _games(BytesIO(data), name, skipped.append))
    upload.skipped = skipped[:MOST_SKIPPED]
    if upload.size > MOST_KEPT:
        raise MatchError(f"{name}: over {MOST_KEPT // 1_000_000} MB when packed")
    return upload


def fetched_upload(address: str, kept: Path) -> Upload:
    """The match of a public address, or an id, on Botzone, tziakcha or Salasasa.

    kept: the folder of raw answers. Raises ValueError, one line, for any other address, or if the
    site does not answer with a match; OSError if the folder cannot be written.
    """
    wanted = people_address(address) or match_address(address)
    if not any(is_same_site(wanted.site, known) for known in FETCHED_SITES):
        raise MatchError(
            f"{one_line(wanted.site):.80}: matches come from {', '.join(FETCHED_SITES)}"
        )
    try:
        from mj_lab.core.records.fetch.download import DownloadLimits, fetched
        from mj_lab.core.records.fetch.people import PeopleRecords
    except ImportError as error:
        raise missing_package("an address", str(error.name), "live") from None
    limits = DownloadLimits(seconds=_FETCH_SECONDS, most=MOST_BYTES)
    if isinstance(wanted, MatchAddress):
        data = fetched(wanted.url, limits, _unheard)
        return Upload(wanted.match, [game_in_answer(data, wanted.url, wanted.match)])
    records = PeopleRecords(
        kept, _unheard, lambda url, form: fetched(url, limits, _unheard, form=form)
    )
    entries = entries_of_record(wanted.id, records.record(wanted))
    return Upload(wanted.id, (record.game for record in games_of(entries, wanted.id)))


def _unheard(_line: str) -> None:
    """Nobody reads how far a download is."""


def _games(stream: BytesIO, name: str, tell: Callable[[str], None]) -> Iterator[Match | SeatRecord]:
    for count, record in enumerate(games_of(entries_in(stream, name, most=MOST_TEXT), name, tell)):
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
