"""The commands of mj learn reward: bad input is one line and exit code 2; a small run of all."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine.advantages", reason="make engine")

from mj_lab.cli import main


def run(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", ["mj", "learn", "reward", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["hands", "{}/a", "--tactic", "nobody"], "no tactic 'nobody'"),
        (["hands", "{}/a", "--tactic", "rule_based"], "rule_based"),
        (["hands", "{}", "--tactic", "greedy"], "files in it of something else"),
        (["train", "{}/none", "-o", "{}/b"], "nothing of mj learn reward"),
        (["train", "{}", "-o", "{}/b", "--set", "hands=5"], "4 or 16 hands, not 5"),
        (["train", "{}", "-o", "{}/b", "--set", "rate=0"], "--set rate is a number above 0, not 0"),
        (["train", "{}", "-o", "{}/b", "--device", "tpu"], "--device is cpu, cuda or auto"),
        (["teach", "{}/c", "--predictor", "{}/none"], "no predictor there"),
        (["teach", "{}/c", "--set", "hands=1"], "4 or 16 hands, not 1"),
        (
            ["teach", "{}/c", "--set", "temperature=-1"],
            "--set temperature is a number above 0, not -1",
        ),
        (["teach", "{}/c", "--from", "{}/file"], "file"),
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


@pytest.mark.thorough
def test_a_small_run_of_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pool, predictor, taught = (str(tmp_path / name) for name in ("pool", "predictor", "taught"))
    assert run(["hands", pool, "--tactic", "greedy", "--games", "400"], monkeypatch) == 0
    train = ["train", pool, "-o", predictor, "--set", "batch=8", "--set", "hidden=8"]
    assert run([*train, "--steps", "4"], monkeypatch) == 0
    assert run([*train, "--steps", "8"], monkeypatch) == 0
    assert "8 steps" in capsys.readouterr().out
    teach = ["teach", taught, "--predictor", predictor, "--set", "matches=1", "--set", "hidden=4"]
    assert run([*teach, "--steps", "1"], monkeypatch) == 0
    player = f"learned@weights={taught}/taught.mjw"
    kept = str(tmp_path / "kept")
    assert run(["measure", "greedy", "random", "-o", kept, "--deals", "1"], monkeypatch) == 0
    assert "table points a match" in capsys.readouterr().out
    # What goes by the standing has no hands that stand alone.
    assert run(["hands", str(tmp_path / "x"), "--tactic", player], monkeypatch) == 2
    assert "goes by the standing" in capsys.readouterr().err
