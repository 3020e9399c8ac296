"""The table for learners: PettingZoo's two forms, and many games at once (docs/environment.md)."""

from __future__ import annotations

from typing import Any

try:
    import gymnasium  # noqa: F401
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"mj_lab.env needs {error.name}: pip install -e '.[env]' where mj_bot is checked out"
    ) from None

from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from mj_lab.env.action_index import ACTION_COUNT, action_index, action_name, action_names
from mj_lab.env.aec import GuobiaoMahjong
from mj_lab.env.duplicate import duplicate_score
from mj_lab.env.observation import SCALAR_NAMES
from mj_lab.env.parallel import ParallelGuobiaoMahjong
from mj_lab.env.vector_env import VectorEnv

__all__ = [
    "ACTION_COUNT",
    "GuobiaoMahjong",
    "ParallelGuobiaoMahjong",
    "SCALAR_NAMES",
    "VectorEnv",
    "action_index",
    "action_name",
    "action_names",
    "duplicate_score",
    "env",
    "parallel_env",
    "raw_env",
]


def env(**options: Any) -> Any:
    """PettingZoo's AEC environment, with its usual checks; options are `GuobiaoMahjong`'s.

    Raises ValueError for options that cannot be.

    >>> table = env(opponents="greedy")
    >>> table.reset(seed=1)
    >>> table.agents, table.last()[0]["action_mask"].sum()
    (['player_0'], np.int64(12))
    """
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(GuobiaoMahjong(**options)))


# PettingZoo's names for the two without checks.
raw_env = GuobiaoMahjong
parallel_env = ParallelGuobiaoMahjong
