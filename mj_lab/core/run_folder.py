"""The folder of a long run: it holds the run's settings, and no other run may use it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mj_lab.core.files import write_whole

SETTINGS = "settings.json"


class FolderError(ValueError):
    """A folder that cannot be created, or belongs to another run; its line says why."""


def begin_folder(folder: Path, what: str, settings: Mapping[str, Any]) -> None:
    """Create the folder of a run with these settings, or check that it is that run's.

    what: what the run makes, in a word. Raises FolderError.
    """
    text = json.dumps(settings, indent=1) + "\n"
    if not begin_new(folder, SETTINGS, what, lambda: write_whole(folder / SETTINGS, text)):
        check_settings(folder, what, read_settings(folder, what), settings)


def begin_new(folder: Path, file: str, what: str, begin: Callable[[], object]) -> bool:
    """Start a folder that lacks this file; returns whether it did so.

    Raises FolderError if it has only other files, or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / file).exists():
            return False
        if any(folder.iterdir()):
            raise FolderError(f"{folder}: has files in it, and none is a {what}'s")
        begin()
    except OSError as error:
        raise FolderError(f"{folder}: {error.strerror}") from None
    return True


def check_settings(
    folder: Path, what: str, theirs: Mapping[str, Any], ours: Mapping[str, Any]
) -> None:
    """Raise FolderError at the first setting that differs from the folder's run."""
    for name, value in ours.items():
        if theirs.get(name) != value:
            raise FolderError(
                f"{folder} has another {what}: its {name} is {theirs.get(name)!r:.60},"
                f" not {value!r:.60}; choose another folder"
            )


def read_settings(folder: Path, what: str) -> dict[str, Any]:
    """The settings of a folder's run. Raises FolderError if there are none."""
    path = folder / SETTINGS
    try:
        settings = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FolderError(f"{folder}: no {what} there: {error.strerror}") from None
    except ValueError:
        settings = None
    if not isinstance(settings, dict):
        raise FolderError(f"{path}: no settings of a {what}")
    return settings


def in_whole_files(games: int, a_file: int) -> int:
    """How many games are played for these: the last file is full too, as more may follow.

    >>> in_whole_files(200, 400), in_whole_files(800, 400)
    (400, 800)
    """
    return -(-games // a_file) * a_file
