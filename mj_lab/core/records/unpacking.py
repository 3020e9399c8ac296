"""Unpacks files of records, gzip or zip, stream by stream, with limits; UTF-16 becomes UTF-8.

The sizes in a zip are not trusted. Its members must be stored or deflated, which unpack piece by
piece; other methods return everything at once, 4 GB from a kilobyte.
"""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from typing import IO, Any

from mj_lab.core.error_text import printable
from mj_lab.core.records.encoding import in_utf_8
from mj_lab.core.records.json_lines import RecordError, first_line

_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
_READ = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LONGEST_NAME = 200
# The errors of a damaged archive.
UNPACKING_FAILS = (
    EOFError,
    OSError,
    zlib.error,
    zipfile.BadZipFile,
    struct.error,
    RuntimeError,
    NotImplementedError,
    ValueError,
    OverflowError,
    IndexError,
)


def is_packed(head: bytes) -> bool:
    """Whether a file with these first bytes is a gzip or a zip."""
    return head.startswith((_GZIP, _ZIP))


def plain_streams(
    file: IO[bytes], name: str, most: int | None = None
) -> Iterator[tuple[str, BufferedReader]]:
    """The plain files in an open, seekable one: itself, or those packed in it.

    Each has its name for messages; read it before the next. most: the most unpacked bytes of all
    together. Raises RecordError, one line with the name, for a damaged, too large or unsupported
    file; so does reading a stream.
    """
    left = _Left(name, most)
    head = file.read(len(_ZIP))
    file.seek(0)
    if head != _ZIP:
        with _unzipped(file, name, left) as stream:
            yield name, in_utf_8(stream)
        return
    with telling_of(name):
        packed = zipfile.ZipFile(file)
        members = [member for member in packed.infolist() if not member.is_dir()]
    with packed:
        for member in members:
            inside = f"{name}/{_shown(member.filename)}"
            if member.compress_type not in _READ:
                raise RecordError(f"{inside}: only deflate compression is supported")
            with telling_of(inside):
                opened = packed.open(member)
            with (
                opened,
                _buffered(_Counted(opened, inside, left)) as counted,
                _unzipped(counted, inside, left) as stream,
            ):
                yield inside, in_utf_8(stream)


def _shown(name: str) -> str:
    return printable(name)[:_LONGEST_NAME]


@contextmanager
def telling_of(name: str) -> Iterator[None]:
    """Context that turns unpacking errors into a RecordError with the name."""
    try:
        yield
    except RecordError:
        raise
    except UNPACKING_FAILS as error:
        problem = getattr(error, "strerror", None) or first_line(error)
        raise RecordError(f"{name}: {problem}") from None


class _Left:
    """How many bytes a file may still unpack to."""

    def __init__(self, name: str, most: int | None) -> None:
        self._name, self._most, self._taken = name, most, 0

    def take(self, count: int) -> None:
        self._taken += count
        if self._most is not None and self._taken > self._most:
            raise RecordError(f"{self._name}: over {self._most // 1_000_000} MB when unpacked")


class _Counted(io.RawIOBase):
    """An unpacked stream that counts its bytes in `left`."""

    def __init__(self, source: Any, name: str, left: _Left) -> None:
        self._source, self._name, self._left = source, name, left

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with telling_of(self._name):
            data = self._source.read(len(buffer))
        self._left.take(len(data))
        buffer[: len(data)] = data
        return len(data)


@contextmanager
def _unzipped(file: Any, name: str, left: _Left) -> Iterator[BufferedReader]:
    """The file, un-gzipped."""
    with _buffered(file) as stream:
        if stream.peek(len(_GZIP))[: len(_GZIP)] != _GZIP:
            yield stream
            return
        with (
            gzip.GzipFile(fileobj=stream) as packed,
            _buffered(_Counted(packed, name, left)) as inner,
        ):
            yield inner


@contextmanager
def _buffered(file: Any) -> Iterator[BufferedReader]:
    """The file with a buffer that can peek; it stays open."""
    if isinstance(file, BufferedReader):
        yield file
        return
    stream: BufferedReader = BufferedReader(file)
    try:
        yield stream
    finally:
        with suppress(ValueError):  # A reader that stopped early may have closed it.
            stream.detach()
