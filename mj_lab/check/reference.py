"""How far a tactic agrees with the recorded decisions, and how fast it is.

    python mj_lab/check/reference.py [FILE] [--tactic NAME]

FILE: reference_decisions.jsonl.gz of ../shared/data (or $MJ_DATA) if not given.
"""

import argparse
import gzip
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from mj_bot.events import BUGANG, HU
from mj_bot.history import load_json
from mj_bot.routes.evaluator import RouteEvaluator
from mj_bot.tactics import load

EQUAL = 0.005


def decisions(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def agreement(path: Path, name: str) -> None:
    """Same choices, by what was chosen, and the time of a decision."""
    same: Counter[str] = Counter()
    total: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    times = []
    tactic = load(name)
    for decision in decisions(path):
        state = load_json({"requests": decision["requests"], "responses": decision["responses"]})
        start = process_time()
        chosen = str(tactic(state))
        times.append(1000 * (process_time() - start))
        kind = decision["chosen"].split()[0]
        total[kind] += 1
        same[kind] += chosen == decision["chosen"]
        if chosen != decision["chosen"]:
            pairs[kind, chosen.split(maxsplit=1)[0]] += 1
    times.sort()
    print(f"decisions {total.total()}, same choice {same.total() / total.total():.2%}")
    for kind, count in total.most_common():
        print(f"  {kind:8}{count:6}{same[kind] / count:9.2%}")
    print(
        "  recorded -> chosen:", ", ".join(f"{a} -> {b} {n}" for (a, b), n in pairs.most_common())
    )
    print(
        f"CPU ms a decision: median {median(times):.2f}, 99% {times[len(times) * 99 // 100]:.2f}, "
        f"most {times[-1]:.2f}"
    )


def distances(path: Path) -> None:
    """Per route the share of equal distances and the mean error, over all candidates."""
    valuation = RouteEvaluator()
    equal: Counter[str] = Counter()
    error: Counter[str] = Counter()
    count = missing = 0
    for decision in decisions(path):
        state = load_json({"requests": decision["requests"], "responses": decision["responses"]})
        recorded = {found["action"]: found for found in decision["candidates"]}
        for candidate in valuation.candidates(state):
            found = recorded.pop(str(candidate.action), None)
            if found is None:
                missing += candidate.action.kind not in (HU, BUGANG)
                continue
            if "distances" not in found:
                continue
            count += 1
            for route, distance in zip(valuation.routes, candidate.distances, strict=True):
                off = abs(distance - found["distances"][route.key])
                equal[route.key] += off <= EQUAL
                error[route.key] += off
        missing += len(recorded)
    print(f"candidates {count}, only on one side {missing}")
    print(f"  {'route':24}{'equal':>9}{'mean error':>12}")
    for route in valuation.routes:
        key = route.key
        print(f"  {key:24}{equal[key] / count:9.2%}{error[key] / count:12.4f}")


def start_up() -> None:
    """What importing the tactic and its first decision cost, beside the interpreter's own start."""
    code = (
        "import time; import mj_bot.state, mj_bot.tactics\n"
        "start = time.process_time(); t = mj_bot.tactics.load('rule_based')\n"
        "table = t._evaluator.routes[0]; done = time.process_time(); table.table.entries()\n"
        "print('CPU ms to import and make the tactic: {:.1f}, its table {:.1f}'.format("
        "1000 * (done - start), 1000 * (time.process_time() - done)))"
    )
    sys.stdout.flush()
    os.system(f'"{sys.executable}" -B -c "{code}"')


def main() -> None:
    data = os.environ.get("MJ_DATA", "../shared/data")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", default=f"{data}/reference_decisions.jsonl.gz")
    parser.add_argument("--tactic", default="rule_based")
    arguments = parser.parse_args()
    path = Path(arguments.file)
    agreement(path, arguments.tactic)
    if arguments.tactic == "rule_based":
        distances(path)
        start_up()


if __name__ == "__main__":
    main()
