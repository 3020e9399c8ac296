"""Whether tactics decide alike on every Python and numpy, and how fast.

    python -m tools.benchmarks.learn.pythons [PYTHON ...] [--tactic odds]
        [--tactic learned@weights=FILE] [--decisions 2000]

Each PYTHON (this one is always included) needs numpy and MahjongGB. The tactics take turns at the
same recorded decisions; times are CPU time with one BLAS thread, which a busy machine changes less.
Exits with 1 if the decisions differ. The bars of `learned`: equal decisions on 3.6 with numpy 1.13
and 1.19 and here; at the median at most 5 ms more than `odds`, 99% under 100 ms.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT.parent / "shared" / "data" / "reference_decisions.jsonl.gz"

# Runs on Python 3.6 too.
PLAYED = """
import gzip, hashlib, json, platform, sys, time
import numpy as np
from mj_bot.actions import action_space
from mj_bot.history import load_json
from mj_bot.tactics import load

recorded, most, names = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
tactics = [load(name) for name in names]
chosen, times = [[] for _ in names], [[] for _ in names]
with gzip.open(recorded, "rt") as file:
    for number, line in enumerate(file):
        if number == most:
            break
        record = json.loads(line)
        order = list(range(len(names)))
        # Whoever comes second finds the fan of the first remembered.
        for place in order[::-1] if number % 2 else order:
            state = load_json(record)
            if len(action_space(state)) < 2:
                break
            began = time.process_time()
            action = tactics[place](state)
            times[place].append(1000 * (time.process_time() - began))
            chosen[place].append(str(action))
print(json.dumps({
    "python": platform.python_version(),
    "numpy": np.__version__,
    "chosen": chosen,
    "median": [float(np.median(own)) for own in times],
    "p99": [float(np.percentile(own, 99)) for own in times],
    "over_first": [
        float(np.median(np.array(own) - np.array(times[0]))) for own in times
    ],
}))
"""


class Played(NamedTuple):
    """The tactics' choices on one Python, and their times in ms, by tactic."""

    python: str
    numpy: str
    chosen: list[list[str]]
    median: list[float]
    p99: list[float]
    over_first: list[float]


def played(python: str, decisions: int, tactics: list[str]) -> Played:
    """One interpreter's decisions."""
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [python, "-c", PLAYED, str(RECORDED), str(decisions), *tactics],
        env={**os.environ, **threads, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return Played(**json.loads(done.stdout))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pythons", nargs="*", metavar="PYTHON")
    parser.add_argument("--tactic", action="append")
    parser.add_argument("--decisions", type=int, default=2000)
    options = parser.parse_args()
    tactics = options.tactic or ["odds", "learned"]
    every = [
        played(python, options.decisions, tactics) for python in [sys.executable, *options.pythons]
    ]
    alike = True
    for result in every:
        for index, tactic in enumerate(tactics):
            chosen = result.chosen[index]
            same = sum(map(str.__eq__, chosen, every[0].chosen[index]))
            alike &= same == len(chosen) == len(every[0].chosen[index])
            print(
                f"Python {result.python}, numpy {result.numpy}, {tactic}: {same} of {len(chosen)}"
                f" decisions the same; {result.median[index]:.1f} ms at the median"
                f" ({result.over_first[index]:+.2f} over {tactics[0]}),"
                f" 99% {result.p99[index]:.1f} ms"
            )
    sys.exit(not alike)


if __name__ == "__main__":
    main()
