"""Search: games at the fast table by pi over the values of a search, and their decisions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from mj_bot.events import SEATS
from mj_bot.learned.model import AdvantageModel, model_of
from mj_bot.nets.weights_file import unpack_weights
from mj_engine import Tactic, advantages
from mj_engine.learned import tactic_of
from mj_lab.core.game.walls import seed_of, walls_of_seed
from mj_lab.learn.training.networks.correction import Correction, FloatArray
from mj_lab.learn.training.parts.part import Batch, Context, PartOptions
from mj_lab.learn.training.parts.task_cache import KeptParts
from mj_lab.learn.training.sources.play import Play

# Games in one task of half a second. Random numbers are drawn by task, so games depend on it.
GAMES_A_PART = 10


class SamplingPolicy(NamedTuple):
    """A policy of the form of `learned` that samples its actions.

    weights: the bytes of a weights file, which go to other processes. within, temperature: in
    points.
    """

    weights: bytes
    within: float
    temperature: float

    def model(self) -> AdvantageModel:
        """The model that it plays by."""
        model = model_of(unpack_weights(self.weights))
        return model._replace(margin=0.0, within=self.within)

    def tactic(self) -> Tactic:
        """The policy at the fast table."""
        return tactic_of(self.model(), self.temperature)


class CandidatePlay(Play):
    """Games by a correction over the values of a search. Raises ValueError for another model."""

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        model = context.taught
        if not isinstance(model, Correction):
            raise ValueError("play.kind search and matches go with model.kind correction")
        self.model = model

    def player(self) -> SamplingPolicy:
        """The player: the current pi."""
        options = self.model.options
        return SamplingPolicy(self.model.playing(), options.within, options.temperature)

    def figures(self, experience: Batch) -> dict[str, float]:
        """The number of decisions, and how often the base's best action was played."""
        chosen = experience["chosen"]
        best = experience["start"].argmax(axis=1)
        return {"decisions": len(chosen), "first_choices": float((best == chosen).mean())}


class SearchPlayOptions(PartOptions):
    """Options of games by pi."""

    games: int = Field(default=100, ge=1, description="a step")
    against: str | None = Field(
        default=None,
        description="`odds` or `learned`: who has three of the seats; none: pi has all",
    )


class RollPlan(NamedTuple):
    """All that decides the games of a step, each on a wall that no other step has.

    against: who has three of the seats. The player then has each seat under each prevalent wind.
    """

    player: SamplingPolicy
    seed: str
    step: int
    games: int
    against: str | None = None


class SearchPlay(CandidatePlay):
    """Single games, all four seats by pi, or one of them."""

    Options = SearchPlayOptions

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        if self.model.options.standing:
            raise ValueError(
                "a single game has no standing: model.standing goes with play.kind matches"
            )

    def size(self) -> int:
        """Games a step."""
        return int(self.options.games)

    def experience(self, step: int, parts: KeptParts) -> Batch:
        """See `Play`; a decision's reward is the game's score of its seat."""
        plan = RollPlan(self.player(), self.context.seed, step, self.size(), self.options.against)
        firsts = range(0, plan.games, GAMES_A_PART)
        sample = partial(rolled_part, plan._replace(games=1), 0)
        return learned_from(
            self.model, joined_candidates(parts.answers(step, rolled_part, plan, firsts, sample))
        )


def rolled_part(plan: RollPlan, first: int) -> Batch:
    """The games of a part, from this one on; decisions as `joined_candidates` has them."""
    end = min(first + GAMES_A_PART, plan.games)
    walls = list(islice(walls_of_seed(f"gradient-{plan.seed}-{plan.step}", first), end - first))
    # The prevalent wind goes round game by game, so the seat changes with every fourth.
    seats = (plan.step + np.arange(first, end) // SEATS) % SEATS
    others = [] if plan.against is None else [plan.against]
    found: Batch = advantages.roll_out(
        [wall.tiles for wall in walls],
        [plan.player.tactic(), *others],
        plan.player.within,
        prevalent_winds=[wall.prevalent_wind for wall in walls],
        seatings=np.arange(SEATS) != seats[:, None] if others else None,
        seed=seed_of("gradient", plan.seed, plan.step, first),
    )
    if others:
        found = of_decisions(found, found["seat"] == seats[found["game"]])
    return {name: found[name] for name in ("first", "value", "features", "chosen", "score")}


def of_decisions(rolled: Batch, kept: NDArray[np.bool_]) -> Batch:
    """Some of the decisions of `mj_engine.advantages.roll_out`. kept: [N]."""
    count = np.diff(rolled["first"])
    of_kept = np.repeat(kept, count)
    return {
        name: column[of_kept if name in ("value", "features") else kept]
        for name, column in rolled.items()
        if name != "first"
    } | {"first": np.concatenate([[0], np.cumsum(count[kept])])}


def joined_candidates(parts: Sequence[Batch]) -> Batch:
    """The decisions of all parts, in order, as the fast table gives them.

    first: [N + 1], each decision's first action. value: [M], the search's, in points. features:
    [M, F]. chosen, score and others: [N].
    """
    counts = np.concatenate([np.diff(part["first"]) for part in parts])
    found = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return {**found, "first": np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)}


def learned_from(model: Correction, rolled: Batch) -> Batch:
    """Decisions for a learner, from `joined_candidates`; `model` is the one that played.

    Raises ValueError if there are none.
    """
    first, chosen = rolled["first"], rolled["chosen"].astype(np.int64)
    if not len(chosen):
        raise ValueError("no decision to learn from: play more games, or within more points")
    base = model.base_odds(rolled["value"], rolled["features"])
    start = padded(first, base, -np.inf)
    found = {
        "features": padded(first, rolled["features"], 0.0),
        "start": start,
        "legal": np.isfinite(start),
        "chosen": chosen,
        "reward": rolled["score"].astype(np.float32),
        **{name: rolled[name] for name in ("standing",) if name in rolled},
    }
    return {**found, "log_chance": _log_chance(model.log_odds(found), chosen)}


def _log_chance(log_odds: FloatArray, chosen: NDArray[np.int64]) -> FloatArray:
    """The logarithm of the chance of the chosen action: [N]."""
    most = log_odds.max(axis=1, keepdims=True)
    whole = most[:, 0] + np.log(np.exp(log_odds - most).sum(axis=1))
    chances: FloatArray = (log_odds[np.arange(len(chosen)), chosen] - whole).astype(np.float32)
    return chances


def padded(first: NDArray[np.int64], values: NDArray[Any], filler: float) -> FloatArray:
    """Values by action [M, ...] as [N, A, ...], where A is the most actions of a decision."""
    count = np.diff(first)
    there = np.arange(count.max(initial=1)) < count[:, None]
    found = np.full((*there.shape, *values.shape[1:]), filler, np.float32)
    found[there] = values
    return found
