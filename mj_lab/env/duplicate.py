"""A policy's strength: duplicate games in the vector environment, with the error by wall."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from mj_bot.events import SEATS
from mj_lab.core.game.walls import Wall
from mj_lab.core.wall_means import Estimate, ratio_estimate
from mj_lab.env.vector_env import Observation, VectorEnv

# A function from the observations of some tables to actions, by index.
Policy = Callable[[Observation], ArrayLike]

_TABLES = 64 * SEATS


def duplicate_score(
    policy: Policy | str,
    *,
    opponents: str | Sequence[str] = "random",
    walls: int | Sequence[Wall] = 250,
    seed: int = 0,
    history: int = 0,
    threads: int = 1,
) -> Estimate:
    """A policy's points a game over all four seats of every wall, against three others.

    policy: a function, or a native tactic by name. walls: how many of the seed's, or a list.
    Against three copies of itself the mean is 0; docs/guide/measuring.md says why the error is by
    wall.

    Raises ImportError without the fast table, ValueError for players or walls that cannot be
    played.
    """
    given = () if isinstance(walls, int) else walls
    count = walls if isinstance(walls, int) else len(walls)
    if count < 1:
        raise ValueError(f"at least one wall is needed, not {count}")
    games = SEATS * count
    env = VectorEnv(
        min(_TABLES, games),
        opponents=opponents,
        walls=given,
        duplicate=True,
        history=history,
        threads=threads,
        copy=False,
    )
    observation, infos = env.reset(seed=seed)
    # A game that ends before the policy's first decision is missing: this affects few walls.
    points, counted = np.zeros(count), np.zeros(count)
    while (infos["game"] < games).any():
        actions = env.choices(policy) if isinstance(policy, str) else policy(observation)
        observation, rewards, ended, _, infos = env.step(actions)
        numbers = infos["ended_game"]
        ours = ended & (numbers < games)
        np.add.at(points, numbers[ours] // SEATS, rewards[ours])
        np.add.at(counted, numbers[ours] // SEATS, 1)
    return ratio_estimate(list(zip(points.tolist(), counted.tolist(), strict=True)))
