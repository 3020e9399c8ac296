"""Four ways to be asked, one way to decide: recorded matches in every I/O mode.

Restarted for every turn of every seat, real processes would be 32,000: a sample of them is.
"""

import json
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import mj_bot
from mj_bot.actions import action_space
from mj_bot.botzone.answer import MARKER
from mj_bot.botzone.bot import KEEP_RUNNING, RESTART, Settings
from mj_bot.botzone.process import play_turns
from mj_bot.events import PASS
from mj_bot.history import load_json
from mj_bot.tactics import DEFAULT
from tests.recorded import Recorded, sent_to

ROOT = Path(mj_bot.__file__).resolve().parent.parent

Seat = tuple[list[str], list[str]]  # what one seat was sent, and what it is taken to have answered

# No clock: a busy machine must not make the modes differ.
LIMIT = "600"
# Of the seats, and of their turns: how many are tried in the quick run, and in the whole one.
STEPS = [8, pytest.param(1, marks=pytest.mark.slow)]
RESTARTS = [10, pytest.param(60, marks=pytest.mark.slow)]


def as_json(asked: list[str], answered: list[str]) -> bytes:
    whole = {"requests": asked, "responses": answered[: len(asked) - 1]}
    return json.dumps(whole).encode() + b"\n"


def as_lines(asked: list[str], answered: list[str]) -> bytes:
    lines = [str(len(asked))]
    for request, response in zip(asked, [*answered, ""], strict=False):
        lines += [request, response]
    return ("\n".join(lines[: 2 * len(asked)]) + "\n\n").encode()  # the data line is empty


def response_of(answer: bytes, is_json: bool) -> str:
    line = answer.splitlines()[0]
    return str(json.loads(line)["response"]) if is_json else line.decode()


def turns_of(seat: Seat, is_json: bool) -> list[bytes]:
    """What a process that is kept running is sent: a history of one request, then the new ones."""
    (first, *later), answered = seat
    return [as_json([first], answered) if is_json else as_lines([first], answered)] + [
        (json.dumps(request) if is_json else request).encode() + b"\n" for request in later
    ]


