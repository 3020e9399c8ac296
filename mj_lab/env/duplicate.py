"""How strong a policy is: duplicate games at the vector environment, with the error by wall."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from mj_bot.events import SEATS
from mj_lab.arena.statistics.wall_means import Estimate, ratio_estimate
from mj_lab.env.vector_env import Observation, VectorEnv

# Of the observations of some tables the actions, by index.
Policy = Callable[[Observation], ArrayLike]

_TABLES = 64 * SEATS


def duplicate_score(
    policy: Policy | str,
    *,
    opponents: str | Sequence[str] = "random",
    walls: int = 250,
    seed: int = 0,
    history: int = 0,
    threads: int = 1,
) -> Estimate:
    """Points a game of a policy that plays every wall from all four seats, against three others.

    policy: a function, or a native tactic by name. If it were one of its opponents it would have 0
    on average; the error is by wall. docs/measuring.md says why.

    Raises ImportError without the fast table, ValueError for what cannot be played.
    """
    if walls < 1:
        raise ValueError(f"at least one wall is needed, not {walls}")
    games = SEATS * walls
    env = VectorEnv(
        min(_TABLES, games),
        opponents=opponents,
        duplicate=True,
        history=history,
        threads=threads,
        copy=False,
    )
    observation, infos = env.reset(seed=seed)
    # What was not played to its end is counted neither: a game that ended before the policy's turn.
    points, counted = np.zeros(walls), np.zeros(walls)
    while (infos["game"] < games).any():
        actions = env.choices(policy) if isinstance(policy, str) else policy(observation)
        observation, rewards, ended, _, infos = env.step(actions)
        numbers = infos["ended_game"]
        ours = ended & (numbers < games)
        np.add.at(points, numbers[ours] // SEATS, rewards[ours])
        np.add.at(counted, numbers[ours] // SEATS, 1)
    return ratio_estimate(list(zip(points.tolist(), counted.tolist(), strict=True)))
