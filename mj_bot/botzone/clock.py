"""The clock of a turn: how long it may take, and the cut at its end."""

import os
import signal
from math import inf
from time import monotonic, process_time
from types import FrameType
from typing import Callable, Dict, NamedTuple, Optional, TypeVar

T = TypeVar("T")

# Seconds until the cut is repeated, if the call swallowed it (a bare `except`, a destructor).
AGAIN = 0.05
# After this many swallowed cuts, a sixth of a second, the call counts as unstoppable.
MOST_CUTS = 3
# Seconds a call gets at least, however long reading and folding took.
LEAST_TIME = 0.05
# A tactic that watches the clock should finish this many seconds before the cut.
RESERVE = 0.1
# Seconds; a timer set to 0 never fires.
_LEAST_TIMER = 0.001


class TimeUp(BaseException):
    """The call ran out of time: after how long, and where it was.

    Not an Exception, so that `except Exception` lets it through.
    """


class TimeLeft(NamedTuple):
    """Seconds left for a call, `inf` for no limit: elapsed time, and CPU time of this process."""

    elapsed: float = inf
    cpu: float = inf


_ALL = TimeLeft(1.0, 1.0)


class TurnTime:
    """The time of one turn in seconds: a limit of CPU time, and a later one of elapsed time.

    Waiting for a core costs no CPU time, so the first is fair on a busy machine too. The second is
    what the platform counts.

    began: when the turn began (monotonic, seconds). spent: CPU seconds used before now.
    """

    def __init__(self, elapsed: float, cpu: float, began: float, spent: float) -> None:
        self.elapsed = elapsed
        self._elapsed_end = began + elapsed
        self._cpu_end = process_time() - spent + cpu

    def left(self, part: TimeLeft = _ALL) -> TimeLeft:
        """What is left for a call that may take these shares of it; always a little."""
        elapsed = part.elapsed * (self._elapsed_end - monotonic())
        cpu = part.cpu * (self._cpu_end - process_time())
        return TimeLeft(max(LEAST_TIME, elapsed), max(LEAST_TIME, cpu))

    def is_over(self) -> bool:
        """Whether nothing is left."""
        return monotonic() > self._elapsed_end or process_time() > self._cpu_end

    def add_cpu(self, seconds: float) -> None:
        """Allow more CPU time."""
        self._cpu_end += seconds

    def search_end(self) -> float:
        """When a search should end (monotonic, seconds) if it has a core to itself."""
        now = monotonic()
        return now + min(self._elapsed_end - now, self._cpu_end - process_time()) - RESERVE


class Clock:
    """Cuts calls by a signal; needs the main thread and setitimer.

    Elsewhere calls run to their end. When a call has swallowed every cut, the signal handler calls
    `last_resort` with the message of the last cut; it should end the process.
    """

    def __init__(self, last_resort: Optional[Callable[[str], None]] = None) -> None:
        self._last_resort = last_resort
        self._armed = False
        self._rings = 0
        self._words: Dict[int, str] = {}

    def run(self, call: Callable[[], T], seconds: Optional[float], cpu: float = inf) -> T:
        """The call's result.

        seconds: how long it may take; None or `inf` for no limit. cpu: the same in CPU time. Raises
        TimeUp if it takes longer, and whatever the call raises.
        """
        seconds = inf if seconds is None else seconds
        if min(seconds, cpu) == inf or not hasattr(signal, "setitimer"):
            return call()
        timers = []
        messages = {}
        for number, timer, most, kind in (
            (signal.SIGALRM, signal.ITIMER_REAL, seconds, "s"),
            (signal.SIGPROF, signal.ITIMER_PROF, cpu, "s of CPU time"),
        ):
            if most < inf:
                timers.append((number, timer, max(most, _LEAST_TIMER)))
                messages[int(number)] = "cut after {:g} {}".format(round(most, 2), kind)
        try:
            before = [signal.signal(number, self._ring) for number, _, _ in timers]
        except ValueError:  # Not the main thread.
            return call()
        self._rings, self._words = 0, messages
        others = [(0.0, 0.0) for _ in timers]  # The previous timers: tests set one too.
        # The signal may come between any two steps; while _armed is False it does nothing. The
        # outer `finally` covers a signal that comes just before the inner one has disarmed it.
        try:
            try:
                self._armed = True
                for index, (_, timer, most) in enumerate(timers):
                    others[index] = signal.setitimer(timer, most, AGAIN)
                return call()
            finally:
                self._armed = False
        finally:
            self._armed = False
            for (number, timer, _), other, handler in zip(timers, others, before):
                signal.setitimer(timer, *other)
                signal.signal(number, handler)

    def _ring(self, number: int, frame: Optional[FrameType]) -> None:
        if not self._armed:
            return
        self._rings += 1
        message = self._words[number]
        if frame is not None:
            file = os.path.basename(frame.f_code.co_filename)
            message = "{} ({}:{})".format(message, file, frame.f_lineno)
        if self._rings > MOST_CUTS and self._last_resort is not None:
            self._last_resort(message)
        raise TimeUp(message)
