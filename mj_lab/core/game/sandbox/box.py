"""Sandbox: starts one external program, asks it, stops it between turns, reliably ends it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from threading import Event
from time import monotonic
from uuid import uuid4

from mj_lab.core.game.replies import Fault
from mj_lab.core.game.sandbox import warden
from mj_lab.core.game.sandbox.environment import allowed_environment
from mj_lab.core.game.sandbox.isolation import Isolation, isolation_here
from mj_lab.core.game.sandbox.leftovers import MARK, kill_marked
from mj_lab.core.game.sandbox.limits import MEBI, Limits, Output
from mj_lab.core.game.sandbox.memory import Watch
from mj_lab.core.game.sandbox.pipes import ERRORS_KEPT, Talk

# The warden answers within milliseconds. After this many seconds the machine is in trouble, or the
# program has stopped an unprotected warden: then it is woken from time to time.
_PATIENCE = 30.0
_PATIENCE_WITHOUT_ISOLATION = 3.0
_WAKING = 0.02


class Sandbox:
    """Runs a command one instance at a time; `close` ends all of its processes.

    stops: whether a kept program is stopped (SIGSTOP) between its turns, as on Botzone, so that
    neither it nor its children can think in the others' time. isolation: how it is isolated; None
    for this machine's way.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        stops: bool = True,
        isolation: Isolation | None = None,
    ) -> None:
        self.command = list(command)
        self.limits = limits
        self.stops = stops
        self._isolation = isolation
        self._mark = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._warden = 0
        self._program = 0
        self._talk: Talk | None = None
        self._watch: Watch | None = None
        self._is_stopped = False
        self._are_others_stopped = False
        self._interrupted = Event()

    @property
    def process(self) -> int:
        """The program's process id if its last answer left it running, else 0."""
        return self._program

    @property
    def errors(self) -> str:
        """The end of the program's standard error since its last start; of a flood one line."""
        if self._talk is None:
            return ""
        size, text = self._talk.errors_in_turn, self._talk.errors.decode("utf-8", "replace")
        if size <= ERRORS_KEPT:
            return text
        return f"{size:,} bytes of standard error in one turn{_last_line(text)}"

    def open(self) -> None:
        """Prepare, without waiting.

        Raises OSError if this machine cannot.
        """
        if self._process is not None:
            return
        self._isolation = self._isolation or isolation_here()
        # Only a backstop for the machine: a program hits its memory limit long before.
        data_limit = str(4 * self.limits.memory + 1024 * MEBI)
        command = [*self._isolation.tool, sys.executable, "-I", "-S", warden.__file__]
        command += [self._isolation.kind, data_limit, *self.command]
        self._mark = f"{MARK}={uuid4().hex}"
        control, theirs = socket.socketpair()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                env={**allowed_environment(os.environ), MARK: self._mark.partition("=")[2]},
            )
        except OSError:
            control.close()
            raise
        finally:
            theirs.close()
        control.settimeout(_PATIENCE)
        self._control = control

    def start(self) -> None:
        """Start the program, again if it is running.

        Raises OSError if this machine cannot; a command that fails shows in `ask`.
        """
        self.end()
        # A program may have broken its warden: retry once with a new one.
        if not self._start() and not self._start():
            raise OSError("the warden that starts programs is gone")

    def _start(self) -> bool:
        self.open()
        ours, theirs = _pipes()
        try:
            _, pidfds = self._order(warden.RUN, theirs)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        if len(pidfds) != 2:
            for descriptor in (*ours, *pidfds):
                os.close(descriptor)
            return False
        self._program, self._warden = map(_process_of, pidfds)
        os.close(pidfds[1])
        self._watch = Watch(self._program, self._warden)
        self._talk = Talk(pidfds[0], self._warden, ours, self.limits, self._interrupted.is_set)
        return True

    def ask(self, text: bytes, seconds: float, keep: bool) -> Output | Fault:
        """Send the text to the running program; return its answer or its fault.

        keep: leave it running if the marker follows its answer. Otherwise it is ended.
        """
        assert self._talk is not None
        assert self._watch is not None
        self._let_go()
        answer = self._talk.exchange(text, seconds, last=not keep)
        if isinstance(answer, Fault):
            self.end()
            return answer
        if answer.kept:
            held = self._watch.peak()
            if keep and held <= self.limits.memory:
                self._halt()
                return answer
            self.end()
            return answer if held <= self.limits.memory else _too_much(held)
        status, held = self.end()
        if held > self.limits.memory:
            return _too_much(held)
        # This process may have slept past the deadline: any answer is then too late.
        if self._talk.late is not None and (status or not answer.text.strip()):
            return self._talk.late
        if status:
            return Fault("RE", _how_it_ended(status) + _last_line(self.errors))
        return answer

    def interrupt(self) -> None:
        """End whatever runs, now and later, while another thread waits for its answer."""
        self._interrupted.set()

    def end(self) -> tuple[int, int]:
        """Kill whatever runs; return the program's wait status and its peak resident bytes."""
        if not self._program:
            return 0, 0
        self._forget_program()
        fields, _ = self._order(warden.END)
        # No answer if the program killed the warden, which takes the program with it.
        status, kib = fields or (int(signal.SIGKILL), 0)
        return status, kib * 1024

    def close(self) -> None:
        """Kill whatever runs and wait until every process is gone."""
        self._forget_program()
        control, self._control = self._control, None
        process, self._process = self._process, None
        if control is None or process is None:
            return
        self._wake_warden()
        # This makes the warden end everything and then itself.
        with control, contextlib.suppress(OSError):
            control.shutdown(socket.SHUT_WR)
        try:
            process.wait(self._patience)
        except subprocess.TimeoutExpired:
            if self._is_bare:  # Processes without the mark are still found below a living warden.
                kill_marked(self._mark)
            process.kill()
            process.wait()
        # A warden that exits by itself has seen every process end; with namespaces, the death of
        # their first process kills all others anyway.
        if process.returncode and self._is_bare:
            kill_marked(self._mark)
        self._warden = 0

    @property
    def _is_bare(self) -> bool:
        """Whether the program can signal its warden."""
        return self._isolation is not None and self._isolation.kind == warden.NO_ISOLATION

    @property
    def _patience(self) -> float:
        return _PATIENCE_WITHOUT_ISOLATION if self._is_bare else _PATIENCE

    def _forget_program(self) -> None:
        if self._talk is not None:
            self._talk.close()
        if self._watch is not None:
            self._watch.close()
        self._program, self._is_stopped, self._are_others_stopped = 0, False, False

    def _order(self, order: bytes, descriptors: Sequence[int] = ()) -> tuple[list[int], list[int]]:
        """Send the warden an order; returns its numbers or descriptors, empty if it is gone."""
        assert self._control is not None
        reply, received = b"", []  # type: tuple[bytes, list[int]]
        try:
            socket.send_fds(self._control, [order], descriptors)
            self._await_answer()
            reply, received, _, _ = socket.recv_fds(self._control, 64, 2)
        except OSError:
            pass
        finally:
            # Also when interrupted in between: the next answer would belong to this order.
            if not reply:
                self.close()
        return [] if received else [int(word) for word in reply.split()], received

    def _await_answer(self) -> None:
        """Wake the warden while it is silent, in case the program has stopped it."""
        if not self._is_bare or self._control is None:
            return
        deadline = monotonic() + self._patience
        while not select.select([self._control], [], [], _WAKING)[0]:
            if monotonic() > deadline:
                raise TimeoutError
            self._wake_warden()

    def _wake_warden(self) -> None:
        if self._is_bare and self._process is not None:
            self._process.send_signal(signal.SIGCONT)

    # -- stopped between turns --------------------------------------------------------------------

    def _halt(self) -> None:
        if not self.stops or self._watch is None:
            return
        self._is_stopped = True
        self._signal(signal.SIGSTOP)
        # Usually its process group is all there is. A stopped program starts nothing more.
        if not self._watch.is_alone():
            self._are_others_stopped = True
            self._tell(warden.HALT)

    def _let_go(self) -> None:
        if self._is_stopped:
            self._signal(signal.SIGCONT)
        if self._are_others_stopped:
            self._tell(warden.GO)
        self._is_stopped = self._are_others_stopped = False

    def _signal(self, number: signal.Signals) -> None:
        # The warden reaps it only when it ends itself, so the id cannot be reused before.
        with contextlib.suppress(OSError):
            os.killpg(self._program, number)

    def _tell(self, order: bytes) -> None:
        """Send an order that has no answer; the next one shows whether the warden is alive."""
        self._wake_warden()
        with contextlib.suppress(OSError):
            if self._control is not None:
                self._control.send(order)


def _process_of(pidfd: int) -> int:
    """The id of a process as seen here, whatever it is in its own namespace."""
    with open(f"/proc/self/fdinfo/{pidfd}", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Pid:"))


def _pipes() -> tuple[list[int], list[int]]:
    """Both ends of the program's standard input, output and error."""
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


def _last_line(errors: str) -> str:
    lines = errors.split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f": {last[:200]}" if last else ""
