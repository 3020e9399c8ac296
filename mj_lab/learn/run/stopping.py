"""Stopping: Ctrl-C and SIGTERM are noted, and heeded where nothing is lost, within two seconds."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130  # As a shell has it for Ctrl-C.
# Seconds after which what goes on is broken off: a step that is lost is played again.
_PATIENCE = 1.0


class Stopped(BaseException):  # no error, and nobody is to catch it as one
    """The run was asked to stop, and what it is in the middle of is given up."""


class StopSignal:
    """Whether the run was asked to stop."""

    def __init__(self) -> None:
        self.asked = False

    def check(self) -> None:
        """Raise Stopped if it was."""
        if self.asked:
            raise Stopped

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Within it Ctrl-C and SIGTERM are noted; a second one, or a long wait, breaks off.

        Whatever is broken off ends here, without an error.
        """
        noted = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
        before = {one: signal.getsignal(one) for one in noted}
        signal.signal(signal.SIGINT, self._note)
        signal.signal(signal.SIGTERM, self._note)
        signal.signal(signal.SIGALRM, self._break_off)
        try:
            yield
        except Stopped:
            pass
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for one, handler in before.items():
                signal.signal(one, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            self._break_off(number, frame)
        self.asked = True
        signal.setitimer(signal.ITIMER_REAL, _PATIENCE)

    def _break_off(self, _number: int, _frame: FrameType | None) -> None:
        raise Stopped
