"""`mj learn data` as a process: made, described, checked; bad input is one line and exit code 2."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from tests.command import mj as typed
from tests.command import refused
from tests.ctrl_c import run_until, stopped_often

mj = partial(typed, "learn", "data")
SELF_PLAY = (
    *("--self-play", "random,greedy", "--engine", "local"),
    *("--games", "6", "--shard-games", "4"),
)


@pytest.mark.thorough
def test_make_info_and_check(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    made = mj("make", *SELF_PLAY, "-o", folder)
    assert made.returncode == 0, made.stderr
    told = json.loads(mj("info", folder, "--json").stdout)
    assert (told["games"], told["complete"], len(told["shards"])) == (6, True, 2)
    assert told["decisions"] == sum(shard["decisions"] for shard in told["shards"]) > 100
    assert made.stdout == f"{folder}: 6 games, {told['decisions']} decisions\n"
    assert told["versions"]["features"]["columns"] >= 1
    assert f"6 games, {told['decisions']} decisions, complete" in mj("info", folder).stdout
    whole = mj("check", folder)
    assert whole.returncode == 0 and whole.stdout.count("whole") == 2
    (folder / "shard-00001.npz").write_bytes(b"")
    broken = mj("check", folder)
    assert broken.returncode == 1 and "shard-00001.npz: a broken shard" in broken.stdout
    assert mj("make", *SELF_PLAY, "-o", folder).returncode == 0
    assert mj("check", folder).returncode == 0


@pytest.mark.slow
def test_ctrl_c_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    words = ["learn", "data", "make", "--self-play", "odds", "--games", 120, "--shard-games", 80]
    *stopped, done = stopped_often([*words, "-o", "parts"], tmp_path, 1, (0.6, 3.0), 4)
    assert done.code == 0, done
    assert stopped
    assert run_until([*words, "-o", "whole"], tmp_path).out == done.out.replace("parts", "whole")
    files = [
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("parts", "whole")
    ]
    assert files[0] == files[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("make", "-o", "X"), "give records to read, or --self-play"),
        (("make", "nowhere.txt", "-o", "X"), "nowhere.txt: no such file"),
        (("make", "--self-play", "nobody", "--engine", "local", "-o", "X"), "no tactic 'nobody'"),
        (("make", "--self-play", "random", "--engine", "moon", "-o", "X"), "no such engine"),
        (("info", "X"), "X: no data set"),
        (("check", "X"), "X: no data set"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    given = (str(tmp_path / "X") if word == "X" else word for word in words)
    assert told in refused("learn", "data", *given)
