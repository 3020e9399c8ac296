"""The log of a tuning: a line of settings, then a line for every trial as it finishes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mj_lab.core.line_log import LineLog
from mj_lab.measure.tune.parameters import Values

# Raised whenever the format of a line changes.
FORM = 1
# Settings that may differ: their effects are checked anyway.
_FREE = ("cma", "surface")


class Against(NamedTuple):
    """A trial against one opponent: the mean difference in points a game and seat, and its error.

    games: how many were played. faults: those of the tuned tactic. theirs: those of the opponent.
    """

    player: str
    mean: float
    error: float | None
    games: int
    faults: int = 0
    theirs: int = 0


class Score(NamedTuple):
    """The score of a trial: the mean over the opponents, its error by wall, and its parts.

    seconds: summed over the processes that played it.
    """

    mean: float
    error: float | None
    against: tuple[Against, ...]
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(part.games for part in self.against)

    @property
    def faults(self) -> int:
        """Games that ended with a fault of the tuned tactic."""
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
        """For people: `2.5` is the fifth trial of the second generation."""
        return f"{self.generation}.{self.number}"

    def to_json(self) -> dict[str, Any]:
        """As stored in the log."""
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
        """Parse what `to_json` made. Raises KeyError, TypeError or ValueError for anything else."""
        against = tuple(Against(**part) for part in record["against"])
        mean, error = float(record["score"]), record["error"]
        if not math.isfinite(mean):
            raise ValueError(f"a score of {mean}")
        values = {str(name): float(value) for name, value in record["params"].items()}
        score = Score(mean, error, against, record["seconds"])
        return cls(record["generation"], record["trial"], values, record["seed"], score)


class Log:
    """The log in a file, for one process at a time.

    settings: all that determines what is tried and played. `trials`: those of the file, in order.

    Raises LineLogError if the file is in use, not a log, or has other settings; the file is then
    unchanged.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self.path = path
        self._lines = LineLog(path, "log of mj arena tune", "trial")
        try:
            self._lines.hold()
            self._lines.settings("tune", {"form": FORM, **settings}, _FREE)
            self.trials = self._lines.entries(Trial.from_json)
        except BaseException:
            self._lines.close()
            raise

    def append(self, trial: Trial) -> None:
        """Store a trial durably."""
        self._lines.add(trial.to_json())

    def __enter__(self) -> Log:
        """The log itself; closed at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._lines.close()
