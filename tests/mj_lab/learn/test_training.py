"""Training: the same weights every time, also after a stop; a clear word for what goes wrong."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from mj_lab.learn.config import Config
from mj_lab.learn.evaluation import evaluate_scorer, torch_scorer
from mj_lab.learn.examples import Arrays
from mj_lab.learn.networks.layer_list import Tensors
from mj_lab.learn.training.checkpoint import BEST, LAST, Progress, read_checkpoint
from mj_lab.learn.training.failure import TrainingError, is_out_of_memory
from mj_lab.learn.training.trainer import Trainer, TrainingPlace, TrainWatch, rate_at
from tests.mj_lab.learn.stand_in import StandIn, config, features

CPU = torch.device("cpu")
CASES: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {
    "columns_net": ("columns_net", ("columns",), {"width": 8, "depth": 1}),
    "design_cnn": ("design_cnn", ("planes",), {"filters": 4, "dense": 8}),
    "which_discard": ("which_discard", ("hand_only",), {"widths": [8]}),
}
each_kind = pytest.mark.parametrize("kind", CASES)


def trainer_of(kind: str, folder: Path, source: StandIn | None = None, **changes: Any) -> Trainer:
    kind, names, options = CASES[kind]
    made = config(kind, *names, options=options, **{"augment": True, **changes})
    return Trainer(
        made, features(*names), source or StandIn(80, *names), TrainingPlace(folder, CPU)
    )


def weights_in(folder: Path, name: str = LAST) -> Tensors:
    return read_checkpoint(folder / name).network


def assert_same(one: Tensors, other: Tensors) -> None:
    assert set(one) == set(other)
    assert [name for name in one if not torch.equal(one[name], other[name])] == []


class StopAt(TrainWatch):
    """Stops a trainer after a step."""

    def __init__(self, trainer: Trainer, step: int) -> None:
        self._trainer, self._step = trainer, step

    def stepped(self, progress: Progress, loss: float) -> None:
        if progress.step == self._step:
            self._trainer.stop("enough")


@each_kind
def test_one_seed_gives_the_same_weights(kind: str, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert trainer_of(kind, tmp_path / name).run() == ""
    other = trainer_of(kind, tmp_path / "one")
    assert other.is_done
    first = weights_in(tmp_path / "one")
    assert_same(first, weights_in(tmp_path / "two"))
    assert_same(first, other.network.state_dict())
    with torch.random.fork_rng():
        torch.manual_seed(1)
    begun = trainer_of(kind, tmp_path / "new").network.state_dict()
    assert any(not torch.equal(first[key], begun[key]) for key in first)


@each_kind
@pytest.mark.parametrize("step", [1, 4, 5, 7])
def test_a_stop_changes_no_weight(kind: str, step: int, tmp_path: Path) -> None:
    # 5 steps are an epoch, a validation is every 4.
    trainer_of(kind, tmp_path / "whole").run()
    stopped = trainer_of(kind, tmp_path / "parts")
    assert stopped.run(StopAt(stopped, step)) == "enough"
    assert stopped.progress.step == step
    torch.rand(100)
    again = trainer_of(kind, tmp_path / "parts")
    assert again.progress.step == step
    assert again.run() == ""
    assert_same(weights_in(tmp_path / "whole"), weights_in(tmp_path / "parts"))
    whole, parts = (read_checkpoint(tmp_path / name / LAST).progress for name in ("whole", "parts"))
    whole.seconds = parts.seconds = 0
    assert whole == parts


def test_training_goes_on_for_more_epochs_only(tmp_path: Path) -> None:
    trainer_of("columns_net", tmp_path / "short", epochs=1).run()
    trainer_of("columns_net", tmp_path / "long", epochs=2).run()
    trainer_of("columns_net", tmp_path / "short", epochs=2).run()
    assert_same(weights_in(tmp_path / "short"), weights_in(tmp_path / "long"))
    with pytest.raises(ValueError, match="training of another configuration"):
        trainer_of("columns_net", tmp_path / "short", batch=8)


def test_training_begins_with_the_weights_of_another(tmp_path: Path) -> None:
    first = trainer_of("columns_net", tmp_path / "first")
    first.run()
    kind, names, options = CASES["columns_net"]

    def begun(folder: str, width: int = options["width"]) -> Trainer:
        made = config(kind, *names, options={**options, "width": width}, batch=8)
        place = TrainingPlace(tmp_path / folder, CPU)
        kept = read_checkpoint(tmp_path / "first" / LAST)
        return Trainer(made, features(*names), StandIn(80, *names), place, kept)

    second = begun("second")
    assert_same(first.network.state_dict(), second.network.state_dict())
    assert second.progress.step == 0
    stopped = second.run(StopAt(second, 3))
    assert stopped == "enough"
    # What was begun goes on by its own checkpoint.
    assert begun("second").progress.step == 3
    assert_same(weights_in(tmp_path / "second"), begun("second").network.state_dict())
    with pytest.raises(ValueError, match=r"another network: other options$"):
        begun("third", width=4)
    other = read_checkpoint(tmp_path / "first" / LAST)
    with pytest.raises(ValueError, match=r"another network: columns_net over \['columns'\]$"):
        Trainer(
            config("design_cnn", "planes", options=CASES["design_cnn"][2]),
            features("planes"),
            StandIn(80, "planes"),
            TrainingPlace(tmp_path / "fourth", CPU),
            other,
        )


@each_kind
def test_a_small_network_learns_64_examples_by_heart(kind: str, tmp_path: Path) -> None:
    kind, names, options = CASES[kind]
    if kind == "columns_net":
        options = {"width": 32, "depth": 1, "heads": []}
    if kind == "design_cnn":
        options = {"filters": 24, "dense": 48, "dropout": 0.0}
    if kind == "which_discard":
        options = {"widths": [24], "pooling": False, "dropout": 0.0}
    source = StandIn(64, *names)
    plan = {"batch": 64, "epochs": 60, "learning_rate": 0.01, "weight_decay": 0.0}
    made = config(kind, *names, options=options, validate_every=1000, **plan)
    trainer = Trainer(made, features(*names), source, TrainingPlace(tmp_path, CPU))
    trainer.run()
    found = evaluate_scorer(torch_scorer(trainer.network, CPU), source, "train")
    assert found["discards"]["first"]["share"] >= 0.97
    if kind != "which_discard":
        for claim in ("pung", "chow"):
            assert found["claims"][claim]["precision"] >= 0.9
            assert found["claims"][claim]["recall"] >= 0.9


def test_it_stops_early_and_keeps_the_best(tmp_path: Path) -> None:
    # Nothing of the training examples holds for the others: more steps only make it worse.
    trainer = trainer_of(
        "columns_net", tmp_path, epochs=60, patience=3, learning_rate=0.03, validate_every=5
    )
    trainer.run()
    progress = read_checkpoint(tmp_path / LAST).progress
    assert progress.epoch < 59
    assert progress.worse == 3
    losses = [figures["loss"] for figures in progress.history]
    assert losses[-4] == min(losses) == progress.best
    best = read_checkpoint(tmp_path)
    assert best.progress.step == progress.best_step == progress.history[-4]["step"]


def test_a_broken_shard_is_said_and_the_last_checkpoint_kept(tmp_path: Path) -> None:
    source = StandIn(80, "columns", fails_at=2)
    trainer = trainer_of("columns_net", tmp_path, source, validate_every=1)
    with pytest.raises(TrainingError) as told:
        trainer.run()
    message = str(told.value)
    assert "step 2: the data cannot be read: shard-0003.npz: cut short" in message
    assert "last.pt has all up to step 2, the same command goes on from there" in message
    trainer_of("columns_net", tmp_path, validate_every=1).run()
    trainer_of("columns_net", tmp_path / "whole", validate_every=1).run()
    assert_same(weights_in(tmp_path), weights_in(tmp_path / "whole"))


def test_a_loss_that_is_no_number_is_said_and_the_last_checkpoint_kept(tmp_path: Path) -> None:
    trainer = trainer_of("columns_net", tmp_path)

    class Spoil(TrainWatch):
        def stepped(self, progress: Progress, loss: float) -> None:
            if progress.step == 6:
                with torch.no_grad():
                    next(trainer.network.parameters())[0] = torch.nan

    with pytest.raises(TrainingError, match="step 6: the loss is nan; a lower training.learning"):
        trainer.run(Spoil())
    kept = read_checkpoint(tmp_path / LAST)
    assert kept.progress.step == 4
    assert all(bool(torch.isfinite(one).all()) for one in kept.network.values())


def test_too_little_memory_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = trainer_of("columns_net", tmp_path)

    def losses(batch: Tensors) -> None:
        torch.empty(1 << 55)

    monkeypatch.setattr(trainer.network, "losses", losses)
    with pytest.raises(TrainingError) as told:
        trainer.run()
    assert str(told.value) == (
        "step 0: out of memory with batches of 16; --set training.batch=8 needs less;"
        " there is no checkpoint yet"
    )
    assert is_out_of_memory(torch.OutOfMemoryError())
    assert not is_out_of_memory(RuntimeError("shapes differ"))


def test_a_fault_of_the_program_is_not_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trainer = trainer_of("columns_net", tmp_path)
    monkeypatch.setattr(trainer.network, "losses", lambda batch: batch["nothing"])
    with pytest.raises(KeyError):
        trainer.run()


class _Empty(StandIn):
    def batches(self, split: str, batch: int, epoch: int = 0, skip: int = 0) -> Iterator[Arrays]:
        return iter(())


def test_no_examples_are_said(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="there are no examples to train on"):
        trainer_of("columns_net", tmp_path, _Empty(1, "columns")).run()


@pytest.mark.parametrize("precision", ["bfloat16", "auto"])
def test_fewer_bits_learn_too(precision: str, tmp_path: Path) -> None:
    plan = {"epochs": 20, "learning_rate": 0.01, "augment": False, "precision": precision}
    source = StandIn(64, "columns")
    trainer = trainer_of("columns_net", tmp_path, source, **plan)
    trainer.run()
    found = evaluate_scorer(torch_scorer(trainer.network, CPU), source, "train")
    assert found["discards"]["first"]["share"] > 0.8
    assert next(trainer.network.parameters()).dtype == torch.float32


@pytest.mark.parametrize("name", ["gone", "cut", "foreign", "code"])
def test_a_checkpoint_that_is_none_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / LAST
    if name == "cut":
        trainer_of("columns_net", tmp_path, epochs=1).run()
        path.write_bytes(path.read_bytes()[:-2000])
    elif name == "foreign":
        path.write_text("weights")
    elif name == "code":
        torch.save(CPU_HOOK, path)
    with pytest.raises(ValueError, match=r"last\.pt: no checkpoint") as told:
        read_checkpoint(path)
    assert "\n" not in str(told.value)


class _Hook:
    """What a stranger's file could hold: an object whose unpickling runs code."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (print, ("code has run",))


