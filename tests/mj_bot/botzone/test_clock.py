"""The clock cuts what does not end, and nothing else."""

import contextlib
import signal
import threading

import pytest

from mj_bot.botzone.clock import Clock, TimeUp

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no setitimer here")

SOON = 0.02


def endless() -> None:
    while True:
        pass


def test_what_ends_in_time_is_left_alone() -> None:
    assert Clock().run(lambda: 42, 60) == 42
    assert Clock().run(lambda: 42, None) == 42


def test_what_does_not_end_is_cut() -> None:
    with pytest.raises(TimeUp):
        Clock().run(endless, SOON)


def test_a_broad_except_does_not_catch_the_cut() -> None:
    def careless() -> None:
        try:
            endless()
        except Exception:
            pytest.fail("caught")

    with pytest.raises(TimeUp):
        Clock().run(careless, SOON)


def test_a_cut_that_was_swallowed_comes_again() -> None:
    swallowed = []

    def stubborn() -> None:
        try:
            endless()
        except BaseException:
            swallowed.append(True)
        endless()

    with pytest.raises(TimeUp):
        Clock().run(stubborn, SOON)
    assert swallowed == [True]


def test_what_swallows_every_cut_meets_the_last_resort() -> None:
    class Ended(BaseException):
        pass

    ended = []

    def last_resort() -> None:
        ended.append(True)
        raise Ended

    def hopeless() -> None:
        while not ended:
            with contextlib.suppress(BaseException):
                endless()

    Clock(last_resort).run(hopeless, SOON)
    assert ended == [True]


def test_errors_come_through() -> None:
    with pytest.raises(ZeroDivisionError):
        Clock().run(lambda: 1 // 0, 60)


def test_the_clock_can_be_used_again_and_leaves_nothing_behind() -> None:
    before = signal.getsignal(signal.SIGALRM)
    clock = Clock()
    for _ in range(3):
        with pytest.raises(TimeUp):
            clock.run(endless, SOON)
        assert clock.run(lambda: 1, 60) == 1
    assert signal.getsignal(signal.SIGALRM) is before


def test_another_timer_goes_on_afterwards() -> None:
    old = signal.setitimer(signal.ITIMER_REAL, 1000)
    try:
        Clock().run(lambda: None, 60)
        assert 900 < signal.getitimer(signal.ITIMER_REAL)[0] <= 1000
    finally:
        signal.setitimer(signal.ITIMER_REAL, *old)


def test_in_another_thread_calls_run_to_their_end() -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(Clock().run(lambda: 42, SOON)))
    thread.start()
    thread.join()
    assert found == [42]
