"""Mangled inputs for the bot's process, a million if asked: is there one legal answer for each?

    python -m mj_lab.check.fuzz [--count 1000000] [--seed 0] [--tactic NAME] [--only NUMBER]

Real inputs of recorded matches, in all four I/O modes, are truncated, reordered, given wrong types,
wrong tiles and wrong bytes, emptied and blown up; then they go through the very code of the
process. Every input is made from seed and number alone: `--only` makes and shows one again.
`random` plays, now and then `greedy`, unless a tactic is named; its errors are counted.
"""

import argparse
import gzip
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Callable
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
from mj_bot.events import parse_response
from mj_bot.history import fold, note_answer
from mj_bot.state import GameState
from mj_bot.tiles import ALL_CODES, CODES

DATA = Path(os.environ.get("MJ_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
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


def histories(folder: Path = DATA) -> list[tuple[list[str], list[str]]]:
    """What every seat of the recorded matches was sent and answered."""
    found = []
    for name in FILES:
        with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            for match in map(json.loads, file):
                for seat in range(4):
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


# -- the command ----------------------------------------------------------------------------


def made(number: int, seed: int, bases: list[tuple[list[str], list[str]]]) -> Case:
    """The case of this number."""
    dice = random.Random(f"{seed}/{number}")
    return case_of(dice.choice(bases), dice)


def main() -> int:
    parser = argparse.ArgumentParser(description="Mangled inputs for the bot's process.")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, help="make this one alone and show it")
    parser.add_argument("--tactic", help="who plays")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first number")
    parser.add_argument("--data", type=Path, default=DATA)
    given = parser.parse_args()
    bases = histories(given.data)
    last = given.first + given.count
    numbers = range(given.first, last) if given.only is None else [given.only]
    answered: Counter[str] = Counter()
    slowest, slowest_number, bad, total = 0.0, 0, 0, 0.0
    for number in numbers:
        case = made(number, given.seed, bases)
        if given.tactic is not None:
            case = case._replace(settings=case.settings._replace(tactic=given.tactic))
        start = perf_counter()
        answers = play_turns(case.turns, case.settings)  # No exception may come out of it.
        took = perf_counter() - start
        total += took
        if took > slowest:
            slowest, slowest_number = took, number
        wrong = findings(case, answers)
        bad += bool(wrong)
        for finding in wrong:
            print(f"case {number}: {finding.what}: {finding.answer[:200]!r}", flush=True)
        if given.only is not None:
            print(case.settings, *case.turns, *answers, sep="\n")
        answered["answers"] += len(answers)
        answered["other than PASS"] += sum(b"PASS" not in answer[:30] for answer in answers)
        answered["with an error of the tactic"] += sum(ERROR in answer for answer in answers)
        answered["without a state"] += sum(NO_STATE.encode() in answer for answer in answers)
        if (number + 1) % 50_000 == 0:
            print(f"{number + 1:,} of {last:,}", file=sys.stderr, flush=True)
    print(f"{len(numbers):,} inputs, seed {given.seed}: {bad} at fault")
    print(", ".join(f"{count:,} {what}" for what, count in answered.items()))
    print(f"mean {1000 * total / len(numbers):.3f} ms, longest {1000 * slowest:.1f} ms", end=" ")
    print(f"(number {slowest_number})")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
