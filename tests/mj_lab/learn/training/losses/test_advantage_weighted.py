"""The example of a method of one's own: its optimum on a bandit, and its recipe."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("tensorboard", reason='pip install -e ".[learn]"')

import torch

from examples.advantage_weighted import AdvantageWeighted, WeightedOptions
from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.losses.learner import Learner, LearnOptions
from mj_lab.learn.training.parts.part import Context
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.run.recipe import read_recipe
from mj_lab.learn.training.run.run import Run
from tests.mj_lab.learn.training.run.bandit import ARMS, HERE, Arms, pull

EXAMPLE = Path(__file__).parents[5] / "examples" / "advantage_weighted.toml"


@pytest.mark.parametrize(("temperature", "most"), [(0.5, 20.0), (0.3, 2.0)])
def test_what_it_copies_is_weighed_as_the_source_says(temperature: float, most: float) -> None:
    """Of the same pulls again and again: the best policy has each arm's share of the weights."""
    bare = Context("0", Path(), torch.device("cpu"))
    model = Arms(Arms.Options(), bare)
    options = WeightedOptions(temperature=temperature, most=most)
    term = AdvantageWeighted(options, Context("0", Path(), bare.device, model))
    learner = Learner(model, {"mine": term}, LearnOptions(rate=0.05), bare)
    batch = pull((np.full(len(ARMS), 1 / len(ARMS)), 2_000), (1, 1))
    told = learner.learn([batch] * 300, 0)
    value = float(model.module.get_parameter("value").detach())
    weight = np.minimum(np.exp((batch["reward"] - value) / temperature), most)
    shares = np.bincount(batch["chosen"], weight) / weight.sum()
    assert model.chances() == pytest.approx(shares, abs=1e-3)
    assert told["copied"] == pytest.approx(weight.mean(), rel=1e-4)
    assert (told["cut"] == pytest.approx(batch["reward"].mean())) == (most == 2.0)


def test_on_a_bandit_its_recipe_finds_the_best_arm(tmp_path: Path) -> None:
    changes = [
        f"play={{kind='{HERE}Pulls', pulls=100}}",
        f"model={{kind='{HERE}Arms'}}",
        "steps=25",
    ]
    changes += ["loss.advantage_weighted.temperature=0.3", "learn.rate=0.05"]
    changes += ["aim.epochs=10", "aim.batch=1000", "aim.scale=1.0"]
    run = Run(tmp_path, read_recipe(str(EXAMPLE), changes))
    run.go_on(LocalWorkers(), StopSignal())
    assert isinstance(run.model, Arms) and run.model.chances()[2] > 0.9
    assert run.history[-1]["paid"] > 0.7


def test_the_recipe_plays_learns_and_goes_on(tmp_path: Path) -> None:
    for steps in (1, 2):
        run = Run(tmp_path, read_recipe(str(EXAMPLE), [f"steps={steps}", "play.games=4"]))
        run.go_on(LocalWorkers(), StopSignal())
        assert run.steps == steps and run.history[-1]["copied"] > 0
