"""The games of a step of self-play, in parts that workers play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.nets.weights_file import unpack_weights
from mj_lab.arena.seeds import seed_of
from mj_lab.arena.wallset import walls_of_seed
from mj_lab.learn.run.workers import LocalWorkers, RayWorkers
from mj_lab.learn.selfplay.network_games import NetworkGames, PlayedGames, Seated, joined_games
from mj_lab.learn.selfplay.network_player import BatchPlayer, NetworkPlayer

# What a worker is given at once: its decisions are one batch, and random numbers are drawn by part.
TABLES_A_PART = 16
# Who sits where by their places: the learner alone, and two and two with the start, exchanged.
_ALONE = (0, 0, 0, 0)
AGAINST_START = ((0, 1, 0, 1), (1, 0, 1, 0))


# Makes the learner's player of the bytes of its weights, for games whose generator this is.
PlayerMaker = Callable[[bytes, torch.device, np.random.Generator], BatchPlayer]


def plain_player(
    weights: bytes,
    device: torch.device,
    rng: np.random.Generator,  # noqa: ARG001
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


class GameWorkers:
    """Workers who play; on CPUs what comes out does not depend on them.

    device: where networks run on this machine; a cluster's run on its CPUs.
    """

    def __init__(
        self, workers: LocalWorkers | RayWorkers, device: torch.device | None = None
    ) -> None:
        self._workers = workers
        self._device = str(device or "cpu") if isinstance(workers, LocalWorkers) else "cpu"

    def play(self, plan: GamesPlan) -> PlayedGames:
        """The games of a step: those of the learner with itself, then the pairs.

        Raises EngineError as `Workers.answers` does.
        """
        plan = plan._replace(device=self._device)
        sample = partial(_moves, plan._replace(games=1, pairs=0))
        return joined_games(
            list(self._workers.answers(_played_part, plan, firsts_of(plan), sample))
        )

    def close(self) -> None:
        """No more are to be played."""
        self._workers.close()


def firsts_of(plan: GamesPlan) -> range:
    """The first game of each part of a step."""
    return range(0, plan.games + len(AGAINST_START) * plan.pairs, TABLES_A_PART)


def _played_part(plan: GamesPlan, first: int) -> PlayedGames:
    """The games of a part, from this one on, played in this process."""
    torch.set_num_threads(1)
    device = torch.device(plan.device)
    rng = np.random.default_rng(seed_of("selfplay lots", plan.seed, plan.step, first))
    players = [plan.player(plan.weights, device, rng)]
    if plan.pairs:
        players.append(plain_player(plan.start, device, rng))
    return NetworkGames(seated_of(plan)[first : first + TABLES_A_PART], players, rng).play()


def seated_of(plan: GamesPlan) -> list[Seated]:
    """All games of a step in their order."""
    of_step = walls_of_seed(f"selfplay-{plan.seed}-{plan.step}")
    walls = list(islice(of_step, plan.games + plan.pairs))
    alone = [Seated(wall, _ALONE) for wall in walls[: plan.games]]
    pairs = [Seated(wall, players) for wall in walls[plan.games :] for players in AGAINST_START]
    return alone + pairs


def _moves(plan: GamesPlan) -> tuple[NDArray[Any], ...]:
    """Moves and scores of the first part; chances may differ in their last digits."""
    part = _played_part(plan, 0)
    return part.decisions.chosen, part.scores
