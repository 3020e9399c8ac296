"""Rollouts: games of the fast table by pi, with their decisions as the learner wants them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_lab.arena.seeds import seed_of
from mj_lab.arena.wallset import walls_of_seed
from mj_lab.learn.gradient.decisions import Decisions, FloatArray


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


def roll_out(player: str, within: float, seed: str, step: int, games: int, threads: int) -> Rolled:
    """So many games of a step, each on a wall that no other step has.

    Raises ValueError for a player that is not `odds` or `learned`.
    """
    from mj_engine import advantages

    walls = list(islice(walls_of_seed(f"gradient-{seed}-{step}"), games))
    found: dict[str, Any] = advantages.roll_out(
        [wall.tiles for wall in walls],
        player,
        within,
        prevalent_winds=[wall.prevalent_wind for wall in walls],
        seed=seed_of("gradient", seed, step),
        threads=threads,
    )
    return Rolled(
        found["first"],
        found["value"],
        found["features"],
        found["chosen"].astype(np.int64),
        found["score"],
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