CPU_HOOK = _Hook()


def test_a_checkpoint_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trainer_of("columns_net", tmp_path, epochs=1).run()
    before = (tmp_path / BEST).read_bytes()

    def full(data: Any, path: Path) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(torch, "save", full)
    with pytest.raises(TrainingError, match="the checkpoint cannot be written: .*No space left"):
        trainer_of("columns_net", tmp_path, epochs=50).run()
    assert (tmp_path / BEST).read_bytes() == before


def test_the_rate_rises_and_falls() -> None:
    plan = config("columns_net", "columns", schedule="cosine", steps=100, warmup=10).training
    rates = [rate_at(plan, step) for step in range(101)]
    assert rates[0] == 0.1
    assert max(rates) == rates[9]
    assert rates[9:] == sorted(rates[9:], reverse=True)
    assert rates[100] == pytest.approx(0, abs=1e-12)
    assert rates[50] == pytest.approx(0.5)


def test_a_configuration_is_read_back_from_a_checkpoint(tmp_path: Path) -> None:
    trainer_of("design_cnn", tmp_path, epochs=1).run()
    kept = read_checkpoint(tmp_path)
    assert isinstance(kept.config, Config)
    assert kept.config == trainer_of("design_cnn", tmp_path, epochs=1).config
    assert json.dumps(kept.config.as_json())
    assert kept.seen == features("planes")
