"""What a person reads: never more than was proven, and how far a run is."""

import io

import pytest
from rich.console import Console

from mj_lab.core.runner.unit import GameRecord, Played
from mj_lab.core.sprt import Sprt
from mj_lab.core.wall_means import LEAST_WALLS, Estimate
from mj_lab.measure.arena.duel import StopRule
from mj_lab.measure.arena.report import progress
from mj_lab.measure.arena.report.progress import Progressing
from mj_lab.measure.arena.report.verdict import of_difference, of_test


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ((1.0, 0.4, 0.2, 1.8), "a - b: +1.00 ± 0.40 points a game and seat"),
        ((-1.0, 0.4, -1.8, -0.2), "(95%: -1.80 to -0.20): b is ahead"),
        ((1.0, 0.4, 0.2, 1.8), "(95%: +0.20 to +1.80): a is ahead"),
        ((1.0, 0.6, -0.2, 2.2), "a - b: +1.00 ± 0.60"),
        ((1.0, 0.6, -0.2, 2.2), "no difference is proven"),
        ((0.0, 0.0, 0.0, 0.0), "a and b came out even on every wall: they play alike"),
        ((3.0, None, None, None), "a single wall has no error to state"),
        ((None, None, None, None), "no wall is finished"),
    ],
)
def test_the_verdict(figures: tuple[float | None, ...], words: str) -> None:
    assert words in str(of_difference("a", "b", Estimate._make((*figures, 99))))


def test_a_test_after_one_wall_has_no_ratio() -> None:
    said = of_test("a", "b", Sprt(0.0, 1.0).result([3.0]), 1)
    assert str(said) == "SPRT 0:1 is not decided after 1 walls (LLR – of ±2.94)"


def played(number: int, score: int) -> Played:
    games = [GameRecord((0, 1, 0, 1), (score, -score, score, -score), "HU")]
    return Played(str(number), games, [])


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(progress, "monotonic", made)
    return made


def test_progress_tells_speed_difference_and_time_left(clock: Clock) -> None:
    out = io.StringIO()
    with Progressing(Console(file=out, width=120), 30) as shown:
        shown.watch(played(0, 2), False)
        for number in range(1, 10):
            clock.now += 10
            shown.watch(played(number, (-1) ** number), True)
    # Nine games in 90 seconds, twenty walls to go; at most a line every 30 seconds.
    assert out.getvalue().splitlines() == [
        "5 of 30 walls, 0.1 games/s, +0.80 ± 1.20, 0:04:10 left",
        "9 of 30 walls, 0.1 games/s, +0.44 ± 0.80, 0:03:30 left",
    ]


# The draws are 4 and -4: the error is 4 / sqrt(n - 1), so 0.1 takes 1600 n / (n - 1) walls.
@pytest.mark.parametrize(("until", "walls"), [(0.1, 2134), (1e9, LEAST_WALLS)])
def test_progress_tells_how_long_an_error_will_take(clock: Clock, until: float, walls: int) -> None:
    out = io.StringIO()
    with Progressing(Console(file=out, width=120), 10**6, stop=StopRule(until=until)) as shown:
        for number in range(8):
            clock.now += 10
            shown.watch(played(number, 2 * (-1) ** number), True)
    lines = out.getvalue().splitlines()
    assert lines[0].startswith(f"4 of {walls} walls, 0.1 games/s, +0.00 ± 2.31, ")
    assert len(lines) == 2
