"""The process on Botzone: reads a turn, asks the player, prints the answer, and repeats.

Every turn gets exactly one well-formed answer, whatever comes in, and nothing else goes to standard
output: a malformed answer costs more than the best game wins.
"""

import os
import sys
from contextlib import suppress
from time import process_time
from typing import Callable, List, Optional, Sequence

from mj_bot.botzone.answer import MARKER, format_answer
from mj_bot.botzone.bot import (
    KEEP_RUNNING,
    LIMIT,
    MODES,
    Bot,
    Settings,
)
from mj_bot.botzone.clock import Clock
from mj_bot.botzone.reading import JSON, SIMPLE, Input, Pipe, Script, Turn, TurnReader
from mj_bot.tactics import DEFAULT, check

UNREADABLE = "unreadable input"

_LONGEST_START = 5.0  # Seconds. A greater age is bogus: the system has another kind of clock.

Write = Callable[[bytes], None]


def converse(
    source: Input, write: Write, settings: Settings, leave: Optional[Callable[[], None]] = None
) -> None:
    """Answer turn after turn until the input ends, or one turn in restart mode.

    `write` gets each answer whole. `leave` ends the process at once when a tactic cannot be cut;
    Botzone then starts a new one with the whole history.
    """
    style = JSON

    def last_resort(cut: str) -> None:
        write(format_answer(player.last_answer(cut), style))
        if leave is not None:
            leave()

    turns = TurnReader(source)
    player = Bot(settings, Clock(None if leave is None else last_resort))
    keep = settings.mode == KEEP_RUNNING
    # The first turn began with the process. In restart mode every turn pays for Python's start; a
    # long-running process has extra time in its first turn.
    age = 0.0 if leave is None else _age()
    spent = 0.0 if leave is None or keep else process_time()
    turn = _read(turns, style) or Turn(JSON, [], [], False, "no input")  # type: Optional[Turn]
    while turn is not None:
        style = turn.style
        reply = player.answer(turn, source.began - age, spent)
        age = spent = 0.0
        if keep and style == SIMPLE and turn.whole:
            source.mark()
        write(format_answer(reply, style) + (MARKER if keep else b""))
        turn = _read(turns, style) if keep and turn.fault != UNREADABLE else None


def _age() -> float:
    """Seconds since this process started; 0 if the system does not say."""
    try:
        with open("/proc/uptime", "rb") as file:
            now = float(file.read().split()[0])
        with open("/proc/self/stat", "rb") as file:
            stat = file.read()
        ticks = int(stat[stat.rindex(b")") + 2 :].split()[19])  # Field 22 of the line.
        age = now - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0
    return age if 0 <= age <= _LONGEST_START else 0.0


def _read(turns: TurnReader, style: str) -> Optional[Turn]:
    try:
        return turns.read(style)
    except Exception:  # Out of memory: answer once more, and let Botzone start a new process.
        return Turn(style, [], [], False, UNREADABLE)


def play_turns(turns: Sequence[bytes], settings: Settings) -> List[bytes]:
    r"""The answers of a process that gets these turns one by one.

    >>> play_turns([b'{"requests": ["0 0 0"], "responses": []}'], Settings("random", "restart"))
    [b'{"response": "PASS", "debug": ""}\n']
    """
    answers = []  # type: List[bytes]
    converse(Script(turns), answers.append, settings)
    return answers


def main(tactic: str = DEFAULT, mode: str = KEEP_RUNNING, limit: Optional[float] = LIMIT) -> None:
    """Play on standard input and output. The arguments are defaults of the command line.

    limit: CPU seconds a turn, after which the tactic is cut. Exits with 0, or with 2 and one line
    on standard error if the command line is bad.
    """
    settings = Settings(tactic, mode, limit)
    if len(sys.argv) > 1:
        settings = _arguments(settings)
    output = _own_output()

    def write(data: bytes) -> None:
        while data:
            data = data[os.write(output, data) :]

    # A broken pipe raises, so we notice that nobody reads the answers any more.
    with suppress(OSError, KeyboardInterrupt):
        converse(Pipe(0), write, settings, _leave)
    _leave()


def _leave() -> None:
    # Not sys.exit: threads left by a tactic would keep the process alive.
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    os._exit(0)


def _own_output() -> int:
    """A private copy of standard output for answers; a tactic's prints go to standard error."""
    output = 1
    try:
        # If a standard stream were closed, our copy could get its number.
        while True:
            unused = os.open(os.devnull, os.O_RDWR)
            if unused > 2:
                break
        output = os.dup(1)  # Both at once, so that a file opened later can get the other's number.
        os.close(unused)
        os.dup2(2, 1)
    except OSError:  # Out of descriptors.
        sys.stdout = sys.stderr
    return output


def _arguments(settings: Settings) -> Settings:
    from argparse import ArgumentParser  # Slow, and not needed on Botzone.

    from mj_bot.tactics import names

    parser = ArgumentParser(prog="mj_bot", description="Plays Guobiao Mahjong as Botzone asks.")
    parser.add_argument("--tactic", default=settings.tactic, help="one of " + ", ".join(names()))
    parser.add_argument("--mode", default=settings.mode, help=" or ".join(MODES))
    parser.add_argument("--limit", default=settings.limit, help="CPU seconds a turn", type=float)

    def fail(message: str) -> None:
        parser.exit(2, "mj_bot: {}\n".format(message))

    parser.error = fail  # type: ignore[assignment, method-assign]
    given = parser.parse_args()
    try:
        check(given.tactic)
    except ValueError as error:
        fail(str(error))
    if given.mode not in MODES:
        fail("no mode {!r}; there are: {}".format(given.mode, ", ".join(MODES)))
    if not 0 < given.limit < float("inf"):
        fail("--limit must be a number of seconds above 0")
    return Settings(given.tactic, given.mode, given.limit)
