"""The commands of mj learn reward: bad input is one line and exit code 2; a small run of all."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.cli import main
from mj_lab.learn.parts.part import Context
from mj_lab.learn.run.registry import MODEL_PARTS


def run(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", ["mj", "learn", "reward", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


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
def test_bad_input_gets_one_line(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").write_text("nonsense")
    assert run([word.format(tmp_path) for word in words], monkeypatch) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert len(said.err.splitlines()) == 1 and said.out == ""


def test_what_goes_by_the_standing_has_no_hands_that_stand_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = Context("0", tmp_path, torch.device("cpu"))
    MODEL_PARTS.made({"kind": "correction", "standing": True}, bare).write(tmp_path, 0)
    player = f"learned@weights={tmp_path}/gradient.mjw"
    assert run(["hands", str(tmp_path / "x"), "--tactic", player], monkeypatch) == 2
    assert "plays by the standing" in capsys.readouterr().err


def test_hands_and_a_measurement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pool, kept = str(tmp_path / "pool"), str(tmp_path / "kept")
    assert run(["hands", pool, "--tactic", "greedy", "--games", "400"], monkeypatch) == 0
    assert "400 hands" in capsys.readouterr().out
    assert run(["measure", "greedy", "random", "-o", kept, "--deals", "1"], monkeypatch) == 0
    assert "table points a match" in capsys.readouterr().out
