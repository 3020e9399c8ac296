"""The learner: rates, groups, the average, lengths of gradients, and what is no number."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

import torch
from torch import nn

from mj_lab.learn.training.losses.learner import Learner, LearnOptions, NotANumberError
from mj_lab.learn.training.losses.term import Asked, Term, TermLoss, TermOptions
from mj_lab.learn.training.parts.part import Batch, Context, Model, PartOptions, Tensors


class Line(Model):
    """One number times what is seen; a slower one besides, and a norm with statistics."""

    module: nn.ModuleDict

    def __init__(self) -> None:
        super().__init__(PartOptions(), Context("0", Path(), torch.device("cpu")))
        layers = {name: nn.Linear(1, 1, bias=False) for name in ("fast", "slow")}
        self.module = nn.ModuleDict({**layers, "norm": nn.BatchNorm1d(1, affine=False)})
        for layer in layers.values():
            nn.init.ones_(layer.weight)

    def outputs(self, batch: Tensors) -> Tensors:
        self.module["norm"](batch["seen"])
        return {"told": self.module["fast"](batch["seen"]) + self.module["slow"](batch["seen"])}

    def write(self, folder: Path, step: int) -> None:
        raise AssertionError("it does not play")

    def groups(self) -> list[dict[str, Any]]:
        fast, slow = (list(self.module[name].parameters()) for name in ("fast", "slow"))
        return [{"params": fast, "rate_factor": 1.0}, {"params": slow, "rate_factor": 0.1}]

    def number(self, name: str = "fast", module: nn.Module | None = None) -> float:
        return float((module or self.module).get_parameter(f"{name}.weight").detach())


class Mean(Term):
    """The mean of what it says."""

    def loss(self, step_input: Asked) -> TermLoss:
        loss = step_input.outputs["told"].mean()
        return loss, {"told": float(loss.detach())}


class Square(Term):
    """The square of it; counts its steps."""

    steps = 0

    def loss(self, step_input: Asked) -> TermLoss:
        return (step_input.outputs["told"] ** 2).mean(), {}

    def stepped(self, steps: int) -> None:
        self.steps = steps

    def state(self) -> dict[str, Any]:
        return {"steps": self.steps}

    def load(self, state: dict[str, Any]) -> None:
        self.steps = state["steps"]


def learner_of(**options: Any) -> tuple[Line, Learner]:
    model = Line()
    context = Context("0", Path(), torch.device("cpu"), model)
    terms: dict[str, Term] = {
        "mean": Mean(TermOptions(weight=0.5), context),
        "square": Square(TermOptions(), context),
    }
    return model, Learner(model, terms, LearnOptions(**options), context)


def batch_of(*seen: float) -> Batch:
    return {"seen": np.array([seen if len(seen) > 1 else (seen or (1.0,)) * 2], np.float32).T}


def test_the_loss_is_the_sum_of_the_terms_by_their_weights() -> None:
    model, learner = learner_of(rate=0.01)
    told = learner.learn([batch_of()], 0)
    assert told == {"loss": 0.5 * 2 + 4, "told": 2.0}
    # The first step of Adam is as long as the rate, that of the slower group a tenth.
    assert model.number("fast") == pytest.approx(1 - 0.01, abs=1e-6)
    assert model.number("slow") == pytest.approx(1 - 0.001, abs=1e-6)


def test_the_rate_follows_its_schedules() -> None:
    _, learner = learner_of(rate=((0, 1.0), (10, 0.0)))
    assert [learner.rate(step) for step in (0, 5, 20)] == [1.0, 0.5, 0.0]
    _, learner = learner_of(rate=0.01, warmup=4, cosine=8)
    rates = []
    for _ in range(8):
        rates.append(learner.rate(0))
        learner.learn([batch_of()], 0)
    wave = [0.5 * (1 + np.cos(np.pi * step / 8)) for step in range(8)]
    rise = [0.25, 0.5, 0.75, 1, 1, 1, 1, 1]
    assert rates == pytest.approx([0.01 * a * b for a, b in zip(wave, rise, strict=True)])


@pytest.mark.parametrize("average", [0.0, 0.75])
def test_what_is_played_by_is_the_average_over_the_steps(average: float) -> None:
    model, learner = learner_of(rate=0.1, average=average)
    wanted = 0.0
    for step in range(1, 7):
        learner.learn([batch_of(step, 2.0)], 0)
        kept = min(average, 1 - 1 / step)
        wanted = kept * wanted + (1 - kept) * model.number()
        assert model.number(module=model.played) == pytest.approx(wanted, rel=1e-5)
    assert (model.played is model.module) == (not average)
    assert (model.number() == pytest.approx(wanted, rel=1e-5)) == (not average)
    statistics = [one.get_buffer("norm.running_mean") for one in (model.played, model.module)]
    assert statistics[0] == statistics[1] != 0, "what is counted is as it is now"


def test_gradients_are_cut_to_a_length() -> None:
    """A greater loss is no longer step once its gradient is cut; Adam forgets lengths, so two."""
    found = []
    for clip in (None, 1e-3):
        model, learner = learner_of(rate=0.01, clip=clip)
        learner.learn([batch_of(0.01), batch_of(100.0)], 0)
        found.append(model.number())
    assert found[0] != pytest.approx(found[1], abs=1e-4)


@pytest.mark.parametrize("clip", [None, 1.0])
@pytest.mark.parametrize("seen", [float("nan"), 1e19])
def test_what_is_no_number_changes_no_weight(seen: float, clip: float | None) -> None:
    """1e19: the loss is a number, its gradient by the weights is none any more."""
    model, learner = learner_of(clip=clip)
    learner.learn([batch_of()], 0)
    before, steps = model.number(), learner.steps
    if seen == 1e19:
        learner.terms.pop("square")
        weight = model.module.get_parameter("fast.weight")
        weight.register_hook(lambda slope: slope * 1e38)  # type: ignore[no-untyped-call]
    with pytest.raises(NotANumberError, match=r"the (loss is nan|gradient is inf)"):
        learner.learn([batch_of(seen)], 0)
    assert model.number() == before and learner.steps == steps


def test_between_two_batches_it_can_be_stopped() -> None:
    _, learner = learner_of()

    def stop() -> None:
        raise InterruptedError

    assert learner.learn([batch_of()], 0, stop)
    with pytest.raises(InterruptedError):
        learner.learn([batch_of()] * 3, 0, stop)
    assert learner.steps == 2


def test_it_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    options = {"rate": 0.03, "average": 0.9, "clip": 1.0, "warmup": 5}
    whole, first = learner_of(**options)
    first.learn([batch_of(0.3, 2.0)] * 3, 0)
    torch.save(first.state(), tmp_path / "state.pt")
    first.learn([batch_of(0.5)] * 3, 1)
    other, second = learner_of(**options)
    second.load(torch.load(tmp_path / "state.pt", weights_only=True))
    second.learn([batch_of(0.5)] * 3, 1)
    for name in ("fast", "slow"):
        assert other.number(name) == whole.number(name)
        assert other.number(name, other.played) == whole.number(name, whole.played)
    assert isinstance(square := second.terms["square"], Square) and square.steps == 6
