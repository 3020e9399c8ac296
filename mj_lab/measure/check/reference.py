"""Compares a tactic's choices and distances with recorded decisions, and times it."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from mj_bot.events import BUGANG, HU
from mj_bot.history import load_json
from mj_bot.routes.evaluator import RouteEvaluator
from mj_bot.tactics import answer_of, load
from mj_lab.core.records.archives import read_records
from mj_lab.measure.check.agree import RECORDED_TOLERANCE


def choice_lines(path: Path, name: str) -> Iterator[str]:
    """The share of same choices, what was done instead, and the CPU time of a decision.

    Raises ValueError if there is no such tactic, or the file holds no recorded decisions.
    """
    same: Counter[str] = Counter()
    total: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    times = []
    tactic = load(name)
    for decision in _decisions(path):
        state = load_json({"requests": decision["requests"], "responses": decision["responses"]})
        start = process_time()
        chosen = str(answer_of(tactic, state))
        times.append(1000 * (process_time() - start))
        kind = decision["chosen"].split()[0]
        total[kind] += 1
        same[kind] += chosen == decision["chosen"]
        if chosen != decision["chosen"]:
            pairs[kind, chosen.split(maxsplit=1)[0]] += 1
    times.sort()
    yield f"decisions {total.total()}, same choice {same.total() / total.total():.2%}"
    for kind, count in total.most_common():
        yield f"  {kind:8}{count:6}{same[kind] / count:9.2%}"
    instead = ", ".join(f"{a} -> {b} {n}" for (a, b), n in pairs.most_common())
    yield f"  recorded -> chosen: {instead}"
    yield (
        f"CPU ms a decision: median {median(times):.2f}, 99% {times[len(times) * 99 // 100]:.2f}, "
        f"most {times[-1]:.2f}"
    )


def distance_lines(path: Path) -> Iterator[str]:
    """Per route the share of equal distances and the mean error, over all candidates."""
    valuation = RouteEvaluator()
    equal: Counter[str] = Counter()
    error: Counter[str] = Counter()
    count = missing = 0
    for decision in _decisions(path):
        state = load_json({"requests": decision["requests"], "responses": decision["responses"]})
        recorded = {row["action"]: row for row in decision.get("candidates", [])}
        for candidate in valuation.candidates(state):
            row = recorded.pop(str(candidate.action), None)
            if row is None:
                missing += candidate.action.kind not in (HU, BUGANG)
                continue
            if "distances" not in row:
                continue
            count += 1
            for route, distance in zip(valuation.routes, candidate.distances, strict=True):
                off = abs(distance - row["distances"][route.key])
                equal[route.key] += off <= RECORDED_TOLERANCE
                error[route.key] += off
        missing += len(recorded)
    yield f"candidates {count}, only on one side {missing}"
    if not count:
        return
    yield f"  {'route':24}{'equal':>9}{'mean error':>12}"
    for route in valuation.routes:
        key = route.key
        yield f"  {key:24}{equal[key] / count:9.2%}{error[key] / count:12.4f}"


def _decisions(path: Path) -> Iterator[dict[str, Any]]:
    for where, record in read_records(path):
        if not isinstance(record, dict) or not {"requests", "responses", "chosen"} <= set(record):
            raise ValueError(f"{where}: no recorded decision")
        yield record
