"""Every shipped recipe at tiny size: begun, stopped anywhere, gone on with and finished.

Here in this process; as commands under Ctrl-C:

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

from mj_bot.nets.weights_file import pack_weights
from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.run import run as run_module
from mj_lab.learn.training.run.recipe import read_recipe, shipped_recipes
from mj_lab.learn.training.run.run import Run
from mj_lab.learn.training.sources.hands import HandsPlan, play_hands
from tests.ctrl_c import assert_answered, run_until
from tests.mj_lab.conftest import slow
from tests.mj_lab.learn.training.small_weights import small_weights
from tests.mj_lab.learn.training.stopping import (
    Counted,
    CountingWorkers,
    assert_same_weights,
    figures_of,
    gone_on,
)

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
    "rivals": [*_FED, *_NET],
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
# So tiny that they are run here; of more than a task a step, where tasks there are.
_ALONE_HERE = [
    *("play.games=1", "play.pairs=1", "learn.rate=1e-3", "aim.batch=64", "threads=1"),
]
# By their third step the search of these is the network itself.
_Q_HERE = [
    *("play.games=2", "play.own_from=2", "play.alpha=0.1", "aim.steps=4", "aim.capacity=200"),
    *("loss.temporal_difference.sync=3", "learn.average=0.9"),
]
HERE: dict[str, list[str]] = {
    **{
        name: ["steps=9", "play.validate_every=4", "threads=1"]
        for name, changes in TINY.items()
        if changes[: len(_FED)] == _FED
    },
    "gradient": ["steps=2", "play.games=11", "loss.entropy.target=0.5", "aim.batch=64"],
    "reward_score": ["play.matches=4", "aim.batch=64"],
    "dqn": _Q_HERE,
    "double_dqn": _Q_HERE,
    **{name: _ALONE_HERE for name in TINY if name.startswith(("selfplay", "oracle"))},
}
# What these change of another is a number or a part that is left out, or they take seconds.
SELDOM = (
    *("imitate_ahead", "reward_score", "dqn"),
    *("selfplay_low", "selfplay_high", "oracle_none"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder with a small data set."""
    made = tmp_path_factory.mktemp("recipes")
    words = ["learn", "data", "make", "-o", "data", "--self-play", "greedy", "--games", "40"]
    assert run_until(words, made).code == 0
    (made / "small.mjw").write_bytes(pack_weights(*small_weights(), "float32"))
    return made


def needed(name: str) -> None:
    """What a recipe is fed with, made once in the working folder."""
    changes = " ".join(TINY[name])
    if "=pool" in changes and not Path("pool").exists():
        play_hands(Path("pool"), HandsPlan("greedy", "0"), 400, LocalWorkers())
    if "=seen" in changes and not Path("seen").exists():
        needed("predictor")
        gone_on(Path("seen"), read_recipe("predictor", [*TINY["predictor"], "steps=50"]))
    if "=guided" in changes and not Path("guided").exists():
        gone_on(Path("guided"), read_recipe("oracle_guide", [*TINY["oracle_guide"], *_ALONE_HERE]))


def test_every_shipped_recipe_is_here() -> None:
    assert list(TINY) and set(TINY) == set(shipped_recipes())
    assert set(TINY) - set(HERE) == {"reward", "predictor"}


@pytest.mark.parametrize("name", [slow(name) if name in SELDOM else name for name in HERE])
def test_what_is_stopped_comes_to_the_same_weights(
    name: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr("mj_lab.learn.training.sources.network.TABLES_A_PART", 2)
    monkeypatch.setattr(run_module, "SAVE_EVERY", -1.0 if name in SELDOM else 10.0)
    needed(name)
    recipe = read_recipe(name, [*TINY[name], *HERE[name]])
    whole, parts = CountingWorkers(), CountingWorkers()
    through = Run(tmp_path / "whole", recipe)
    through.go_on(whole, StopSignal())
    # In the tasks of a step and in its batches, and where a step is done in the next one.
    stops = [(recipe, looks) for looks in (0, 1, 3, 2)]
    if "play.data=data" not in TINY[name]:
        stops += [(recipe.model_copy(update={"steps": 1}), 10_000), (recipe, 0)]
    for asked, looks in [*stops, (recipe, 10_000)]:
        run = Run(tmp_path / "parts", asked)
        run.go_on(parts, Counted(looks))
        assert run.is_done == (looks == 10_000)
    assert parts.done == whole.done, "no task is done twice"
    assert figures_of(run) == figures_of(through)
    assert_same_weights(tmp_path / "whole", tmp_path / "parts")
    for written in (tmp_path / "whole").glob("*.mjw"):
        assert written.read_bytes() == (tmp_path / "parts" / written.name).read_bytes()
    assert not list((tmp_path / "parts").glob("parts/*"))


def run_words(name: str, out: str, *changes: str) -> list[str]:
    """The command that runs a recipe at tiny size."""
    sets = [word for one in [*TINY[name], *changes] for word in ("--set", one)]
    return ["learn", "run", name, "-o", out, "--device", "cpu", *sets]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(TINY))
