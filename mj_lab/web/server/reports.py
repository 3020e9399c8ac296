"""Serves the saved reports of duels and leagues, and reviews.

A page from disk is not served as it is: its data goes into a new page, so that only our scripts
run. Its games link to the replays that this server makes, with a tactic's review.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from mj_lab.core.pages.page import SERVED, data_of_page, page_kind
from mj_lab.core.runner.unit import match_name
from mj_lab.explain.review.page import page_of_data
from mj_lab.measure.arena.report.page import report_page
from mj_lab.web.server.saved import MOST_LISTED, File, SavedMatches, files_in, key_of, shown_name

_ENDINGS = (".html",)
# Kinds of pages by their template; replays are regenerated from their matches.
_DRAWN = {"report": report_page, "review": page_of_data}
# The first bytes of a page have its kind and title; with many players the title is long.
_HEAD = 8_000
LARGEST_REPORT = 8_000_000
_HOME = "/"


class SavedReports:
    """The reports and reviews of some folders, newest first."""

    def __init__(self, folders: Sequence[Path], matches: SavedMatches) -> None:
        self._folders = tuple(folders)
        self._matches = matches
        self._known: dict[File, tuple[str, str] | None] = {}

    def newest(self) -> list[dict[str, str]]:
        """The newest: `kind` ("report" or "review"), `title`, `file` and the `key` of `page`."""
        known = {file: self._kind(file) for file in files_in(self._folders, _ENDINGS)}
        self._known = known
        rows = [
            {"kind": kind[0], "title": kind[1], "file": shown_name(file.path), "key": key}
            for file, kind in known.items()
            if kind is not None
            for key in (key_of(file.path),)
        ]
        return rows[:MOST_LISTED]

    def page(self, key: str) -> str | None:
        """The page of a key; None if there is none.

        Raises ValueError for a page that has no data or too much, OSError if it cannot be read.
        """
        for file in files_in(self._folders, _ENDINGS):
            kind = self._kind(file) if key_of(file.path) == key else None
            if kind is not None:
                return self._drawn(file, *kind)
        return None

    def _drawn(self, file: File, kind: str, title: str) -> str:
        if file.size > LARGEST_REPORT:
            raise ValueError(f"over {LARGEST_REPORT // 1_000_000} MB: open it from disk")
        data = data_of_page(file.path.read_text(encoding="utf-8"))
        if not isinstance(data, dict):
            raise ValueError("not one of our pages: its data is of another kind")
        if kind == "report":
            known = self._matches.keys()
            _lead(data, file.path.parent, lambda path: _address(path, known))
            # The page comes from the server, so it needs no folder.
            data["folder"] = None
        else:
            _lead_to_replays(data, self._matches.newest())
        return _DRAWN[kind](data, title, _HOME, SERVED)

    def _kind(self, file: File) -> tuple[str, str] | None:
        if file in self._known:
            return self._known[file]
        kind = None
        with suppress(OSError), file.path.open("rb") as opened:
            kind = page_kind(opened.read(_HEAD).decode("utf-8", "replace"))
        return kind if kind is not None and kind[0] in _DRAWN else None


def _address(path: Path, known: frozenset[str]) -> str | None:
    """The address of a saved match's replay; None if the match is gone."""
    key = key_of(path)
    return f"/saved/{key}" if key in known else None


def _lead(data: dict[str, Any], folder: Path, address: Callable[[Path], str | None]) -> None:
    """Link every game of a report to its replay here, and to nothing else."""
    games = list(_games(data))
    links = [link for _, game in games if isinstance(link := game.get("link"), str)]
    named = data.get("folder")
    saved = Path(named) if isinstance(named, str) else folder
    if links:
        saved = (folder / unquote(links[0])).parent
    for name, game in games:
        game["link"] = address(saved / f"{name}.jsonl")
    replays = [
        replay for replay in _records(data, "replays") if isinstance(replay.get("link"), str)
    ]
    for replay in replays:
        replay["link"] = address((folder / unquote(replay["link"])).with_suffix(".jsonl"))
    data["replays"] = [replay for replay in replays if replay["link"] is not None]


def _lead_to_replays(data: dict[str, Any], saved: Sequence[Mapping[str, Any]]) -> None:
    """Give each game of a review its `replay` if its match is listed here.

    A match is identified by its file's name and its own; of a file with several the first is
    listed.
    """
    known = {(row["file"], row["id"]): row["key"] for row in saved if "id" in row}
    for game in _records(data, "matches"):
        key = known.get((str(game.get("file")), str(game.get("id"))))
        game["replay"] = None if key is None else f"/saved/{key}"


def _games(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The games of a duel's walls, each with the name of its match."""
    for key in ("widest", "walls"):
        for wall in _records(data, key):
            for number, game in enumerate(_records(wall, "games")):
                yield match_name(str(wall.get("wall")), number), game


def _records(data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    records = data.get(key)
    return (
        [record for record in records if isinstance(record, dict)]
        if isinstance(records, list)
        else []
    )
