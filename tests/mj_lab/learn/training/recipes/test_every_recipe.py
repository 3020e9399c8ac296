"""Every shipped recipe at tiny size: begun, stopped anywhere, gone on with and finished.

Here in this process by the recipes that no other test runs; as commands under Ctrl-C all of them:

    pytest -m slow tests/mj_lab/learn/training/recipes -s
"""

import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("tensorboard", reason='pip install -e ".[learn]"')

import torch

from mj_bot.nets.weights_file import pack_weights
from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.parts.checkpoint import LAST
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.run.recipe import read_recipe, shipped_recipes
from mj_lab.learn.training.run.run import Run
from mj_lab.learn.training.run.saved import read_saved
from tests.ctrl_c import assert_answered, run_until
from tests.mj_lab.conftest import thorough
from tests.mj_lab.learn.training.small_weights import small_weights

_NET = ["model.width=8", "model.depth=1"]
_TAUGHT = [
    *("steps=1200", "play.epochs=400", "play.patience=100", "play.batch=16"),
    *("play.validate_every=50", "play.validate_on=64"),
]
_FED = [*_TAUGHT, "play.data=data"]
_FIT = ["steps=4", "play.games=150", "model.hidden=4"]
_MATCH = ["steps=2", "play.matches=8", "model.hidden=4"]
_ALONE = ["steps=2", "play.games=16", "play.pairs=8", "model.begin=small.mjw"]
_Q = [
    *("steps=3", "play.games=40", "aim.steps=200", "aim.batch=16", "aim.capacity=2000"),
    *("model.width=4", "model.blocks=1", "model.summary=8"),
]
# What makes each tiny. `guided` is a run of oracle_guide, `pool` some hands, `seen` a predictor.
TINY: dict[str, list[str]] = {
    "imitate": [*_FED, *_NET],
    "imitate_ahead": [*_FED, *_NET],
    "imitate_apart": [*_FED, *_NET],
    "design_cnn": [*_FED, "model.filters=4", "model.dense=8"],
    "which_discard": [*_FED, "model.widths=[8]"],
    "gradient": _FIT,
    "reward": [*_MATCH, "aim.predictor=seen"],
    "reward_score": _MATCH,
    "predictor": ["steps=6000", "play.matches=8", "model.hidden=8", "play.pool=pool"],
    "dqn": _Q,
    "double_dqn": _Q,
    "selfplay": _ALONE,
    "selfplay_low": _ALONE,
    "selfplay_held": _ALONE,
    "selfplay_high": _ALONE,
    "oracle": _ALONE,
    "oracle_none": _ALONE,
    "oracle_critic": _ALONE,
    "oracle_guide": [*_ALONE, "play.shown=[[0, 1.0], [2, 0.0]]"],
    "oracle_after": [*_ALONE[:-1], "model.begin=guided", "play.rival=small.mjw"],
    "oracle_distil": [*_ALONE, "play.player=guided", "loss.distillation.oracle=guided"],
}
IMITATIONS = [name for name, changes in TINY.items() if changes[: len(_FED)] == _FED]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder with a small data set."""
    made = tmp_path_factory.mktemp("recipes")
    words = ["learn", "data", "make", "-o", "data", "--self-play", "greedy", "--games", "40"]
    assert run_until(words, made).code == 0
    (made / "small.mjw").write_bytes(pack_weights(*small_weights(), "float32"))
    return made


class Sudden(StopSignal):
    """Asks to stop when it has been looked at so often."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._left = looks

    def check(self) -> None:
        """See `StopSignal`."""
        self._left -= 1
        self.asked = self._left < 0
        super().check()


def weights_in(folder: Path) -> dict[str, torch.Tensor]:
    module: dict[str, torch.Tensor] = read_saved(folder / LAST)[1]["learner"]["module"]
    return module


def assert_same_weights(one: Path, other: Path) -> None:
    first, second = weights_in(one), weights_in(other)
    assert first.keys() == second.keys()
    assert [name for name, tensor in first.items() if not torch.equal(tensor, second[name])] == []


def test_every_shipped_recipe_is_here() -> None:
    assert list(TINY) and set(TINY) == set(shipped_recipes())


# That with the look ahead takes five seconds, by the same step as `imitate`.
@pytest.mark.parametrize(
    "name", [thorough(name) if name == "imitate_ahead" else name for name in IMITATIONS]
)
def test_an_imitation_that_is_stopped_comes_to_the_same_weights(
    name: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    recipe = read_recipe(name, [*TINY[name], "steps=9", "play.validate_every=4", "threads=1"])
    Run(tmp_path / "whole", recipe).go_on(LocalWorkers(), StopSignal())
    for looks in (2, 1, 4, 10_000):
        run = Run(tmp_path / "parts", recipe)
        run.go_on(LocalWorkers(), Sudden(looks))
        assert run.is_done == (looks == 10_000)
    assert_same_weights(tmp_path / "whole", tmp_path / "parts")


def needed(folder: Path, name: str) -> None:
    """What a recipe is fed with, made once."""
    changes = " ".join(TINY[name])
    for what, words in (
        ("pool", ["learn", "reward", "hands", "pool", "--tactic", "greedy", "--games", "400"]),
        ("seen", run_words("predictor", "seen", "steps=50")),
        ("guided", run_words("oracle_guide", "guided")),
    ):
        if f"={what}" in changes and not (folder / what).exists():
            if what == "seen":
                needed(folder, "predictor")
            ended = run_until(words, folder)
            assert ended.code == 0, ended


def run_words(name: str, out: str, *changes: str) -> list[str]:
    """The command that runs a recipe at tiny size."""
    sets = [word for one in [*TINY[name], *changes] for word in ("--set", one)]
    return ["learn", "run", name, "-o", out, "--device", "cpu", *sets]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(TINY))
def test_ctrl_c_ends_any_recipe_and_the_same_command_goes_on(
    name: str, folder: Path, capsys: pytest.CaptureFixture[Any]
) -> None:
    needed(folder, name)
    began = time.monotonic()
    whole = run_until(run_words(name, f"{name}.whole"), folder)
    assert whole.code == 0, whole
    lasts = time.monotonic() - began
    log = folder / f"{name}.whole" / "log.jsonl"
    works = json.loads(log.read_text().splitlines()[-1])["seconds"]
    random, took = Random(name), []
    for _ in range(3):
        after = lasts - works * random.uniform(0.4, 0.9)
        ended = run_until(run_words(name, f"{name}.parts"), folder, after)
        if ended.out:  # It was done before.
            break
        assert_answered(ended)
        took.append(ended.seconds)
    else:
        assert run_until(run_words(name, f"{name}.parts"), folder).code == 0
    assert took
    assert_same_weights(folder / f"{name}.whole", folder / f"{name}.parts")
    with capsys.disabled():
        print(f"\n{name}: Ctrl-C answered in {', '.join(f'{one:.2f} s' for one in took)}")
