"""Makes a data set shard by shard; can be stopped and resumed at any time.

A shard comes in pieces of about a second, stored in an extra file until the shard is complete;
stopping between them does not change it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree
from time import monotonic
from typing import Any, Protocol

import numpy as np

import mj_bot
from mj_bot.features.columns import COLUMNS
from mj_bot.features.hand_only import HAND_ONLY
from mj_bot.features.look_ahead import LOOK_AHEAD
from mj_bot.features.planes import PLANES
from mj_engine.dataset import count_examples
from mj_lab.core.run_folder import begin_new, check_settings
from mj_lab.core.runner.identity import code_digest
from mj_lab.learn.dataset.filters import Filters
from mj_lab.learn.dataset.manifest import (
    MANIFEST,
    DatasetError,
    Manifest,
    ShardEntry,
    read_manifest,
)
from mj_lab.learn.dataset.shard import (
    EVERY_SEAT,
    SPLIT,
    Column,
    ShardError,
    StoredGames,
    digest_of,
    joined,
    read_shard,
    selected,
    with_splits,
    write_shard,
)

# The arrays of some games, and how many were left out, by reason.
GamesPiece = tuple["dict[str, Column]", "dict[str, int]"]
# The games of a shard in pieces, from a number of games (taken or left out) on.
ShardGames = Callable[[int], "Iterator[GamesPiece]"]
# Called after every shard with the manifest so far and the number of shards, if known.
MakingWatch = Callable[[Manifest, "int | None"], None]
# Seconds between two writes of a shard's pieces. Ctrl-C writes them at once.
_KEEP_EVERY = 5.0
_WHAT = "data set"
_FEATURES = (PLANES, COLUMNS, HAND_ONLY, LOOK_AHEAD)


class GameSource(Protocol):
    """A source of games: the same games every time."""

    def settings(self) -> dict[str, Any]:
        """What determines the games."""

    def versions(self) -> dict[str, Any]:
        """The versions of everything else that the games depend on."""

    def parts(self, size: int) -> Iterator[ShardGames]:
        """The games of every shard of this size, as functions to be called when needed.

        A piece takes about a second.
        """

    def count(self) -> int | None:
        """How many games there will be, if known."""


def make(
    folder: Path,
    source: GameSource,
    filters: Filters,
    shard_games: int,
    watch: MakingWatch | None = None,
    split: tuple[int, int, int] = SPLIT,
) -> Manifest:
    """Make a data set in a folder, resuming it. split: see `with_splits`.

    Finished shards stay, broken ones are made again. KeyboardInterrupt stores the pieces of an
    unfinished shard.

    Raises FolderError if the folder has something else, DatasetError if the result is empty.
    """
    settings = {**source.settings(), "filters": filters.as_json(), "shard_games": shard_games}
    if split != SPLIT:
        settings["split"] = list(split)
    versions = {
        "mj_bot": mj_bot.__version__,
        "rules": code_digest(()),
        "features": {feature.name: feature.version for feature in _FEATURES},
        **source.versions(),
    }
    is_new = not folder.exists()
    manifest = _begun(folder, Manifest(settings, versions), source.versions())
    games = source.count()
    end = None if games is None else -(-games // shard_games)
    number = -1
    for number, part in enumerate(source.parts(shard_games)):
        if number < len(manifest.shards) and _is_whole(folder, manifest.shards[number]):
            continue
        _make_shard(folder, number, part, filters, manifest, split)
        if watch is not None:
            watch(manifest, end)
    manifest.complete, manifest.unfinished = True, None
    manifest.write(folder)
    for left in folder.glob(_unfinished("*")):
        left.unlink()
    if not manifest.decisions:
        if is_new:
            rmtree(folder)
        raise DatasetError(f"{folder}: no decision in these games")
    return manifest


def _begun(folder: Path, ours: Manifest, deciding: dict[str, Any]) -> Manifest:
    """The manifest to resume. deciding: the versions that must be the same."""
    if begin_new(folder, MANIFEST, _WHAT, lambda: ours.write(folder)):
        return ours
    theirs = read_manifest(folder)
    was, now = {**theirs.settings, **theirs.versions}, {**ours.settings, **deciding}
    names = sorted({**theirs.settings, **now})
    check_settings(folder, _WHAT, was, {name: now.get(name) for name in names})
    theirs.versions.update(ours.versions)
    return theirs


def _is_whole(folder: Path, entry: ShardEntry) -> bool:
    return digest_of(folder / entry.file) == entry.sha256


def _make_shard(
    folder: Path, number: int, part: ShardGames, filters: Filters, manifest: Manifest,
    split: tuple[int, int, int],
) -> None:  # fmt: skip
    begun = _BegunShard(folder, f"{number:05d}", manifest)
    try:
        for arrays, left_out in part(begun.seen):
            begun.add(*_taken(arrays, left_out, filters, split))
        begun.finish(number)
    except BaseException:
        begun.keep()
        raise


def _taken(
    arrays: dict[str, Column],
    left_out: dict[str, int],
    filters: Filters,
    split: tuple[int, int, int],
) -> tuple[StoredGames, dict[str, int]]:
    """The games of a piece that pass the filters, in stored form."""
    count = len(arrays["winds"])
    arrays["seats"] = np.full(count, EVERY_SEAT, np.uint8)
    arrays["seats"] = filters.seats_of(StoredGames(arrays))
    keep = np.flatnonzero(arrays["seats"])
    if len(keep) < count:
        left_out = {**left_out, "filtered": count - len(keep)}
        arrays = selected(StoredGames(arrays), keep).arrays
    games = with_splits({**arrays, "counts": count_examples(StoredGames(arrays).numbers)}, split)
    return StoredGames(games), left_out


class _BegunShard:
    """The pieces of an unfinished shard, in memory and regularly written to a file."""

    def __init__(self, folder: Path, number: str, manifest: Manifest) -> None:
        self._folder, self._manifest = folder, manifest
        self._file = _unfinished(number)
        self._pieces: list[tuple[StoredGames, dict[str, int]]] = []
        self._saved_at = monotonic()
        entry = manifest.unfinished
        if entry is not None and entry.file == self._file:
            try:
                games = read_shard(folder / entry.file, entry.sha256)
            except ShardError:  # Killed while writing: the pieces are made again.
                return
            self._pieces = [(games, entry.left_out)]

    @property
    def seen(self) -> int:
        """The number of games seen, those left out included."""
        return sum(len(games) + sum(left_out.values()) for games, left_out in self._pieces)

    def add(self, games: StoredGames, left_out: dict[str, int]) -> None:
        self._pieces.append((games, left_out))
        if monotonic() - self._saved_at > _KEEP_EVERY:
            self.keep()

    def keep(self) -> None:
        """Write the pieces for the next run."""
        if not self._pieces:
            return
        self._manifest.unfinished = self._written(self._file)
        self._manifest.write(self._folder)
        self._saved_at = monotonic()

    def finish(self, number: int) -> None:
        """Make the shard from the pieces."""
        entry = self._written(f"shard-{number:05d}.npz")
        self._manifest.shards[number : number + 1] = [entry]
        self._manifest.unfinished = None
        self._manifest.write(self._folder)
        (self._folder / self._file).unlink(missing_ok=True)

    def _written(self, file: str) -> ShardEntry:
        left_out: Counter[str] = Counter()
        for _, some in self._pieces:
            left_out.update(some)
        games = joined([games for games, _ in self._pieces])
        self._pieces = [(games, dict(left_out))]
        digest = write_shard(self._folder / file, games)
        return ShardEntry(file, digest, len(games), games.decisions, dict(left_out))


def _unfinished(number: str) -> str:
    return f"unfinished-{number}.npz"
