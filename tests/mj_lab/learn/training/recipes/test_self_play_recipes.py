"""The recipes of self-play and of its oracles: stopped and gone on with, and what plays by them."""

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("tensorboard", reason='pip install -e ".[learn]"')

from mj_bot.nets.weights_file import Weights, pack_weights, read_weights
from mj_bot.tactics import load
from mj_bot.tactics.net import Net
from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.networks.written.hidden_inputs import HIDDEN_INPUTS
from mj_lab.learn.training.networks.written.net_model import NET_FILE, ORACLE_FILE
from mj_lab.learn.training.parts.workers import LocalWorkers, RayWorkers
from mj_lab.learn.training.run.recipe import read_recipe
from mj_lab.learn.training.run.run import Run
from mj_lab.learn.training.run.saved import read_saved
from tests.mj_lab.conftest import thorough
from tests.mj_lab.learn.training.small_weights import small_weights

ALONE = (
    *("selfplay", "selfplay_low", "selfplay_held", "selfplay_high"),
    *("oracle", "oracle_none", "oracle_critic", "oracle_guide"),
)
SMALL = (
    *("steps=2", "play.games=1", "play.pairs=1", "learn.rate=1e-3", "aim.batch=64"),
    "threads=1",
)
GUIDED = "play.shown=[[0, 1.0], [2, 0.0]]"


class Stopping(LocalWorkers):
    """Asks to stop after some parts. played: how many it has."""

    def __init__(self, stop: StopSignal, after: int) -> None:
        super().__init__()
        self.played, self._stop, self._after = 0, stop, after

    def answers(
        self,
        function: Callable[[Any, Any], Any],
        shared: Any,
        tasks: Iterable[Any],
        sample: Callable[[], object],
    ) -> Iterator[Any]:
        """See `Workers`."""
        for found in super().answers(function, shared, tasks, sample):
            self.played += 1
            self._stop.asked = self.played == self._after
            yield found


def finished(folder: Path, name: str, *changes: str) -> Run:
    made = Run(folder, read_recipe(name, [*SMALL, *changes]))
    made.go_on(LocalWorkers(), StopSignal())
    return made


def figures_of(history: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: one for name, one in row.items() if name != "seconds"} for row in history]


def hidden_weights(weights: Weights) -> np.ndarray:
    """Those by which hidden inputs come in."""
    (wide,) = [one for one in weights.tensors.values() if one.ndim == 3 and one.shape[1] > 246]
    return np.asarray(wide[:, -HIDDEN_INPUTS.shape[0] :])


