"""Making a data set: shard by shard, stopped and gone on with at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree
from typing import Any, Protocol

import numpy as np

import mj_bot
from mj_lab.arena.running.identity import code_digest
from mj_lab.dataset.filters import Filters
from mj_lab.dataset.manifest import (
    MANIFEST,
    DatasetError,
    Manifest,
    ShardEntry,
    read_manifest,
)
from mj_lab.dataset.readers.plain import FEATURES
from mj_lab.dataset.readers.reader import reader
from mj_lab.dataset.shard import (
    EVERY_SEAT,
    Column,
    StoredGames,
    digest_of,
    selected,
    with_splits,
    write_shard,
)

# The arrays of some games, and how many were left out for which reason.
GamesPart = tuple["dict[str, Column]", "dict[str, int]"]
# Called after every shard with the manifest as it is then, and where its shards end, if known.
MakingWatch = Callable[[Manifest, "int | None"], None]


class GameSource(Protocol):
    """Where games come from: the same games every time."""

    def settings(self) -> dict[str, Any]:
        """What decides which games they are."""

    def versions(self) -> dict[str, Any]:
        """Of what the games depend on besides."""

    def parts(self, size: int) -> Iterator[Callable[[], GamesPart]]:
        """So many games after the other; what gives them is called only where they are needed."""

    def count(self) -> int | None:
        """How many games there will be, if that is known."""


def make(
    folder: Path,
    source: GameSource,
    filters: Filters,
    shard_games: int,
    watch: MakingWatch | None = None,
) -> Manifest:
    """Make a data set in a folder, or go on with it.

    Finished shards stay, broken ones are made again.

    Raises DatasetError, one line, if the folder has something else, or nothing comes of it.
    """
    settings = {**source.settings(), "filters": filters.as_json(), "shard_games": shard_games}
    versions = {
        "mj_bot": mj_bot.__version__,
        "rules": code_digest(()),
        "features": {feature.name: feature.version for feature in FEATURES},
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
        entry = _shard_of(folder, number, part, filters)
        manifest.shards[number : number + 1] = [entry]
        manifest.write(folder)
        if watch is not None:
            watch(manifest, end)
    manifest.complete = True
    manifest.write(folder)
    if not manifest.decisions:
        if is_new:
            rmtree(folder)
        raise DatasetError(f"{folder}: not one decision came of it")
    return manifest


def _begun(folder: Path, ours: Manifest, deciding: dict[str, Any]) -> Manifest:
    """The manifest to go on with; deciding: the versions that must be the same for that."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / MANIFEST).exists():
            if any(folder.iterdir()):
                raise DatasetError(f"{folder}: has files in it, and none is a data set's")
            return ours
    except OSError as error:
        raise DatasetError(f"{folder}: {error.strerror}") from None
    theirs = read_manifest(folder)
    was, now = {**theirs.settings, **theirs.versions}, {**ours.settings, **deciding}
    for name in sorted({**theirs.settings, **now}):
        if was.get(name) != now.get(name):
            raise DatasetError(
                f"{folder} has another data set: its {name} is {was.get(name)!r:.60},"
                f" not {now.get(name)!r:.60}; choose another folder"
            )
    theirs.versions.update(ours.versions)
    return theirs


def _is_whole(folder: Path, entry: ShardEntry) -> bool:
    return digest_of(folder / entry.file) == entry.sha256


def _shard_of(
    folder: Path, number: int, part: Callable[[], GamesPart], filters: Filters
) -> ShardEntry:
    arrays, left_out = part()
    count = len(arrays["winds"])
    arrays["seats"] = np.full(count, EVERY_SEAT, np.uint8)
    arrays["seats"] = filters.seats_of(StoredGames(arrays))
    keep = np.flatnonzero(arrays["seats"])
    if len(keep) < count:
        left_out = {**left_out, "filtered": count - len(keep)}
        arrays = selected(StoredGames(arrays), keep).arrays
    games = StoredGames(with_splits({**arrays, "counts": reader().count_examples(arrays)}))
    file = f"shard-{number:05d}.npz"
    digest = write_shard(folder / file, games)
    return ShardEntry(file, digest, len(games), games.decisions, left_out)
