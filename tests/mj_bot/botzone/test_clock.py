"""The clock cuts what does not end, and nothing else."""

import contextlib
import re
import signal
import threading

import pytest

from mj_bot.botzone import clock
from mj_bot.botzone.clock import RESERVE, Clock, TimeUp, TurnTime

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no setitimer here")

SOON = 0.02


def endless() -> None:
    while True:
        pass


def test_what_ends_in_time_is_left_alone() -> None:
    assert Clock().run(lambda: 42, 60) == 42
    assert Clock().run(lambda: 42, None) == 42


@pytest.mark.parametrize(
    ("seconds", "cpu", "words"), [(SOON, 60, "0.02 s"), (60, SOON, "0.02 s of CPU time")]
)
def test_what_does_not_end_is_cut(seconds: float, cpu: float, words: str) -> None:
    """By the limit that is over first; the cut says which, and where it came."""
    with pytest.raises(TimeUp) as cut:
        Clock().run(endless, seconds, cpu)
    line = endless.__code__.co_firstlineno + 1
    assert re.fullmatch(rf"cut after {words} \(test_clock\.py:{line}\)", str(cut.value))


def test_what_waits_costs_no_cpu_time() -> None:
    """Nor does a process that waits for a core: the timer of the CPU time counts that alone."""
    timers = (signal.ITIMER_REAL, signal.ITIMER_PROF)
    (elapsed, again), (cpu, cpu_again) = Clock().run(
        lambda: [*map(signal.getitimer, timers)], 60, 30
    )
    assert 59 < elapsed <= 60 and 29 < cpu < 31
    assert (again, cpu_again) == pytest.approx((0.05, 0.05), abs=0.02)
    with pytest.raises(TimeUp, match=r"cut after 0\.02 s \("):
        Clock().run(signal.pause, SOON, 60)


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

    def last_resort(words: str) -> None:
        ended.append(words)
        raise Ended

    def hopeless() -> None:
        while not ended:
            with contextlib.suppress(BaseException):
                endless()

    Clock(last_resort).run(hopeless, 60, SOON)
    (words,) = ended
    assert words.startswith("cut after 0.02 s of CPU time (test_clock.py:")


def test_errors_come_through() -> None:
    with pytest.raises(ZeroDivisionError):
        Clock().run(lambda: 1 // 0, 60)


def test_the_clock_can_be_used_again_and_leaves_nothing_behind() -> None:
    numbers = (signal.SIGALRM, signal.SIGPROF)
    before = [signal.getsignal(number) for number in numbers]
    one = Clock()
    for limits in ((SOON, 60.0), (60.0, SOON), (SOON, SOON)):
        with pytest.raises(TimeUp):
            one.run(endless, *limits)
        assert one.run(lambda: 1, 60, 60) == 1
    assert [signal.getsignal(number) for number in numbers] == before


@pytest.mark.parametrize("timer", [signal.ITIMER_REAL, signal.ITIMER_PROF])
def test_another_timer_goes_on_afterwards(timer: int) -> None:
    old = signal.setitimer(timer, 1000)
    try:
        Clock().run(lambda: None, 60, 60)
        assert 900 < signal.getitimer(timer)[0] < 1001
    finally:
        signal.setitimer(timer, *old)


def test_in_another_thread_calls_run_to_their_end() -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(Clock().run(lambda: 42, SOON)))
    thread.start()
    thread.join()
    assert found == [42]


def test_a_turn_that_waits_keeps_its_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(clock, "monotonic", lambda: now)
    turn = TurnTime(60, 1, now, 0.25)
    before, end = turn.left(), turn.search_end()
    assert 0 < before.cpu <= 0.75 and before.elapsed == 60
    now += 0.2
    assert before.elapsed - turn.left().elapsed == pytest.approx(0.2)
    assert before.cpu - turn.left().cpu < 0.1
    assert turn.search_end() - end > 0.1  # It has what it had.
    # But not beyond the other limit, and whatever is left, a call has a little.
    assert TurnTime(0.5, 60, now, 0).search_end() == pytest.approx(now + 0.5 - RESERVE)
    late = TurnTime(60, 1, now, 2)
    assert late.is_over() and 0 < late.left().cpu < 0.1
    late.add_cpu(60)
    assert not late.is_over() and late.left().cpu > 50
    assert TurnTime(1, 60, now - 2, 0).is_over()
