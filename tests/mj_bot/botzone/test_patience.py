"""How long a real process takes for its answer, whatever comes in and whatever the tactic does."""

import json
import math
import os
import re
import resource
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mj_bot.botzone.answer import MARKER, faults_of
from mj_bot.botzone.bot import (
    ELAPSED,
    FELL_BACK,
    LIMIT,
    STAND_IN_PART,
    STAND_IN_TIME,
    START_ELAPSED,
)
from mj_bot.botzone.reading import MAX_TURN_BYTES, PATIENCE
from tests.mj_bot.botzone.bots import DEAL, OWN_DRAW, PACKAGE, copied, encoded

WHOLE = encoded(OWN_DRAW)

SMALL = 0.3  # Seconds beside the limits, for printing and all else.
# Seconds for any turn of a process that is kept running but its first; Botzone allows 4.
LATER_TURN = (1 + STAND_IN_PART) * ELAPSED + SMALL
# Seconds for the whole of a process that answers once; Botzone allows 6.
FROM_START = (1 + STAND_IN_PART) * START_ELAPSED + SMALL
CUT_OFF = PATIENCE + SMALL  # Seconds for input that stops.


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp("bot"))


class Talk:
    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None and process.stdout is not None
        self.input, self.output = process.stdin.fileno(), process.stdout.fileno()
        self.pid = process.pid
        self._read = b""

    def cpu_time(self) -> float:
        """The CPU seconds of the process until now; not a number where no /proc says them."""
        stat = Path(f"/proc/{self.pid}/stat")
        if not stat.exists():
            return math.nan
        fields = stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def send(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.input, data) :]

    def answer(self, most: float, end: bytes = MARKER) -> str:
        """The response in the next answer, which must be here within this many seconds."""
        return self.whole_answer(most, end)["response"]

    def whole_answer(self, most: float, end: bytes = MARKER) -> dict[str, str]:
        deadline = time.monotonic() + most
        while end not in self._read:
            left = deadline - time.monotonic()
            ready = select.select([self.output], [], [], max(0.0, left))[0]
            assert ready, f"no answer within {most} s, but {self._read!r}"
            piece = os.read(self.output, 1 << 16)
            assert piece, f"ended after {self._read!r}"
            self._read += piece
        line, _, self._read = self._read.partition(end)
        return json.loads(line.splitlines()[0])  # type: ignore[no-any-return]


