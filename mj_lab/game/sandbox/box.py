"""Sandbox: one external program, started, asked, stopped between turns, ended for certain."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence

from mj_lab.game.replies import Fault
from mj_lab.game.sandbox import warden
from mj_lab.game.sandbox.limits import MEBI, Limits, Output
from mj_lab.game.sandbox.memory import peak
from mj_lab.game.sandbox.talk import Talk

# The warden answers within milliseconds. If not within these seconds, the machine is in trouble.
_PATIENCE = 30.0
_KILLED = (int(signal.SIGKILL), 0)


class Sandbox:
    """Runs a command, once or again and again, but one at a time; `close` leaves nothing of it.

    stops: whether a program that is kept running is stopped (SIGSTOP) between its turns, as on
    Botzone, so that it cannot think in the others' time.
    """

    def __init__(self, command: Sequence[str], limits: Limits, stops: bool = True) -> None:
        self.command = list(command)
        self.limits = limits
        self.stops = stops
        self._warden: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._program = 0
        self._talk: Talk | None = None
        self._stopped = False

    @property
    def running(self) -> bool:
        """Whether the program was started and its last answer left it running."""
        return self._program != 0

    @property
    def errors(self) -> bytes:
        """The end of what the program wrote to standard error since it was last started."""
        return self._talk.errors if self._talk is not None else b""

    def open(self) -> None:
        """Gets ready, without waiting for it.

        Raises OSError if this machine cannot.
        """
        if self._warden is not None:
            return
        # Only a backstop for the machine: a program meets the memory limit long before it.
        data_limit = 4 * self.limits.memory + 1024 * MEBI
        command = [sys.executable, "-I", "-S", warden.__file__, str(data_limit), *self.command]
        control, theirs = socket.socketpair()
        try:
            self._warden = subprocess.Popen(
                command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, start_new_session=True
            )
        except OSError:
            control.close()
            raise
        finally:
            theirs.close()
        control.settimeout(_PATIENCE)
        self._control = control

    def start(self) -> None:
        """Starts the program, anew if it runs.

        Raises OSError if this machine cannot; a command that fails is found out by `ask`.
        """
        self.end()
        self.open()
        assert self._warden is not None
        ours, theirs = _pipes()
        try:
            reply = self._order(warden.RUN, theirs)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        if not reply:
            for descriptor in ours:
                os.close(descriptor)
            raise OSError("the warden that starts programs is gone")
        self._program = reply[0]
        self._talk = Talk(self._program, self._warden.pid, ours, self.limits)

    def ask(self, text: bytes, seconds: float, keep: bool) -> Output | Fault:
        """Sends the text to the running program and takes its answer, or the fault it made.

        keep: leave it running if the marker follows its answer. In any other case it is ended.
        """
        assert self._talk is not None
        self._signal(False)
        answer = self._talk.exchange(text, seconds, last=not keep)
        if isinstance(answer, Fault):
            self.end()
            return answer
        if answer.kept:
            held = peak(self._program)
            if keep and held <= self.limits.memory:
                self._signal(self.stops)
                return answer
            self.end()
            return answer if held <= self.limits.memory else _too_much(held)
        status, held = self.end()
        if held > self.limits.memory:
            return _too_much(held)
        if status:
            return Fault("RE", _how_it_ended(status) + _last_line(self.errors))
        return answer

    def end(self) -> tuple[int, int]:
        """Kills what runs; the program's wait status and the most bytes it held resident."""
        if not self._program:
            return 0, 0
        assert self._talk is not None
        self._program, self._stopped = 0, False
        self._talk.close()
        # Nothing is left to answer if the program killed the warden, which killed it.
        status, kib = self._order(warden.END) or _KILLED
        return status, kib * 1024

    def close(self) -> None:
        """Kills what runs and waits until nothing is left of it."""
        if self._talk is not None:
            self._talk.close()
        self._program, self._stopped = 0, False
        control, self._control = self._control, None
        if control is not None:
            with control, contextlib.suppress(OSError):
                # The sign for the warden to end everything; then it ends itself, and its side.
                control.shutdown(socket.SHUT_WR)
                while control.recv(64):
                    pass
        process, self._warden = self._warden, None
        if process is None:
            return
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _order(self, order: bytes, descriptors: Sequence[int] = ()) -> list[int]:
        """The warden's answer; empty if there is no warden any more."""
        assert self._control is not None
        reply = b""
        try:
            socket.send_fds(self._control, [order], descriptors)
            reply = self._control.recv(64)
        except OSError:
            pass
        finally:
            # Also when interrupted between the two: the next answer would be to this order.
            if not reply:
                self.close()
        return [int(word) for word in reply.split()]

    def _signal(self, stop: bool) -> None:
        if stop == self._stopped:
            return
        self._stopped = stop
        # The warden reaps it at its end only, so its id is its own, even if it is no more.
        with contextlib.suppress(OSError):
            os.killpg(self._program, signal.SIGSTOP if stop else signal.SIGCONT)


def _pipes() -> tuple[list[int], list[int]]:
    """Our and the program's ends of its standard input, output and error."""
    stdin, to_program = os.pipe()
    from_program, stdout = os.pipe()
    errors, stderr = os.pipe()
    return [to_program, from_program, errors], [stdin, stdout, stderr]


def _too_much(held: int) -> Fault:
    return Fault("MLE", f"{held} bytes resident")


def _how_it_ended(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"exit status {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def _last_line(errors: bytes) -> str:
    lines = errors.decode("utf-8", "replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f": {last[:200]}" if last else ""
