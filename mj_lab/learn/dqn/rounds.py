"""Rounds of learning Q: games are played, taken into the replay, learned from; kept and gone on.

A round's games and steps follow from the seed and its number, so a run that was stopped comes to
the same weights as one that was not. In its folder:

| file | what |
|---|---|
| `q.mjw` | what `expectimax` plays by |
| `last.pt` | the learner, the figures of each round, how many rounds there were |
| `played-00000.npz` | the experience of a round, as long as the replay has some of it |
"""

from __future__ import annotations

import pickle
import zipfile
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from mj_bot.nets.weights_file import SUFFIX
from mj_lab.arena.seeds import seed_of
from mj_lab.learn.dqn.plan import DqnPlan
from mj_lab.learn.dqn.playing import played
from mj_lab.learn.dqn.q_learner import QLearner
from mj_lab.learn.dqn.q_net import QNet, write_q_net
from mj_lab.learn.dqn.replay import Experience, ReplayMemory, returns_of
from mj_lab.learn.run.workers import Workers
from mj_lab.storage.files import drafted

Q_MODEL, Q_STATE = "q" + SUFFIX, "last.pt"


class RoundsError(ValueError):
    """A folder that has another run, or none that can be read: one line says why."""


class Rounds:
    """One run in a folder. done: rounds so far. history: the figures of each.

    Raises RoundsError if the folder has another run, or a damaged one.
    """

    def __init__(self, folder: Path, plan: DqnPlan, device: torch.device | None = None) -> None:
        self.folder, self.plan = folder, plan
        self.done = 0
        self.history: list[dict[str, float]] = []
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed_of("dqn weights", plan.seed))
            network = QNet(plan.network)
        self.learner = QLearner(network, plan.learner, device)
        self._replay = ReplayMemory(plan.capacity)
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / Q_STATE).exists():
            self._load()
        self._write_model()

    def step(self, workers: Workers) -> dict[str, float]:
        """Play, learn, write; the figures of the round.

        `q` is what the network said of what was discarded, `best_q` of what it likes best, `came`
        what it came to, all before the round's games were learned from: by how much `q` is more
        than `came` is how much too great Q is. `loss` is the mean of the steps.

        Raises FloatingPointError if a loss is no number any more; what is written stays.
        """
        new = self._new_experience(workers)
        self._replay.add(new)
        told = {"decisions": float(len(new)), **self._told(new)}
        rng = np.random.default_rng([seed_of("dqn", self.plan.seed), self.done])
        batch, how = self.plan.batch, self.plan.learner
        losses = [
            self.learner.learn(self._replay.drawn(rng, batch, how.n_step, how.discount))
            for _ in range(self.plan.steps)
        ]
        told["loss"] = float(np.mean(losses)) if losses else 0.0
        self.done += 1
        self.history.append(told)
        self._write_model()
        self._save()
        self._forget()
        return told

    def _new_experience(self, workers: Workers) -> Experience:
        """That of this round's games; of a round that was stopped they may be there already."""
        path = self._played(self.done)
        if path.exists():
            try:
                return _read_experience(path)
            except RoundsError:
                path.unlink()
        play = replace(self.plan.play, seed=self.plan.seed)
        if self.plan.own_from is not None and self.done >= self.plan.own_from:
            play = replace(play, weights=(self.folder / Q_MODEL).read_bytes())
        found = played(play, self.done, self.plan.games, workers)
        _write_experience(path, found)
        return found

    def _told(self, new: Experience) -> dict[str, float]:
        parts = [
            self.learner.values(new.seen[first : first + _ASKED_AT_ONCE])
            for first in range(0, len(new), _ASKED_AT_ONCE)
        ]
        values = np.concatenate(parts)
        taken = values[np.arange(len(new)), new.action]
        best = np.where(new.mask, values, -np.inf).max(axis=1)
        came = returns_of(new, self.plan.learner.discount)
        return {
            "q": float(taken.mean()),
            "best_q": float(best.mean()),
            "came": float(came.mean()),
            "error": float(np.sqrt(((taken - came) ** 2).mean())),
        }

    def _write_model(self) -> None:
        network = self.learner.averaged
        assert isinstance(network, QNet)
        write_q_net(network, self.plan.learner.points, self.folder / Q_MODEL, rounds=self.done)

    def _save(self) -> None:
        state = {
            "plan": asdict(self.plan),
            "done": self.done,
            "history": self.history,
            "learner": self.learner.state(),
        }
        with drafted(self.folder / Q_STATE) as draft:
            torch.save(state, draft)

    def _load(self) -> None:
        path = self.folder / Q_STATE
        try:
            state = torch.load(path, map_location="cpu", weights_only=True)
            if state["plan"] != asdict(self.plan):
                raise RoundsError(
                    f"{self.folder} has a run of other options; choose another folder"
                )
            self.learner.load(state["learner"])
            self.done, self.history = state["done"], state["history"]
        except (pickle.UnpicklingError, RuntimeError, KeyError, TypeError, EOFError) as error:
            raise RoundsError(
                f"{path}: no run, or a damaged one ({type(error).__name__})"
            ) from None
        for number in range(self._oldest_needed(), self.done):
            self._replay.add(_read_experience(self._played(number)))

    def _forget(self) -> None:
        """Take away the files of rounds that the replay has nothing of any more."""
        for number in range(self._oldest_needed()):
            self._played(number).unlink(missing_ok=True)

    def _oldest_needed(self) -> int:
        """The oldest round that the replay has some experience of."""
        number, held = self.done, 0.0
        while number and held < self.plan.capacity:
            number -= 1
            held += self.history[number]["decisions"]
        return number

    def _played(self, number: int) -> Path:
        return self.folder / f"played-{number:05d}.npz"


# Decisions that the network is asked about at once.
_ASKED_AT_ONCE = 1024


def _write_experience(path: Path, experience: Experience) -> None:
    with drafted(path) as draft, draft.open("wb") as file:
        arrays: dict[str, Any] = {
            one.name: getattr(experience, one.name) for one in fields(Experience)
        }
        np.savez_compressed(file, **arrays)


def _read_experience(path: Path) -> Experience:
    try:
        with np.load(path, allow_pickle=False) as archive:
            return Experience(*[archive[one.name] for one in fields(Experience)])
    except (ValueError, OSError, EOFError, zipfile.BadZipFile, KeyError) as error:
        raise RoundsError(f"{path}: no experience there ({type(error).__name__})") from None
