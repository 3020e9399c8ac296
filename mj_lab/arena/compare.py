"""Two runs on the same walls: the luck of the walls cancels in their paired difference."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mj_lab.arena.statistics.wall_means import estimate


class CompareError(ValueError):
    """The two runs cannot be compared: one line says why."""


def read_summary(path: Path) -> dict[str, Any]:
    """What `mj duel --json` wrote.

    Raises CompareError if the file is something else.
    """
    try:
        summary = json.loads(path.read_text(encoding="utf-8"))
        if summary["kind"] != "duel":
            raise CompareError(f"{path}: {summary['kind']!r:.40} is no duel")
        _expect(summary, {"mode": str, "quick": bool, "seed": str, "sides": dict, "walls": list})
        for wall in summary["walls"]:
            _expect(wall, {"id": str, "difference": float})
    except OSError as error:
        raise CompareError(f"{path}: {error.strerror}") from None
    except CompareError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CompareError(f"{path}: not what mj duel -o writes") from None
    return dict(summary)


def _expect(record: Any, kinds: dict[str, type]) -> None:
    for name, kind in kinds.items():
        if not isinstance(record[name], kind):
            raise TypeError(name)


def compare(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """The second run's difference minus the first's, paired wall by wall, as JSON has it.

    correlation: of the two runs over the walls; None if one of them does not vary.
    saving: how many times as many walls two unpaired runs would need for this error.

    Raises CompareError if they have no walls in common, or other seatings.
    """
    for setting in ("mode", "quick"):
        if first[setting] != second[setting]:
            raise CompareError(
                f"the runs differ in their {setting}: {first[setting]} and {second[setting]}"
            )
    theirs = {wall["id"]: float(wall["difference"]) for wall in second["walls"]}
    pairs = [
        (float(wall["difference"]), theirs[wall["id"]])
        for wall in first["walls"]
        if wall["id"] in theirs
    ]
    if not pairs:
        raise CompareError("the runs have no wall in common")
    before, after = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    paired = estimate([new - old for old, new in pairs])
    alone, own = estimate(before), estimate(after)
    saving = None
    if paired.error and alone.error is not None and own.error is not None:
        saving = (alone.error**2 + own.error**2) / paired.error**2
    return {
        "kind": "compare",
        "runs": [{"sides": list(run["sides"]), "seed": run["seed"]} for run in (first, second)],
        "wall_count": len(pairs),
        "first": alone.to_json(),
        "second": own.to_json(),
        "difference": paired.to_json(),
        "correlation": _correlation(before, after),
        "saving": saving,
    }


def _correlation(left: Sequence[float], right: Sequence[float]) -> float | None:
    count = len(left)
    mean_left, mean_right = math.fsum(left) / count, math.fsum(right) / count
    pairs = [(a - mean_left, b - mean_right) for a, b in zip(left, right, strict=True)]
    spread = math.fsum(a * a for a, _ in pairs) * math.fsum(b * b for _, b in pairs)
    if spread <= 0:
        return None
    return math.fsum(a * b for a, b in pairs) / math.sqrt(spread)
