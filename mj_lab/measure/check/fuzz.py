"""Fuzzes the bot's process with mangled inputs, a million if asked, and checks the answers.

    mj check fuzz --count 1000000 --jobs 2

Real inputs of recorded matches, in all four I/O modes, are mangled in every way, or contradict
themselves deep in the game; then they go through the code of the process. Where the game is known,
the judge checks the answers. Every input depends only on seed and number, so one can be regenerated
and shown, and a stopped run continues with `--first`. `random` plays, sometimes `greedy`, unless a
tactic is named; its errors are counted.
"""

from __future__ import annotations

import json
import random
import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from mj_bot.actions import action_space
from mj_bot.botzone.answer import MARKER
from mj_bot.botzone.bot import KEEP_RUNNING
from mj_bot.botzone.process import play_turns
from mj_bot.botzone.reading import JSON, Script, Turn, TurnReader
from mj_bot.events import SEATS, parse_response
from mj_bot.history import fold_all
from mj_bot.state import GameState
from mj_bot.tiles import CODES
from mj_lab.core.records.archives import read_records
from mj_lab.measure.check.contradictions import SeatHistory
from mj_lab.measure.check.mangled import Case, case_of
from mj_lab.measure.check.one_seat import ContradictionError, OneSeat

FILES = ("botzone_matches", "rare_games", "judged_games")

DEBUG_BYTES = 1024
NO_STATE = "no state"  # the process's note that it answers without a state of the game
ERROR = b"tactic: "  # its note that the tactic has raised or was cut

# Inputs handed to a worker at a time.
_PART = 1000


class Finding(NamedTuple):
    """A fault in a process's answers."""

    what: str
    answer: bytes


class Judged(NamedTuple):
    """The verdict on a process's answers.

    kept: whether the last answer was given with a state. at_judge: answers compared with the judge.
    """

    findings: list[Finding]
    kept: bool = False
    at_judge: int = 0


@cache
def histories(folder: Path) -> list[SeatHistory]:
    """The requests and answers of every seat in the recorded matches."""
    of_seats = []
    for name in FILES:
        for _, match in read_records(folder / f"{name}.jsonl.gz"):
            for seat in range(SEATS):
                requests = [turn[seat] for turn in match["requests"]]
                of_seats.append((requests, [turn[seat] for turn in match["responses"]]))
    return of_seats


# -- judging the answers --------------------------------------------------------------------


def judged(case: Case, answers: list[bytes]) -> Judged:
    """The faults in a process's answers to the turns of a case."""
    keep = case.settings.mode == KEEP_RUNNING
    turns = list(_turns(case)) or [Turn(JSON, [], [])]
    findings = []
    # Lines that come too early may be skipped, but not all of them.
    if not answers or len(answers) > len(turns) or (not keep and len(answers) != 1):
        findings.append(Finding(f"{len(answers)} answers to {len(turns)} turns", b"".join(answers)))
    said = []
    for answer in answers:
        try:
            said.append(_response(answer, keep))
        except (ValueError, KeyError, IndexError, TypeError) as error:
            return Judged([*findings, Finding(f"no answer: {error}", answer)])
    is_kept = bool(said) and NO_STATE not in said[-1][1] and any(turn.whole for turn in turns)
    if len(answers) != len(turns):
        return Judged(findings, is_kept)
    at_judge, more = _against_the_judge(turns, said)
    return Judged([*findings, *_illegal(turns, said), *more], is_kept, at_judge)


def _turns(case: Case) -> list[Turn]:
    reader, turns = TurnReader(Script(case.turns)), []
    turn = reader.read(JSON)
    while turn is not None:
        turns.append(turn)
        turn = reader.read(turn.style) if case.settings.mode == KEEP_RUNNING else None
    return turns


def _response(answer: bytes, keep: bool) -> tuple[str, str]:
    """Response and debug of an answer; raises ValueError or similar where Botzone would refuse."""
    if answer.endswith(MARKER) is not keep or answer.count(MARKER) != keep:
        raise ValueError("the marker")
    lines = answer.decode("utf-8").splitlines()[: -1 if keep else None]
    if lines[0].startswith("{"):
        value = json.loads(lines[0])
        response, debug, lines = value["response"], value["debug"], lines[:1]
        encoded = json.dumps(debug).encode("ascii")
    else:
        response, debug = lines[0], "\n".join(lines[1:])
        encoded = debug.encode("utf-8")
    if len(lines) > 2 or max(len(encoded), len(debug.encode("utf-8"))) > DEBUG_BYTES:
        raise ValueError("the debug")
    if str(parse_response(response)) != response:
        raise ValueError("the form of the response")
    return str(response), debug


def _illegal(turns: list[Turn], said: list[tuple[str, str]]) -> list[Finding]:
    """Answers that are illegal where the turns are a valid game, or unsafe otherwise."""
    state: GameState | None = None
    for turn, (response, debug) in zip(turns, said, strict=True):
        state = _folded(GameState() if turn.whole else state, turn)
        legal = _safe(turn) if state is None else [str(action) for action in action_space(state)]
        if response not in legal:
            return [Finding("not legal", response.encode())]
        if state is not None:
            if NO_STATE in debug:
                return [Finding("lost a state that folds", debug.encode())]
            state.answered(parse_response(response))
    return []


