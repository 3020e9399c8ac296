"""`mj learn selfplay` as it is typed: SIGTERM, going on, bad input in one line."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("tensorboard", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine", reason="make engine")

from mj_bot.nets.weights_file import pack_weights
from mj_lab.cli import main
from mj_lab.learn.selfplay.self_play import SELF_PLAY_MODEL
from tests.mj_lab.learn.selfplay.small_weights import small_weights

PLAYED = ["--from", "small.mjw", "--set", "games=2", "--set", "pairs=1", "--device", "cpu"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the inputs name, which is where one is."""
    monkeypatch.chdir(tmp_path)
    for name, weights in (
        ("small.mjw", small_weights("value")),
        ("headless.mjw", small_weights()),
        ("discard.mjw", small_weights(network="which_discard", feature="hand_only")),
    ):
        Path(name).write_bytes(pack_weights(*weights, "float32"))
    Path("cut.mjw").write_bytes(Path("small.mjw").read_bytes()[:-40])
    Path("junk.txt").write_text("what is this?\n")
    Path("run").mkdir()
    Path("run/last.pt").write_bytes(b"nothing")
    return tmp_path


def ended_with(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", ["mj", "learn", "selfplay", *words])
    try:
        main()
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


@pytest.mark.thorough
@pytest.mark.usefixtures("here")
def test_sigterm_stops_it_and_the_same_command_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = str(Path(__file__).parents[4])
    program = [sys.executable, "-m", "mj_lab", "learn", "selfplay", "stopped", *PLAYED]
    with subprocess.Popen(
        [*program, "--steps", "500"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": root, "OMP_NUM_THREADS": "1"},
    ) as process:
        assert process.stderr is not None
        told = [process.stderr.readline()]
        process.send_signal(signal.SIGTERM)
        told += process.stderr.readlines()
    assert process.returncode == 130, told
    assert told[0].startswith("mj: step 1 of 500: KL "), told
    assert "points a game over the start" in told[0]
    assert told[-1].startswith("mj: stopped after step "), told
    done = int(told[-1].split(";")[0].split()[-1])
    steps = ["--steps", str(done + 1)]
    for folder in ("stopped", "whole"):
        assert ended_with([folder, *PLAYED, *steps], monkeypatch) == 0
    assert capsys.readouterr().out == f"stopped: {done + 1} steps\nwhole: {done + 1} steps\n"
    one, two = (Path(folder, SELF_PLAY_MODEL).read_bytes() for folder in ("stopped", "whole"))
    assert one == two
    assert list(Path("whole/tensorboard").iterdir())


BAD_INPUTS: list[tuple[list[str], str]] = [
    ([], "argument folder is missing"),
    (["junk.txt"], "junk.txt is a file, not a folder"),
    (["run"], "run/last.pt: no run, or a damaged one"),
    (["new", "--from", "nowhere.mjw"], "nowhere.mjw: No such file"),
    (["new", "--from", "nowhere"], "nowhere: no checkpoint there"),
    (["new", "--from", "junk.txt"], "junk.txt: no checkpoint, or a damaged one"),
    (["new", "--from", "cut.mjw"], "cut.mjw: cut short"),
    (["new", "--from", "discard.mjw"], "the network 'all' has no output 'policy' of 109 numbers"),
    (["new", "--from", "headless.mjw"], "the network has no value head: --set baseline=false"),
    (["new", "--set", "baseline=luck"], "--set baseline is true or false, not luck"),
    (["new", "--set", "rate=0"], "--set rate is a number above 0, not 0"),
    (["new", "--set", "rate=nan"], "--set rate is a number above 0, not nan"),
    (["new", "--set", "games=0"], "--set games is a whole number, 1 or more, not 0"),
    (["new", "--set", "pairs=-1"], "--set pairs is a whole number, 0 or more, not -1"),
    (["new", "--set", "kl=-1"], "--set kl is a number, 0 or more, not -1"),
    (["new", "--set", "entropy=inf"], "--set entropy is a number, 0 or more, or none, not inf"),
    (["new", "--set", "alpha=inf"], "--set alpha is a number, not inf"),
    (["new", "--set", "clip=0.5"], "--set clip is a number, 1 or more, not 0.5"),
    (["new", "--engine", "abacus"], "--engine is fast or fast-ray, not abacus"),
    (["new", "--engine", "fast@x:1"], "--engine fast takes no address"),
    (["new", "--device", "abacus"], "--device is cpu, cuda or auto, not abacus"),
]


@pytest.mark.parametrize(
    ("words", "told"), BAD_INPUTS, ids=[" ".join(one) for one, _ in BAD_INPUTS]
)
def test_bad_input_ends_in_one_line_before_any_work(
    words: list[str],
    told: str,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = {path: path.stat().st_mtime_ns for path in here.rglob("*")}
    assert ended_with(words, monkeypatch) == 2
    said = capsys.readouterr()
    (line,) = said.err.splitlines()
    assert line.startswith("mj: ")
    assert told in line
    assert said.out == ""
    assert {path: path.stat().st_mtime_ns for path in here.rglob("*")} == before
