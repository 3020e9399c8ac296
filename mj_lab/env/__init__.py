"""The table as an environment for gymnasium and PettingZoo (docs/reference/environment.md)."""

from __future__ import annotations

from typing import Any

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"mj_lab.env needs {error.name}: pip install -e '.[env]' where mj_bot is checked out"
    ) from None

from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from mj_bot.features.scalars import SCALAR_NAMES
from mj_bot.nets.action_index import (
    ACTION_COUNT,
    action_at,
    action_index,
    action_name,
    action_names,
)
from mj_lab.env.aec import GuobiaoMahjong
from mj_lab.env.agent_file import write_agent
from mj_lab.env.duplicate import duplicate_score
from mj_lab.env.observation import flat_observation, flat_size, observation
from mj_lab.env.parallel import ParallelGuobiaoMahjong
from mj_lab.env.seated import GYM_ID, SeatedGuobiaoMahjong
from mj_lab.env.vector_env import VectorEnv

__all__ = [
    "ACTION_COUNT",
    "GYM_ID",
    "GuobiaoMahjong",
    "ParallelGuobiaoMahjong",
    "SCALAR_NAMES",
    "SeatedGuobiaoMahjong",
    "VectorEnv",
    "action_at",
    "action_index",
    "action_name",
    "action_names",
    "duplicate_score",
    "env",
    "flat_observation",
    "flat_size",
    "observation",
    "parallel_env",
    "raw_env",
    "write_agent",
]


def env(**options: Any) -> Any:
    """PettingZoo's AEC environment, with its usual wrappers; options are `GuobiaoMahjong`'s.

    Raises ValueError for bad options.

    >>> table = env(opponents="greedy")
    >>> table.reset(seed=1)
    >>> table.agents, table.last()[0]["action_mask"].sum()
    (['player_0'], np.int64(12))
    """
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(GuobiaoMahjong(**options)))


# PettingZoo's names for the two forms without wrappers.
raw_env = GuobiaoMahjong
parallel_env = ParallelGuobiaoMahjong

# gym.make("mj_lab.env:GuobiaoMahjong-v0") imports this package and finds it.
gymnasium.register(
    GYM_ID,
    entry_point="mj_lab.env.seated:SeatedGuobiaoMahjong",
    vector_entry_point="mj_lab.env.vector_env:VectorEnv",
)
