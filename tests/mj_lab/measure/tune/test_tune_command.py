"""`mj arena tune` in real processes: it tunes, it is interrupted, it is given nonsense."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.command import ended

from .conftest import write_gambler

ROOT = Path(__file__).parents[4]
# Python imports this by itself wherever it starts, in workers too.
KNOWS_GAMBLER = "from mj_bot import tactics\ntactics.__path__.append({!r})\n"
TUNE = (
    *("arena", "tune", "gambler", "--param", "risk=0.02:0.9:log", "--param", "nothing=0:1"),
    *("--against", "gambler", "--against", "gambler@risk=0.4"),
    *("--walls", "4", "--population", "4", "--seed", "3"),
)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    folder = write_gambler(tmp_path)
    (tmp_path / "sitecustomize.py").write_text(KNOWS_GAMBLER.format(str(folder)))
    return {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}


def start(environment: dict[str, str], *words: str | Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "mj_lab", *map(str, words)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def mj(environment: dict[str, str], *words: str | Path) -> tuple[int, str, str]:
    process = start(environment, *words)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def trials_of(log: Path) -> list[dict[str, Any]]:
    """The trials of a log, without what differs from run to run."""
    trials = [json.loads(line) for line in log.read_text().splitlines()[1:]]
    return [{key: value for key, value in trial.items() if key != "seconds"} for trial in trials]


@pytest.mark.slow
def test_it_tunes_and_goes_on_after_ctrl_c(tmp_path: Path, environment: dict[str, str]) -> None:
    log = tmp_path / "log.jsonl"
    words = (*TUNE, "--store", log)
    process = start(environment, *words, "--trials", "100000")
    while process.poll() is None and not (log.exists() and log.read_bytes().count(b"\n") > 9):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    played = len(trials_of(log))
    assert f"mj: interrupted; {played} of 100000 trials are in {log}" in err
    assert "Traceback" not in err
    assert f"{played} trials, {played // 4} generations of 4, 4 walls each" in out

    wanted = str(played // 4 * 4 + 6)
    code, out, err = mj(environment, *words, "--trials", wanted, "--jobs", "2")
    assert code == 0, err
    assert f"resumes after {played} trials of the log" in err
    assert "does not learn from the last 2" in err
    summary = json.loads(mj(environment, *words, "--trials", wanted, "--json")[1])
    assert summary["complete"]
    assert len(summary["trials"]) == int(wanted)
    assert summary["games"] == int(wanted) * 16
    spec = summary["recommended"]["spec"]
    assert f"\n  {spec}\n" in out
    assert f"mj duel {spec} gambler@risk=0.4 --walls 300 --seed report" in out
    best = max(summary["trials"], key=lambda trial: trial["score"])
    assert summary["best"] == best
    assert re.search(rf"best trial, .*{best['generation']}\.{best['trial']}, ", out)
    # Risk costs 30 points a fault: tuned it must be well below the middle, 0.13.
    assert summary["recommended"]["params"]["risk"] < 0.1

    again = tmp_path / "again.jsonl"
    assert mj(environment, *TUNE, "--store", again, "--trials", wanted)[0] == 0
    assert trials_of(again) == trials_of(log)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("--param", "rist=0:1"), "gambler has no option 'rist'"),
        (("--param", "risk=0:1"), "the parameter 'risk' is given twice"),
        (("--param", "seed=2:1"), "LOW must be below HIGH"),
        (("--against", "gready"), "no tactic 'gready'"),
        (("--trials", "0"), "--trials"),
        (("--population", "1"), "--population"),
        (("--walls", "walls.txt"), "--walls is a number"),
        (("--store", "."), ". is a folder"),
    ],
)
def test_nonsense_is_told_in_one_line(
    tmp_path: Path, gambler: str, change: tuple[str, ...], reason: str
) -> None:
    log = tmp_path / "log"
    code, out, err = ended(*TUNE, "--store", log, *change)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith("mj: ")
    assert reason in err
    assert not log.exists()


def test_another_tunings_log_is_refused(tmp_path: Path, gambler: str) -> None:
    words = (*TUNE, "--store", tmp_path / "log", "--trials", "1")
    code, out, err = ended(*words)
    assert code == 0, err
    assert "no generation is complete: nothing to recommend yet" in out
    code, out, err = ended(*words, "--seed", "4")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "is of another run: its seed is '3', not '4'" in err


@pytest.mark.thorough
def test_it_tunes_at_the_fast_table_as_here(tmp_path: Path, environment: dict[str, str]) -> None:
    words = ("arena", "tune", "odds", "--param", "defence=0.2:2:log", "--param", "pass_bonus=0:0.4")
    more = ("--against", "greedy", "--walls", "1", "--trials", "2", "--population", "2")
    logs = [tmp_path / engine for engine in ("local", "fast")]
    for log in logs:
        done = mj(environment, *words, *more, "--store", log, "--engine", log.name)
        assert done[0] == 0, done[2]
    assert trials_of(logs[0]) == trials_of(logs[1])
    code, _, err = mj(environment, *TUNE, "--store", tmp_path / "no", "--engine", "fast")
    assert code == 2
    assert err.startswith(
        "mj: the fast table has no gambler; it plays cnn, expectimax, greedy, learned, net, odds,"
    )
