"""Compares two runs on the same walls; pairing by wall cancels the luck of the walls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from mj_lab.core.wall_means import Estimate, estimate


class CompareError(ValueError):
    """The two runs cannot be compared; its line says why."""


@dataclass(frozen=True)
class ReadWall:
    """The part of a duel's wall that a comparison needs."""

    id: str
    difference: float


@dataclass(frozen=True)
class ReadRun:
    """The part of a duel's figures that a comparison needs."""

    kind: Literal["duel"]
    mode: str
    quick: bool
    seed: str
    sides: dict[str, object]
    walls: list[ReadWall]


@dataclass(frozen=True)
class Comparison:
    """Two runs on the same walls, paired.

    alone: the difference in each run. difference: the second's minus the first's, wall by wall.
    correlation: of the two runs over the walls; None if one of them does not vary. saving: how many
    times more walls two unpaired runs would need for this error.
    """

    runs: tuple[ReadRun, ReadRun]
    wall_count: int
    alone: tuple[Estimate, Estimate]
    difference: Estimate
    correlation: float | None
    saving: float | None

    def to_json(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            "kind": "compare",
            "runs": [{"sides": list(run.sides), "seed": run.seed} for run in self.runs],
            "wall_count": self.wall_count,
            "first": self.alone[0].to_json(),
            "second": self.alone[1].to_json(),
            "difference": self.difference.to_json(),
            "correlation": self.correlation,
            "saving": self.saving,
        }


def read_summary(path: Path) -> ReadRun:
    """The figures that `mj duel -o FIGURES.json` wrote.

    Raises CompareError if the file is something else.
    """
    try:
        return TypeAdapter(ReadRun).validate_json(path.read_bytes(), strict=True)
    except OSError as error:
        raise CompareError(f"{path}: {error.strerror}") from None
    except ValidationError:
        raise CompareError(f"{path}: not what mj duel -o writes") from None


def compare(first: ReadRun, second: ReadRun) -> Comparison:
    """Two runs, paired by wall.

    Raises CompareError if they have no walls in common, or different seatings.
    """
    for setting in ("mode", "quick"):
        mine, other = getattr(first, setting), getattr(second, setting)
        if mine != other:
            raise CompareError(f"the runs differ in their {setting}: {mine} and {other}")
    theirs = {wall.id: wall.difference for wall in second.walls}
    pairs = [(wall.difference, theirs[wall.id]) for wall in first.walls if wall.id in theirs]
    if not pairs:
        raise CompareError("the runs have no wall in common")
    before, after = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    paired = estimate([new - old for old, new in pairs])
    alone, own = estimate(before), estimate(after)
    saving = None
    if paired.error and alone.error is not None and own.error is not None:
        saving = (alone.error**2 + own.error**2) / paired.error**2
    together = _correlation(before, after)
    return Comparison((first, second), len(pairs), (alone, own), paired, together, saving)


def _correlation(left: Sequence[float], right: Sequence[float]) -> float | None:
    count = len(left)
    mean_left, mean_right = math.fsum(left) / count, math.fsum(right) / count
    pairs = [(a - mean_left, b - mean_right) for a, b in zip(left, right, strict=True)]
    spread = math.fsum(a * a for a, _ in pairs) * math.fsum(b * b for _, b in pairs)
    if spread <= 0:
        return None
    return math.fsum(a * b for a, b in pairs) / math.sqrt(spread)
