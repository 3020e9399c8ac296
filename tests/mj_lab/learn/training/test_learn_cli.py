"""`mj learn` on games of the fast table: from a data set to the weights that the bot reads."""

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mj_bot.features.hand_only import HAND_ONLY
from mj_bot.nets.network import Network
from mj_bot.nets.weights_file import read_weights
from mj_lab.core.extras import install_line
from mj_lab.learn.training.parts.checkpoint import LAST
from mj_lab.learn.training.run.recipe import read_recipe, shipped_recipes
from mj_lab.learn.training.run.saved import CONFIG, read_saved
from tests.command import ended, refused
from tests.mj_lab.learn.training.stopping import assert_same_weights

WEIGHTS = Path(__file__).parents[4] / "mj_bot" / "nets" / "weights"
SMALL = [
    *("--set", "model.width=8", "--set", "model.depth=1", "--set", "play.batch=64"),
    *("--set", "steps=6", "--set", "play.validate_every=3", "--set", "seed=3"),
    *("--set", "play.validate_on=100", "--set", "learn.cosine=30", "--device", "cpu"),
]


class Done(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


def command(*words: object) -> Done:
    return Done(*ended(*words))


def run(*words: object) -> Done:
    done = command(*words)
    assert done.code == 0, done.err
    return done


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "greedy"
    run("learn", "data", "make", "-o", folder, "--self-play", "greedy", "--games", 40)
    return folder


def fed(data: Path) -> tuple[str, str]:
    """The data set of a run."""
    return "--set", f"play.data={data}"


@pytest.fixture(scope="module")
def trained(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    done = run("learn", "run", "imitate", "-o", folder, *fed(data), *SMALL)
    assert "step 3 of 6: valid/loss" in done.err
    assert "step 6 of 6: valid/loss" in done.err
    assert done.out == f"{folder}: 6 steps\n"
    return folder


def test_what_is_kept_of_a_run(trained: Path) -> None:
    lines = [json.loads(line) for line in (trained / "log.jsonl").read_text().splitlines()]
    assert [one["step"] for one in lines if "valid/loss" in one] == [3, 6]
    config = json.loads((trained / CONFIG).read_text())
    assert config["recipe"]["model"]["width"] == 8
    assert len(config["fed"]["play.data"]) == 16
    assert list((trained / "tensorboard").iterdir())
    before = read_saved(trained / LAST)[1]["learner"]["module"]
    again = run("learn", "run", trained, "--device", "cpu")
    assert again.out == f"{trained}: 6 steps\n"
    after = read_saved(trained / LAST)[1]["learner"]["module"]
    assert all((before[name] == after[name]).all() for name in before)


def test_a_run_is_kept_to_its_data_and_may_grow(trained: Path, data: Path, tmp_path: Path) -> None:
    shutil.copytree(trained, tmp_path / "run")
    shutil.copytree(data, tmp_path / "data")
    moved = ("learn", "run", tmp_path / "run", *fed(tmp_path / "data"), "--device", "cpu")
    assert "7 steps" in run(*moved, "--set", "steps=7").out
    manifest = tmp_path / "data" / "manifest.json"
    manifest.write_text(manifest.read_text() + " ")
    assert "play.data was another: choose another folder" in refused(*moved)


def test_a_network_of_ones_own_learns_and_is_played(data: Path, tmp_path: Path) -> None:
    """examples/dense_net.py by its recipe, exported, measured, in a duel; and in another recipe."""
    run_folder, file = tmp_path / "own", tmp_path / "own.mjw"
    recipe = Path(__file__).parents[4] / "examples" / "dense_net.toml"
    small = ("steps=8", "play.validate_every=4", "play.validate_on=100", "model.hidden=[32]")
    changes = [word for change in small for word in ("--set", change)]
    words = ("learn", "run", recipe, "-o", run_folder, *fed(data), "--device", "cpu")
    told = run(*words, *changes).err
    losses = [float(one) for one in re.findall(r"valid/loss (\d\.\d+),", told)]
    assert len(losses) == 2 and losses[1] < losses[0]
    run("learn", "export", run_folder, "-o", file, "--type", "float32")
    of_both = [
        json.loads(run("learn", "evaluate", model, data, "--json").out)
        for model in (run_folder, file)
    ]
    assert of_both[0]["discards"] == of_both[1]["discards"]
    duel = ("duel", f"net@weights={file}", "random", "--walls", "1", "--mode", "quick")
    assert "played at the judge" not in run(*duel, "--store", tmp_path / "db").err
    own = read_recipe("imitate", ["model.kind=examples.dense_net:DenseModel", "model.hidden=[8]"])
    assert own.model["hidden"] == [8] and own.play["augment"]


def test_a_run_is_forked_with_another_rate(trained: Path, data: Path, tmp_path: Path) -> None:
    words = ("learn", "run", trained / LAST, "-o", tmp_path, *fed(data), "--device", "cpu")
    of_learn = ("learn.rate=1e-4", "learn.cosine=none", "learn.warmup=0", "steps=7")
    changes = [word for change in of_learn for word in ("--set", change)]
    assert f"goes on from {trained / LAST} after step 6" in run(*words, *changes).err
    again = run(*words, *changes).err
    assert "resumes after step 7; nothing is left to do, --set steps=N adds steps" in again
    history = read_saved(tmp_path / LAST)[1]["history"]
    assert [one["rate"] for one in history if one["step"] == 7 and "rate" in one] == [1e-4]
    assert "option -o is missing" in refused(*words[:3])


def test_recipes_are_shown() -> None:
    told = run("learn", "recipes").out
    assert all(name in told for name in shipped_recipes())
    assert "batch = 64" in run("learn", "recipes", "imitate", "--set", "play.batch=64").out


def test_minutes_end_a_run_that_goes_on(data: Path, tmp_path: Path) -> None:
    words = ("learn", "run", "imitate", "-o", tmp_path, *fed(data), *SMALL)
    words += ("--set", "steps=100000", "--set", "play.epochs=100000", "--minutes", "0.02")
    done = run(*words, "--set", "play.validate_every=100000")
    step = read_saved(tmp_path / LAST)[1]["steps"]
    assert step > 0
    assert done.err.endswith(f"mj: the time is up after step {step}; the same command resumes\n")


def test_a_weights_file_agrees_as_its_checkpoint_does(trained: Path, data: Path) -> None:
    path = trained / "net.mjw"
    assert "float32" in run("learn", "export", trained, "-o", path, "--type", "float32").out
    weights = read_weights(str(path))
    assert Network(weights, "all").features == ["columns"]
    assert weights.header["config"]["seed"] == "3"
    assert "data" not in weights.header["config"]["play"]
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


def test_the_weights_that_ship_are_measured(data: Path) -> None:
    found = json.loads(run("learn", "evaluate", WEIGHTS / "net.mjw", data, "--json").out)
    assert found["network"] == "columns_net"
    assert found["discards"]["first"]["share"] > 0.2
    expectimax = refused("learn", "evaluate", WEIGHTS / "expectimax.mjw", data)
    assert "unknown kind of weights" in expectimax


@pytest.mark.thorough
def test_ctrl_c_loses_nothing_and_the_same_command_goes_on(data: Path, tmp_path: Path) -> None:
    words = ["learn", "run", "imitate", *fed(data), *SMALL, "--set", "steps=30"]
    words += ["--set", "play.validate_every=1", "--set", "play.patience=100"]
    parts = [*words, "-o", tmp_path / "parts"]
    program = [sys.executable, "-m", "mj_lab", *map(str, parts)]
    with subprocess.Popen(program, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert any(" of 30: valid/loss" in line for line in process.stderr)
        process.send_signal(signal.SIGINT)
        told = process.stderr.read()
    assert process.returncode == 130, told
    step = read_saved(tmp_path / "parts" / LAST)[1]["steps"]
    assert 0 < step < 30
    assert f"stopped after step {step}; the same command resumes" in told
    assert f"resumes after step {step}" in run(*parts).err
    run(*words, "-o", tmp_path / "whole")
    assert_same_weights(tmp_path / "whole", tmp_path / "parts")


def test_which_discard_learns_shanten_too(data: Path, tmp_path: Path) -> None:
    words = ["learn", "run", "which_discard", "-o", tmp_path, *fed(data), "--device", "cpu"]
    words += ["--set", "model.widths=[8]", "--set", "play.epochs=1"]
    run(*words, "--set", "play.validate_on=100")
    measured = read_saved(tmp_path)[1]["history"][-1]
    assert {"valid/loss_discard", "valid/loss_shanten"} <= set(measured)
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
    words = ("learn", "run", "imitate", "-o", out)
    assert "shard" in refused(*words, *fed(broken))
    assert refused(*words[:3]).startswith("mj: option -o is missing: where to write")
    assert "no such recipe" in refused("learn", "run", "nothing", "-o", out)
    assert "nothing.toml: no such file" in refused("learn", "run", "nothing.toml", "-o", out)
    assert "--set play.batch: expected" in refused(*words, "--set", "play.batch=x")
    assert "manifest" in refused(*words, *fed(tmp_path))
    assert "no such feature: 'x'" in refused(*words, *fed(data), "--set", 'model.features=["x"]')
    assert "filters: unknown" in refused(*words, *fed(data), "--set", "play.filters={luck=1}")
    assert "--device is cpu, cuda or auto" in refused(*words, *fed(data), "--device", "tpu")
    assert "is a file, not a folder" in refused(*words[:3], "-o", _foreign(tmp_path), *fed(data))
    other = refused("learn", "run", trained, "--set", "seed=9", "--device", "cpu")
    assert 'has a run with seed "3", not "9": choose another folder' in other
    assert "no checkpoint" in refused("learn", "evaluate", tmp_path, data)
    assert "not a weights file" in refused("learn", "evaluate", _foreign(tmp_path), data)
    assert "a type is one of" in refused("learn", "export", trained, "-o", out, "--type", "int4")
    assert not out.exists()


def _foreign(folder: Path) -> Path:
    path = folder / "foreign.mjw"
    path.write_text("not weights")
    return path


@pytest.mark.parametrize("command", ["run", "recipes", "evaluate", "export"])
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
        "run": ["imitate", "-o", "out"],
        "recipes": [],
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
