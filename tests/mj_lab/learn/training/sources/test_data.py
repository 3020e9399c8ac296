"""Imitation: the same weights every time, also after a stop; a clear word for what goes wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from mj_lab.core.stopping import Stopped, StopSignal
from mj_lab.learn.training.evaluation import evaluate_scorer, torch_scorer
from mj_lab.learn.training.networks.network import LearningNetwork
from mj_lab.learn.training.parts.checkpoint import BEST, LAST
from mj_lab.learn.training.parts.part import Batch
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.run.journal import LOG
from mj_lab.learn.training.run.run import Run, is_out_of_memory
from mj_lab.learn.training.run.saved import read_saved
from tests.mj_lab.learn.training.stand_in import SMALL, StandIn, recipe

CPU = torch.device("cpu")
each_kind = pytest.mark.parametrize("kind", SMALL)


def run_of(kind: str, folder: Path, **changes: Any) -> Run:
    return Run(folder, recipe(kind, **{"augment": True, **changes}))


def go_on(run: Run, stop: StopSignal | None = None) -> None:
    run.go_on(LocalWorkers(), stop or StopSignal())


def done(kind: str, folder: Path, **changes: Any) -> Run:
    run = run_of(kind, folder, **changes)
    go_on(run)
    assert run.is_done
    return run


def kept(folder: Path, name: str = LAST) -> dict[str, Any]:
    """All that a checkpoint has, without the time that it took."""
    _, data = read_saved(folder / name)
    data["seconds"] = 0
    for noted in data["history"]:
        noted["seconds"] = 0
    return data


def assert_same(one: Any, other: Any) -> None:
    """To the bit."""
    assert type(one) is type(other)
    if isinstance(one, torch.Tensor):
        assert torch.equal(one, other)
    elif isinstance(one, dict):
        assert list(one) == list(other)
        for key in one:
            assert_same(one[key], other[key])
    else:
        assert one == other


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """`whole(kind)`: the folder of a run that nothing stopped."""
    folder = tmp_path_factory.mktemp("whole")

    def run(kind: str) -> Path:
        if not (folder / kind).exists():
            done(kind, folder / kind)
        return folder / kind

    return run


def network_of_run(run: Run) -> LearningNetwork:
    assert isinstance(run.model.module, LearningNetwork)
    return run.model.module


def stop_at(run: Run, step: int) -> None:
    """Go on, and be asked to stop in the middle of the step that ends there."""
    stop, ours = StopSignal(), run.play.experience

    def asking(number: int, parts: KeptParts) -> Batch:
        stop.asked = number + 1 == step
        return ours(number, parts)

    run.play.experience = asking  # type: ignore[assignment, method-assign]
    go_on(run, stop)


@each_kind
@pytest.mark.parametrize("step", [1, 4, 5, 7])
def test_a_stop_changes_nothing(
    kind: str, step: int, whole: Callable[[str], Path], tmp_path: Path
) -> None:
    # 5 steps are an epoch, a validation is every 4.
    stopped = run_of(kind, tmp_path / "parts")
    stop_at(stopped, step)
    assert stopped.steps == stopped.kept == step
    torch.rand(100)
    again = run_of(kind, tmp_path / "parts")
    assert again.steps == step
    go_on(again)
    for name in (LAST, BEST):
        assert_same(kept(whole(kind), name), kept(tmp_path / "parts", name))


def test_a_stop_in_a_step_or_a_measurement_changes_nothing(
    whole: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("experience", "measured", "is_due"):
        run = run_of("columns_net", tmp_path / name)
        ours = getattr(run.play, name)

        def broken_off(step: int, *rest: Any, ours: Any = ours) -> Any:
            if step >= 4:
                raise Stopped
            return ours(step, *rest)

        monkeypatch.setattr(run.play, name, broken_off)
        go_on(run)
        assert run.steps == 4
        again = run_of("columns_net", tmp_path / name)
        assert again.steps == run.kept
        go_on(again)
        assert_same(kept(whole("columns_net")), kept(tmp_path / name))


def test_a_run_goes_on_for_more_epochs_only(whole: Callable[[str], Path], tmp_path: Path) -> None:
    done("columns_net", tmp_path / "short", epochs=1)
    done("columns_net", tmp_path / "short")
    folders = (tmp_path / "short", whole("columns_net"))
    short, long = (kept(folder)["learner"]["module"] for folder in folders)
    assert_same(short, long)


def test_a_run_begins_with_the_weights_of_another(tmp_path: Path) -> None:
    first = done("columns_net", tmp_path / "first")
    begin = str(tmp_path / "first" / LAST)
    second = run_of("columns_net", tmp_path / "second", begin=begin, batch=8)
    assert_same(first.model.module.state_dict(), second.model.module.state_dict())
    assert second.steps == 0
    stop_at(second, 3)
    # What was begun goes on by its own checkpoint.
    again = run_of("columns_net", tmp_path / "second", begin=begin, batch=8)
    assert again.steps == 3
    assert_same(again.model.module.state_dict(), second.model.module.state_dict())
    with pytest.raises(ValueError, match=r"has another model: other options$"):
        run_of("columns_net", tmp_path / "third", begin=begin, model={"width": 4, "depth": 1})
    with pytest.raises(ValueError, match=r"has another model: columns_net$"):
        run_of("design_cnn", tmp_path / "third", begin=begin)
    assert not (tmp_path / "third").exists()


@each_kind
def test_a_small_network_learns_64_examples_by_heart(kind: str, tmp_path: Path) -> None:
    models: dict[str, dict[str, Any]] = {
        "columns_net": {"width": 32, "depth": 1, "heads": []},
        "design_cnn": {"filters": 24, "dense": 48, "dropout": 0.0},
        "which_discard": {"widths": [24], "pooling": False, "dropout": 0.0},
    }
    plan: dict[str, Any] = {
        "batch": 64,
        "epochs": 60,
        "rate": 0.01,
        "count": 64,
        "validate_every": 1000,
    }
    run = done(kind, tmp_path, model=models[kind], augment=False, **plan)
    network = network_of_run(run)
    scorer = torch_scorer(network, CPU)
    found = evaluate_scorer(scorer, StandIn(64, *network.features), "train")
    assert found["discards"]["first"]["share"] >= 0.97
    if kind != "which_discard":
        for claim in ("pung", "chow"):
            assert found["claims"][claim]["precision"] >= 0.9
            assert found["claims"][claim]["recall"] >= 0.9


def test_it_stops_early_and_keeps_the_best(tmp_path: Path) -> None:
    # Nothing of the training examples holds for the others: more steps only make it worse.
    plan: dict[str, Any] = {"epochs": 60, "patience": 3, "rate": 0.03, "validate_every": 5}
    run = done("columns_net", tmp_path, **plan)
    assert run.steps < 59 * 5
    last, best = kept(tmp_path), kept(tmp_path, BEST)
    assert last["play"]["worse"] == 3
    measured = [noted for noted in last["history"] if "valid/loss" in noted]
    losses = [noted["valid/loss"] for noted in measured]
    assert losses[-4] == min(losses) == last["play"]["best"]
    assert best["steps"] == measured[-4]["step"]
    assert read_saved(tmp_path)[1]["steps"] == best["steps"]


def test_what_is_noted_is_what_the_log_has(tmp_path: Path) -> None:
    run = done("columns_net", tmp_path, epochs=6)
    lines = [json.loads(line) for line in (tmp_path / LOG).read_text().splitlines()]
    assert lines == run.history
    assert [one["step"] for one in lines if "loss" in one] == [20, 30]
    assert [one["step"] for one in lines if "valid/loss" in one] == [*range(4, 30, 4), 30]


def test_a_broken_shard_is_said_and_what_is_finished_kept(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="step 2: shard-0003.npz: cut short; ") as told:
        done("columns_net", tmp_path / "parts", fails_at=2, validate_every=1)
    assert str(told.value).endswith("last.pt has everything up to step 2, the same command resumes")
    done("columns_net", tmp_path / "parts", validate_every=1)
    done("columns_net", tmp_path / "whole", validate_every=1)
    assert_same(kept(tmp_path / "whole"), kept(tmp_path / "parts"))


def test_too_little_memory_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of("columns_net", tmp_path)
    monkeypatch.setattr(run.model.module, "losses", lambda _: torch.empty(1 << 55))
    with pytest.raises(ValueError, match="0: out of memory; smaller batches need less; .* step 0,"):
        go_on(run)
    assert is_out_of_memory(torch.OutOfMemoryError())
    assert not is_out_of_memory(RuntimeError("shapes differ"))


def test_a_fault_of_the_program_is_not_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of("columns_net", tmp_path)
    monkeypatch.setattr(run.model.module, "losses", lambda batch: batch["nothing"])
    with pytest.raises(KeyError):
        go_on(run)


def test_no_examples_are_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there are no examples to train on"):
        done("columns_net", tmp_path, count=0)


def test_nothing_to_validate_on_is_said_before_the_first_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = StandIn.batches
    monkeypatch.setattr(
        StandIn,
        "batches",
        lambda self, split, *rest: batches(self, split, *rest) if split == "train" else iter(()),
    )
    with pytest.raises(ValueError, match=r"there are no examples to validate on.*step 0"):
        done("columns_net", tmp_path)


@pytest.mark.parametrize("precision", ["bfloat16", "auto"])
def test_fewer_bits_learn_too(precision: str, tmp_path: Path) -> None:
    plan = {"epochs": 20, "rate": 0.01, "augment": False, "precision": precision, "count": 64}
    network = network_of_run(done("columns_net", tmp_path, **plan))
    found = evaluate_scorer(torch_scorer(network, CPU), StandIn(64, "columns"), "train")
    assert found["discards"]["first"]["share"] > 0.8
    assert next(network.parameters()).dtype == torch.float32


def test_a_checkpoint_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done("columns_net", tmp_path, epochs=1)
    before = (tmp_path / BEST).read_bytes(), (tmp_path / LAST).read_bytes()

    def full(data: Any, path: Path) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(torch, "save", full)
    with pytest.raises(ValueError, match="No space left on device; .* up to step 5"):
        done("columns_net", tmp_path, epochs=50)
    assert before == ((tmp_path / BEST).read_bytes(), (tmp_path / LAST).read_bytes())
