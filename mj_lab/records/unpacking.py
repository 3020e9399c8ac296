"""Packed files of records: what is in a gzip or a zip, stream by stream, counted as it comes out.

What a zip says of its sizes is not believed. Its members are stored or deflated, which come out
piece by piece; the other ways to pack give all at once, 4 GB from a kilobyte.
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

from mj_lab.plain_words import printable
from mj_lab.records.json_lines import RecordError, first_line

_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
_READ = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LONGEST_NAME = 200
# What a damaged archive may raise, wherever in it the damage is.
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
    """Whether a file that begins so is a gzip or a zip."""
    return head.startswith((_GZIP, _ZIP))


def plain_streams(
    file: IO[bytes], name: str, most: int | None = None
) -> Iterator[tuple[str, BufferedReader]]:
    """The plain files in an open one that can be sought in: itself, or what is packed in it.

    Each has its name for a person and is to be read before the next. most: bytes that may come out
    of all together, where they were packed.
    Raises RecordError, one line with the name, for what is damaged, too large or not read here; so
    does whoever reads a stream.
    """
    left = _Left(name, most)
    head = file.read(len(_ZIP))
    file.seek(0)
    if head != _ZIP:
        with _unzipped(file, name, left) as stream:
            yield name, stream
        return
    with telling_of(name):
        packed = zipfile.ZipFile(file)
        members = [member for member in packed.infolist() if not member.is_dir()]
    with packed:
        for member in members:
            inside = f"{name}/{_shown(member.filename)}"
            if member.compress_type not in _READ:
                raise RecordError(f"{inside}: not packed by deflate: no other way is read here")
            with telling_of(inside):
                opened = packed.open(member)
            with (
                opened,
                _buffered(_Counted(opened, inside, left)) as counted,
                _unzipped(counted, inside, left) as stream,
            ):
                yield inside, stream


def _shown(name: str) -> str:
    return printable(name)[:_LONGEST_NAME]


@contextmanager
def telling_of(name: str) -> Iterator[None]:
    """What unpacking raises becomes a RecordError with the name."""
    try:
        yield
    except RecordError:
        raise
    except UNPACKING_FAILS as error:
        told = getattr(error, "strerror", None) or first_line(error)
        raise RecordError(f"{name}: {told}") from None


class _Left:
    """How many bytes may still come out of a file."""

    def __init__(self, name: str, most: int | None) -> None:
        self._name, self._most, self._taken = name, most, 0

    def take(self, count: int) -> None:
        self._taken += count
        if self._most is not None and self._taken > self._most:
            raise RecordError(f"{self._name}: over {self._most // 1_000_000} MB when unpacked")


class _Counted(io.RawIOBase):
    """What comes out of a packed stream, of which `left` is told."""

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
    """The file, without gzip around it."""
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
    """The file as one that can be looked ahead in; it stays open."""
    if isinstance(file, BufferedReader):
        yield file
        return
    stream: BufferedReader = BufferedReader(file)
    try:
        yield stream
    finally:
        with suppress(ValueError):  # Whoever reads no further may have closed it.
            stream.detach()
