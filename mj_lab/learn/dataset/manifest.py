"""The manifest of a data set: its origin and its contents, shard by shard."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mj_lab.core.files import write_whole
from mj_lab.learn.dataset.shard import StoredGames, read_shard

MANIFEST = "manifest.json"
# Raised whenever the stored form changes.
MANIFEST_FORM = 1


class DatasetError(ValueError):
    """Not a data set, or one that cannot be made; its line says why."""


@dataclass(frozen=True)
class ShardEntry:
    """One shard: its file, its SHA-256, and the numbers of its games and decisions.

    left_out: games that were not taken, by reason.
    """

    file: str
    sha256: str
    games: int
    decisions: int
    left_out: dict[str, int] = field(default_factory=dict)


@dataclass
class Manifest:
    """The description of a data set.

    settings: all that determines its contents. versions: of the code that made it. shards: the
    finished ones, in order. complete: whether these are all. unfinished: the pieces of the next
    one.
    """

    settings: dict[str, Any]
    versions: dict[str, Any]
    shards: list[ShardEntry] = field(default_factory=list)
    complete: bool = False
    unfinished: ShardEntry | None = None

    @property
    def games(self) -> int:
        """The sum over all shards."""
        return sum(shard.games for shard in self.shards)

    @property
    def decisions(self) -> int:
        """The sum over all shards."""
        return sum(shard.decisions for shard in self.shards)

    @property
    def left_out(self) -> dict[str, int]:
        """How many games were not taken, by reason."""
        counts: Counter[str] = Counter()
        for shard in self.shards:
            counts.update(shard.left_out)
        return dict(counts.most_common())

    def as_json(self) -> dict[str, Any]:
        """As stored in the file."""
        begun = {} if self.unfinished is None else {"unfinished": vars(self.unfinished)}
        return {
            "form": MANIFEST_FORM,
            "games": self.games,
            "decisions": self.decisions,
            "complete": self.complete,
            "settings": self.settings,
            "versions": self.versions,
            "shards": [vars(shard) for shard in self.shards],
            **begun,
        }

    def write(self, folder: Path) -> None:
        """Write it, whole or not at all."""
        text = json.dumps(self.as_json(), ensure_ascii=False, indent=1) + "\n"
        write_whole(folder / MANIFEST, text)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a data set.

    Raises DatasetError, one line, if it is missing or has another form.
    """
    path = folder / MANIFEST
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DatasetError(f"{folder}: no data set: {MANIFEST}: {error.strerror}") from None
    except ValueError as error:
        raise DatasetError(f"{path}: not readable: {error}") from None
    try:
        if record["form"] != MANIFEST_FORM:
            raise DatasetError(
                f"{path}: of form {record['form']}, this mj reads form {MANIFEST_FORM}"
            )
        return Manifest(
            dict(record["settings"]),
            dict(record["versions"]),
            [ShardEntry(**shard) for shard in record["shards"]],
            bool(record["complete"]),
            ShardEntry(**record["unfinished"]) if "unfinished" in record else None,
        )
    except (KeyError, TypeError) as error:
        raise DatasetError(f"{path}: not the manifest of a data set: {error}") from None


def read_shards(folder: Path) -> list[StoredGames]:
    """The games of a data set, shard by shard.

    Raises DatasetError or ShardError, one line, for what is missing or broken.
    """
    manifest = read_manifest(folder)
    if not manifest.shards:
        raise DatasetError(f"{folder}: no game in it yet")
    return [read_shard(folder / shard.file, shard.sha256) for shard in manifest.shards]
