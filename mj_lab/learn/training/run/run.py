"""Carries out a recipe in a folder, step by step; can stop at any time and resume.

The folder has `last.pt` to resume from, `config.json` with all that determines it, `log.jsonl` and
`tensorboard/` with its figures, `parts/` with the games of the current step, and the model's
weights to play by.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from mj_lab.core.options import seed_number
from mj_lab.core.stopping import Stopped, StopSignal
from mj_lab.learn.training.losses.learner import Learner
from mj_lab.learn.training.parts.checkpoint import BEST, LAST, write_checkpoint
from mj_lab.learn.training.parts.part import Context, Model, Part
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.parts.workers import Workers
from mj_lab.learn.training.returns.aim import Aim
from mj_lab.learn.training.run.journal import Journal
from mj_lab.learn.training.run.recipe import Recipe
from mj_lab.learn.training.run.registry import (
    AIM_PARTS,
    MODEL_PARTS,
    PART_KIND,
    PLAY_PARTS,
    TERM_PARTS,
)
from mj_lab.learn.training.run.saved import read_saved, write_config
from mj_lab.learn.training.sources.play import Play

# Seconds between two checkpoints, except at evaluations and the end; figures are noted as often.
SAVE_EVERY = 10.0


class Run:
    """One run. steps: done so far. kept: the steps in last.pt. history: the figures so far.

    fork: a checkpoint of another run, where this one begins. forked: where it did, in words.
    Stopping a run changes no number: on a CPU the same recipe gives bit-identical weights.

    Raises ValueError, one line, if the folder has another run, or a damaged one, and if more than
    options of learning differs from a fork's.
    """

    def __init__(
        self,
        folder: Path,
        recipe: Recipe,
        device: torch.device | None = None,
        fork: Path | None = None,
    ) -> None:
        self.folder, self.recipe = folder, recipe
        self.steps, self.kept, self.seconds = 0, 0, 0.0
        self.forked: str | None = None
        self.history: list[dict[str, Any]] = []
        torch.set_num_threads(recipe.threads)
        torch.manual_seed(seed_number(recipe.seed))
        bare = Context(recipe.seed, folder, device or torch.device("cpu"))
        self.model: Model = MODEL_PARTS.made(recipe.model, bare)
        if not isinstance(getattr(self.model, "module", None), torch.nn.Module):
            kind = recipe.model[PART_KIND]
            raise ValueError(f"model.kind: {kind:.60} has no module, a torch.nn.Module")
        self.model.module.to(bare.device)
        is_new = not (folder / LAST).exists()
        if recipe.begin is not None and is_new and fork is None:
            self._begin_with(recipe.begin)
        context = Context(bare.seed, folder, bare.device, self.model)
        self.play: Play = PLAY_PARTS.made(recipe.play, context)
        self.aim: Aim = AIM_PARTS.made(recipe.aim, context)
        terms = {
            name: TERM_PARTS.made(section, context)
            for name, section in recipe.loss.items()
            if section["weight"]
        }
        self.learner = Learner(self.model, terms, recipe.learn, context)
        self._measured_at = 0
        self._saved_at = self._noted_at = time.monotonic()
        # The figures of the last step, unless they are noted.
        self._unnoted: dict[str, float] = {}
        if is_new and fork is not None:
            self._fork(fork)
        folder.mkdir(parents=True, exist_ok=True)
        if not is_new:
            self._load()

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to do."""
        return self.steps >= self.recipe.steps or self.play.is_over

    def go_on(self, workers: Workers, stop: StopSignal) -> None:
        """Do all remaining steps, until stopped.

        Raises ValueError, one line with what is kept, if it cannot continue.
        """
        write_config(self.folder, self.recipe, self._described(), self.forked)
        journal = Journal(self.folder, self.history, self.play.unit)
        parts = KeptParts(self.folder, workers, stop, journal.parts)
        if not (self.folder / LAST).exists():
            # Before any part of a step is stored: parts belong to this checkpoint's run.
            parts.forget()
            self.save()
        try:
            self._go(parts, journal, stop)
        except Stopped:  # The step is abandoned, but its finished parts stay.
            self._note_last(journal, lasting=False)
            if not self.steps:
                journal.note_parts()
        except (ValueError, OSError, FloatingPointError) as error:
            raise ValueError(f"{self.play.unit} {self.steps}: {error}; {self._kept()}") from error
        except (MemoryError, RuntimeError) as error:
            if not is_out_of_memory(error):
                raise
            raise ValueError(
                f"{self.play.unit} {self.steps}: out of memory; smaller batches need less;"
                f" {self._kept()}"
            ) from error
        finally:
            journal.close()

    def step(self, parts: KeptParts, stop: StopSignal) -> dict[str, float]:
        """Play, value, learn; returns the figures."""
        experience = self.play.experience(self.steps, parts)
        if not self.steps:
            self.model.settle(experience)
        figures = self.play.figures(experience)
        experience, of_rewards = self.aim.valued(self.learner.prepared(experience))
        batches = self.aim.batches(experience, self.steps)
        figures |= of_rewards | self.learner.learn(batches, self.steps, stop.check)
        self.steps += 1
        return figures

    def save(self, name: str = LAST) -> None:
        """Write the checkpoint and the weights to play by."""
        write_checkpoint(self.folder / name, {
            "recipe": self.recipe.as_json(), "steps": self.steps,
            "seconds": self.seconds, "history": self.history,
            "measured_at": self._measured_at, "fed": self._described(), "forked": self.forked,
            "learner": self.learner.state(), "random": torch.get_rng_state(),
            **{name: part.state() for name, part in self._parts().items()},
        })  # fmt: skip
        if name == LAST:
            self.model.write(self.folder, self.steps)
            self._saved_at, self.kept = time.monotonic(), self.steps

    def _go(self, parts: KeptParts, journal: Journal, stop: StopSignal) -> None:
        since = time.monotonic() - self.seconds
        while not stop.asked:
            last = self.is_done
            if self._measured_at != self.steps and self.play.is_due(self.steps, last):
                self._measure(journal, stop)
                continue
            if last:
                break
            self._unnoted = self.step(parts, stop)
            self.seconds = time.monotonic() - since
            is_due = self.steps % self.play.log_every == 0 or self.is_done
            if is_due or time.monotonic() - self._noted_at > SAVE_EVERY:
                self._note_last(journal)
            if time.monotonic() - self._saved_at > SAVE_EVERY:
                self.save()
                parts.forget(self.steps)
        self._note_last(journal, lasting=False)
        self.save()
        parts.forget(self.steps)

    def _note_last(self, journal: Journal, lasting: bool = True) -> None:
        """Note the last step, if it is not noted. lasting: not only until the run is resumed."""
        if self._unnoted:
            figures = {"rate": self.learner.rate(self.steps), **self._unnoted}
            self._note(journal, figures, lasting=lasting)
        self._noted_at, self._unnoted = time.monotonic(), {}

    def _note(
        self,
        journal: Journal,
        figures: dict[str, float],
        measured: bool = False,
        lasting: bool = True,
    ) -> None:
        noted = {"step": self.steps, "seconds": round(self.seconds, 1), **figures}
        if lasting:
            self.history.append(noted)
        journal.note(noted)
        journal.say(noted, self.recipe.steps, self.play, measured)

    def _measure(self, journal: Journal, stop: StopSignal) -> None:
        if time.monotonic() - self._saved_at > 1:
            self.save()  # An evaluation takes seconds and may be aborted.
        figures = self.play.measured(self.steps, self.learner, stop.check)
        self._measured_at = self.steps
        self._note(
            journal, {f"valid/{name}": figure for name, figure in figures.items()}, measured=True
        )
        if self.play.is_best:
            self.save(BEST)
        self.save()

    def _parts(self) -> dict[str, Part]:
        return {"model": self.model, "play": self.play, "aim": self.aim}

    def _described(self) -> dict[str, str]:
        return {
            f"{name}.{what}": description
            for name, part in {**self._parts(), **self.learner.terms}.items()
            for what, description in part.described().items()
        }

    def _load(self) -> None:
        recipe, data = read_saved(self.folder / LAST)
        if differences := self._differences(recipe, data):
            raise ValueError(
                f"{self.folder} has a run with {'; '.join(differences)}: choose another folder"
            )
        self._restore(data)
        self.forked, self.kept = data.get("forked"), self.steps

    def _fork(self, source: Path) -> None:
        recipe, data = read_saved(source)
        differences = [
            difference
            for difference in self._differences(recipe, data)
            if not difference.startswith("learn.")
        ]
        if differences:
            raise ValueError(
                f"{source}: its run has {'; '.join(differences)}; a fork may change only learn,"
                " steps and threads"
            )
        self._restore(data)
        self.forked = f"{source} after {self.play.unit} {self.steps}"

    def _differences(self, recipe: Recipe, data: Mapping[str, Any]) -> list[str]:
        """What else the run of a checkpoint is made of, in words."""
        fed = self._described()
        others = [f"{name} was another" for name in fed if data["fed"].get(name) != fed[name]]
        return self.recipe.differences(recipe) + others

    def _restore(self, data: Mapping[str, Any]) -> None:
        self.learner.load(data["learner"])
        for name, part in self._parts().items():
            part.load(data[name])
        torch.set_rng_state(data["random"])
        self.steps, self.seconds = data["steps"], data["seconds"]
        self.history, self._measured_at = data["history"], data["measured_at"]

    def _begin_with(self, begin: str) -> None:
        recipe, data = read_saved(Path(begin))
        kind = recipe.model[PART_KIND]
        problem = "" if kind == self.recipe.model[PART_KIND] else kind
        try:
            self.model.module.load_state_dict({} if problem else data["learner"]["module"])
        except RuntimeError:
            difference = problem or "other options"
            raise ValueError(f"begin: {begin} has another model: {difference}") from None

    def _kept(self) -> str:
        if not (self.folder / LAST).exists():
            return "no checkpoint is there yet"
        return (
            f"{self.folder / LAST} has everything up to {self.play.unit} {self.kept}, the same"
            " command resumes"
        )


def is_out_of_memory(error: Exception) -> bool:
    """Whether the error is out of memory, of the GPU or the machine."""
    message = str(error)  # PyTorch's message on a CPU, in a plain RuntimeError.
    return isinstance(error, (MemoryError, torch.OutOfMemoryError)) or (
        "not enough memory" in message or "can't allocate memory" in message
    )
