"""Workers of self-play: the games of a step, in processes of this machine or on a Ray cluster."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from hashlib import blake2b
from itertools import islice
from multiprocessing import get_context
from typing import NamedTuple, Protocol

import numpy as np
import torch

from mj_bot.nets.weights_file import unpack_weights
from mj_lab.arena.running.engine import EngineError
from mj_lab.arena.seeds import seed_of
from mj_lab.arena.wallset import walls_of_seed
from mj_lab.learn.selfplay.network_games import NetworkGames, PlayedGames, Seated, joined_games
from mj_lab.learn.selfplay.network_player import BatchPlayer, NetworkPlayer
from mj_lab.learn.training.on_ray import OnRay

# What a worker is given at once: its decisions are one batch, and lots are drawn by part.
TABLES_A_PART = 16
# Who sits where by their places: the learner alone, and two and two with the start, exchanged.
_ALONE = (0, 0, 0, 0)
AGAINST_START = ((0, 1, 0, 1), (1, 0, 1, 0))


# Makes the learner's player of the bytes of its weights, for games whose lots are these.
PlayerMaker = Callable[[bytes, torch.device, np.random.Generator], BatchPlayer]


def plain_player(
    weights: bytes,
    device: torch.device,
    lots: np.random.Generator,  # noqa: ARG001
) -> BatchPlayer:
    """Who plays by a network of the tactic `net`, and sees what its seat sees.

    Raises WeightsError as `net_of` does.
    """
    return NetworkPlayer(unpack_weights(weights), device)


class GamesPlan(NamedTuple):
    """All that decides the games of a step.

    weights: the bytes of the weights file by which the learner plays; start: of that it began with.
    games: how many the learner plays with itself, pairs: how many walls it plays twice with the
    start, seats exchanged; each wall is of this step alone. player: who plays by the weights.
    device: where networks run.
    """

    weights: bytes
    start: bytes
    seed: str
    step: int
    games: int
    pairs: int
    player: PlayerMaker = plain_player
    device: str = "cpu"


class GameWorkers(Protocol):
    """Where games are played; on CPUs what comes out does not depend on it."""

    def play(self, plan: GamesPlan) -> PlayedGames:
        """The games of a step: those of the learner with itself, then the pairs."""

    def close(self) -> None:
        """No more are to be played."""


class ProcessWorkers:
    """So many processes of this machine; one is this process itself.

    device: where networks run.
    """

    def __init__(self, jobs: int, device: torch.device | None = None) -> None:
        self._device = str(device or "cpu")
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin_worker)

    def play(self, plan: GamesPlan) -> PlayedGames:
        """See `GameWorkers`.

        Raises EngineError if a worker was ended.
        """
        play = partial(played_part, plan._replace(device=self._device))
        if self._pool is None:
            return joined_games([play(first) for first in firsts_of(plan)])
        try:
            return joined_games(list(self._pool.map(play, firsts_of(plan))))
        except BrokenProcessPool:
            raise EngineError("a worker was ended; the steps that are done are kept") from None

    def close(self) -> None:
        """End the processes, once the parts that they play are over."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


class RayWorkers(OnRay):
    """A Ray cluster, see `OnRay`."""

    def play(self, plan: GamesPlan) -> PlayedGames:
        """See `GameWorkers`.

        Raises EngineError if a node plays otherwise, or a worker fails.
        """
        self.check(played_digest, plan._replace(games=1, pairs=0))
        return joined_games(self.parts(played_part, plan, firsts_of(plan)))


def firsts_of(plan: GamesPlan) -> range:
    """The first game of each part of a step."""
    return range(0, plan.games + len(AGAINST_START) * plan.pairs, TABLES_A_PART)


def played_part(plan: GamesPlan, first: int) -> PlayedGames:
    """The games of a part, from this one on, played in this process."""
    torch.set_num_threads(1)
    device = torch.device(plan.device)
    lots = np.random.default_rng(seed_of("selfplay lots", plan.seed, plan.step, first))
    players = [plan.player(plan.weights, device, lots)]
    if plan.pairs:
        players.append(plain_player(plan.start, device, lots))
    return NetworkGames(seated_of(plan)[first : first + TABLES_A_PART], players, lots).play()


def seated_of(plan: GamesPlan) -> list[Seated]:
    """All games of a step in their order."""
    of_step = walls_of_seed(f"selfplay-{plan.seed}-{plan.step}")
    walls = list(islice(of_step, plan.games + plan.pairs))
    alone = [Seated(wall, _ALONE) for wall in walls[: plan.games]]
    pairs = [Seated(wall, players) for wall in walls[plan.games :] for players in AGAINST_START]
    return alone + pairs


def played_digest(plan: GamesPlan) -> str:
    """A digest of the moves and scores of a plan's games."""
    content = blake2b(digest_size=8)
    for first in firsts_of(plan):
        part = played_part(plan, first)
        content.update(part.decisions.chosen.tobytes())
        content.update(part.scores.tobytes())
    return content.hexdigest()


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The parent decides what Ctrl-C means.
