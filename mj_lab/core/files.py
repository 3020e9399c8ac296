"""Output files: only regular or new ones, written whole or not at all."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DRAWINGS = (".png", ".svg")

# A name takes 255 bytes at most, and a character up to four of them.
_LONGEST = 40


def check_output(path: Path | None, force: bool, suffixes: Sequence[str] = ()) -> None:
    """Check early that a command can write a file at its end; None is no file.

    Links are followed. force: overwrite an existing file. suffixes: those that the command writes;
    none: any. Raises ValueError, one line.
    """
    if path is None:
        return
    check_kept_file(path)
    target = target_of(path)
    if target.exists() and not force:
        raise ValueError(f"{path} exists already; --force overwrites it")
    folder = target.parent if path.is_symlink() else path.parent
    if not folder.is_dir():
        raise ValueError(f"{path}: no such folder: {folder}")
    # The draft is created in this folder.
    if not os.access(folder, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
        raise ValueError(f"{path} cannot be written")
    if suffixes and path.suffix not in suffixes:
        raise ValueError(f"{path}: expected {' or '.join(suffixes)}")


def write_drawing(path: Path, figure: Figure) -> None:
    """Write a figure in the format of the path's suffix, one of DRAWINGS, without a date."""
    drawn, kind = BytesIO(), path.suffix[1:]
    figure.savefig(drawn, format=kind, metadata={"Date" if kind == "svg" else "Software": None})
    write_whole(path, drawn.getvalue())


def check_kept_file(path: Path) -> None:
    """Check that a file to continue is a regular one, or does not exist.

    Links are followed. Raises ValueError, one line, for a folder, a device and the like.
    """
    if os.path.isdir(path):
        raise ValueError(f"{path} is a folder")
    _refuse_special(path)


def target_of(path: Path) -> Path:
    """The file that a path leads to, links followed; it need not exist."""
    return Path(os.path.realpath(path))


@contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """The path of a draft: what is written there gets its final name at the end.

    A link stays, and its target is replaced. After an error the draft is removed, and the old file
    is unchanged. Raises ValueError, one line, for a device or similar.
    """
    _refuse_special(path)
    target = target_of(path)
    draft = target.with_name(f".{target.name[:_LONGEST]}.{token_hex(4)}.draft")
    try:
        yield draft
        if target.is_dir() and draft.is_dir():
            target.rmdir()  # A folder that is not empty stays: OSError.
        elif target.exists():
            shutil.copymode(target, draft)
        os.replace(draft, target)
    finally:
        if draft.is_dir():
            shutil.rmtree(draft)
        else:
            draft.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes | str, private: bool = False) -> None:
    """Write a file, whole or not at all; text is UTF-8. private: only its owner may read a new one.

    Raises ValueError, one line, for a folder, a device and the like, OSError if it cannot be
    written.
    """
    check_kept_file(path)
    try:
        with drafted(path) as draft:
            draft.touch(0o600 if private else 0o666)
            draft.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    except OSError as error:
        # The error names the draft, which users do not know.
        raise OSError(error.errno, error.strerror, str(path)) from None


def _refuse_special(path: Path) -> None:
    """Raise ValueError, one line, for a path that is not a regular file, a folder or new."""
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ValueError(f"{path} is {_special_kind(mode)}, not a regular file")


def _special_kind(mode: int) -> str:
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"
