"""Rollouts: games of the fast table by pi, with their decisions as the learner wants them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_bot.nets.weights_file import SUFFIX
from mj_lab.arena.seeds import seed_of
from mj_lab.arena.wallset import walls_of_seed
from mj_lab.learn.gradient.decisions import Decisions, FloatArray
from mj_lab.learn.run.workers import Workers

# What a thread or worker is given at once. All is drawn by part, so the games depend on it.
GAMES_A_PART = 10


class RollPlan(NamedTuple):
    """All that decides the games of a step.

    weights: the bytes of the weights file by which pi draws, with `within` and `temperature` as
    the tactic `learned` has them. games: how many, each on a wall that no other step has.
    """

    weights: bytes
    within: float
    temperature: float
    seed: str
    step: int
    games: int


@dataclass(frozen=True)
class Rolled:
    """Decisions of some games before they are a learner's: by action, those of one after another.

    first: [N + 1], each decision's first action. value: [M], the search's, in points. features:
    [M, F]. chosen: [N]. score: [N].
    """

    first: NDArray[np.int64]
    value: FloatArray
    features: FloatArray
    chosen: NDArray[np.int64]
    score: FloatArray


def roll_out(plan: RollPlan, workers: Workers) -> Rolled:
    """The games of a step, wherever they are played."""
    firsts = range(0, plan.games, GAMES_A_PART)
    sample = partial(_rolled_part, plan._replace(games=1), 0)
    return joined_rolled(list(workers.answers(_rolled_part, plan, firsts, sample)))


def _rolled_part(plan: RollPlan, first: int) -> Rolled:
    """The games of a part, from this one on, played in this thread."""
    from mj_engine import advantages

    end = min(first + GAMES_A_PART, plan.games)
    walls = list(islice(walls_of_seed(f"gradient-{plan.seed}-{plan.step}", first), end - first))
    with TemporaryDirectory(prefix="mj-gradient-") as folder:
        path = Path(folder) / ("pi" + SUFFIX)
        path.write_bytes(plan.weights)
        found: dict[str, Any] = advantages.roll_out(
            [wall.tiles for wall in walls],
            player_of_weights(path, plan.within, plan.temperature),
            plan.within,
            prevalent_winds=[wall.prevalent_wind for wall in walls],
            seed=seed_of("gradient", plan.seed, plan.step, first),
        )
    return Rolled(
        found["first"],
        found["value"],
        found["features"],
        found["chosen"].astype(np.int64),
        found["score"],
    )


def joined_rolled(parts: Sequence[Rolled]) -> Rolled:
    """All of them, in order."""
    ends = np.cumsum([0, *(int(part.first[-1]) for part in parts)])
    first = [part.first[:-1] + end for part, end in zip(parts, ends, strict=False)]
    return Rolled(
        np.concatenate([*first, ends[-1:]]),
        np.concatenate([part.value for part in parts]),
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.chosen for part in parts]),
        np.concatenate([part.score for part in parts]),
    )


def padded(rolled: Rolled, values: FloatArray, filler: float) -> FloatArray:
    """Values by action [M, ...] as [N, A, ...], A of the decision with the most actions."""
    count = np.diff(rolled.first)
    there = np.arange(count.max(initial=1)) < count[:, None]
    found = np.full((*there.shape, *values.shape[1:]), filler, np.float32)
    found[there] = values
    return found


def learned_from(
    rolled: Rolled, base: FloatArray, features: FloatArray, log_odds: FloatArray
) -> Decisions:
    """What the learner is given.

    base: [M], the log-odds of the base. features: [M, F]. log_odds: [N, A], of the pi that played.
    """
    rows = np.arange(len(rolled.chosen))
    most = log_odds.max(axis=1, keepdims=True)
    whole = most[:, 0] + np.log(np.exp(log_odds - most).sum(axis=1))
    return Decisions(
        features=padded(rolled, features, 0.0),
        base=padded(rolled, base, -np.inf),
        chosen=rolled.chosen,
        log_chance=(log_odds[rows, rolled.chosen] - whole).astype(np.float32),
        reward=rolled.score,
    )


def player_of_weights(path: Path, within: float, temperature: float) -> str:
    """The player that draws its actions by a weights file."""
    return f"learned@weights={path},margin=0,within={within:g},temperature={temperature:g}"
