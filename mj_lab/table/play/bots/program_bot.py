"""A program in one seat of a hand with people: asked as on Botzone, its faults forgiven.

An invalid or illegal answer would end the hand at a judge. Here the people play on, and the
program's history gets the answer that counted instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event, Lock
from typing import TYPE_CHECKING

from mj_bot.events import PASSING, Action, Request, Start, format_request
from mj_lab.core.game.answers import read
from mj_lab.core.game.players import player_of
from mj_lab.core.game.replies import Fault, Reply
from mj_lab.core.game.result import WRONG_ACTION

if TYPE_CHECKING:
    from mj_lab.core.game.programs import ProgramPlayer


class ProgramBot:
    """A program in a seat: it can `hear` a request, `think`, and learn what was `answered`.

    It is asked at every turn, whether it has a choice or not. Answers given without it, as in a
    restored hand, are its history when it is started. `close` ends all its processes.

    faults: its answers that did not count, each with the verdict and why.
    """

    def __init__(self, player: ProgramPlayer, seat: int) -> None:
        self.faults: list[Fault] = []
        self._player = player
        self._seat = seat
        self._history: list[tuple[str, str]] = []
        self._untold: list[Request] = []
        self._reply: Reply | None = None
        self._knows_all = False
        self._over = Event()
        self._in_use = Lock()

    def hear(self, request: Request) -> None:
        """Take the judge's request to this seat."""
        self._untold.append(request)

    def think(self) -> Reply:
        """Ask the program; runs in a thread. Raises OSError if no program can be started."""
        with self._in_use:
            if self._over.is_set():
                return Fault("RE", "the hand is over")
            while len(self._untold) > 1:  # The answer to the start, which no hand waits for.
                self._ask()
                self._count(PASSING)
            self._ask()
            reply = self._reply
        if self._over.is_set():
            self.close()
        assert reply is not None
        return reply

    def answered(self, action: Action) -> None:
        """Record the answer that counted for this seat, whether it was asked or not."""
        if self._reply is None and isinstance(self._untold[-1], Start):
            return
        while len(self._untold) > 1:
            self._count(PASSING)
        self._count(action)

    def close(self) -> None:
        """End it; a think in another thread ends at once."""
        self._over.set()
        self._player.interrupt()
        if self._in_use.acquire(blocking=False):
            try:
                self._player.end()
            finally:
                self._in_use.release()

    def _ask(self) -> None:
        if not self._knows_all:
            requests = [request for request, _ in self._history]
            self._player.resume(self._seat, requests, [answer for _, answer in self._history])
            self._knows_all = True
        self._reply = self._player.ask(self._untold[0])

    def _count(self, action: Action) -> None:
        """Record the answer that counted for the first request without one."""
        reply, self._reply = self._reply, None
        fault = _fault_of(reply, action)
        if fault is not None:
            self.faults.append(fault)
        # Its own answer must be the one that counted; otherwise it is restarted.
        self._knows_all = self._knows_all and reply is not None and fault is None
        request = self._untold.pop(0)
        self._history.append((format_request(request, self._seat), str(action)))


def _fault_of(reply: Reply | None, counted: Action) -> Fault | None:
    """Why a reply did not count; None if it counted, or there was none."""
    if reply is None:
        return None
    answer = read(reply)
    if isinstance(answer, Fault):
        return answer
    return None if answer.same(counted) else Fault(WRONG_ACTION, f"{str(reply)!r:.80}")


def program_bot(spec: str, seat: int) -> ProgramBot:
    """The program of a spec of `player_of`, at a seat.

    Raises ValueError, one line, for a spec without a program.
    """
    from mj_lab.core.game.programs import ProgramPlayer

    check_program(spec)
    player = player_of(spec)(seat)
    assert isinstance(player, ProgramPlayer)
    return ProgramBot(player, seat)


def check_program(spec: str) -> None:
    """Raise ValueError, one line, for a spec with neither a program nor a class."""
    if ":" not in spec:
        raise ValueError(f"no program: {spec!r:.80}; expected cmd:COMMAND or keep:COMMAND")
    player_of(spec)


def fault_counts(bots: Sequence[tuple[int, ProgramBot]]) -> list[tuple[int, int, str]]:
    """For each seat with faults: how many, and the first in words."""
    return [
        (seat, len(bot.faults), ": ".join(part for part in bot.faults[0] if part))
        for seat, bot in bots
        if bot.faults
    ]
