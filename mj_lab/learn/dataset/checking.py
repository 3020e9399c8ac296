"""Checks a data set: the digest of every shard, and a replay of every game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from mj_engine.dataset import count_examples
from mj_lab.learn.dataset.manifest import ShardEntry, read_manifest
from mj_lab.learn.dataset.shard import ShardError, read_shard


def damaged_shards(folder: Path) -> Iterator[tuple[ShardEntry, str]]:
    """Every shard of a data set with its fault, empty for none.

    Raises DatasetError if the folder is not a data set.
    """
    for entry in read_manifest(folder).shards:
        yield entry, _fault_of(folder, entry)


def _fault_of(folder: Path, entry: ShardEntry) -> str:
    path = folder / entry.file
    try:
        games = read_shard(path, entry.sha256)
        counts = count_examples(games.numbers)
    except ShardError as error:
        return str(error)
    except ValueError as error:
        return f"{path}: {error}"
    if not np.array_equal(counts, games["counts"]):
        return f"{path}: its decisions differ from the list: made by another version of the rules?"
    if (len(games), games.decisions) != (entry.games, entry.decisions):
        return f"{path}: its games differ from the manifest"
    return ""