def kept_running(python: str, seats: list[Seat], is_json: bool, tactic: str) -> list[str]:
    """A real process asked turn by turn: the next turn is sent when the marker has come.

    It plays one seat after another: starting it costs more than a game.
    """
    turns = [turn for seat in seats for turn in turns_of(seat, is_json)]
    with subprocess.Popen(
        [python, "-m", "mj_bot", "--tactic", tactic, "--mode", KEEP_RUNNING, "--limit", LIMIT],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        found = []
        for turn in turns:
            process.stdin.write(turn)
            process.stdin.flush()
            answer = b""
            for line in iter(process.stdout.readline, MARKER):
                assert line, "the process ended: " + turn.decode()
                answer += line
            found.append(response_of(answer, is_json))
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0
    return found


def restarted(python: str, data: bytes, tactic: str) -> bytes:
    return subprocess.run(
        [python, "-m", "mj_bot", "--tactic", tactic, "--mode", RESTART, "--limit", LIMIT],
        cwd=ROOT,
        input=data,
        capture_output=True,
        check=True,
    ).stdout


def inside(turns: list[bytes], mode: str, tactic: str) -> list[bytes]:
    return play_turns(turns, Settings(tactic, mode, None))


def restarted_inside(seat: Seat, is_json: bool, tactic: str) -> list[str]:
    asked, answered = seat
    form = as_json if is_json else as_lines
    found = []
    for number in range(1, len(asked) + 1):
        (answer,) = inside([form(asked[:number], answered)], RESTART, tactic)
        found.append(response_of(answer, is_json))
    return found


@pytest.fixture(scope="module")
def seats(recorded: Recorded) -> list[Seat]:
    sent = (sent_to(match, seat) for match in recorded("botzone_matches") for seat in range(4))
    return [(one["requests"], one["responses"]) for one in sent]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("tactic", ["greedy", "random"])
def test_kept_running_processes_decide_the_same_in_both_formats(
    seats: list[Seat], tactic: str, step: int
) -> None:
    some = [seat for number, seat in enumerate(seats) if (number + number // step) % step == 0]
    in_eights = [some[start : start + 8] for start in range(0, len(some), 8)]

    def both(eight: list[Seat]) -> list[list[str]]:
        return [kept_running(sys.executable, eight, form, tactic) for form in (True, False)]

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(both, in_eights))
    for eight, (in_json, in_lines) in zip(in_eights, found, strict=True):
        assert in_json == in_lines
        assert in_json == [
            response for seat in eight for response in restarted_inside(seat, True, tactic)
        ]


@pytest.mark.thorough
def test_restarting_decides_the_same_in_both_formats(seats: list[Seat]) -> None:
    for seat in seats[::3]:
        assert restarted_inside(seat, True, "random") == restarted_inside(seat, False, "random")


def decision_points(seats: list[Seat], count: int) -> list[tuple[list[str], list[str]]]:
    """A sample of the turns at which there was a choice, the same at every run."""
    points = []
    for asked, answered in seats:
        for number in range(3, len(asked) + 1):
            if asked[number - 1].startswith("2 ") or " PLAY " in asked[number - 1]:
                points.append((asked[:number], answered[: number - 1]))
    return random.Random(1).sample(points, count)


@pytest.mark.parametrize("count", RESTARTS)
def test_restarted_processes_decide_the_same(seats: list[Seat], count: int) -> None:
    for asked, answered in decision_points(seats, count):
        data = as_json(asked, answered)
        (expected,) = inside([data], RESTART, "greedy")
        assert restarted(sys.executable, data, "greedy") == expected
        lines = restarted(sys.executable, as_lines(asked, answered), "greedy")
        assert response_of(lines, False) == response_of(expected, True)


@pytest.mark.thorough
def test_the_default_decides_the_same_in_every_mode(seats: list[Seat]) -> None:
    """It is no quick one: a few games kept running, a few decisions restarted."""
    some = seats[::40]
    in_json, in_lines = (
        kept_running(sys.executable, some, form, DEFAULT) for form in (True, False)
    )
    assert in_json == in_lines
    assert in_json == [answer for seat in some for answer in restarted_inside(seat, True, DEFAULT)]
    assert sum(answer != PASS for answer in in_json) > 40
    for asked, answered in decision_points(seats, 5):
        (expected,) = inside([as_json(asked, answered)], RESTART, DEFAULT)
        for form in (as_json, as_lines):
            found = restarted(sys.executable, form(asked, answered), DEFAULT)
            assert response_of(found, form is as_json) == response_of(expected, True)


def test_the_default_on_a_real_python_3_6_decides_the_same(
    seats: list[Seat], python36: str
) -> None:
    """Where that has numpy and MahjongGB; without them the answers are only legal."""
    code = "import numpy, MahjongGB"
    whole = subprocess.run([python36, "-c", code], capture_output=True, check=False)
    some = seats[::80]
    there = kept_running(python36, some, True, DEFAULT)
    if whole.returncode == 0:
        assert there == kept_running(sys.executable, some, True, DEFAULT)
    answers = iter(there)
    for asked, answered in some:
        for number in range(1, len(asked) + 1):
            source = {"requests": asked[:number], "responses": answered[: number - 1]}
            assert next(answers) in map(str, action_space(load_json(source)))


def test_a_real_python_3_6_decides_the_same(seats: list[Seat], python36: str) -> None:
    """Bare of MahjongGB it declares no win, and all else is the same."""
    code = "import MahjongGB"
    bare = subprocess.run([python36, "-c", code], capture_output=True, check=False).returncode != 0
    some = seats[::5]
    here = kept_running(sys.executable, some, True, "greedy")
    for is_json in (True, False):
        there = kept_running(python36, some, is_json, "greedy")
        for one, two in zip(here, there, strict=True):
            assert one == two or (bare and one == "HU" and two != "HU")
    asked, answered = decision_points(seats, 1)[0]
    data = as_json(asked, answered)
    (expected,) = inside([data], RESTART, "greedy")
    assert response_of(restarted(python36, data, "greedy"), True) == response_of(expected, True)