@pytest.fixture(scope="module")
def begin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A weights file to begin with."""
    path = tmp_path_factory.mktemp("begin") / "small.mjw"
    path.write_bytes(pack_weights(*small_weights(), "float32"))
    return path


@pytest.fixture(scope="module")
def guided(tmp_path_factory: pytest.TempPathFactory, begin: Path) -> Path:
    """The folder of a guided run."""
    folder = tmp_path_factory.mktemp("guided")
    finished(folder, "oracle_guide", f"model.begin={begin}", GUIDED)
    return folder


def changes_of(name: str, begin: Path, guided: Path) -> list[str]:
    if name == "oracle_after":
        return [f"model.begin={guided}", f"play.rival={begin}"]
    found = [f"model.begin={begin}"]
    if name == "oracle_guide":
        found.append(GUIDED)
    if name == "oracle_distil":
        found += [f"play.player={guided}", f"loss.distillation.oracle={guided}"]
    return found


# What these three change of another is a number or a part that is left out.
@pytest.mark.parametrize(
    "name",
    [
        *(name for name in ALONE if name not in ("selfplay_low", "selfplay_high", "oracle_none")),
        *("oracle_after", "oracle_distil"),
        *(thorough(name) for name in ("selfplay_low", "selfplay_high", "oracle_none")),
    ],
)
def test_a_run_that_was_stopped_comes_to_the_same_weights(
    name: str, begin: Path, guided: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mj_lab.learn.training.sources.network.TABLES_A_PART", 2)
    changes = changes_of(name, begin, guided)
    whole = finished(tmp_path / "whole", name, *changes)
    assert whole.steps == 2
    recipe = read_recipe(name, [*SMALL, *changes])
    played = 0
    for after in (1, 2, 0):
        stop = StopSignal()
        workers = Stopping(stop, after)
        stopped = Run(tmp_path / "stopped", recipe)
        stopped.go_on(workers, stop)
        assert stopped.is_done == (after == 0)
        played += workers.played
    # Four parts, and none was played twice.
    assert played == 4
    assert figures_of(stopped.history) == figures_of(whole.history)
    written = {NET_FILE, ORACLE_FILE} if name in ("oracle", "oracle_guide") else {NET_FILE}
    for folder in (tmp_path / "whole", tmp_path / "stopped"):
        assert {path.name for path in folder.glob("*.mjw")} == written
    for file in written:
        assert (tmp_path / "whole" / file).read_bytes() == (
            tmp_path / "stopped" / file
        ).read_bytes()
    taught = (tmp_path / "whole" / NET_FILE).read_bytes()
    assert taught[-32:] != begin.read_bytes()[-32:]
    Net(weights=str(tmp_path / "whole" / NET_FILE))
    if name.startswith("oracle") and name not in ("oracle_none", "oracle_after"):
        assert whole.history[0]["share"] == 1.0
    assert not list((tmp_path / "whole" / "parts").iterdir())


def test_what_was_taught_is_what_the_tactic_plays_by(begin: Path, tmp_path: Path) -> None:
    run = finished(tmp_path, "selfplay", f"model.begin={begin}")
    tactic = load(f"net@weights={tmp_path / NET_FILE}")
    assert isinstance(tactic, Net)
    seen = np.random.default_rng(1).integers(0, 2, (5, 246, 34)).astype(np.uint8)
    ours = run.model.outputs(run.learner.tensors({"columns": seen}))["policy"].detach().numpy()
    assert tactic.networks["all"]({"columns": seen})["policy"] == pytest.approx(ours, abs=1e-3)
    header = read_weights(str(tmp_path / NET_FILE)).header
    assert header["self_play"] == {"steps": 2}
    assert header["networks"] == small_weights().header["networks"]


def test_the_critic_alone_sees(begin: Path, tmp_path: Path) -> None:
    """The games of its first step are those without an oracle; what is learned is not."""
    runs = {
        name: finished(tmp_path / name, name, f"model.begin={begin}", "steps=1")
        for name in ("oracle_none", "oracle_critic")
    }
    one, other = (run.history[0] for run in runs.values())
    assert one["decisions"] == other["decisions"] and one["score"] == other["score"]
    assert one["value_loss"] != other["value_loss"]
    files = [(tmp_path / name / NET_FILE).read_bytes() for name in runs]
    assert files[0] != files[1]
    _, data = read_saved(tmp_path / "oracle_critic")
    (wide,) = [
        one
        for name, one in data["learner"]["module"].items()
        if name.startswith("critic") and one.dim() == 3 and one.shape[1] > 246
    ]
    assert wide[:, -HIDDEN_INPUTS.shape[0] :].abs().max() > 1e-4


def test_a_copy_guesses_and_the_head_is_left_alone(begin: Path, tmp_path: Path) -> None:
    finished(tmp_path, "oracle_none", f"model.begin={begin}", "model.critic=copy", "steps=1")
    before, after = read_weights(str(begin)), read_weights(str(tmp_path / NET_FILE))
    value = before.header["networks"]["all"]["outputs"]["value"]
    (head,) = [
        layer["weight"]
        for layer in before.header["networks"]["all"]["layers"]
        if layer["out"] == value
    ]
    assert np.array_equal(before.tensors[head], after.tensors[head])
    assert not all(np.array_equal(one, after.tensors[name]) for name, one in before.tensors.items())


def test_the_oracle_learns_of_what_is_hidden_and_of_it_the_others(
    begin: Path, guided: Path, tmp_path: Path
) -> None:
    oracle = read_weights(str(guided / ORACLE_FILE))
    assert np.abs(hidden_weights(oracle)).max() > 1e-4
    begun = [f"model.begin={begin}", "steps=3", "play.pairs=0"]
    seen = [f"play.player={guided}", f"loss.distillation.oracle={guided}"]
    run = finished(tmp_path / "distil", "oracle_distil", *begun, *seen)
    assert run.history[-1]["kl_to_oracle"] < run.history[0]["kl_to_oracle"]


def test_the_shipped_guide_shows_all_and_then_less() -> None:
    """20 steps, and none any more after the last; what goes on is slower and refuses."""
    guide, after = read_recipe("oracle_guide"), read_recipe("oracle_after")
    assert guide.play["shown"] == [[19, 1.0], [guide.steps, 0.0]]
    assert after.learn.rate == pytest.approx(float(str(guide.learn.rate)) / 10)
    assert after.loss["policy_gradient"]["refuse"] == 1.5
    assert after.play["shown"] is None and guide.loss["policy_gradient"]["refuse"] is None


def test_another_run_is_refused(begin: Path, tmp_path: Path) -> None:
    recipe = read_recipe("selfplay", [*SMALL, f"model.begin={begin}"])
    stop = StopSignal()
    Run(tmp_path, recipe).go_on(Stopping(stop, 1), stop)  # Not a step is done.
    for change, told in (("play.games=3", "play.games 1, not 3"), ("seed=2", 'seed "0", not "2"')):
        other = read_recipe("selfplay", [*SMALL, f"model.begin={begin}", change])
        with pytest.raises(ValueError, match=told):
            Run(tmp_path, other)
    before = begin.read_bytes()
    weights = small_weights()
    tensors = {name: one * 2 for name, one in weights.tensors.items()}
    try:
        begin.write_bytes(pack_weights(weights.header, tensors, "float32"))
        with pytest.raises(ValueError, match="model.begin was another"):
            Run(tmp_path, recipe)
    finally:
        begin.write_bytes(before)


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("selfplay", "model.begin=nowhere.mjw", "nowhere.mjw: No such file"),
        ("selfplay", "model.begin=.", r".: no net.mjw there; mj learn export"),
        ("selfplay", "model.begin=discard.mjw", "the weights have no network 'all'"),
        ("selfplay", "model.critic=all", "critic"),
        ("selfplay", "learn.speed=1", "speed"),
        ("selfplay", "play.games=0", "games"),
        ("selfplay", "loss.kl.weight=much", "weight"),
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
    with pytest.raises(ValueError, match=told) as raised:
        Run(tmp_path / "run", read_recipe(name, ["model.begin=small.mjw", change, *PLAYERS[name]]))
    assert "\n" not in str(raised.value)
    assert not (tmp_path / "run").exists()


PLAYERS: dict[str, list[str]] = {
    "selfplay": [],
    "oracle_critic": [],
    "oracle_distil": ["play.player=small.mjw"],
}


def test_a_critic_that_sees_all_is_to_be_shown_it(begin: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="step 0: a network sees hidden, .*see play.shown"):
        finished(tmp_path, "oracle_none", f"model.begin={begin}", "model.critic=sees_all")


def test_without_a_value_head_there_is_no_baseline(tmp_path: Path) -> None:
    begin = tmp_path / "headless.mjw"
    begin.write_bytes(pack_weights(*small_weights(value=False), "float32"))
    changes = [f"model.begin={begin}", "play.pairs=0", "steps=1"]
    with pytest.raises(ValueError, match="no output `value`: --set loss.policy_gradient.basel"):
        finished(tmp_path / "one", "selfplay", *changes)
    without = ["loss.policy_gradient.baseline=false", "loss.value.weight=0"]
    assert "value_loss" not in finished(tmp_path / "two", "selfplay", *changes, *without).history[0]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_on_a_ray_cluster_it_comes_to_the_same(
    begin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray", reason="Ray is not installed (extra ray)")
    # Workers find the project where this process does, installed or not.
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[5]))
    recipe = read_recipe("oracle_guide", [*SMALL, f"model.begin={begin}", GUIDED])
    with closing(RayWorkers(jobs=2)) as cluster:
        for place, workers in (("here", LocalWorkers()), ("ray", cluster)):
            Run(tmp_path / place, recipe).go_on(workers, StopSignal())
    gc.collect()  # Here, where what it warns of is not minded.
    for file in (NET_FILE, ORACLE_FILE):
        assert (tmp_path / "here" / file).read_bytes() == (tmp_path / "ray" / file).read_bytes()
