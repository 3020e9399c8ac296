"""The commands of mj learn reward: bad input is one line and exit code 2; a small run of all."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.learn.training.parts.part import Context
from mj_lab.learn.training.run.registry import MODEL_PARTS
from tests.command import mj, refused


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["hands", "{}/a", "--tactic", "nobody"], "no tactic 'nobody'"),
        (["hands", "{}/a", "--tactic", "v1_1"], "v1_1"),
        (["hands", "{}", "--tactic", "greedy"], "has files in it, and none is a pool's"),
        (["measure", "greedy", "nobody", "-o", "{}/d"], "nobody"),
        (["measure", "greedy", "random", "-o", "{}/none/d"], "no such folder"),
        (["measure", "greedy", "random", "-o", "{}/file"], "no matches"),
    ],
)
def test_bad_input_gets_one_line(words: list[str], told: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("nonsense")
    assert told in refused("learn", "reward", *(word.format(tmp_path) for word in words))


def test_what_goes_by_the_standing_has_no_hands_that_stand_alone(tmp_path: Path) -> None:
    bare = Context("0", tmp_path, torch.device("cpu"))
    MODEL_PARTS.made({"kind": "correction", "standing": True}, bare).write(tmp_path, 0)
    player = f"learned@weights={tmp_path}/gradient.mjw"
    said = refused("learn", "reward", "hands", tmp_path / "x", "--tactic", player)
    assert "plays by the standing" in said


def test_hands_and_a_measurement(tmp_path: Path) -> None:
    reward, kept = ("learn", "reward"), tmp_path / "kept"
    done = mj(*reward, "hands", tmp_path / "pool", "--tactic", "greedy", "--games", "200")
    assert done.returncode == 0 and "400 hands" in done.stdout
    assert "400 of 400 hands" in done.stderr
    done = mj(*reward, "measure", "greedy", "random", "-o", kept, "--deals", "1")
    assert done.returncode == 0 and "table points a match" in done.stdout
