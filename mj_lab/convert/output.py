"""Where records are written: a file, gzipped or in a zip, or a folder; whole, or not at all."""

from __future__ import annotations

import gzip
import os
import shutil
import zipfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

# Equal games give equal files: no time is written into an archive.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


class ConvertedFile:
    """Takes texts, and is there under its name only when all of them are.

    by_file: whether each text is a file of its own, which needs a folder or a zip.
    Raises ValueError or OSError, before anything is written, for a path that cannot be written.
    """

    def __init__(self, path: Path, by_file: bool, inputs: Sequence[Path] = ()) -> None:
        self._path, self._by_file = path, by_file
        self._draft = path.with_name(f".{path.name}.{os.getpid()}")
        self._files = ExitStack()
        self._count = 0
        self._stream: IO[bytes] | gzip.GzipFile | None = None
        self._zip: zipfile.ZipFile | None = None
        self._check(inputs)
        if path.suffix == ".zip":
            self._zip = self._files.enter_context(
                zipfile.ZipFile(self._draft, "x", zipfile.ZIP_DEFLATED)
            )
            if not by_file:
                info = zipfile.ZipInfo(path.stem, _NO_TIME)
                info.compress_type = zipfile.ZIP_DEFLATED
                self._stream = self._files.enter_context(
                    self._zip.open(info, "w", force_zip64=True)
                )
        elif by_file:
            self._draft.mkdir()
        else:
            file = self._files.enter_context(self._draft.open("xb"))
            self._stream = file
            if path.suffix == ".gz":
                packed = gzip.GzipFile("", "wb", 6, file, mtime=0)
                self._stream = self._files.enter_context(packed)

    def _check(self, inputs: Sequence[Path]) -> None:
        path = self._path
        if not path.parent.is_dir():
            raise ValueError(f"{path}: there is no folder {path.parent}")
        if any(path.resolve() == one.resolve() for one in inputs):
            raise ValueError(f"{path}: that is what is read")
        if path.is_dir() and not (self._by_file and not any(path.iterdir())):
            kind = "a folder that is not empty" if self._by_file else "a folder"
            raise ValueError(f"{path}: is {kind}")
        if self._by_file and path.suffix != ".zip" and (path.suffix or path.is_file()):
            raise ValueError(f"{path}: each hand is a file: name a folder or a .zip")

    def write(self, text: str) -> None:
        """Add a text."""
        data = text.encode("utf-8")
        self._count += 1
        if not self._by_file:
            assert self._stream is not None
            self._stream.write(data)
            return
        # A folder with too many files in it is slow to look into.
        folder, name = f"{(self._count - 1) // 1000:04d}", f"{self._count - 1:07d}.txt"
        if self._zip is not None:
            info = zipfile.ZipInfo(f"{folder}/{name}", _NO_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            self._zip.writestr(info, data)
            return
        (self._draft / folder).mkdir(exist_ok=True)
        (self._draft / folder / name).write_bytes(data)

    def keep(self) -> None:
        """All is written: it gets its name."""
        self._files.close()
        if self._draft.is_dir() and self._path.is_dir():
            self._path.rmdir()
        self._draft.replace(self._path)

    def drop(self) -> None:
        """Leave nothing behind."""
        self._files.close()
        if self._draft.is_dir():
            shutil.rmtree(self._draft)
        else:
            self._draft.unlink(missing_ok=True)
