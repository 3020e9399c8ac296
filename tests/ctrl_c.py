"""Commands as real processes, stopped by Ctrl-C at any moment and gone on with."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
# Seconds until any command has to be done.
LONGEST = 300.0
# As a shell has it for Ctrl-C.
EXIT_INTERRUPTED = 130


class Ended(NamedTuple):
    """How a command ended. seconds: from the signal to its end, None if it ended by itself."""

    code: int
    out: str
    err: str
    seconds: float | None


def run_until(words: Sequence[object], folder: Path, after: float | None = None) -> Ended:
    """Run `mj` in a folder, and press Ctrl-C after this many seconds; None is never.

    The seconds begin where Python has: on a busy machine a process takes long to be one.
    As at a terminal, every process that it has started gets the signal. Raises
    subprocess.TimeoutExpired, and ends them all, if it is not done after LONGEST.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "mj_lab", *map(str, words)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            out, err, seconds = _spoken(process, after)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return Ended(process.returncode, out, err, seconds)


def stopped_often(
    words: Sequence[object], folder: Path, seed: int, within: tuple[float, float], times: int
) -> list[Ended]:
    """Run a command, stopped this many times at random and gone on with, until it ends by itself.

    within: the seconds after which Ctrl-C comes, from and to. What each run came to; the last is
    the one that was not stopped. Asserts that what was stopped was gone `soon`, by exit code 130
    and with no traceback.
    """
    random, runs = Random(seed), []
    for _ in range(times):
        runs.append(run_until(words, folder, random.uniform(*within)))
        if runs[-1].seconds is None:
            return runs
        # Done, and struck while Python itself ended: there is nothing left to answer with.
        if not (runs[-1].code == -signal.SIGINT and runs[-1].out):
            assert_answered(runs[-1])
    return [*runs, run_until(words, folder)]


def soon() -> float:
    """Seconds until what was stopped has to be gone: two, and more where others take the cores.

    How much more a tenth of a second of work says, which takes longer by the clock then.
    """
    began, work = time.monotonic(), time.thread_time()
    while time.thread_time() - work < 0.1:
        pass
    return 2 * max(1, (time.monotonic() - began) / 0.1)


def assert_answered(ended: Ended) -> None:
    """That Ctrl-C was answered in time, in words."""
    assert ended.code == EXIT_INTERRUPTED, ended
    assert ended.seconds is not None and ended.seconds < soon(), ended
    assert "Traceback" not in ended.err, ended


def _spoken(process: subprocess.Popen[str], after: float | None) -> tuple[str, str, float | None]:
    """What it says until it and all that it has started are gone, and how long Ctrl-C took."""
    while after is not None and process.poll() is None and not _hears(process.pid):
        time.sleep(0.01)
    try:
        return *process.communicate(timeout=LONGEST if after is None else after), None
    except subprocess.TimeoutExpired:
        if after is None:
            raise
    os.killpg(process.pid, signal.SIGINT)
    pressed = time.monotonic()
    out, err = process.communicate(timeout=LONGEST)
    return out, err, time.monotonic() - pressed


def _hears(pid: int) -> bool:
    """Whether a process handles Ctrl-C, as Python does from its beginning; True if unknown."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return True
    caught = re.search(r"^SigCgt:\s*(\w+)", status, re.M)
    return caught is None or bool(int(caught[1], 16) >> (signal.SIGINT - 1) & 1)
