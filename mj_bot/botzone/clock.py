"""The clock of a turn: runs a call and cuts it when its time is over."""

import signal
from typing import Callable, Optional, TypeVar

T = TypeVar("T")

# A cut that the call swallowed (a bare `except`, a destructor) comes again after so many seconds.
AGAIN = 0.05
# A call that swallowed so many cuts, a sixth of a second of them, will never end by itself.
MOST_CUTS = 3


class TimeUp(BaseException):
    """The call's time is over. No Exception, so that `except Exception` lets it through."""


class Clock:
    """Cuts calls by a signal: works in the main thread of a system that has setitimer.

    Elsewhere calls run to their end. `last_resort` is called, out of the signal handler, when a
    call has swallowed every cut; it should end the process.
    """

    def __init__(self, last_resort: Optional[Callable[[], None]] = None) -> None:
        self._last_resort = last_resort
        self._armed = False
        self._rings = 0

    def run(self, call: Callable[[], T], seconds: Optional[float]) -> T:
        """What the call returns; without a cut if `seconds` is None.

        Raises TimeUp if it takes longer, and whatever the call raises.
        """
        if seconds is None or not hasattr(signal, "setitimer"):
            return call()
        try:
            before = signal.signal(signal.SIGALRM, self._ring)
        except ValueError:  # Not the main thread.
            return call()
        self._rings = 0
        others = (0.0, 0.0)  # What the timer was set to before: tests have a clock of their own.
        # The signal may come between any two steps; while _armed is False it does nothing. The
        # outer `finally` is for the one that comes just before the inner one has disarmed it.
        try:
            try:
                self._armed = True
                others = signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001), AGAIN)
                return call()
            finally:
                self._armed = False
        finally:
            self._armed = False
            signal.setitimer(signal.ITIMER_REAL, *others)
            signal.signal(signal.SIGALRM, before)

    def _ring(self, *_: object) -> None:
        if not self._armed:
            return
        self._rings += 1
        if self._rings > MOST_CUTS and self._last_resort is not None:
            self._last_resort()
        raise TimeUp()
