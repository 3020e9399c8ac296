"""The file that a run is kept in: every finished unit is committed, so that no kill costs more."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Any

from mj_lab.arena.decision_times import Times
from mj_lab.arena.unit import GameRecord, Played

# Raised whenever what is stored changes its form.
_FORM = 1


class StoreError(ValueError):
    """The file cannot be used for this run: one line says why."""


class Store:
    """Finished units of one run in a SQLite file, which one process at a time may use.

    settings: whatever decides what is played; the same key always means the same games.
    Raises StoreError if the file is of another run, in use, or no such file.
    """

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from None
        self._connection = self._open()
        try:
            self._same_run(settings)
        except BaseException:
            self._connection.close()
            raise

    def _open(self) -> sqlite3.Connection:
        connection = None
        try:
            connection = sqlite3.connect(self.path, isolation_level=None, timeout=0.2)
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            # A write-ahead log needs no waiting for the disk at every commit, and even a power cut
            # loses no more than the last units.
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("CREATE TABLE IF NOT EXISTS run (settings TEXT NOT NULL)")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS unit"
                " (key TEXT PRIMARY KEY, games TEXT NOT NULL, extra TEXT NOT NULL)"
            )
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection is not None:
                connection.close()
            if "locked" in str(error):
                raise StoreError(f"{self.path}: another process is using this file") from None
            raise StoreError(f"{self.path}: {error}") from None
        return connection

    def _same_run(self, settings: dict[str, Any]) -> None:
        ours = {"form": _FORM, **settings}
        row = self._connection.execute("SELECT settings FROM run").fetchone()
        if row is None:
            text = json.dumps(ours, ensure_ascii=False, sort_keys=True)
            self._connection.execute("INSERT INTO run VALUES (?)", (text,))
            return
        theirs = json.loads(row[0])
        differing = [name for name in {**theirs, **ours} if theirs.get(name) != ours.get(name)]
        if differing:
            name = sorted(differing)[0]
            raise StoreError(
                f"{self.path} is of another run: its {name} is {theirs.get(name)!r:.60},"
                f" not {ours.get(name)!r:.60}; give this run another --db"
            )

    def put(self, played: Played) -> None:
        """Keep a finished unit, for certain."""
        games = [game.to_json() for game in played.games]
        extra = {
            "times": [times.to_json() for times in played.times],
            "faults": played.faults,
            "seconds": played.seconds,
            "seconds_in_players": played.seconds_in_players,
        }
        row = (played.key, _compact(games), _compact(extra))
        try:
            self._connection.execute("INSERT OR REPLACE INTO unit VALUES (?, ?, ?)", row)
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from None

    def all(self) -> dict[str, Played]:
        """Every finished unit by its key."""
        rows = self._connection.execute("SELECT key, games, extra FROM unit")
        try:
            return {key: _played(key, json.loads(a), json.loads(b)) for key, a, b in rows}
        except (sqlite3.Error, ValueError, KeyError, TypeError) as error:
            raise StoreError(f"{self.path}: not readable: {error}") from None

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()

    def __enter__(self) -> Store:
        """The store itself; it is closed in the end."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Let the file go."""
        self.close()


def read_run(path: Path) -> tuple[dict[str, Any], dict[str, Played]]:
    """The settings of a stored run and its finished units by key; the file is not changed.

    Raises StoreError if the file is no run's, or another process is using it.
    """
    connection = None
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0.2)
        settings = json.loads(connection.execute("SELECT settings FROM run").fetchone()[0])
        if not isinstance(settings, dict):
            raise StoreError(f"{path}: not readable: settings that are no object")
        rows = connection.execute("SELECT key, games, extra FROM unit").fetchall()
        return settings, {key: _played(key, json.loads(a), json.loads(b)) for key, a, b in rows}
    except sqlite3.Error as error:
        if "locked" in str(error):
            raise StoreError(f"{path}: another process is using this file") from None
        raise StoreError(f"{path}: not a stored run: {error}") from None
    except StoreError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{path}: not readable: {error}") from None
    finally:
        if connection is not None:
            connection.close()


def _compact(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _played(key: str, games: list[dict[str, Any]], extra: dict[str, Any]) -> Played:
    return Played(
        key,
        [GameRecord.from_json(game) for game in games],
        [Times.from_json(times) for times in extra["times"]],
        extra["faults"],
        extra["seconds"],
        extra["seconds_in_players"],
    )