@contextmanager
def running(bot: Path, *arguments: str) -> Iterator[Talk]:
    with subprocess.Popen(
        [sys.executable, "-m", "mj_bot", *arguments],
        cwd=bot,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        try:
            yield Talk(process)
        finally:
            process.kill()


def warm(talk: Talk) -> None:
    """The first turn, which has a time of its own on the platform too."""
    talk.send(b'{"requests": ["0 0 0"], "responses": []}\n')
    talk.answer(12)


@pytest.mark.parametrize(
    ("data", "response"),
    [
        (b'"2 W', "PASS"),
        *(
            pytest.param(*case, marks=pytest.mark.thorough)
            for case in (
                (b'{"requests": ["0 0 0", "1 0', "PASS"),
                # Its requests came whole, so a drawn tile is known.
                (b'{"requests": ["0 0 0", "2 J1"], "responses": ["PAS', "PLAY J1"),
                (b"5\n0 0 0\nPASS\n", None),
                (b"nonsense", "PASS"),
            )
        ),
    ],
)
def test_input_that_is_cut_off_has_one_budget(bot: Path, data: bytes, response: str | None) -> None:
    with running(bot, "--tactic", "random") as talk:
        warm(talk)
        talk.send(data)
        if response is None:
            with pytest.raises(json.JSONDecodeError):  # It is answered as it was asked.
                talk.answer(CUT_OFF)
        else:
            assert talk.answer(CUT_OFF) == response


@pytest.mark.parametrize(
    ("pause", "tactic"), [(0.8, "first"), pytest.param(1.5, "sleepy", marks=pytest.mark.thorough)]
)
def test_a_line_that_stops_in_its_middle_is_waited_for(
    bot: Path, pause: float, tactic: str
) -> None:
    """And the tactic then has its time: `sleepy` needs 1.3 s of it."""
    with running(bot, "--tactic", tactic) as talk:
        warm(talk)
        talk.send(WHOLE[:60])
        assert not select.select([talk.output], [], [], pause)[0]
        talk.send(WHOLE[60:])
        assert talk.whole_answer(LATER_TURN) == {"response": "PLAY W1", "debug": ""}


def test_input_that_dribbles_has_one_budget(bot: Path) -> None:
    """A piece now and again does not start the wait anew."""
    with running(bot, "--tactic", "random") as talk:
        warm(talk)
        start = time.monotonic()
        talk.send(b'"3 1')
        while not select.select([talk.output], [], [], 0.1)[0]:
            assert time.monotonic() - start < CUT_OFF
            talk.send(b" ")
        assert talk.answer(1) == "PASS"


TOO_LONG = ["endless", "endless_debug", "endless_loading", "endless_deaf"]
# What costs no CPU time is cut later.
ASLEEP = [pytest.param(name, marks=pytest.mark.thorough) for name in ("asleep", "asleep_and_deaf")]


@pytest.mark.parametrize("tactic", [*TOO_LONG, *ASLEEP])
def test_a_tactic_has_one_budget(bot: Path, tactic: str) -> None:
    with running(bot, "--tactic", tactic) as talk:
        warm(talk)
        for request in (DEAL, "3 1 DRAW"):
            talk.send(encoded(request))
            assert talk.answer(LATER_TURN) == "PASS"
        talk.send(b'"3 1 PLAY W9"\n')
        # A process that cannot go on prints no marker: Botzone starts another.
        assert talk.answer(LATER_TURN, b"\n" if "deaf" in tactic else MARKER) == "PASS"


def test_a_tactic_that_waits_is_not_cut_by_cpu_time(bot: Path) -> None:
    """Whatever it waits for: a core, too."""
    with running(bot, "--tactic", "sleepy", "--limit", "0.5") as talk:
        warm(talk)
        talk.send(WHOLE)
        assert talk.whole_answer(LATER_TURN) == {"response": "PLAY W1", "debug": ""}


@pytest.mark.parametrize(
    ("tactic", "more", "cut"),
    [
        ("endless", {}, r"cut after (1|0\.\d+) s of CPU time \(endless\.py:8\)"),
        pytest.param(
            *("asleep", {}, r"cut after (3|2\.\d+) s \(asleep\.py:9\)"), marks=pytest.mark.thorough
        ),
        # The input says how long this turn may be.
        (
            "endless",
            {"time_limit": 1.2},
            r"cut after 0\.[5-9]\d* s (of CPU time )?\(endless\.py:8\)",
        ),
        ("asleep", {"time_limit": "1200"}, r"cut after 0\.[5-9]\d* s \(asleep\.py:9\)"),
    ],
)
def test_a_cut_is_noted_with_its_place(
    bot: Path, tactic: str, more: dict[str, object], cut: str
) -> None:
    with running(bot, "--tactic", tactic) as talk:
        warm(talk)
        cpu, start = talk.cpu_time(), time.monotonic()
        talk.send(encoded({**OWN_DRAW, **more}))
        found = faults_of(talk.whole_answer(LATER_TURN)["debug"])
        took = time.monotonic() - start
        if "CPU" in cut and talk.cpu_time() - cpu < LIMIT + STAND_IN_TIME:
            # Others may have had the core meanwhile.
            cut = f"{cut}|{cut.replace('(1|0', '(3|2').replace(' of CPU time', '')}"
    assert len(found) == 2 and re.fullmatch(f"tactic: ({cut})", found[0]), found
    assert found[1] == FELL_BACK
    assert not more or took < 1.2 + SMALL


def test_a_long_history_that_a_loading_never_hears_has_one_budget(bot: Path) -> None:
    events = ["3 0 PLAY J2", "3 1 DRAW", "3 1 PLAY W9", "3 2 DRAW", "3 2 PLAY W9", "3 3 DRAW"]
    requests = [*OWN_DRAW["requests"], *events, "3 3 PLAY W9", "2 B9"]
    whole = {"requests": requests, "responses": ["PASS"] * (len(requests) - 1)}
    with running(bot, "--tactic", "endless_loading") as talk:
        warm(talk)
        talk.send(encoded(whole))
        # The tactic answers nothing; the stand-in discards no middle of a run.
        assert talk.answer(LATER_TURN).startswith("PLAY ")


@pytest.mark.thorough
@pytest.mark.parametrize("tactic", ["endless_import", "exits", "endless_loading"])
def test_rule_based_stands_in_for_a_whole_game(bot: Path, tactic: str) -> None:
    draws = [b'"2 W3"\n', b'"2 B4"\n']
    found = []
    for name in ("rule_based", tactic):
        with running(bot, "--tactic", name) as talk:
            talk.send(WHOLE)
            found.append([talk.answer(12)])
            for draw in draws:
                talk.send(b'"3 0 %s"\n' % found[-1][-1].encode())
                talk.answer(LATER_TURN)
                talk.send(draw)
                found[-1].append(talk.answer(LATER_TURN))
    assert found[0] == found[1]
    # What was just drawn is not simply played on.
    assert found[0] != ["PLAY J2", "PLAY W3", "PLAY B4"]


# The others are cut at the same place as `endless` or `deaf_import`.
ONCE = ["odds", "endless", "endless_deaf", "exits", "deaf_import"]
LIKEWISE = [
    pytest.param(name, marks=pytest.mark.thorough)
    for name in ("endless_debug", "endless_loading", "sleepy", "endless_import")
]


@pytest.mark.parametrize("tactic", [*ONCE, *LIKEWISE, *ASLEEP])
def test_a_process_that_answers_once_answers_soon(bot: Path, tactic: str) -> None:
    start = time.monotonic()
    with running(bot, "--tactic", tactic, "--mode", "restart") as talk:
        talk.send(WHOLE)
        assert talk.answer(FROM_START, b"\n").startswith("PLAY ")
    assert time.monotonic() - start < FROM_START + 0.5


def test_what_its_start_cost_counts_if_it_starts_every_turn(
    bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Python imports it at its start, which then costs 0.3 s more of the limit's one second.
    burn = "from time import process_time\nwhile process_time() < 0.3: pass\n"
    (tmp_path / "sitecustomize.py").write_text(burn)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with running(bot, "--tactic", "endless", "--mode", "restart") as talk:
        talk.send(WHOLE)
        (cut, _) = faults_of(talk.whole_answer(FROM_START, b"\n")["debug"])
        cpu = talk.cpu_time()
    found = re.match(r"tactic: cut after (\S+) s( of CPU time)?", cut)
    assert found is not None
    if found[2] is None:  # Others had the core.
        assert cpu < LIMIT + STAND_IN_TIME, cut
    else:
        assert 0.2 < float(found[1]) < 0.72, cut


# -- too much ---------------------------------------------------------------------------------


def peak_of(bot: Path, data: bytes, times: int) -> tuple[float, str, int]:
    """Seconds from the last byte, the response, and the greatest size of the process in MiB."""
    with running(bot, "--tactic", "random") as talk:
        warm(talk)
        for _ in range(times):
            talk.send(data)
        start = time.monotonic()
        talk.send(b'"\n')
        response = talk.answer(60)
        seconds = time.monotonic() - start
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        status = Path(f"/proc/{children[-1]}/status").read_text()
    return seconds, response, int(status.partition("VmHWM:")[2].split()[0]) >> 10


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="sizes are read from /proc")
def test_a_line_of_200_mb_is_not_kept() -> None:
    # The package itself, which is compiled: the sizes of both are compared.
    _, _, usual = peak_of(PACKAGE.parent, b'"3 1 DRAW', 1)
    seconds, response, most = peak_of(PACKAGE.parent, b'"' + b"x" * (1 << 20), 200)
    assert response == "PASS"
    assert seconds < LATER_TURN
    assert most < usual + 5 * (MAX_TURN_BYTES >> 20)


def test_what_follows_a_line_too_long_is_a_turn(bot: Path) -> None:
    with running(bot, "--tactic", "random") as talk:
        warm(talk)
        padded = b'{"requests": ["2 W3"], "data": "' + b"x" * (MAX_TURN_BYTES + 100_000) + b'"}\n'
        talk.send(padded + b'"2 W4"\n')
        assert [talk.answer(LATER_TURN) for _ in range(2)] == ["PLAY W3", "PLAY W4"]


def test_a_line_without_an_end_is_answered_again_and_again(bot: Path) -> None:
    with running(bot, "--tactic", "random") as talk:
        warm(talk)
        start = time.monotonic()
        while not select.select([talk.output], [talk.input], [], 0)[0]:
            os.write(talk.input, b"x" * 4096)
            assert time.monotonic() - start < CUT_OFF
        assert talk.answer(1) == "PASS"


# -- too little -------------------------------------------------------------------------------


@pytest.mark.parametrize("descriptors", [4, 5, 6])
def test_few_descriptors_are_enough_for_an_answer(bot: Path, descriptors: int) -> None:
    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    # -S: else Python itself finds too few while it starts, where it looks for what is installed.
    done = subprocess.run(
        [sys.executable, "-S", "-m", "mj_bot"],
        cwd=bot,
        input=WHOLE,
        capture_output=True,
        preexec_fn=few,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.splitlines()[0])["response"].startswith("PLAY ")


@pytest.mark.thorough
def test_an_interrupt_while_it_loads_is_no_traceback(bot: Path) -> None:
    """At any moment from the first line of its own."""
    for number in range(12):
        with subprocess.Popen(
            [sys.executable, "-c", INTERRUPTED, str(number * 40)],
            cwd=bot,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            out, errors = process.communicate(WHOLE, timeout=60)
        assert errors == b""
        assert process.returncode in (-signal.SIGINT, 0)
        assert out == b"" or out.endswith(MARKER)


# Sends itself the signal at the nth import of a module that the bot makes.
INTERRUPTED = """
import os, runpy, signal, sys
left = int(sys.argv.pop())
class Finder:
    def find_spec(self, name, path=None, target=None):
        global left
        left -= 1
        if left < 0 and name.startswith("mj_bot") and name not in ("mj_bot", "mj_bot.__main__"):
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
runpy.run_module("mj_bot", run_name="__main__", alter_sys=True)
"""
