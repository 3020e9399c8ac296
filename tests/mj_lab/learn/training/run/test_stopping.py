"""A real process that is stopped at random moments ends soon, and comes to the same weights."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("tensorboard", reason='pip install -e ".[learn]"')

from mj_lab.core.stopping import Stopped, StopSignal
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.run.recipe import recipe_of
from mj_lab.learn.training.run.run import Run
from tests.ctrl_c import soon
from tests.mj_lab.learn.training.run.bandit import RECIPE, WEIGHTS

# Some eight seconds of pulls and steps of the optimiser.
STEPS = 12
PROGRAM = f"""
import sys, json, time
from contextlib import closing
from pathlib import Path
from mj_lab.learn.training.run import run as run_module
from mj_lab.learn.training.run.recipe import recipe_of
from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.parts.workers import LocalWorkers
if __name__ == "__main__":
    folder, jobs, save_every, data = sys.argv[1:]
    run_module.SAVE_EVERY = float(save_every)
    run = run_module.Run(Path(folder), recipe_of(json.loads(data), "bandit"))
    stop = StopSignal()
    print("began", flush=True)
    with stop.listening(), closing(LocalWorkers(int(jobs), processes=True)) as workers:
        run.go_on(workers, stop)
    print(time.monotonic(), flush=True)
    sys.exit(0 if run.is_done and not stop.asked else {130})
"""


def recipe_data(seconds: float) -> dict[str, object]:
    play = {**RECIPE["play"], "seconds": seconds, "tasks": 2, "pulls": 400}
    aim = {**RECIPE["aim"], "batch": 4, "epochs": 1}
    return {**RECIPE, "steps": STEPS, "play": play, "aim": aim}


@pytest.mark.parametrize(
    ("jobs", "number", "save_every", "times"),
    [
        pytest.param(1, signal.SIGINT, 0.3, 3, marks=pytest.mark.thorough),
        pytest.param(1, signal.SIGINT, 0.3, 8, marks=pytest.mark.slow),
        pytest.param(2, signal.SIGTERM, 10.0, 8, marks=pytest.mark.slow),
    ],
)
def test_a_process_that_is_stopped_ends_within_two_seconds_and_loses_nothing(
    jobs: int, number: signal.Signals, save_every: float, times: int, tmp_path: Path
) -> None:
    chance, longest, stops = random.Random(4), 0.0, 0
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    words = [sys.executable, str(program), str(tmp_path / "run"), str(jobs), str(save_every)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[5])}
    for turn in range(30):
        patience = chance.uniform(0.0, 1.5) if turn < times else None
        with subprocess.Popen(
            [*words, json.dumps(recipe_data(0.15))],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        ) as process:  # fmt: skip
            assert process.stdout is not None and process.stderr is not None
            assert process.stdout.readline() == "began\n"
            if patience is not None:
                time.sleep(0.02 + patience)
                asked = time.monotonic()
                process.send_signal(number)
            ended, said = process.communicate(timeout=120)
            if patience is not None:
                # Not the end of the process: how long PyTorch takes to go is the machine's affair.
                longest = max(longest, float(ended) - asked)
        assert process.returncode in (0, 130), said
        assert "Traceback" not in said
        if process.returncode == 0:
            break
        stops += 1
    assert process.returncode == 0 and stops >= times // 2
    assert longest < soon()
    whole = Run(tmp_path / "whole", recipe_of(recipe_data(0.0), "bandit"))
    whole.go_on(LocalWorkers(), StopSignal())
    assert (tmp_path / "run" / WEIGHTS).read_text() == (tmp_path / "whole" / WEIGHTS).read_text()


def test_whoever_is_asked_twice_or_waits_long_breaks_off() -> None:
    for second in (True, False):
        stop, began = StopSignal(), time.monotonic()
        with stop.listening():
            signal.raise_signal(signal.SIGINT)
            assert stop.asked
            with pytest.raises(Stopped):
                stop.check()
            if second:
                signal.raise_signal(signal.SIGTERM)
            while time.monotonic() - began < 5:
                time.sleep(0.01)
        assert time.monotonic() - began < (0.5 if second else 2.0)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
