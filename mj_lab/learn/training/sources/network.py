"""NetworkPlay: games of the network with itself, and pairs of games with another."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field, field_validator

from mj_bot.nets.weights_file import pack_weights, unpack_weights
from mj_lab.core.game.walls import seed_of, walls_of_seed
from mj_lab.learn.training.networks.written.hidden_inputs import has_hidden, without_hidden
from mj_lab.learn.training.networks.written.net_model import (
    FOR_ALL,
    ORACLE_FILE,
    net_of,
    weights_at,
    weights_digest,
)
from mj_lab.learn.training.parts.part import Batch, Context, PartOptions
from mj_lab.learn.training.parts.schedule import Schedule, at_step
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.sources.network_games import NO_SEAT, NetworkGames, Seated
from mj_lab.learn.training.sources.network_player import NetworkPlayer
from mj_lab.learn.training.sources.play import Play

# Games in one task: its decisions are one batch, and random numbers are drawn by task.
TABLES_A_PART = 16
# The seatings, by place: the learner alone, and two and two with the rival, both ways.
_ALONE = (0, 0, 0, 0)
AGAINST_RIVAL = ((0, 1, 0, 1), (1, 0, 1, 0))


class NetworkPlayOptions(PartOptions):
    """Options of games of a network with itself."""

    games: int = Field(default=64, ge=1, description="a step, of the network with itself")
    pairs: int = Field(
        default=8, ge=0, description="walls a step that are played twice with the rival"
    )
    rival: str | None = Field(
        default=None, description="a weights file or a run's folder; none: the first network"
    )
    player: str | None = Field(
        default=None,
        description="the player in the network's place: a weights file or a run's oracle",
    )
    shown: Schedule | None = Field(
        default=None,
        description="the share of the hidden inputs that is shown; none: they are not shown",
    )

    @field_validator("shown")
    @classmethod
    def _is_share(cls, shown: Schedule | None) -> Schedule | None:
        shares = [share for _, share in shown] if isinstance(shown, tuple) else [shown or 0.0]
        if not all(0 <= share <= 1 for share in shares):
            raise ValueError("a share is 0 to 1")
        return shown


class GamesPlan(NamedTuple):
    """All that decides the games of a step; no other step has its walls.

    weights, rival: the bytes of weights files. shown: see `NetworkPlayer`. device: where networks
    run, if the machine has it.
    """

    weights: bytes
    rival: bytes
    seed: str
    step: int
    games: int
    pairs: int
    shown: float | None = None
    device: str = "cpu"

    def seated(self) -> list[Seated]:
        """All games in their order: those of the network with itself, then the pairs."""
        of_step = walls_of_seed(f"selfplay-{self.seed}-{self.step}")
        walls = list(islice(of_step, self.games + self.pairs))
        alone = [Seated(wall, _ALONE) for wall in walls[: self.games]]
        pairs = [Seated(wall, one) for wall in walls[self.games :] for one in AGAINST_RIVAL]
        return alone + pairs

    def firsts(self) -> range:
        """The first game of each part."""
        return range(0, self.games + len(AGAINST_RIVAL) * self.pairs, TABLES_A_PART)


class NetworkPlay(Play):
    """The model plays, or a network in its place; it learns from the first player's decisions.

    Raises WeightsError if a rival or player cannot play, ValueError if it has hidden inputs but
    `shown` does not say how much.
    """

    Options = NetworkPlayOptions
    # Its tasks hold Python's lock.
    in_processes = True

    def __init__(self, options: NetworkPlayOptions, context: Context) -> None:
        super().__init__(options, context)
        first = unpack_weights(context.taught.playing())
        rival = first if options.rival is None else weights_at(options.rival)
        if options.player is None:
            self._player = None
        else:
            player = weights_at(options.player, ORACLE_FILE)
            self._player = pack_weights(*player, "float32")
            first = player
        if has_hidden(first, FOR_ALL) and options.shown is None:
            raise ValueError("play.shown says how much is shown of the hidden inputs")
        if has_hidden(rival, FOR_ALL):
            rival = without_hidden(rival, FOR_ALL)
        net_of(rival)
        self._rival = pack_weights(*rival, "float32")
        self._shown: float | None = None

    def experience(self, step: int, parts: KeptParts) -> Batch:
        """See `Play` and `NetworkGames.play`."""
        options = self.options
        self._shown = None if options.shown is None else at_step(options.shown, step)
        plan = GamesPlan(
            self._player or self.context.taught.playing(), self._rival, self.context.seed, step,
            options.games, options.pairs, self._shown, str(self.context.device),
        )  # fmt: skip
        sample = partial(_moves, plan._replace(games=1, pairs=0, device="cpu"))
        played = parts.answers(step, played_part, plan, plan.firsts(), sample)
        return {name: np.concatenate([part[name] for part in played]) for name in played[0]}

    def size(self) -> int:
        """See `Play`."""
        return int(self.options.games + len(AGAINST_RIVAL) * self.options.pairs)

    def figures(self, experience: Batch) -> dict[str, float]:
        """Figures of the games; `score` is the lead over the rival in points a game and seat."""
        won = experience["game/winners"] != NO_SEAT
        found = {
            "decisions": float(len(experience["chosen"])),
            "drawn_games": float(1 - won.mean()),
            "dealt_in": float((experience["game/givers"] != NO_SEAT).mean()),
            "fan": float(experience["game/fan"][won].mean()) if won.any() else 0.0,
        }
        if self._shown is not None:
            found["share"] = self._shown
        return found | _score(experience["game/players"] == 0, experience["game/scores"])

    def described(self) -> dict[str, str]:
        """The other players beside the model."""
        there = {"rival": self._rival, "player": self._player}
        return {name: weights_digest(data) for name, data in there.items() if data}


def played_part(plan: GamesPlan, first: int) -> Batch:
    """The games of a part, from this one on, played in this process by one thread."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        device = torch.device(plan.device if torch.cuda.is_available() else "cpu")
        rng = np.random.default_rng(seed_of("selfplay lots", plan.seed, plan.step, first))
        players = [NetworkPlayer(unpack_weights(plan.weights), device, rng, plan.shown)]
        if plan.pairs:
            players.append(NetworkPlayer(unpack_weights(plan.rival), device, rng))
        return NetworkGames(plan.seated()[first : first + TABLES_A_PART], players, rng).play()
    finally:
        torch.set_num_threads(threads)


def _moves(plan: GamesPlan) -> tuple[NDArray[Any], ...]:
    """Moves and scores of the first part; chances may differ in their last digits."""
    part = played_part(plan, 0)
    return part["chosen"], part["game/scores"]


def _score(own: NDArray[np.bool_], scores: NDArray[np.int64]) -> dict[str, float]:
    """The result of the pairs, if there are any. own: bool [G, 4], the network's seats."""
    mixed = ~own.all(axis=1)
    if not mixed.any():
        return {}
    sums = np.where(own, scores, 0).sum(axis=1)[mixed] / own[mixed].sum(axis=1)[0]
    # A wall's games are one sample.
    of_walls = sums.reshape(-1, len(AGAINST_RIVAL)).mean(axis=1)
    found = {"score": float(of_walls.mean())}
    if len(of_walls) > 1:
        found["score_error"] = float(of_walls.std(ddof=1) / np.sqrt(len(of_walls)))
    return found
