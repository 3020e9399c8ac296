"""Games of a native tactic, each replayed by Python's referee: the large run of test_records.

    python -m tests.mj_engine.prove random --games 100000
    python -m tests.mj_engine.prove greedy --games 5000 --choices

Every request, score and result must be the referee's; with --choices every answer must be what the
tactic in Python answers too.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from typing import Any

import mj_engine
from mj_bot import tactics
from mj_lab.check.verify import disagreement
from mj_lab.records.match import Match
from tests.mj_engine.python_side import decisions

_SLICE = 1_000


def departures(tactic: str, games: int, seed: int, choices: bool) -> int:
    """Plays and replays; prints what departs, and how the games ended. How many departed."""
    started, found, asked = time.perf_counter(), 0, 0
    ends: Counter[str] = Counter()
    for first in range(0, games, _SLICE):
        numbers = range(first, min(first + _SLICE, games))
        walls = [mj_engine.wall_of_seed(f"{seed}/{number}") for number in numbers]
        seeds = [[number * 4 + seat for seat in range(4)] for number in numbers]
        for number, outcome in zip(
            numbers, mj_engine.play(walls, tactic, seeds=seeds, records=True), strict=True
        ):
            departs = disagreement(Match.model_validate_json(outcome.record))
            ends[outcome.result.action] += 1
            if choices and departs is None:
                many, departs = _choices(json.loads(outcome.record), tactic, number)
                asked += many
            if departs is not None:
                found += 1
                print(f"game {number}: {departs}")
    seconds = time.perf_counter() - started
    print(f"{tactic}: {games} games, {dict(ends)}, {seconds:.0f} s")
    print(f"{asked} choices asked, {found} games depart", flush=True)
    return found


def _choices(match: dict[str, Any], name: str, number: int) -> tuple[int, str | None]:
    theirs = [tactics.load(name, seed=number * 4 + seat) for seat in range(4)]
    asked = 0
    for turn, seat, state in decisions(match):
        asked += 1
        expected, answered = str(theirs[seat](state)), match["responses"][turn][seat]
        if expected != answered:
            return asked, f"turn {turn}, seat {seat}: {answered}, in Python {expected}"
    return asked, None


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tactic")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--choices", action="store_true")
    words = parser.parse_args()
    return 1 if departures(words.tactic, words.games, words.seed, words.choices) else 0


if __name__ == "__main__":
    sys.exit(main())
