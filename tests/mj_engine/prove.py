"""Games of a native tactic, each replayed by Python's referee: the large run of test_records.

    python -m tests.mj_engine.prove random --games 100000
    python -m tests.mj_engine.prove greedy --games 5000 --choices
    python -m tests.mj_engine.prove odds --games 5000
    python -m tests.mj_engine.prove odds --games 2000 --choices     # an hour of one core

Every request, score and result must be the referee's; with --choices every answer must be what the
tactic in Python answers too. Of `odds` every value is compared besides, and an answer may differ
where Python itself values the two actions alike, to within the 1e-4 that values are held to, or
where rounding turned a yes or no of Python's: such ties are counted and shown. --first goes on
from a game, where a run was ended.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import mj_engine
from mj_bot import tactics
from mj_bot.actions import action_space
from mj_bot.state import GameState
from mj_engine.odds import Odds
from mj_lab.core.records.match import Match
from mj_lab.measure.check.verify import disagreement
from tests.mj_engine.odds import python_odds
from tests.recorded import decisions

_SLICE = 1_000
# With choices a game takes a second, and one wants to see it go on.
_SLICE_OF_CHOICES = 50


class Answers:
    def __init__(self, name: str) -> None:
        self._name = name
        self._asked = 0

    def begin(self, number: int) -> None:
        self._seats = [tactics.load(self._name, seed=number * 4 + seat) for seat in range(4)]

    def departure(self, state: GameState, seat: int, answered: str) -> str | None:
        self._asked += 1
        expected = str(self._seats[seat](state))
        return None if expected == answered else f"{answered}, in Python {expected}"

    def __str__(self) -> str:
        return f"{self._asked} choices asked"


@dataclass
class Values:
    """The answers of `odds` and the value of every action."""

    options: dict[str, float]
    asked: int = 0
    values: int = 0
    beyond: int = 0
    ties: int = 0
    farthest: float = 0.0

    def begin(self, number: int) -> None:
        del number  # Nothing is drawn at random.
        self._engine = Odds(**self.options)
        self._seats = [python_odds.evaluator(**self.options) for _ in range(4)]

    def departure(self, state: GameState, seat: int, answered: str) -> str | None:
        if len(action_space(state)) == 1:
            return None
        self.asked += 1
        wanted = python_odds.candidates(state, self._seats[seat])
        found = self._engine.candidates(state)
        if [one.action for one in found] != [one.action for one in wanted]:
            return "other actions than in Python"
        for here, there in zip(found, wanted, strict=True):
            self._compare(here[1:], there[1:], there.action)
        told = self._choice(wanted, answered)
        if told is None or python_odds.chosen(found).action != answered:
            return told
        if not python_odds.turned_by_rounding(state, self._seats[seat], found):
            return told
        self.ties += 1
        print(f"  turned by rounding: {told}")
        return None

    def _compare(self, here: tuple[float, ...], there: tuple[float, ...], action: str) -> None:
        for name, ours, theirs in zip(python_odds.Candidate._fields[1:], here, there, strict=True):
            self.values += 1
            apart = abs(ours - theirs) / max(abs(theirs), python_odds.NEARLY_NOTHING)
            self.farthest = max(self.farthest, apart)
            if apart > python_odds.WITHIN:
                self.beyond += 1
                print(f"  {action}: {name} {ours!r}, in Python {theirs!r}, {apart:.1e} apart")

    def _choice(self, wanted: list[python_odds.Candidate], answered: str) -> str | None:
        expected = python_odds.chosen(wanted)
        if expected.action == answered:
            return None
        value = {one.action: one.value for one in wanted}[answered]
        told = f"{answered} of {value!r}, in Python {expected.action} of {expected.value!r}"
        if abs(value - expected.value) > python_odds.WITHIN * abs(expected.value):
            return told
        self.ties += 1
        print(f"  a tie: {told}")
        return None

    def __str__(self) -> str:
        return (
            f"{self.asked} choices asked, {self.ties} ties differ; {self.values} values,"
            f" {self.beyond} beyond {python_odds.WITHIN:g}, the farthest {self.farthest:.1e} apart"
        )


def departures(tactic: str, numbers: range, seed: int, choices: Answers | Values | None) -> int:
    """Plays and replays; prints what departs, and how the games ended. How many departed."""
    started, found = time.perf_counter(), 0
    ends: Counter[str] = Counter()
    size = _SLICE if choices is None else _SLICE_OF_CHOICES
    for first in range(0, len(numbers), size):
        some = numbers[first : first + size]
        walls = [mj_engine.wall_of_seed(f"{seed}/{number}") for number in some]
        seeds = [[number * 4 + seat for seat in range(4)] for number in some]
        played = mj_engine.play(walls, tactic, seeds=seeds, records=True)
        for number, outcome in zip(some, played, strict=True):
            departs = disagreement(Match.model_validate_json(outcome.record))
            ends[outcome.result.action] += 1
            if choices is not None and departs is None:
                departs = _choices(json.loads(outcome.record), choices, number)
            if departs is not None:
                found += 1
                print(f"game {number}: {departs}")
        seconds = time.perf_counter() - started
        done = f"{first + len(some)} games, {dict(ends)}, {found} depart"
        print(f"{tactic}: {done}; {choices or 'no choices asked'}; {seconds:.0f} s", flush=True)
    return found


def _choices(match: dict[str, Any], choices: Answers | Values, number: int) -> str | None:
    choices.begin(number)
    for turn, seat, state in decisions(match):
        found = choices.departure(state, seat, match["responses"][turn][seat])
        if found is not None:
            return f"turn {turn}, seat {seat}: {found}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tactic")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--choices", action="store_true")
    words = parser.parse_args()
    choices: Answers | Values | None = None
    if words.choices:
        name, _, _ = words.tactic.partition("@")
        options = tactics.parted(words.tactic)[1]
        choices = Values(options) if name == "odds" else Answers(words.tactic)
    numbers = range(words.first, words.first + words.games)
    return 1 if departures(words.tactic, numbers, words.seed, choices) else 0


if __name__ == "__main__":
    sys.exit(main())
