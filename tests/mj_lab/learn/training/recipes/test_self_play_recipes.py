"""The recipes of self-play and of its oracles: stopped and gone on with, and what plays by them."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("tensorboard", reason='pip install -e ".[learn]"')

from mj_bot.nets.weights_file import Weights, pack_weights, read_weights
from mj_bot.tactics import load
from mj_bot.tactics.net import Net
from mj_lab.learn.training.networks.written.hidden_inputs import HIDDEN_INPUTS
from mj_lab.learn.training.networks.written.net_model import NET_FILE, ORACLE_FILE
from mj_lab.learn.training.run.recipe import read_recipe
from mj_lab.learn.training.run.run import Run
from mj_lab.learn.training.run.saved import read_saved
from tests.mj_lab.learn.training.small_weights import small_weights
from tests.mj_lab.learn.training.stopping import gone_on

SMALL = (
    *("steps=2", "play.games=1", "play.pairs=1", "learn.rate=1e-3", "aim.batch=64"),
    "threads=1",
)


def finished(folder: Path, name: str, *changes: str) -> Run:
    return gone_on(folder, read_recipe(name, [*SMALL, *changes]))


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
    run = finished(
        folder, "oracle_guide", f"model.begin={begin}", "play.shown=[[0, 1.0], [2, 0.0]]"
    )
    assert run.history[0]["share"] == 1.0
    return folder


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
    assert not (tmp_path / "oracle_none" / ORACLE_FILE).exists()
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
