"""The log of a tuning: a line of settings, then a line for every trial, as soon as it is played."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from mj_lab.storage.files import check_kept_file
from mj_lab.tune.parameters import Values

# Raised whenever what a line says changes.
FORM = 1
# What the settings line may say differently: all that depends on it is checked anyway.
_FREE = ("cma", "surface")


class LogError(ValueError):
    """The file cannot be gone on with: one line says why."""


class Against(NamedTuple):
    """A trial against one opponent: the mean difference, points a game and seat, and its error.

    games: that were played. faults: that the tuned tactic was faulted in; theirs: the opponent.
    """

    player: str
    mean: float
    error: float | None
    games: int
    faults: int = 0
    theirs: int = 0


class Score(NamedTuple):
    """What a trial came to: the mean over the opponents, its error by wall, and its parts.

    seconds: of the processes that played it, summed.
    """

    mean: float
    error: float | None
    against: tuple[Against, ...]
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """Played in all."""
        return sum(part.games for part in self.against)

    @property
    def faults(self) -> int:
        """Games that ended by a fault of the tuned tactic."""
        return sum(part.faults for part in self.against)


class Trial(NamedTuple):
    """One set of values, tried; generation and number are counted from 1. seed: of the walls."""

    generation: int
    number: int
    values: Values
    seed: str
    score: Score

    @property
    def name(self) -> str:
        """For a person: `2.5` is the fifth trial of the second generation."""
        return f"{self.generation}.{self.number}"

    def to_json(self) -> dict[str, Any]:
        """As the log has it."""
        score = self.score
        return {
            "generation": self.generation,
            "trial": self.number,
            "params": self.values,
            "score": score.mean,
            "error": score.error,
            "against": [part._asdict() for part in score.against],
            "games": score.games,
            "faults": score.faults,
            "seed": self.seed,
            "seconds": round(score.seconds, 3),
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Trial:
        """What `to_json` made. Raises KeyError, TypeError or ValueError for anything else."""
        against = tuple(Against(**part) for part in record["against"])
        mean, error = float(record["score"]), record["error"]
        if not math.isfinite(mean):
            raise ValueError(f"a score of {mean}")
        values = {str(name): float(value) for name, value in record["params"].items()}
        score = Score(mean, error, against, record["seconds"])
        return cls(record["generation"], record["trial"], values, record["seed"], score)


class Log:
    """The log in a file, which one process at a time may use.

    settings: whatever decides what is tried and played. What follows the last line break, left by
    a kill in the middle of writing, is dropped. `trials`: what the file has, in its order.

    Raises LogError if the file is in use, or of something else or of other settings; it is then
    left as it was.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self.path = path
        try:
            check_kept_file(path)
        except ValueError as error:
            raise LogError(str(error)) from None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b")
        except OSError as error:
            raise LogError(f"{path}: {error.strerror}") from None
        try:
            self._lock()
            self.trials = self._read({"kind": "tune", "form": FORM, **settings})
        except BaseException:
            self._file.close()
            raise

    def append(self, trial: Trial) -> None:
        """Keep a trial; a kill from now on does not lose it."""
        self._write(trial.to_json())

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows: that nobody else uses the file is the reader's care there.
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LogError(f"{self.path}: another process is using this file") from None

    def _read(self, settings: dict[str, Any]) -> list[Trial]:
        self._file.seek(0)
        whole, end, torn = self._file.read().rpartition(b"\n")
        if not end:
            if torn:
                raise self._foreign()
            self._write(settings)
            return []
        first, *lines = whole.split(b"\n")
        self._same_settings(self._record(first, 1), settings)
        trials = [self._trial(line, number) for number, line in enumerate(lines, start=2)]
        if torn:
            self._file.truncate(len(whole) + 1)
        return trials

    def _same_settings(self, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
        if theirs.get("kind") != "tune":
            raise self._foreign()
        # What JSON makes of ours: lists of tuples, above all.
        ours = json.loads(json.dumps(ours))
        for name in sorted({*theirs, *ours} - {*_FREE}):
            if theirs.get(name) != ours.get(name):
                raise LogError(
                    f"{self.path} is of another tuning: its {name} is {theirs.get(name)!r:.60},"
                    f" not {ours.get(name)!r:.60}; give this one another --store"
                )

    def _trial(self, line: bytes, number: int) -> Trial:
        try:
            return Trial.from_json(self._record(line, number))
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
            if isinstance(error, LogError):
                raise
            raise LogError(f"{self.path}: line {number} is no trial: {error!r:.80}") from None

    def _record(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            record = None
        if isinstance(record, dict):
            return record
        if number == 1:
            raise self._foreign()
        raise LogError(f"{self.path}: line {number} is no trial")

    def _foreign(self) -> LogError:
        return LogError(f"{self.path} is no log of mj arena tune")

    def _write(self, record: dict[str, Any]) -> None:
        self._file.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Log:
        """The log itself; it is closed in the end."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Let the file go."""
        self._file.close()
