"""An archive at a table: whatever it answers must be its tactic's own, legal and in time."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple, NoReturn

from mj_bot.botzone.answer import faults_of
from mj_bot.botzone.bot import KEEP_RUNNING, LOADING_LIMIT, MODES
from mj_bot.events import (
    BUGANG,
    CHI,
    DRAW,
    GANG,
    PENG,
    PLAY,
    Action,
    Event,
    Request,
    Start,
    format_request,
)
from mj_lab.core.game.answers import read
from mj_lab.core.game.programs import ProgramPlayer
from mj_lab.core.game.replies import Fault
from mj_lab.core.game.sandbox.limits import MEBI, Limits
from rehearsal import guard
from rehearsal.pythons import Python

# Of the 256 MB that Botzone documents, what a process may have at most, and gain in a game.
MOST_MEMORY = 200 * MEBI
MOST_GROWTH = 30 * MEBI
# 512 MB were seen there; what the platform has besides (PyTorch) does not start with less.
PLATFORM_MEMORY = 512 * MEBI
# Answers of a game before its growth is measured: by then what is made once is there.
_WARM = 30
# Answers after which a process had more than one thread, until these count as left running.
_THREADED = 3
_CLAIMED = (PLAY, CHI, PENG, BUGANG)
# How an error ends: with its file and line.
_PLACE = re.compile(r" \((?!__init__)(\w+\.py):(\d+)\)")

# Whether a seat may do this now.
Allows = Callable[[int, Action], bool]


class FailedError(Exception):
    """What fails, in one line."""


class Built(NamedTuple):
    """What is rehearsed.

    archive: its path. files: what is in it. tactic: its name in the archive. spec: as it was named.
    limit: seconds a turn. platform: modules of the platform that it imports. record: where the
    decision that failed is written, for `mj explain`.
    """

    archive: Path
    files: dict[str, bytes]
    tactic: str
    spec: str
    limit: float
    platform: Sequence[str]
    record: Path


@dataclass
class Measured:
    """What was measured.

    firsts, decisions: seconds by mode. memory, growth: bytes, the most. is_whole: whether there was
    time for all games.
    """

    firsts: dict[str, list[float]] = field(default_factory=lambda: {mode: [] for mode in MODES})
    decisions: dict[str, list[float]] = field(default_factory=lambda: {mode: [] for mode in MODES})
    memory: int = 0
    growth: int = 0
    games: int = 0
    is_whole: bool = True


class Moment(NamedTuple):
    """A request to a seat with the history before it, its answer, and the seconds that it took."""

    seat: int
    requests: tuple[str, ...]
    responses: tuple[str, ...]
    request: Request
    answer: str = ""
    seconds: float = 0.0

    @property
    def history(self) -> dict[str, list[str]]:
        """What Botzone sends to a process that is started for it."""
        text = format_request(self.request, self.seat)
        return {"requests": [*self.requests, text], "responses": list(self.responses)}


class Stage:
    """Where an archive plays: a copy of it, an empty folder, and the packages of one Python."""

    def __init__(self, built: Built, python: Python, folder: Path, measured: Measured) -> None:
        self.built, self.measured, self.version = built, measured, python.version
        self.report, self.strays = folder / "report", folder / "strays"
        packages = python.link(folder / "packages")
        (folder / "empty").mkdir()
        archive = folder / "bot.pyz"
        copyfile(built.archive, archive)
        self.limits = Limits()
        if built.platform:
            packages = next(iter(python.places.values())).parent
            self.limits = Limits(memory=PLATFORM_MEMORY)
        self._command = [python.command, "-S", "-s", "-B", guard.__file__, str(self.limits.memory)]
        self._command += map(str, [self.report, self.strays, packages, folder / "empty", archive])

    def player(self, mode: str) -> ProgramPlayer:
        """The archive as a player."""
        command = [*self._command, "--mode", mode]
        keep = mode == KEEP_RUNNING
        return ProgramPlayer(command, self.built.tactic, keep=keep, limits=self.limits)

    def placed(self, text: str) -> str:
        """A fault with the file in front, and the line if it names one.

        `tactic: KeyError: 'x' (mine.py:9)` becomes `mj_bot/tactics/mine.py, line 9: ...`.
        """
        if text.startswith(tuple([name + ", line " for name in self.built.files])):
            return text
        own = f"mj_bot/tactics/{self.built.tactic.partition('@')[0]}.py"
        for file, line in _PLACE.findall(text):
            for name in (own, *self.built.files):
                if name.rpartition("/")[2] == file:
                    return f"{name}, line {line}: " + text.replace(f" ({file}:{line})", "")
        return f"{own}: {text}"

    def reported(self) -> list[str]:
        """What the guard saw, and what was written to standard output."""
        faults = self.report.read_text("utf-8").splitlines() if self.report.exists() else []
        strays = self.strays.read_bytes() if self.strays.exists() else b""
        if strays:
            faults.append(f"writes {strays[:60]!r} to standard output; `debug` is for remarks")
        return faults


class OnTrial:
    """A player that raises FailedError for the first answer with which something is wrong.

    allows: whether an answer is legal. moments: its decisions so far.
    """

    def __init__(self, stage: Stage, mode: str, allows: Allows) -> None:
        self.name = stage.built.tactic
        self.seat = 0
        self.moments: list[Moment] = []
        self._stage, self._mode, self._allows = stage, mode, allows
        self._asked = Moment(0, (), (), Start(0, 0))
        self._player = stage.player(mode)
        self._process = self._threaded = self._at_first = 0
        self._waited = 0.0

    def begin(self, seat: int) -> None:
        """Begin a game."""
        self.seat = seat
        self._player.begin(seat)

    def resume(self, moment: Moment) -> None:
        """Begin before a decision of a game."""
        self.seat = moment.seat
        self._player.resume(moment.seat, moment.requests, moment.responses)

    def ask(self, request: Request) -> str:
        """The answer to a request.

        Raises FailedError.
        """
        record, process = self._player.record, self._process
        history = tuple(record.requests), tuple(record.responses)
        self._asked = Moment(self.seat, *history, request)
        reply = self._player.ask(request)
        seconds = self._player.times[-1]
        answer = self._checked(reply)
        if self._mode == KEEP_RUNNING:
            seconds -= self._other_waits()
            self._check_process(seconds)
        measured = self._stage.measured
        if not process:
            measured.firsts[self._mode].append(seconds)
        elif _asks(request, self.seat):
            measured.decisions[self._mode].append(seconds)
            self.moments.append(self._asked._replace(answer=answer, seconds=seconds))
        return answer

    def go_on_with(self, response: str) -> None:
        """The game goes on with this answer in place of its own.

        A concealed kong of its own is echoed without its tile: a process that gave another answer
        starts anew, with the whole history.
        """
        record = self._player.record
        is_other, record.responses[-1] = record.responses[-1] != response, response
        if is_other and response.startswith(GANG + " "):
            self._player.resume(self.seat, record.requests, record.responses)
            self._process = 0

    def end(self) -> None:
        """The game is over."""
        self._player.end()

    def fail(self, complaint: str, moment: Moment | None = None) -> NoReturn:
        """Raise FailedError with a decision, by default the last, and the command that shows it."""
        built, moment = self._stage.built, moment or self._asked
        built.record.write_text(json.dumps(moment.history) + "\n", encoding="ascii")
        *before, text = moment.history["requests"]
        where = f"seat {moment.seat}, turn {len(before)}: {text}; {self._mode}"
        where += f", Python {self._stage.version}"
        seen = f"mj explain {built.record} --tactic {built.spec}"
        raise FailedError(f"{self._stage.placed(complaint)} ({where}); to see it: {seen}")

    def _checked(self, reply: str | Fault) -> str:
        faults = [*self._stage.reported(), *faults_of(self._player.debug)]
        if faults:
            self.fail(faults[0])
        if isinstance(reply, Fault):
            self.fail(f"{reply.verdict}: {reply.detail}")
        action = read(reply)
        if isinstance(action, Fault) or not self._allows(self.seat, action):
            self.fail(f"answers {reply!r}, which is not legal")
        return reply

    def _check_process(self, seconds: float) -> None:
        """A process that is kept: still there, in time, alone and within its memory."""
        before = self._process
        self._process = process = self._player.process
        status = _status(process)
        if not status or before not in (0, process):
            self.fail("its process ended")
        limit = self._stage.built.limit + (0.0 if before else LOADING_LIMIT)
        if seconds > limit:
            self.fail(f"takes {seconds:.2f} s for an answer, and has {limit:g} s")
        memory, resident = status["VmHWM"] << 10, status["VmRSS"] << 10
        if len(self._asked.requests) == _WARM:
            self._at_first = resident
        growth = resident - self._at_first if self._at_first else 0
        self._threaded = self._threaded + 1 if status["Threads"] > 1 else 0
        measured = self._stage.measured
        measured.memory = max(measured.memory, memory)
        measured.growth = max(measured.growth, growth)
        most = MOST_MEMORY if not self._stage.built.platform else PLATFORM_MEMORY
        if memory > most:
            self.fail(f"takes {memory // MEBI} MB, and {most // MEBI} are safe")
        if growth > MOST_GROWTH:
            self.fail(f"grows by {growth // MEBI} MB in a game")
        if self._threaded == _THREADED and not self._stage.built.platform:
            left = status["Threads"] - 1
            self.fail(f"leaves threads running between turns: {left}")

    def _other_waits(self) -> float:
        """Seconds of this answer in which the machine had no core for the process, or for us."""
        process = self._player.process
        before, self._waited = self._waited, _waits(process) + _waits(os.getpid())
        return self._waited - before if process == self._process else 0.0


def _asks(request: Request, seat: int) -> bool:
    """Whether a request asks a seat to decide."""
    if not isinstance(request, Event):
        return False
    if request.kind == DRAW:
        return request.seat == seat
    return request.kind in _CLAIMED and request.seat != seat


def _status(process: int) -> dict[str, int]:
    """Threads, and kibibytes resident now and at most; empty if there is no such process."""
    try:
        text = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return {}
    figures = re.findall(r"^(VmHWM|VmRSS|Threads):\s+(\d+)", text, re.MULTILINE)
    return {name: int(number) for name, number in figures}


def _waits(process: int) -> float:
    """Seconds in which a process could have run and no core was free; 0 where nothing says."""
    try:
        text = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii")
        return int(text.split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
