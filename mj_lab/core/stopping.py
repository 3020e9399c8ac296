"""Catches Ctrl-C and SIGTERM, and stops a run within two seconds without loss."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from types import FrameType
from typing import NoReturn

import typer

EXIT_INTERRUPTED = 130  # The exit code of shells for Ctrl-C.
# Seconds after which the running work is aborted: a lost step is played again.
_PATIENCE = 1.0


class Stopped(BaseException):  # not an Exception, so that nothing catches it as one
    """The run was asked to stop, and abandons its current work."""


class StopSignal:
    """Whether the run was asked to stop. is_signal: by Ctrl-C or SIGTERM."""

    def __init__(self) -> None:
        self.asked = self.is_signal = False

    @contextmanager
    def after(self, minutes: float | None) -> Iterator[None]:
        """Within it the run is asked to stop after this many minutes."""
        timer = None if minutes is None else Timer(60 * minutes, self._ask)
        if timer is not None:
            timer.start()
        try:
            yield
        finally:
            if timer is not None:
                timer.cancel()

    def check(self) -> None:
        """Raise Stopped if the run was asked to stop."""
        if self.asked:
            raise Stopped

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Within it Ctrl-C and SIGTERM set the signal; a second one, or a long wait, aborts.

        Aborted work ends here, without an error.
        """
        noted = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
        before = {number: signal.getsignal(number) for number in noted}
        signal.signal(signal.SIGINT, self._note)
        signal.signal(signal.SIGTERM, self._note)
        try:
            yield
        except Stopped:
            pass
        finally:
            if self.is_signal:
                signal.setitimer(signal.ITIMER_REAL, 0)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            self._break_off(number, frame)
        self.asked = self.is_signal = True
        # Only now: an alarm that comes before it is its caller's, as a test's time limit is.
        signal.signal(signal.SIGALRM, self._break_off)
        signal.setitimer(signal.ITIMER_REAL, _PATIENCE)

    def _ask(self) -> None:
        self.asked = True

    def _break_off(self, _number: int, _frame: FrameType | None) -> None:
        raise Stopped


@contextmanager
def stopped_in_a_line(line: Callable[[], str]) -> Iterator[None]:
    """Within it Ctrl-C and SIGTERM end the command with this line, by typer.Exit with 130."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    except KeyboardInterrupt:
        print(f"mj: {line()}", file=sys.stderr)
        raise typer.Exit(EXIT_INTERRUPTED) from None
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt
