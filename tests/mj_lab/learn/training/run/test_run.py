"""A run of a bandit: learned, stopped, gone on with, killed, damaged; and what it notes."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')
pytest.importorskip("tensorboard", reason='pip install -e ".[learn]"')

import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from mj_lab.core.stopping import Stopped, StopSignal
from mj_lab.learn.training.parts.part import Context, Model
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.parts.workers import LocalWorkers
from mj_lab.learn.training.run import run as run_module
from mj_lab.learn.training.run.recipe import Recipe, read_recipe, recipe_of
from mj_lab.learn.training.run.run import Run
from mj_lab.learn.training.run.saved import read_saved
from tests.mj_lab.learn.training.run.bandit import RECIPE, WEIGHTS, Arms, Pulls, pull
from tests.mj_lab.learn.training.stopping import Counted, CountingWorkers, gone_on


def recipe_for(steps: int = 4, **sections: dict[str, Any]) -> Recipe:
    whole = {name: {**RECIPE[name], **one} for name, one in sections.items()}
    return recipe_of({**RECIPE, "steps": steps, **whole}, "bandit")


def logged_in(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(one) for one in (folder / "log.jsonl").read_text("utf-8").splitlines()]


def weights(folder: Path) -> str:
    return (folder / WEIGHTS).read_text("utf-8")


def test_it_finds_the_best_arm(tmp_path: Path) -> None:
    run = gone_on(tmp_path, recipe_for(40, model={"first": 2.0}))
    assert isinstance(run.model, Arms)
    assert run.is_done and run.steps == 40
    assert run.model.chances()[2] > 0.95
    paid = [one["paid"] for one in run.history]
    assert max(paid[:3]) < 0.5 and min(paid[-3:]) > 0.65


@pytest.fixture(params=[10.0, -1.0], ids=["saved at the end", "saved after every step"])
def _saving(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "SAVE_EVERY", request.param)


@pytest.mark.usefixtures("_saving")
def test_wherever_it_is_stopped_it_comes_to_the_same_weights(tmp_path: Path) -> None:
    recipe = recipe_for(4, learn={"average": 0.9}, loss={"entropy": {"target": 1.0}})
    whole = gone_on(tmp_path / "whole", recipe)
    stopped, asked = tmp_path / "stopped", 0
    rng = np.random.default_rng(1)
    while not (run := gone_on(stopped, recipe, Counted(int(rng.integers(1, 14))))).is_done:
        asked += 1
        if asked > 6:
            run = gone_on(stopped, recipe)
            break
    assert asked >= 2
    assert weights(stopped) == weights(tmp_path / "whole")
    names = [name for name in whole.history[0] if name not in ("seconds",)]
    assert [[one[name] for name in names] for one in run.history] == [
        [one[name] for name in names] for one in whole.history
    ]


def test_more_steps_can_follow_and_other_options_cannot(tmp_path: Path) -> None:
    gone_on(tmp_path / "one", recipe_for(2))
    gone_on(tmp_path / "one", recipe_for(4))
    gone_on(tmp_path / "other", recipe_for(4))
    assert weights(tmp_path / "one") == weights(tmp_path / "other")
    with pytest.raises(ValueError, match=r"has a run with play\.pulls 40, not 41: choose another"):
        Run(tmp_path / "one", recipe_for(4, play={"pulls": 41}))


@pytest.mark.parametrize("learn", [{}, {"weight_decay": 0.5}, {"average": 0.9}])
def test_a_fork_goes_on_as_a_run_whose_rate_changes_there(
    learn: dict[str, float], tmp_path: Path
) -> None:
    first, fork = tmp_path / "first", tmp_path / "fork"
    gone_on(first, recipe_for(2, learn={"rate": 0.05}))
    changed = recipe_for(4, learn={"rate": 0.01, **learn})
    assert forked(fork, changed, first / "last.pt", Counted(10)).steps == 3
    run = gone_on(fork, changed)  # Its own folder resumes it, without the other run.
    schedule = {"rate": [[0, 0.05], [1, 0.05], [2, 0.01]]}
    whole = gone_on(tmp_path / "whole", recipe_for(4, learn=schedule))
    assert (weights(fork) == weights(tmp_path / "whole")) == (not learn)
    assert [one["step"] for one in run.history] == [1, 2, 3, 4]
    assert [one["paid"] for one in run.history[:3]] == [one["paid"] for one in whole.history[:3]]
    config = json.loads((fork / "config.json").read_text("utf-8"))
    assert config["forked"] == f"{first / 'last.pt'} after step 2"
    assert read_recipe(str(fork)) == changed


def test_a_fork_of_other_games_is_refused(tmp_path: Path) -> None:
    gone_on(tmp_path / "one", recipe_for(2))
    other = recipe_for(4, play={"pulls": 41}, learn={"rate": 0.1})
    with pytest.raises(ValueError, match=r"one/last.pt: its run has play.pulls 40, not 41; a fork"):
        forked(tmp_path / "two", other, tmp_path / "one" / "last.pt")
    assert not (tmp_path / "two").exists()


def forked(folder: Path, recipe: Recipe, source: Path, stop: StopSignal | None = None) -> Run:
    run = Run(folder, recipe, fork=source)
    run.go_on(LocalWorkers(), stop or StopSignal())
    return run


class Hook:
    """What a stranger's file could hold: an object whose unpickling runs code."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (print, ("code has run",))