def test_ctrl_c_ends_any_recipe_and_the_same_command_goes_on(
    name: str, folder: Path, capsys: pytest.CaptureFixture[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    needed(name)
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


def test_the_predictor_goes_on_and_a_reward_is_taught_by_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    needed("predictor")

    def trained(name: str, steps: int) -> Run:
        return gone_on(
            tmp_path / name, read_recipe("predictor", [*TINY["predictor"], f"steps={steps}"])
        )

    whole = trained("whole", 6)
    trained("parts", 2)
    assert trained("parts", 6).steps == 6
    assert_same_weights(tmp_path / "whole", tmp_path / "parts")
    assert {"valid/predictor", "valid/standing", "valid/after_3"} <= set(whole.history[-1])

    taught = ["play.matches=1", "model.hidden=4", "steps=1"]
    taught.append(f"aim.predictor='{tmp_path / 'whole'}'")
    by_match = read_recipe("reward", taught)
    run = gone_on(tmp_path / "by_match", by_match)
    assert 0 < run.history[0]["reward_spread"] < 4  # Table points, not points.
    trained("whole", 8)
    with pytest.raises(ValueError, match=r"aim.predictor was another"):
        Run(tmp_path / "by_match", by_match)
    with pytest.raises(ValueError, match="matches of 4 hands, not 16"):
        gone_on(tmp_path / "long", read_recipe("reward", [*taught, "play.hands=16"]))


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("gradient", "model.standing=true", "a single game has no standing"),
        ("gradient", "model.hidden=-1", "--set model.hidden"),
        ("gradient", "model.temperature=0", "--set model.temperature"),
        ("gradient", "model.begin='nowhere.mjw'", "nowhere.mjw: No such file"),
        ("gradient", "play.games=0", "--set play.games"),
        ("gradient", "learn.rate=-0.1", "a schedule's numbers are 0 or more"),
        ("gradient", "learn.rate=nan", "finite number"),
        ("gradient", "loss.kl.weight=-1", "--set loss.kl.weight"),
        ("gradient", "loss.kl.weight=much", "--set loss.kl.weight"),
        ("gradient", "loss.entropy.target=-1", "--set loss.entropy.target"),
        ("gradient", "loss.policy_gradient.clip=0.5", "--set loss.policy_gradient.clip"),
        ("reward_score", "model.hidden=0", "the standing changes nothing without a hidden layer"),
        ("reward_score", "play.hands=5", "--set play.hands"),
        ("reward", "aim.predictor='nowhere'", "nowhere: no checkpoint there"),
        ("predictor", "play.pool='nowhere'", "nowhere: no pool there"),
        ("predictor", "model.worth=[4]", "--set model.worth"),
        ("predictor", "model.kind=correction", "goes with model.kind predictor"),
        ("dqn", "play.alpha=2", "--set play.alpha"),
        ("dqn", "play.temperature=-1", "--set play.temperature"),
        ("dqn", "aim.capacity=0", "--set aim.capacity"),
        ("dqn", "learn.average=1.0", "--set learn.average"),
        ("selfplay", "model.begin=nowhere.mjw", "nowhere.mjw: No such file"),
        ("selfplay", "model.begin=.", r".: no net.mjw there; mj learn export"),
        ("selfplay", "model.begin=discard.mjw", "the weights have no network 'all'"),
        ("selfplay", "model.critic=all", "critic"),
        ("selfplay", "learn.speed=1", "speed"),
        ("selfplay", "play.games=0", "games"),
        ("oracle_critic", "model.begin=headless.mjw", "no value head"),
        ("oracle_distil", "loss.distillation.oracle=small.mjw", "has no hidden inputs"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(
    name: str, change: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, weights in (
        ("small.mjw", small_weights()),
        ("headless.mjw", small_weights(value=False)),
        ("discard.mjw", small_weights(network="discard")),
    ):
        Path(file).write_bytes(pack_weights(*weights, "float32"))
    begin = ["model.begin=small.mjw"] if name.startswith(("selfplay", "oracle")) else []
    player = ["play.player=small.mjw"] if name == "oracle_distil" else []
    with pytest.raises(ValueError, match=told) as raised:
        Run(tmp_path / "run", read_recipe(name, [*begin, change, *player]))
    assert "\n" not in str(raised.value)
    assert not (tmp_path / "run").exists()
