"""The recipes of the gradient and of rewards: stopped anywhere they come out alike."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch

from mj_lab.core.stopping import StopSignal
from mj_lab.learn.training.networks.correction import GRADIENT_MODEL
from mj_lab.learn.training.parts.checkpoint import LAST
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.run.recipe import read_recipe
from mj_lab.learn.training.run.run import Run
from mj_lab.learn.training.run.saved import read_saved
from mj_lab.learn.training.sources.hands import HandsPlan, play_hands
from tests.mj_lab.conftest import thorough

HERE = LocalWorkers()
# More than a part a step.
TINY = {
    "gradient": ["play.games=11", "model.hidden=4", "loss.entropy.target=0.5"],
    "reward_score": ["play.matches=4", "model.hidden=4"],
    "predictor": ["play.matches=8", "model.hidden=8"],
}


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hands of greedy."""
    folder = tmp_path_factory.mktemp("hands") / "pool"
    play_hands(folder, HandsPlan("greedy", "0"), 400, HERE)
    return folder


class StoppingWorkers(LocalWorkers):
    """Asks a run to stop once this many tasks are done."""

    def __init__(self, signal: StopSignal, after: int, jobs: int = 1) -> None:
        super().__init__(jobs)
        self.signal, self.left = signal, after

    def answers(
        self,
        function: Callable[[Any, Any], Any],
        shared: Any,
        tasks: Iterable[Any],
        sample: Callable[[], object],
    ) -> Iterator[Any]:
        """See `Workers`."""
        for answer in super().answers(function, shared, tasks, sample):
            self.left -= 1
            self.signal.asked = self.left <= 0
            yield answer


def weights_in(folder: Path) -> dict[str, torch.Tensor]:
    module: dict[str, torch.Tensor] = read_saved(folder / LAST)[1]["learner"]["module"]
    return module


def figures_of(run: Run) -> list[dict[str, float]]:
    """Its history but for times."""
    return [{name: one for name, one in told.items() if name != "seconds"} for told in run.history]


def same_weights(one: Path, other: Path) -> bool:
    first, second = weights_in(one), weights_in(other)
    return all(torch.equal(tensor, second[name]) for name, tensor in first.items())


@pytest.mark.parametrize("name", ["gradient", thorough("reward_score")])
def test_stopped_in_the_middle_of_a_step_it_comes_to_the_same_weights(
    name: str, tmp_path: Path
) -> None:
    recipe = read_recipe(name, [*TINY[name], "steps=2"])
    whole = Run(tmp_path / "whole", recipe)
    whole.go_on(HERE, StopSignal())
    # Of two tasks a step: after the first of all, and after the first of the second step.
    for after, done, kept in ((1, 0, 1), (2, 1, 3)):
        signal = StopSignal()
        run = Run(tmp_path / "parts", recipe)
        run.go_on(StoppingWorkers(signal, after), signal)
        assert run.steps == done
        assert len(list((tmp_path / "parts" / "parts").iterdir())) == kept
    with pytest.raises(ValueError, match=r"seed \"0\", not \"1\""):
        Run(tmp_path / "parts", read_recipe(name, [*TINY[name], "seed='1'"]))
    last = Run(tmp_path / "parts", recipe)
    with closing(StoppingWorkers(StopSignal(), after=9, jobs=2)) as workers:
        last.go_on(workers, StopSignal())
    # What was finished was not played again.
    assert workers.left == 8
    assert last.is_done and figures_of(last) == figures_of(whole)
    assert not list((tmp_path / "parts" / "parts").iterdir())
    assert same_weights(tmp_path / "whole", tmp_path / "parts")
    one, other = ((tmp_path / folder / GRADIENT_MODEL) for folder in ("whole", "parts"))
    assert one.read_bytes() == other.read_bytes()
    with pytest.raises(ValueError, match=r"model.temperature 0.5, not 2"):
        Run(tmp_path / "whole", read_recipe(name, [*TINY[name], "model.temperature=2.0"]))


def test_the_predictor_goes_on_and_a_reward_is_taught_by_it(pool: Path, tmp_path: Path) -> None:
    changes = [*TINY["predictor"], f"play.pool='{pool}'"]

    def trained(folder: str, steps: int) -> Run:
        run = Run(tmp_path / folder, read_recipe("predictor", [*changes, f"steps={steps}"]))
        run.go_on(HERE, StopSignal())
        return run

    whole = trained("whole", 6)
    trained("parts", 2)
    assert trained("parts", 6).steps == 6
    assert same_weights(tmp_path / "whole", tmp_path / "parts")
    assert {"valid/predictor", "valid/standing", "valid/after_3"} <= set(whole.history[-1])

    taught = ["play.matches=1", "model.hidden=4", "steps=1"]
    by_match = read_recipe("reward", [*taught, f"aim.predictor='{tmp_path / 'whole'}'"])
    run = Run(tmp_path / "by_match", by_match)
    run.go_on(HERE, StopSignal())
    assert 0 < run.history[0]["reward_spread"] < 4  # Table points, not points.
    trained("whole", 8)
    with pytest.raises(ValueError, match=r"aim.predictor was another"):
        Run(tmp_path / "by_match", by_match)
    long = Run(
        tmp_path / "long",
        read_recipe("reward", [*taught, f"aim.predictor='{tmp_path / 'whole'}'", "play.hands=16"]),
    )
    with pytest.raises(ValueError, match="matches of 4 hands, not 16"):
        long.go_on(HERE, StopSignal())


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("gradient", "model.standing=true", "a single game has no standing"),
        ("gradient", "model.hidden=-1", "model.correction: hidden"),
        ("gradient", "model.temperature=0", "model.correction: temperature"),
        ("gradient", "model.begin='nowhere.mjw'", "nowhere.mjw: No such file"),
        ("gradient", "play.games=0", "play.search: games"),
        ("gradient", "learn.rate=-0.1", "a schedule's numbers are 0 or more"),
        ("gradient", "learn.rate=nan", "finite number"),
        ("gradient", "loss.kl.weight=-1", "loss.kl: weight"),
        ("gradient", "loss.entropy.target=-1", "loss.entropy: target"),
        ("gradient", "loss.policy_gradient.clip=0.5", "loss.policy_gradient: clip"),
        ("reward_score", "model.hidden=0", "the standing changes nothing without a hidden layer"),
        ("reward_score", "play.hands=5", "play.matches: hands"),
        ("reward", "aim.predictor='nowhere'", "nowhere: no checkpoint there"),
        ("predictor", "play.pool='nowhere'", "nowhere: no pool there"),
        ("predictor", "model.worth=[4]", "model.predictor: worth"),
        ("predictor", "model.kind=correction", "goes with model.kind predictor"),
    ],
)
def test_bad_input_is_told_in_a_line(
    name: str, change: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=told) as error:
        Run(tmp_path / "run", read_recipe(name, [change]))
    assert len(str(error.value).splitlines()) == 1