def _against_the_judge(turns: list[Turn], said: list[tuple[str, str]]) -> tuple[int, list[Finding]]:
    """How many answers the judge could check, and those that it would reject."""
    table: OneSeat | None = None
    count = 0
    for turn, (response, debug) in zip(turns, said, strict=True):
        table = _replayed(OneSeat() if turn.whole else table, turn)
        if table is None:
            continue
        count += 1
        if not table.allows(parse_response(response)):
            return count, [Finding("not legal at the judge", response.encode())]
        if NO_STATE in debug:
            return count, [Finding("lost a state that the judge follows", debug.encode())]
        table.answered(response)
    return count, []


def _replayed(table: OneSeat | None, turn: Turn) -> OneSeat | None:
    if table is None or turn.fault or not turn.requests:
        return None
    try:
        for number, request in enumerate(turn.requests):
            table.take(request)
            if number < len(turn.responses):
                table.answered(turn.responses[number])
    except ContradictionError:
        return None
    return table


def _folded(state: GameState | None, turn: Turn) -> GameState | None:
    if state is None or turn.fault or not turn.requests:
        return None
    try:
        for _ in fold_all(state, turn.requests, turn.responses):
            pass
    except ValueError:
        return None
    return state


def _safe(turn: Turn) -> list[str]:
    """Safe answers in any game: discard the tile just drawn, else pass."""
    request = turn.requests[-1].split() if turn.requests else []
    is_draw = len(request) == 2 and request[0] == "2" and request[1] in CODES
    return ["PLAY " + request[1] if is_draw else "PASS"]


# -- many of them -----------------------------------------------------------------------------


class Fuzzed(NamedTuple):
    """One case, its result, and its time."""

    number: int
    case: Case
    answers: list[bytes]
    judged: Judged
    seconds: float


def fuzzed(
    numbers: Iterable[int], seed: int, bases: list[SeatHistory], tactic: str | None = None
) -> Iterator[Fuzzed]:
    """Send the cases of these numbers to the process; `tactic` plays, if one is named."""
    for number in numbers:
        dice = random.Random(f"{seed}/{number}")
        case = case_of(dice.choice(bases), dice)
        if tactic is not None:
            case = case._replace(settings=case.settings._replace(tactic=tactic))
        start = perf_counter()
        answers = play_turns(case.turns, case.settings)  # It must not raise.
        seconds = perf_counter() - start
        yield Fuzzed(number, case, answers, judged(case, answers), seconds)


@dataclass
class FuzzCount:
    """The counts of many cases, and the slowest one with its number.

    at_fault: cases with findings. faults: a line for each of these. kinds: cases by kind, and how
    many of them kept a state to the last answer.
    """

    inputs: int = 0
    at_fault: int = 0
    faults: list[str] = field(default_factory=list)
    answered: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    longest: tuple[float, int] = (0.0, 0)

    def add(self, fuzzed_case: Fuzzed) -> None:
        """Count one case."""
        answers, judged_so, kind = fuzzed_case.answers, fuzzed_case.judged, fuzzed_case.case.kind
        self.inputs += 1
        self.at_fault += bool(judged_so.findings)
        self.faults += [
            f"case {fuzzed_case.number}: {finding.what}: {finding.answer[:200]!r}"
            for finding in judged_so.findings
        ]
        self.seconds += fuzzed_case.seconds
        self.longest = max(self.longest, (fuzzed_case.seconds, fuzzed_case.number))
        self.kinds[kind] += 1
        self.kept[kind] += judged_so.kept
        self.answered["answers"] += len(answers)
        self.answered["held against the judge"] += judged_so.at_judge
        self.answered["other than PASS"] += sum(b"PASS" not in answer[:30] for answer in answers)
        self.answered["with an error of the tactic"] += sum(ERROR in answer for answer in answers)
        self.answered["without a state"] += sum(NO_STATE.encode() in answer for answer in answers)

    def add_all(self, other: FuzzCount) -> None:
        """Add another count."""
        self.inputs += other.inputs
        self.at_fault += other.at_fault
        self.faults += other.faults
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        for mine, others in (
            (self.answered, other.answered),
            (self.kinds, other.kinds),
            (self.kept, other.kept),
        ):
            mine.update(others)

    def lines(self) -> list[str]:
        """The figures for people."""
        longest, number = self.longest
        inputs, with_state = max(self.inputs, 1), self.kept.total()
        return [
            f"{self.inputs:,} inputs, {self.at_fault} at fault",
            ", ".join(f"{count:,} {what}" for what, count in self.answered.items()),
            f"{with_state:,} inputs ({100 * with_state / inputs:.0f}%)"
            " kept a state to the last answer:",
            *(
                f"  {kind}: {self.kept[kind]:,} of {count:,}"
                for kind, count in sorted(self.kinds.items())
            ),
            f"mean {1000 * self.seconds / inputs:.3f} ms, "
            f"longest {1000 * longest:.1f} ms (number {number})",
        ]


def counts(
    numbers: range, seed: int, data: Path, tactic: str | None = None, jobs: int = 1
) -> Iterator[FuzzCount]:
    """The counts of the cases of these numbers, part by part, in order."""
    parts = [numbers[start : start + _PART] for start in range(0, len(numbers), _PART)]
    count_part = partial(_count_part, seed=seed, data=data, tactic=tactic)
    if jobs == 1:
        yield from map(count_part, parts)
        return
    with ProcessPoolExecutor(jobs, initializer=_leave_ctrl_c_to_the_parent) as pool:
        try:
            yield from pool.map(count_part, parts)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _count_part(numbers: range, seed: int, data: Path, tactic: str | None) -> FuzzCount:
    count = FuzzCount()
    for fuzzed_case in fuzzed(numbers, seed, histories(data), tactic):
        count.add(fuzzed_case)
    return count
