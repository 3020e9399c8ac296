"""A run of the policy gradient: who plays is who learns, and stopping changes nothing."""

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("mj_engine.advantages", reason="make engine")

from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import weights_of
from mj_bot.nets.weights_file import pack_weights
from mj_lab.learn.advantages.pairs import Layers, model_points
from mj_lab.learn.gradient.climbing import (
    GRADIENT_MODEL,
    GRADIENT_STATE,
    Climb,
    ClimbError,
    added_models,
)
from mj_lab.learn.gradient.plan import ClimbPlan, GradientOptions
from mj_lab.learn.gradient.rollouts import RollPlan, padded, roll_out
from mj_lab.learn.run.workers import LocalWorkers

SIZE = len(NAMES)
PLAN = ClimbPlan(temperature=1.0, games=3, learner=GradientOptions(hidden=4, rate=0.01))


def random_layers(rng: np.random.Generator, *sizes: int) -> Layers:
    pairs = zip(sizes, sizes[1:], strict=False)
    return [(rng.normal(size=(out, size)), rng.normal(size=out)) for size, out in pairs]


@pytest.mark.parametrize(("one", "other"), [((1,), (1,)), ((3, 1), (1,)), ((1,), (2, 1))])
def test_two_models_in_one_give_the_sum(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    first, second = random_layers(rng, SIZE, *one), random_layers(rng, SIZE, *other)
    features = rng.normal(size=(7, SIZE))
    both = model_points(added_models(first, second), features)
    assert both == pytest.approx(
        model_points(first, features) + model_points(second, features), rel=1e-4, abs=1e-4
    )
    with pytest.raises(ValueError, match="3 layers"):
        added_models(random_layers(rng, SIZE, 2, 2, 1), second)


def test_actions_are_drawn_as_often_as_pi_says() -> None:
    rng = np.random.default_rng(2)
    layers: Layers = [(rng.normal(size=(1, SIZE)) / 20, np.zeros(1))]
    weights = weights_of(layers, 0.0, 4.0)
    data = pack_weights(weights.header, weights.tensors, "float32")
    rolled = roll_out(RollPlan(data, 4.0, 1.0, "draws", 0, 8), LocalWorkers())
    mended = rolled.value + model_points(layers, rolled.features)
    logits = padded(rolled, mended.astype(np.float32), -np.inf)
    pi = np.exp(logits - logits.max(axis=1, keepdims=True))
    pi /= pi.sum(axis=1, keepdims=True)
    rows = np.arange(len(pi))
    for place in (pi.argmax(axis=1), pi.argmin(axis=1), np.zeros(len(pi), int)):
        chance = pi[rows, place]
        error = np.sqrt((chance * (1 - chance)).sum())
        drawn = (rolled.chosen == place).sum()
        assert abs(drawn - chance.sum()) < 4 * error + 1
    assert len(pi) > 200
    assert pi[rows, rolled.chosen].mean() < 0.95  # it is no greedy player


def test_a_run_that_was_stopped_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole = Climb(tmp_path / "whole", PLAN)
    figures = [whole.step(LocalWorkers()) for _ in range(2)]
    with closing(LocalWorkers(2)) as workers:
        Climb(tmp_path / "stopped", PLAN).step(workers)
    again = Climb(tmp_path / "stopped", PLAN)
    assert again.steps == 1
    assert again.history == figures[:1]
    again.step(LocalWorkers())
    assert again.history == figures
    models = [tmp_path / name / GRADIENT_MODEL for name in ("whole", "stopped")]
    assert models[0].read_bytes() == models[1].read_bytes()
    assert np.abs(whole.layers()[0][0]).max() > 0


def test_another_run_and_a_damaged_one_are_refused(tmp_path: Path) -> None:
    Climb(tmp_path, PLAN).step(LocalWorkers())
    with pytest.raises(ClimbError, match="other options"):
        Climb(tmp_path, ClimbPlan(temperature=2.0))
    (tmp_path / GRADIENT_STATE).write_bytes(b"nothing")
    with pytest.raises(ClimbError, match="damaged"):
        Climb(tmp_path, PLAN)