@pytest.mark.parametrize("damage", [b"nothing", b"", None, Hook()])
def test_a_damaged_checkpoint_is_refused(
    damage: bytes | Hook | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "last.pt"
    gone_on(tmp_path, recipe_for(1))
    if isinstance(damage, Hook):
        torch.save(damage, path)
    else:
        path.write_bytes(path.read_bytes()[:-900] if damage is None else damage)
    with pytest.raises(ValueError, match="last.pt: not a checkpoint, or damaged") as told:
        Run(tmp_path, recipe_for(1))
    assert "\n" not in str(told.value)
    assert "code has run" not in capsys.readouterr().out


def test_a_checkpoint_of_another_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no checkpoint there"):
        read_saved(tmp_path)
    torch.save({"form": 1}, tmp_path / "last.pt")
    with pytest.raises(ValueError, match="a checkpoint of form 1, not 2"):
        read_saved(tmp_path)


# -- parts that are kept -------------------------------------------------------------------------


def test_after_a_crash_finished_parts_are_not_played_again(tmp_path: Path) -> None:
    recipe = recipe_for(2)
    with pytest.raises(ValueError, match="step 1: out of memory"):
        Run(tmp_path, recipe).go_on(CountingWorkers(broken_at=4), StopSignal())
    rest = CountingWorkers()
    Run(tmp_path, recipe).go_on(rest, StopSignal())
    assert rest.done == 2, "of six parts four were there"
    gone_on(tmp_path / "whole", recipe)
    assert weights(tmp_path) == weights(tmp_path / "whole")
    assert list((tmp_path / "parts").iterdir()) == [], "what is learned from is gone"


@pytest.mark.parametrize("damage", [b"", b"nothing", None])
def test_a_damaged_part_is_played_again(damage: bytes | None, tmp_path: Path) -> None:
    shared, tasks = (np.full(4, 0.25), 5), [(0, 0), (0, 1)]

    def asked(workers: LocalWorkers) -> list[Any]:
        parts = KeptParts(tmp_path, workers, StopSignal())
        return parts.answers(3, pull, shared, tasks, lambda: None)

    first = asked(LocalWorkers())
    one, _ = sorted((tmp_path / "parts").iterdir())
    one.write_bytes(one.read_bytes()[:-100] if damage is None else damage)
    again = CountingWorkers()
    found = asked(again)
    assert again.done == 1
    assert all(
        np.array_equal(a[name], b[name]) for a, b in zip(first, found, strict=True) for name in a
    )


def test_parts_of_an_older_run_are_not_taken(tmp_path: Path) -> None:
    """Stopped before its first step, then begun anew with other options."""
    gone_on(tmp_path, recipe_for(2), Counted(1))
    assert list((tmp_path / "parts").iterdir())
    with pytest.raises(ValueError, match="play.pulls 40, not 9"):
        Run(tmp_path, recipe_for(2, play={"pulls": 9}))
    (tmp_path / "last.pt").unlink()
    gone_on(tmp_path, recipe_for(2, play={"pulls": 9}))
    gone_on(tmp_path / "other", recipe_for(2, play={"pulls": 9}))
    assert weights(tmp_path) == weights(tmp_path / "other")


def test_a_run_that_is_to_stop_keeps_what_is_finished(tmp_path: Path) -> None:
    parts = KeptParts(tmp_path, LocalWorkers(), Counted(1))
    shared = (np.full(4, 0.25), 5)
    with pytest.raises(Stopped):
        parts.answers(0, pull, shared, [(0, place) for place in range(5)], lambda: None)
    assert len(list((tmp_path / "parts").iterdir())) == 2
    parts.forget(before=0)
    assert len(list((tmp_path / "parts").iterdir())) == 2
    parts.forget(before=1)
    assert not list((tmp_path / "parts").iterdir())


# -- what is said --------------------------------------------------------------------------------


def test_a_loss_that_is_no_number_ends_it_with_a_line(tmp_path: Path) -> None:
    recipe = recipe_for(4, play={"broken": 2})
    with pytest.raises(
        ValueError, match=r"step 2: the loss is nan; .*last.pt has everything up to step 0"
    ):
        gone_on(tmp_path, recipe)
    assert [one["step"] for one in logged_in(tmp_path)] == [1, 2]


def test_a_run_that_is_stopped_early_has_a_figure_in_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pulls, "log_every", 1000)
    run = gone_on(tmp_path / "stopped", recipe_for(4), Counted(16))
    assert 0 < run.steps < 4
    assert [one["step"] for one in logged_in(tmp_path / "stopped")] == [run.steps]
    gone_on(tmp_path / "first step", recipe_for(4), Counted(1))
    assert [(one["parts"], one["of"]) for one in logged_in(tmp_path / "first step")] == [(2, 3)]
    monkeypatch.setattr(run_module, "SAVE_EVERY", -1.0)
    run = gone_on(tmp_path / "slow", recipe_for(4))
    assert [one["step"] for one in run.history] == [1, 2, 3, 4]
    assert logged_in(tmp_path / "slow") == run.history


