"""Match files that came from a browser: measured before they are read, kept only in memory."""

from __future__ import annotations

import secrets
import zlib
from collections import OrderedDict
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import NamedTuple

from mj_lab.records.match import Match
from mj_lab.records.matches import MatchError, read_matches

# A match is about 20 KB; a gzipped file of all recorded ones has 0.2 MB and 6 MB inside.
MOST_BYTES = 4_000_000
MOST_TEXT = 24_000_000
MOST_MATCHES = 1000
# Files that are remembered for their pages to be opened again.
_KEPT = 8
_LONGEST_NAME = 80


class Upload(NamedTuple):
    """One file and the matches in it."""

    name: str
    matches: tuple[Match, ...]


def read_upload(data: bytes, name: str) -> Upload:
    """The matches of a file's bytes, gzipped or not.

    Raises MatchError, one line, if it is too large or not a match file.
    """
    name = " ".join(name.split())[:_LONGEST_NAME] or "file"
    if len(data) > MOST_BYTES:
        raise MatchError(f"{name}: over {MOST_BYTES // 1_000_000} MB, too large for a match file")
    with TemporaryDirectory(prefix="mj-") as folder:
        path = Path(folder) / "match"
        path.write_bytes(_inflated(data, name))
        try:
            matches = _some(path, name)
        except MatchError as error:
            raise MatchError(str(error).replace(str(path), name)) from None
    return Upload(name, matches)


def _some(path: Path, name: str) -> tuple[Match, ...]:
    matches = []
    for match in read_matches(path):
        matches.append(match)
        if len(matches) > MOST_MATCHES:
            raise MatchError(f"{name}: over {MOST_MATCHES} matches in one file")
    if not matches:
        raise MatchError(f"{name}: no match in it")
    return tuple(matches)


def _inflated(data: bytes, name: str) -> bytes:
    """The text of a file; a small one may hide a huge one."""
    if data[:2] != b"\x1f\x8b":
        return data
    inflate = zlib.decompressobj(wbits=31)
    try:
        text = inflate.decompress(data, MOST_TEXT)
    except zlib.error as error:
        raise MatchError(f"{name}: {error}") from None
    if inflate.unconsumed_tail:
        raise MatchError(f"{name}: over {MOST_TEXT // 1_000_000} MB when unpacked")
    if not inflate.eof:
        raise MatchError(f"{name}: the file ends before its gzip data does")
    return text


class Uploads:
    """The last few files, each under a name that cannot be guessed."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Upload] = OrderedDict()
        self._lock = Lock()

    def keep(self, upload: Upload) -> str:
        """Remember a file; its name."""
        token = secrets.token_urlsafe(12)
        with self._lock:
            self._kept[token] = upload
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return token

    def get(self, token: str) -> Upload | None:
        """The file of that name, None if it is forgotten or never was."""
        with self._lock:
            return self._kept.get(token)
