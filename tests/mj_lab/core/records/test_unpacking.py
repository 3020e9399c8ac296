"""Packed files: what comes out is counted, and damage of any kind is reported in one line."""

import gzip
import struct
import tracemalloc
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from mj_lab.core.records.archives import read_entries
from mj_lab.core.records.json_lines import RecordError
from mj_lab.core.records.unpacking import plain_streams

MEGABYTE = 1_000_000


def zipped(
    data: bytes, method: int = zipfile.ZIP_DEFLATED, names: tuple[str, ...] = ("a",)
) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name in names:
            archive.writestr(name, data)
    return packed.getvalue()


def read_all(data: bytes, most: int | None = None) -> list[tuple[str, int]]:
    """The names and the lengths of what is in it."""
    return [(name, len(stream.read())) for name, stream in plain_streams(BytesIO(data), "f", most)]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"plain", [("f", 5)]),
        (b"", [("f", 0)]),
        (gzip.compress(b"packed"), [("f", 6)]),
        (zipped(b"one"), [("f/a", 3)]),
        (zipped(b"two", zipfile.ZIP_STORED, ("a", "b/c")), [("f/a", 3), ("f/b/c", 3)]),
        (zipped(gzip.compress(b"both")), [("f/a", 4)]),
    ],
    ids=["plain", "empty", "gzip", "zip", "zip of two", "gzip in a zip"],
)
def test_what_is_packed_comes_out(data: bytes, found: list[tuple[str, int]]) -> None:
    assert read_all(data) == found


@pytest.mark.parametrize(
    "packed",
    [
        gzip.compress(b"a" * (3 * MEGABYTE)),
        zipped(b"a" * (3 * MEGABYTE)),
        zipped(b"a" * MEGABYTE, names=("a", "b", "c")),
        zipped(gzip.compress(b"a" * (3 * MEGABYTE))),
    ],
    ids=["gzip", "zip", "zip of three", "gzip in a zip"],
)
def test_what_comes_out_is_counted(packed: bytes) -> None:
    with pytest.raises(RecordError, match="^f: over 2 MB when unpacked$"):
        read_all(packed, 2 * MEGABYTE)
    assert sum(size for _, size in read_all(packed, 4 * MEGABYTE)) == 3 * MEGABYTE


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_would_come_out_at_once_is_not_begun(method: int) -> None:
    """A member of 40 MB whose header says 10 bytes."""
    data = bytearray(zipped(b"\0" * (40 * MEGABYTE), method))
    assert len(data) < 10_000
    for at in (data.find(b"PK\3\4") + 22, data.find(b"PK\1\2") + 24):
        data[at : at + 4] = struct.pack("<I", 10)
    tracemalloc.start()
    try:
        with pytest.raises(RecordError, match="f/a: only deflate"):
            read_all(bytes(data), MEGABYTE)
        assert tracemalloc.get_traced_memory()[1] < MEGABYTE
    finally:
        tracemalloc.stop()


def test_a_file_on_disk_is_told_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "broken.zip"
    path.write_bytes(zipped(b"x" * 1000)[:-30])
    with pytest.raises(RecordError, match=f"^{path}: "):
        list(read_entries(path))
    with pytest.raises(RecordError, match="no such file"):
        list(read_entries(tmp_path / "none"))
