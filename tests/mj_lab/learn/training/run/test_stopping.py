"""Whoever is asked to stop is asked by a signal, and breaks off where it waits long."""

import signal
import time
from threading import Event

import pytest

from mj_lab.core.stopping import Stopped, StopSignal


@pytest.mark.parametrize("second", [True, False])
def test_whoever_is_asked_twice_or_waits_long_breaks_off(second: bool) -> None:
    stop, began = StopSignal(), time.monotonic()
    with stop.listening():
        signal.raise_signal(signal.SIGINT)
        assert stop.asked
        with pytest.raises(Stopped):
            stop.check()
        if second:
            signal.raise_signal(signal.SIGTERM)
        Event().wait(5)
    assert time.monotonic() - began < (0.5 if second else 2.0)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_an_alarm_that_is_not_its_own_goes_to_whoever_set_it() -> None:
    """As the time limit of a test: a run that hangs has to fail, not to end as if it were done."""
    heard: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _frame: heard.append(number))
    try:
        with StopSignal().listening():
            signal.raise_signal(signal.SIGALRM)
            heard.append(0)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert heard == [signal.SIGALRM, 0]
