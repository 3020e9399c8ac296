"""The clock of a turn: runs a call, and cuts it when its time is over."""

import signal
from typing import Callable, Optional, TypeVar

T = TypeVar("T")

# Seconds after which a cut comes again that the call swallowed (a bare `except`, a destructor).
AGAIN = 0.05
# After this many swallowed cuts, a sixth of a second, a call is taken to never end by itself.
MOST_CUTS = 3


class TimeUp(BaseException):
    """The call's time is over. Not an Exception, so that `except Exception` lets it through."""


class Clock:
    """Cuts calls by a signal, in the main thread of a system that has setitimer.

    Elsewhere calls run to their end. `last_resort` is called from the signal handler when a call
    has swallowed every cut; it should end the process.
    """

    def __init__(self, last_resort: Optional[Callable[[], None]] = None) -> None:
        self._last_resort = last_resort
        self._armed = False
        self._rings = 0

    def run(self, call: Callable[[], T], seconds: Optional[float]) -> T:
        """The call's result. It is never cut if `seconds` is None.

        Raises TimeUp if it takes longer, and whatever the call raises.
        """
        if seconds is None or not hasattr(signal, "setitimer"):
            return call()
        try:
            before = signal.signal(signal.SIGALRM, self._ring)
        except ValueError:  # Not the main thread.
            return call()
        self._rings = 0
        others = (0.0, 0.0)  # The timer as it was before: tests have set one too.
        # The signal may come between any two steps; while _armed is False it does nothing. The
        # outer `finally` covers a signal that comes just before the inner one has disarmed it.
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
