"""The arms: self-play with no oracle, with one for the critic, guided by one, distilled from one.

They differ in what is shown and who learns; steps, games and files are those of self-play.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import torch

from mj_bot.nets.weights_file import Weights, pack_weights, read_weights
from mj_lab.learn.networks.written_net import WrittenNet
from mj_lab.learn.oracle.distilling import Distiller, DistilOptions
from mj_lab.learn.oracle.oracle_player import oracle_player
from mj_lab.learn.oracle.plan import GuidePlan
from mj_lab.learn.oracle.sight import with_hidden, without_hidden
from mj_lab.learn.selfplay.network_player import FOR_ALL
from mj_lab.learn.selfplay.plan import SelfPlayPlan
from mj_lab.learn.selfplay.policy_learner import PolicyLearner
from mj_lab.learn.selfplay.self_play import SELF_PLAY_STATE, Learning, SelfPlayError, SelfPlayRun
from mj_lab.learn.selfplay.workers import GameWorkers, PlayerMaker

ARMS = ("none", "critic", "guide", "distil")
# Of a guided run: the folder of the steps with hidden inputs, and the oracle in it.
GUIDING_FOLDER, ORACLE_MODEL = "guiding", "oracle.mjw"


class Run(Protocol):
    """A run of any arm. steps: done so far."""

    @property
    def steps(self) -> int:
        """How many are done."""

    def step(self, workers: GameWorkers) -> dict[str, float]:
        """Play, learn, write; the figures of the step."""


@dataclass(frozen=True)
class CriticPlan(SelfPlayPlan):
    """That of a run whose critic sees all."""

    critic_sees: float = 1.0


class CriticPlay(SelfPlayRun):
    """Self-play whose baseline is of a network beside that sees all; the player's own does not."""

    def _new_learner(self, device: torch.device | None) -> Learning:
        critic = WrittenNet(with_hidden(self._start, FOR_ALL), FOR_ALL)
        return PolicyLearner(self.network, self.plan.learner, device, critic)

    def _playing(self) -> tuple[Weights, PlayerMaker]:
        return self.weights(), partial(oracle_player, share=1.0)


class GuidedPlay(SelfPlayRun):
    """The steps of a guided run that have hidden inputs.

    net.mjw is the network as it plays with none of them shown; oracle.mjw that of the last step
    which was shown all.
    """

    plan: GuidePlan

    def step(self, workers: GameWorkers) -> dict[str, float]:
        """See `SelfPlayRun.step`; `share` is that of the hidden inputs."""
        share = self.plan.guiding.share(self.steps)
        return {**super().step(workers), "share": share}

    def model(self) -> Weights:
        """What the tactic `net` plays by."""
        return without_hidden(self.weights(), FOR_ALL)

    def _begun_with(self, start: Weights) -> Weights:
        return with_hidden(start, FOR_ALL)

    def _playing(self) -> tuple[Weights, PlayerMaker]:
        return self.weights(), partial(oracle_player, share=self.plan.guiding.share(self.steps))

    def _write_model(self) -> None:
        super()._write_model()
        if self.steps <= self.plan.guiding.whole:
            self._write(ORACLE_MODEL, self.weights())


class GuidedRun:
    """A guided run: the steps with hidden inputs in a folder `guiding`, then ordinary self-play.

    Raises what `SelfPlayRun` raises.
    """

    def __init__(
        self, folder: Path, plan: GuidePlan, start: Weights, device: torch.device | None = None
    ) -> None:
        self.folder, self.plan = folder, plan
        self._start, self._device = start, device
        if (folder / SELF_PLAY_STATE).exists() and not (folder / GUIDING_FOLDER).exists():
            raise SelfPlayError(f"{folder} has a run of another arm; choose another folder")
        self._guided = GuidedPlay(folder / GUIDING_FOLDER, plan, start, device)
        self._after = self._afterwards()

    @property
    def steps(self) -> int:
        """How many are done, with hidden inputs and after."""
        return self._guided.steps + (self._after.steps if self._after else 0)

    def step(self, workers: GameWorkers) -> dict[str, float]:
        """See `SelfPlayRun.step`."""
        if self._after is not None:
            return {**self._after.step(workers), "share": 0.0}
        told = self._guided.step(workers)
        self._after = self._afterwards()
        return told

    def _afterwards(self) -> SelfPlayRun | None:
        """Where the ordinary network learns on; None as long as something hidden is shown."""
        plan = self.plan
        if self._guided.steps < plan.guiding.steps:
            return None
        learner = plan.guiding.afterwards(plan.learner)
        after = SelfPlayPlan(plan.games, plan.pairs, False, f"{plan.seed}-after", learner)
        return SelfPlayRun(self.folder, after, self._guided.model(), self._device, self._start)


@dataclass(frozen=True)
class DistilPlan(SelfPlayPlan):
    """That of a distilled run. oracle: the digest of the oracle's weights."""

    oracle: str = ""


class DistilledPlay(SelfPlayRun):
    """An oracle plays, seeing all; an ordinary network learns to choose as it does."""

    def __init__(
        self,
        folder: Path,
        plan: DistilPlan,
        start: Weights,
        oracle: Weights,
        device: torch.device | None = None,
    ) -> None:
        self._oracle = oracle
        super().__init__(folder, plan, start, device)

    def _new_learner(self, device: torch.device | None) -> Learning:
        told = self.plan.learner
        options = DistilOptions(told.rate, told.epochs, told.batch, told.seed)
        return Distiller(self.network, WrittenNet(self._oracle, FOR_ALL), options, device)

    def _playing(self) -> tuple[Weights, PlayerMaker]:
        return self._oracle, partial(oracle_player, share=1.0)


def run_of(
    arm: str,
    folder: Path,
    plan: GuidePlan,
    start: Weights,
    oracle: Path | None,
    device: torch.device | None = None,
) -> Run:
    """The run of an arm in a folder, new or gone on with.

    oracle: of the arm distil, see `oracle_of`.

    Raises ValueError, one line, if the arm, the folder or the weights cannot be.
    """
    if arm == "guide":
        return GuidedRun(folder, plan, start, device)
    if (folder / GUIDING_FOLDER).exists():
        raise SelfPlayError(f"{folder} has a run of another arm; choose another folder")
    shared = {one.name: getattr(plan, one.name) for one in fields(SelfPlayPlan)}
    if arm == "none":
        return SelfPlayRun(folder, SelfPlayPlan(**shared), start, device)
    if arm == "critic":
        return CriticPlay(folder, CriticPlan(**shared), start, device)
    if arm != "distil" or oracle is None:
        raise ValueError(f"the arms are {', '.join(ARMS)}; distil needs an oracle")
    seeing = oracle_of(oracle)
    digest = sha256(pack_weights(*seeing, "float32")).hexdigest()
    return DistilledPlay(folder, DistilPlan(**shared, oracle=digest), start, seeing, device)


def oracle_of(path: Path) -> Weights:
    """The oracle of a guided run's folder, or of its file.

    Raises ValueError, one line, if there is none.
    """
    if path.is_dir():
        path = path / GUIDING_FOLDER / ORACLE_MODEL
    weights = read_weights(str(path))
    without_hidden(weights, FOR_ALL)
    return weights
