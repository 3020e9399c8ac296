"""`mj learn` on games of the fast table: from a data set to the weights that the bot reads."""

import json
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mj_bot.features.hand_only import HAND_ONLY
from mj_bot.nets.network import Network
from mj_bot.nets.weights_file import read_weights
from mj_lab.cli import main
from mj_lab.extras import install_line
from mj_lab.learn.training.checkpoint import LAST, read_checkpoint

pytest.importorskip("mj_engine", reason="the fast table is not built here: make engine")

MJ = [sys.executable, "-m", "mj_lab"]
SMALL = [
    *("--set", "options.width=8", "--set", "options.depth=1", "--set", "training.batch=64"),
    *("--set", "training.steps=6", "--set", "training.validate_every=3", "--set", "seed=3"),
    *("--set", "training.validate_on=100", "--set", "training.threads=1", "--device", "cpu"),
]


class Done(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


def command(*words: object) -> Done:
    """`mj` in this process: starting another takes seconds to import PyTorch."""
    argv, out, err = sys.argv, StringIO(), StringIO()
    sys.argv = ["mj", *map(str, words)]
    try:
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
            main()
    finally:
        sys.argv = argv
    assert isinstance(left.value.code, int)
    return Done(left.value.code, out.getvalue(), err.getvalue())


def run(*words: object) -> Done:
    done = command(*words)
    assert done.code == 0, done.err
    return done


def refused(*words: object) -> str:
    code, _, told = command(*words)
    assert code == 2
    assert told.startswith("mj: ")
    assert told.count("\n") == 1
    return told


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "greedy"
    run("learn", "data", "make", "-o", folder, "--self-play", "greedy", "--games", 40)
    return folder


@pytest.fixture(scope="module")
def trained(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    told = run("learn", "train", "columns_net", data, "-o", folder, *SMALL).err
    assert "step 3: loss" in told
    assert "step 6: loss" in told
    return folder


def test_what_is_kept_of_a_training(trained: Path, data: Path) -> None:
    lines = (trained / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["step"] for line in lines] == [3, 6]
    assert json.loads((trained / "config.json").read_text())["options"]["width"] == 8
    assert list((trained / "tensorboard").iterdir())
    kept = read_checkpoint(trained / LAST)
    assert kept.progress.examples == 6 * 64
    again = run("learn", "train", "columns_net", data, "-o", trained, *SMALL)
    assert "nothing is left to train" in again.err


def test_a_weights_file_agrees_as_its_checkpoint_does(trained: Path, data: Path) -> None:
    path = trained / "net.mjw"
    assert "float32" in run("learn", "export", trained, "-o", path, "--type", "float32").out
    weights = read_weights(str(path))
    assert Network(weights, "all").features == ["columns"]
    assert weights.header["config"]["seed"] == 3
    measured: list[dict[str, Any]] = []
    for model in (trained, path):
        words = ("learn", "evaluate", model, data, "--json")
        measured.append(json.loads(run(*words).out))
    one, other = (
        {key: found[key] for key in ("discards", "claims", "kinds")} for found in measured
    )
    assert one == other
    assert one["discards"]["first"]["count"] > 100
    assert 0 < one["discards"]["first"]["share"] < one["discards"]["first_three"]["share"] <= 1
    assert one["claims"]["pung"]["legal"] > 0
    text = run("learn", "evaluate", trained, data, "--split", "valid").out
    assert "among the first three" in text
    assert "precision" in text


@pytest.mark.thorough
def test_ctrl_c_keeps_everything_and_the_same_command_goes_on(data: Path, tmp_path: Path) -> None:
    words = ["learn", "train", "columns_net", data, "-o", tmp_path / "parts", *SMALL]
    words += ["--set", "training.steps=30", "--set", "training.validate_every=1"]
    words += ["--set", "training.patience=100"]
    with subprocess.Popen([*MJ, *map(str, words)], stderr=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "parts" / LAST).exists():
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=100)
    assert process.returncode == 130, told
    step = read_checkpoint(tmp_path / "parts" / LAST).progress.step
    assert 0 < step < 30
    assert f"stopped after step {step}; the same command goes on" in told
    assert f"goes on after step {step}" in run(*words).err
    assert read_checkpoint(tmp_path / "parts" / LAST).progress.step == 30


def test_which_discard_learns_shanten_too(data: Path, tmp_path: Path) -> None:
    words = ["learn", "train", "which_discard", data, "-o", tmp_path, "--device", "cpu"]
    words += ["--set", "options.widths=[8]", "--set", "training.epochs=1"]
    words += ["--set", "training.validate_on=100", "--set", "training.threads=1"]
    run(*words)
    assert set(read_checkpoint(tmp_path).progress.history[0]["losses"]) == {"discard", "shanten"}
    run("learn", "export", tmp_path, "-o", tmp_path / "out.mjw", "--type", "int8")
    header = read_weights(str(tmp_path / "out.mjw")).header
    assert header["features"] == [
        {"name": "hand_only", "version": HAND_ONLY.version, "shape": [4, 34]}
    ]


def test_bad_input_is_refused_in_one_line(data: Path, trained: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    for path in data.iterdir():
        content = path.read_bytes()
        (broken / path.name).write_bytes(content[: len(content) - 99 * (path.suffix == ".npz")])
    out = tmp_path / "out"
    assert "shard" in refused("learn", "train", "columns_net", broken, "-o", out)
    assert "no such configuration" in refused("learn", "train", "nothing", data, "-o", out)
    assert "manifest" in refused("learn", "train", "columns_net", tmp_path, "-o", out)
    words = ("learn", "train", "columns_net", data, "-o", trained, *SMALL, "--set", "seed=9")
    assert "training of another configuration" in refused(*words)
    assert "no checkpoint" in refused("learn", "evaluate", tmp_path, data)
    assert "no file of weights" in refused("learn", "evaluate", _foreign(tmp_path), data)
    assert "a type is one of" in refused("learn", "export", trained, "-o", out, "--type", "int4")
    assert "--device is cpu, cuda or auto" in refused(
        "learn", "train", "columns_net", data, "-o", out, "--device", "tpu"
    )
    assert not out.exists()


def _foreign(folder: Path) -> Path:
    path = folder / "foreign.mjw"
    path.write_text("not weights")
    return path


@pytest.mark.parametrize("command", ["train", "evaluate", "export"])
def test_without_pytorch_it_says_what_to_install(command: str, data: Path) -> None:
    # As where PyTorch is not installed: nothing finds it.
    code = (
        "import sys, importlib.util as util\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'torch' else find(name, *rest)\n"
        "sys.modules['torch'] = None\n"
        "from mj_lab.cli import main\n"
        "main()\n"
    )
    words = {
        "train": ["columns_net", str(data), "-o", "out"],
        "evaluate": ["model", str(data)],
        "export": ["model", "-o", "out"],
    }[command]
    done = subprocess.run(
        [sys.executable, "-c", code, "learn", command, *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == f"mj: mj learn needs PyTorch: {install_line('learn')}\n"
