"""Self-play: step after step a network plays itself and is moved; stopped and gone on with.

A step's games and what is learned of them follow from the seed and the step, so a run that was
stopped comes to the same weights as one that was not.
"""

from __future__ import annotations

import copy
import pickle
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch

from mj_bot.nets.shipped import packed_weights
from mj_bot.nets.weights_file import SUFFIX, Weights, pack_weights, read_weights
from mj_lab.learn.networks.columns_net import VALUE_POINTS
from mj_lab.learn.networks.written_net import WrittenNet
from mj_lab.learn.selfplay.network_games import NO_SEAT, PlayedGames
from mj_lab.learn.selfplay.network_player import FOR_ALL, net_of
from mj_lab.learn.selfplay.plan import PolicyOptions, SelfPlayPlan
from mj_lab.learn.selfplay.played import PlayedDecisions
from mj_lab.learn.selfplay.policy_learner import PolicyLearner
from mj_lab.learn.selfplay.workers import (
    AGAINST_START,
    GamesPlan,
    GameWorkers,
    PlayerMaker,
    plain_player,
)
from mj_lab.storage.files import drafted, write_whole

SELF_PLAY_MODEL, SELF_PLAY_STATE = "net" + SUFFIX, "last.pt"
# Who plays by the weights.
TACTIC = "net"


class SelfPlayError(ValueError):
    """A folder that has another run, or none that can be read: one line says why."""


class Learning(Protocol):
    """Who learns of the games."""

    def learn(self, played: PlayedDecisions) -> dict[str, float]:
        """Learn of a step's decisions; the figures of it."""

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""

    def load(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""


class SelfPlayRun:
    """One run in a folder. steps: done so far. history: the figures of each.

    rival: whom the pairs are played with; the start if not given.

    Raises SelfPlayError if the folder has another run or a damaged one, WeightsError if the start
    cannot be taught, ValueError if it has no value head to take a baseline from.
    """

    def __init__(
        self,
        folder: Path,
        plan: SelfPlayPlan,
        start: Weights,
        device: torch.device | None = None,
        rival: Weights | None = None,
    ) -> None:
        self.folder, self.plan = folder, plan
        self.steps = 0
        self.history: list[dict[str, float]] = []
        self._start = self._begun_with(start)
        self._start_bytes = pack_weights(*start, "float32")
        self._rival_bytes = pack_weights(*(rival or start), "float32")
        if plan.learner.baseline and "value" not in net_of(start).outputs:
            raise ValueError("the network has no value head: --set baseline=false")
        self.network = WrittenNet(self._start, FOR_ALL)
        self.learner = self._new_learner(device)
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / SELF_PLAY_STATE).exists():
            self._load()
        self._write_model()

    def step(self, workers: GameWorkers) -> dict[str, float]:
        """Play, learn, write; the figures of the step, which docs/learning.md explains.

        Raises FloatingPointError if a loss is no number any more; what is written stays.
        """
        plan = self.plan
        weights, player = self._playing()
        played = workers.play(
            GamesPlan(
                pack_weights(*weights, "float32"),
                self._rival_bytes,
                plan.seed,
                self.steps,
                plan.games,
                plan.pairs,
                player,
            )
        )
        told = {**_told_of(played), **self.learner.learn(played.decisions)}
        self.steps += 1
        self.history.append(told)
        self._write_model()
        self._save()
        return told

    def model(self) -> Weights:
        """What the tactic `net` plays by."""
        return self.weights()

    def weights(self) -> Weights:
        """What is taught, as it is now."""
        header = {**self._start.header, "self_play": {"steps": self.steps}}
        return Weights(header, {**self._start.tensors, **self.network.written()})

    # What other runs of the same steps do otherwise.

    def _begun_with(self, start: Weights) -> Weights:
        """What is taught, as it is at first."""
        return start

    def _new_learner(self, device: torch.device | None) -> Learning:
        critic = copy.deepcopy(self.network) if self.plan.critic else None
        return PolicyLearner(self.network, self.plan.learner, device, critic)

    def _playing(self) -> tuple[Weights, PlayerMaker]:
        """By what and how the learner's games of this step are played."""
        return self.weights(), plain_player

    def _write_model(self) -> None:
        self._write(SELF_PLAY_MODEL, self.model())

    def _write(self, name: str, weights: Weights) -> None:
        write_whole(self.folder / name, pack_weights(*weights, "float32"))

    def _save(self) -> None:
        state = {
            "plan": asdict(self.plan),
            "start": self._start_digest,
            "steps": self.steps,
            "history": self.history,
            "learner": self.learner.state(),
        }
        with drafted(self.folder / SELF_PLAY_STATE) as draft:
            torch.save(state, draft)

    def _load(self) -> None:
        path = self.folder / SELF_PLAY_STATE
        try:
            state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
            if state["plan"] != asdict(self.plan):
                raise SelfPlayError(
                    f"{self.folder} has a run of other options; choose another folder"
                )
            if state["start"] != self._start_digest:
                raise SelfPlayError(f"{self.folder} has a run that began with other weights")
            self.learner.load(state["learner"])
            self.steps, self.history = state["steps"], state["history"]
        except (pickle.UnpicklingError, RuntimeError, KeyError, TypeError, EOFError) as error:
            raise SelfPlayError(
                f"{path}: no run, or a damaged one ({type(error).__name__})"
            ) from None

    @property
    def _start_digest(self) -> str:
        return sha256(self._start_bytes).hexdigest()


def run_options(options: PolicyOptions, seed: int) -> PolicyOptions:
    """How a run of the command learns: V in the network's unit, a critic at the policy's rate."""
    return replace(options, critic_rate=options.rate, scale=VALUE_POINTS, seed=seed)


def start_of(path: Path | None) -> Weights:
    """The weights to begin with: a weights file, a folder of `mj learn run`; None: the bot's own.

    Raises ValueError, one line, if they cannot be read.
    """
    if path is None:
        return packed_weights(TACTIC)
    if path.suffix == SUFFIX:
        return read_weights(str(path))
    from mj_lab.learn.export import exported

    return exported(path)


def _told_of(played: PlayedGames) -> dict[str, float]:
    """Figures of the games themselves."""
    won = played.winners != NO_SEAT
    told = {
        "decisions": float(len(played.decisions)),
        "drawn_games": float(1 - won.mean()),
        "dealt_in": float((played.givers != NO_SEAT).mean()),
        "fan": float(played.fan[won].mean()) if won.any() else 0.0,
    }
    own = played.players == 0
    mixed = ~own.all(axis=1)
    if mixed.any():
        sums = np.where(own, played.scores, 0).sum(axis=1)[mixed]
        # A game and seat of the learner's; a wall's games are one draw.
        of_walls = sums.reshape(-1, len(AGAINST_START)).sum(axis=1) / own[mixed].sum(axis=1)[0]
        of_walls = of_walls / len(AGAINST_START)
        told["score"] = float(of_walls.mean())
        if len(of_walls) > 1:
            told["score_error"] = float(of_walls.std(ddof=1) / np.sqrt(len(of_walls)))
    return told