def test_a_model_without_a_module_is_refused_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Bare has no module, a torch.nn.Module"):
        Run(tmp_path, recipe_for(model={"kind": f"{__name__}:Bare"}))


class Bare(Arms):
    """A model whose author forgot its weights."""

    def __init__(self, options: Any, context: Context) -> None:
        Model.__init__(self, options, context)


def test_the_journal_has_every_step_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone_on(tmp_path, recipe_for(4), Counted(20))  # Four steps have 3 parts and 7 waits each.
    before = capsys.readouterr().err
    run = gone_on(tmp_path, recipe_for(4))
    assert not re.search("step 4 of 4", before)
    assert re.search(
        r"mj: step 4 of 4: .*paid 0\.\d+.*; [\d,.]+ pulls a second, 0 s left",
        capsys.readouterr().err,
    )
    logged = logged_in(tmp_path)
    assert logged == run.history and [one["step"] for one in logged] == [1, 2, 3, 4]
    events = EventAccumulator(str(tmp_path / "tensorboard")).Reload()
    curve = events.Scalars("loss")
    assert [one.step for one in curve] == [1, 2, 3, 4]
    assert [one.value for one in curve] == pytest.approx([one["loss"] for one in logged])
    config = json.loads((tmp_path / "config.json").read_text("utf-8"))
    assert config["recipe"] == run.recipe.as_json() and "torch" in config["versions"]
