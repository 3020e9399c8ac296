"""Mangled inputs for the bot's process, a million if asked: is there one legal answer for each?

    mj check fuzz --count 1000000

Real inputs of recorded matches, in all four I/O modes, are truncated, reordered, given wrong types,
wrong tiles and wrong bytes, emptied and blown up; then they go through the very code of the
process. Every input is made from seed and number alone, so one can be made again and shown.
`random` plays, now and then `greedy`, unless a tactic is named; its errors are counted.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from mj_bot.actions import action_space
from mj_bot.botzone.answer import MARKER
from mj_bot.botzone.bot import (
    KEEP_RUNNING,
    LIMIT,
    MODES,
    RESTART,
    Settings,
)
from mj_bot.botzone.process import play_turns
from mj_bot.botzone.reading import (
    JSON,
    SIMPLE,
    Script,
    Turn,
    read_turn,
)
from mj_bot.events import SEATS, parse_response
from mj_bot.history import fold, note_answer
from mj_bot.state import GameState
from mj_bot.tiles import ALL_CODES, CODES
from mj_lab.records.json_lines import read_records

FILES = ("botzone_matches", "rare_games")

DEBUG_BYTES = 1024
NO_STATE = "no state"  # how the process says that it answers without knowing the game
ERROR = b"tactic: "  # how it says that the tactic has raised or was cut

WORDS = (
    *("", "0", "1", "2", "3", "4", "-1", "99", "1e9", "PASS", "PLAY", "CHI", "PENG", "GANG", "HU"),
    *("BUGANG", "DRAW", "BUHUA", "W0", "X1", "w1", "H1", "null", "\u4e2d", "\ud800", "\x00", '"'),
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1e308,
    "",
    "junk",
    [],
    {},
    ["2 W1"],
    {"requests": []},
    [[[]]],
)
BLOBS = (b"\xff\xfe", b"\x00" * 9, b"\xed\xa0\x80", b"\n", b"\r\n", b'"', b"{", b"}", b"[", b"\\u")

FuzzHistory = tuple[list[Any], list[Any]]  # requests and responses, by now perhaps of other types


class Case(NamedTuple):
    """What one process is sent, turn by turn."""

    turns: list[bytes]
    settings: Settings


class Finding(NamedTuple):
    """What is wrong with what one process answered."""

    what: str
    answer: bytes


def histories(folder: Path) -> list[tuple[list[str], list[str]]]:
    """What every seat of the recorded matches was sent and answered."""
    found = []
    for name in FILES:
        for _, match in read_records(folder / f"{name}.jsonl.gz"):
            for seat in range(SEATS):
                asked = [turn[seat] for turn in match["requests"]]
                found.append((asked, [turn[seat] for turn in match["responses"]]))
    return found


# -- making a case --------------------------------------------------------------------------


def case_of(base: tuple[list[str], list[str]], dice: random.Random) -> Case:
    """A mangled case of a recorded game; now and then a whole one, so that they count too."""
    asked, answered = base
    # Short games come more often: they are quick, and most code is in the opening anyway.
    size = min(len(asked), 1 + int(dice.random() ** 2 * len(asked)))
    history: FuzzHistory = (list(asked[:size]), list(answered[: size - 1]))
    for _ in range(dice.choice((0, 0, 1, 1, 2, 4))):
        dice.choice(_ON_HISTORIES)(history, dice)
    mode, form = dice.choice(MODES), dice.choice((JSON, SIMPLE))
    last = size if mode == RESTART else dice.randint(1, size)
    turns = [_whole(history, last, form, dice)]
    turns += [_alone(request, form) for request in history[0][last:]]
    for _ in range(dice.choice((0, 1, 1, 2))):
        place = dice.randrange(len(turns))
        turns[place] = dice.choice(_ON_BYTES)(turns[place], dice)
    if dice.random() < 0.02:
        turns = [dice.choice(_FROM_NOTHING)(dice)]
    tactic = "greedy" if dice.random() < 0.05 else "random"
    return Case(turns, Settings(tactic, mode, LIMIT))


def _whole(history: FuzzHistory, last: int, form: str, dice: random.Random) -> bytes:
    requests, responses = history[0][:last], history[1][: last - 1]
    if form == JSON:
        value: dict[str, Any] = {"requests": requests, "responses": responses}
        if dice.random() < 0.05:
            value[dice.choice(("requests", "responses", "data"))] = dice.choice(VALUES)
        return json.dumps(value).encode() + b"\n"
    lines = [str(len(requests) if dice.random() > 0.03 else dice.choice((-1, 0, 3, 1999, 10**9)))]
    for place, request in enumerate(requests):
        lines += [str(request), str(responses[place]) if place < len(responses) else ""]
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")


def _alone(request: Any, form: str) -> bytes:
    text = json.dumps(request) if form == JSON else str(request)
    return text.encode("utf-8", "surrogatepass") + b"\n"


def _drop(history: FuzzHistory, dice: random.Random) -> None:
    side = dice.choice(history)
    if side:
        del side[dice.randrange(len(side))]


def _repeat(history: FuzzHistory, dice: random.Random) -> None:
    side = dice.choice(history)
    if side:
        place = dice.randrange(len(side))
        side.insert(place, side[place])


def _swap(history: FuzzHistory, dice: random.Random) -> None:
    side = dice.choice(history)
    if side:
        one, two = dice.randrange(len(side)), dice.randrange(len(side))
        side[one], side[two] = side[two], side[one]


def _change_word(history: FuzzHistory, dice: random.Random) -> None:
    side = dice.choice(history)
    if side:
        place = dice.randrange(len(side))
        words = str(side[place]).split() or [""]
        words[dice.randrange(len(words))] = dice.choice(ALL_CODES + WORDS)
        side[place] = " ".join(words)


def _change_type(history: FuzzHistory, dice: random.Random) -> None:
    side = dice.choice(history)
    if side:
        side[dice.randrange(len(side))] = dice.choice(VALUES)


def _add_words(history: FuzzHistory, dice: random.Random) -> None:
    words = [dice.choice(ALL_CODES + WORDS) for _ in range(dice.randint(0, 6))]
    side = dice.choice(history)
    side.insert(dice.randint(0, len(side)), " ".join(words))


def _empty(history: FuzzHistory, dice: random.Random) -> None:
    del dice.choice(history)[dice.randint(0, 3) :]


_ON_HISTORIES = (_drop, _repeat, _swap, _change_word, _change_type, _add_words, _empty)


def _cut_off(data: bytes, dice: random.Random) -> bytes:
    return data[: dice.randint(0, len(data))]


def _cut_out(data: bytes, dice: random.Random) -> bytes:
    start = dice.randint(0, len(data))
    return data[:start] + data[start + dice.randint(1, 40) :]


def _put_in(data: bytes, dice: random.Random) -> bytes:
    place = dice.randint(0, len(data))
    return data[:place] + dice.choice(BLOBS) + data[place:]


def _change_bytes(data: bytes, dice: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.randint(1, 5) if changed else 0):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def _twice(data: bytes, dice: random.Random) -> bytes:
    start = dice.randint(0, len(data))
    return data[:start] + data[: dice.randint(0, len(data))] + data[start:]


def _no_newline(data: bytes, _dice: random.Random) -> bytes:
    return data.rstrip(b"\n")


def _as_it_is(data: bytes, _dice: random.Random) -> bytes:
    return data


_ON_BYTES = (_cut_off, _cut_out, _put_in, _change_bytes, _twice, _no_newline, _as_it_is)

_FROM_NOTHING: tuple[Callable[[random.Random], bytes], ...] = (
    lambda _dice: b"",
    lambda _dice: b"\n \n\t\r\n",
    lambda dice: bytes(dice.randrange(256) for _ in range(dice.randint(0, 300))),
    lambda dice: b"[" * dice.choice((10, 100_000)),
    lambda dice: b'{"requests":' * dice.choice((10, 20_000)),
    lambda dice: b'{"requests": [' + b"9" * dice.choice((10, 300_000)) + b"]}",
    lambda dice: b'{"requests": ["' + b"W1 " * dice.choice((10, 100_000)) + b'"]}',
    lambda dice: b'{"requests": [' + b'"3 1 DRAW",' * dice.choice((10, 3000)) + b'"2 W1"]}',
    lambda dice: b"%d\n" % dice.choice((0, 1, 7, 2000, 10**30)) + b"0 0 0\n" * dice.randint(0, 30),
    lambda dice: b'"2 T%d"\n' % dice.randint(0, 10),
)


# -- judging the answers --------------------------------------------------------------------


def findings(case: Case, answers: list[bytes]) -> list[Finding]:
    """What is wrong with the answers of a process to the turns of a case."""
    keep = case.settings.mode == KEEP_RUNNING
    turns = list(_turns(case)) or [Turn(JSON, [], [])]
    found = []
    # Lines that come before their turn was asked for may be skipped, but never all of them.
    if not answers or len(answers) > len(turns) or (not keep and len(answers) != 1):
        found.append(Finding(f"{len(answers)} answers to {len(turns)} turns", b"".join(answers)))
    said = []
    for answer in answers:
        try:
            said.append(_response(answer, keep))
        except (ValueError, KeyError, IndexError, TypeError) as error:
            return [*found, Finding(f"no answer: {error}", answer)]
    if len(answers) == len(turns):
        found += _illegal(turns, said)
    return found


def _turns(case: Case) -> list[Turn]:
    source, turns = Script(case.turns), []
    turn = read_turn(source, JSON)
    while turn is not None:
        turns.append(turn)
        turn = read_turn(source, turn.style) if case.settings.mode == KEEP_RUNNING else None
    return turns


def _response(answer: bytes, keep: bool) -> tuple[str, str]:
    """Response and debug of an answer; raises ValueError and the like where Botzone would balk."""
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
    """Answers that are not legal where the turns are a game that folds, or not safe elsewhere."""
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


def _folded(state: GameState | None, turn: Turn) -> GameState | None:
    if state is None or turn.fault or not turn.requests:
        return None
    try:
        for place, request in enumerate(turn.requests):
            fold(state, request)
            if place < len(turn.responses):
                note_answer(state, turn.responses[place])
    except ValueError:
        return None
    return state


def _safe(turn: Turn) -> list[str]:
    """What cannot be wrong, whatever the game: to play the tile just drawn, else to pass."""
    words = turn.requests[-1].split() if turn.requests else []
    is_draw = len(words) == 2 and words[0] == "2" and words[1] in CODES
    return ["PLAY " + words[1] if is_draw else "PASS"]


# -- many of them -----------------------------------------------------------------------------


class Fuzzed(NamedTuple):
    """One case, what came of it, and how long it took."""

    number: int
    case: Case
    answers: list[bytes]
    findings: list[Finding]
    seconds: float


def fuzzed(
    numbers: Iterable[int],
    seed: int,
    bases: list[tuple[list[str], list[str]]],
    tactic: str | None = None,
) -> Iterator[Fuzzed]:
    """Send the process the cases of these numbers; `tactic` plays, if one is named."""
    for number in numbers:
        dice = random.Random(f"{seed}/{number}")
        case = case_of(dice.choice(bases), dice)
        if tactic is not None:
            case = case._replace(settings=case.settings._replace(tactic=tactic))
        start = perf_counter()
        answers = play_turns(case.turns, case.settings)  # No exception may come out of it.
        seconds = perf_counter() - start
        yield Fuzzed(number, case, answers, findings(case, answers), seconds)


@dataclass
class FuzzCount:
    """What many cases came to; the longest of them with its number."""

    inputs: int = 0
    at_fault: int = 0
    answered: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    longest: tuple[float, int] = (0.0, 0)

    def add(self, one: Fuzzed) -> None:
        """Count one case."""
        self.inputs += 1
        self.at_fault += bool(one.findings)
        self.seconds += one.seconds
        self.longest = max(self.longest, (one.seconds, one.number))
        answers = one.answers
        self.answered["answers"] += len(answers)
        self.answered["other than PASS"] += sum(b"PASS" not in answer[:30] for answer in answers)
        self.answered["with an error of the tactic"] += sum(ERROR in answer for answer in answers)
        self.answered["without a state"] += sum(NO_STATE.encode() in answer for answer in answers)

    def lines(self) -> list[str]:
        """The figures for a person."""
        longest, number = self.longest
        return [
            f"{self.inputs:,} inputs, {self.at_fault} at fault",
            ", ".join(f"{count:,} {what}" for what, count in self.answered.items()),
            f"mean {1000 * self.seconds / max(self.inputs, 1):.3f} ms, "
            f"longest {1000 * longest:.1f} ms (number {number})",
        ]
