"""The output of a conversion, all or nothing: a file, gzipped or in a zip, or a folder."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO

from mj_lab.core.files import check_output, drafted

# No times in archives: equal games give equal files.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


class ConvertedFile:
    """Takes texts in a `with`; the file gets its name at the end, but not after an error.

    by_file: whether each text is its own file, which needs a folder or a zip. force: overwrite an
    existing file. Raises ValueError or OSError, before anything is written, for a path that cannot
    be written.
    """

    def __init__(
        self, path: Path, by_file: bool, inputs: Sequence[Path] = (), force: bool = False
    ) -> None:
        self._path, self._by_file = path, by_file
        self._files = ExitStack()
        self._draft = path
        self._count = 0
        self._stream: IO[bytes] | gzip.GzipFile | None = None
        self._zip: zipfile.ZipFile | None = None
        self._check(inputs, force)

    def __enter__(self) -> ConvertedFile:
        """The output itself."""
        with ExitStack() as files:
            self._draft = files.enter_context(drafted(self._path))
            self._open(files)
            self._files = files.pop_all()
        return self

    def _open(self, files: ExitStack) -> None:
        path = self._path
        if path.suffix == ".zip":
            self._zip = files.enter_context(zipfile.ZipFile(self._draft, "x", zipfile.ZIP_DEFLATED))
            if not self._by_file:
                info = zipfile.ZipInfo(path.stem, _NO_TIME)
                info.compress_type = zipfile.ZIP_DEFLATED
                self._stream = files.enter_context(self._zip.open(info, "w", force_zip64=True))
        elif self._by_file:
            self._draft.mkdir()
        else:
            file = files.enter_context(self._draft.open("xb"))
            self._stream = file
            if path.suffix == ".gz":
                packed = gzip.GzipFile("", "wb", 6, file, mtime=0)
                self._stream = files.enter_context(packed)

    def _check(self, inputs: Sequence[Path], force: bool) -> None:
        path = self._path
        if any(path.resolve() == source.resolve() for source in inputs):
            raise ValueError(f"{path}: that is also an input")
        if not self._by_file or path.suffix == ".zip":
            check_output(path, force)
            return
        if path.suffix or path.is_file():
            raise ValueError(f"{path}: each hand is a file: name a folder or a .zip")
        if path.is_dir() and any(path.iterdir()):
            raise ValueError(f"{path}: is a folder that is not empty")
        if not path.is_dir():
            check_output(path, force)

    def write(self, text: str) -> None:
        """Add a text."""
        data = text.encode("utf-8")
        self._count += 1
        if not self._by_file:
            assert self._stream is not None
            self._stream.write(data)
            return
        # A folder with too many files gets slow.
        folder, name = f"{(self._count - 1) // 1000:04d}", f"{self._count - 1:07d}.txt"
        if self._zip is not None:
            info = zipfile.ZipInfo(f"{folder}/{name}", _NO_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            self._zip.writestr(info, data)
            return
        (self._draft / folder).mkdir(exist_ok=True)
        (self._draft / folder / name).write_bytes(data)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Finish the file and give it its name; after an error leave nothing behind."""
        self._files.__exit__(kind, error, trace)
