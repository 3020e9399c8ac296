"""The command mj learn oracle: bad input is one line and exit code 2; a small run of all arms."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine", reason="make engine")

from mj_bot.nets.weights_file import pack_weights
from mj_bot.tactics.net import Net
from mj_lab.cli import main
from tests.mj_lab.learn.selfplay.small_weights import small_weights


def run(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", ["mj", "learn", "oracle", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["{}/file"], "is a file"),
        (["{}/a", "--arm", "both"], "--arm is none, critic, guide, distil, not both"),
        (["{}/a", "--arm", "distil"], "--arm distil@RUN names an oracle's run"),
        (["{}/a", "--arm", "guide@{}/b"], "--arm distil@RUN names an oracle's run"),
        (["{}/a", "--arm", "distil@{}/none"], "No such file"),
        (["{}/a", "--arm", "distil@{}"], "No such file"),
        (["{}/a", "--arm", "distil@{}/start.mjw"], "no hidden inputs"),
        (["{}/a", "--from", "{}/file"], "no checkpoint"),
        (["{}/a", "--from", "{}/none.mjw"], "No such file"),
        (["{}/a", "--set", "rate=0"], "--set rate is a number above 0, not 0"),
        (["{}/a", "--set", "slower=0"], "goes on above 0"),
        (["{}/a", "--set", "refuse=1"], "refused above 1"),
        (["{}/a", "--set", "rate=nan"], "--set rate is a number above 0, not nan"),
        (["{}/a", "--engine", "slow"], "--engine is fast or fast-ray"),
        (["{}/a", "--engine", "fast@here"], "--engine fast takes no address"),
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
    (tmp_path / "start.mjw").write_bytes(pack_weights(*small_weights("value"), "float32"))
    assert run([word.format(tmp_path) for word in words], monkeypatch) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert len(said.err.strip().splitlines()) == 1 and said.out == ""


@pytest.mark.thorough
def test_a_small_run_of_all_arms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start = tmp_path / "start.mjw"
    start.write_bytes(pack_weights(*small_weights("value"), "float32"))
    small = ["--from", str(start), "--set", "games=2", "--set", "pairs=1", "--device", "cpu"]
    guided = [str(tmp_path / "guided"), *small, "--set", "whole=1", "--set", "falling=0"]
    assert run([*guided, "--steps", "1"], monkeypatch) == 0
    assert "share of the hidden 1.00" in capsys.readouterr().err
    assert run([*guided, "--steps", "2"], monkeypatch) == 0
    told = capsys.readouterr()
    assert "share of the hidden 0.00" in told.err and "refused" in told.err
    assert "points a game over the start" in told.err
    assert "2 steps" in told.out
    for arm in ("none", "critic", "distil"):
        named = f"{arm}@{tmp_path / 'guided'}" if arm == "distil" else arm
        words = [str(tmp_path / arm), *small, "--arm", named, "--steps", "1"]
        assert run(words, monkeypatch) == 0
    for arm in ("guided", "none", "critic", "distil"):
        assert any((tmp_path / arm / "tensorboard").iterdir())
        Net(weights=str(tmp_path / arm / "net.mjw"))
