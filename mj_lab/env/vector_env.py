"""The vector environment: hundreds of games in one call, at the fast table in C++."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from mj_bot.nets.action_index import ACTION_COUNT
from mj_engine import Step, VectorTable
from mj_lab.core.game.walls import Wall
from mj_lab.env.agent_table import observation_space

_SEEDS = 1 << 64

Observation = dict[str, NDArray[Any]]


class VectorEnv(GymnasiumVectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Games side by side, each stopped at a learner's decision; after one ends, the next begins.

    num_envs: how many tables. opponents: random, greedy, rule_based or odds with its options; one
    name, or three for the seats after the learner's. seat: the learner's, 0-3, `rotate` or `all`;
    or one of these for each table. walls: used in turn, bare tiles or `Wall`s; else they come from
    the seed. duplicate: each wall is played four times, so that a rotating learner has every seat
    once. history: how many own discards back planes are kept, 0-6. copy: whether returned arrays
    are copies; if not, the next step overwrites them. docs/reference/environment.md has the arrays.

    Raises ValueError for bad options.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # as gymnasium does

    def __init__(
        self,
        num_envs: int,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | str | Sequence[int | str] = "rotate",
        walls: Iterable[Wall | Sequence[int]] = (),
        duplicate: bool = False,
        history: int = 0,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        self.num_envs = num_envs
        given = list(walls)
        winds = [wall.prevalent_wind for wall in given if isinstance(wall, Wall)]
        if winds and len(winds) != len(given):
            raise ValueError("walls are all bare tiles, or all have their prevalent wind")
        self._options: dict[str, Any] = {
            "opponents": opponents,
            "seat": seat,
            "walls": [wall.tiles if isinstance(wall, Wall) else wall for wall in given],
            "prevalent_winds": winds,
            "duplicate": duplicate,
            "history": history,
            "threads": threads,
        }
        self._copy = copy
        self._table = self._table_of(0)
        self._now: Step | None = None
        self.single_observation_space = observation_space(history)
        self.single_action_space = spaces.Discrete(ACTION_COUNT)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Advance all tables to their next game; with a seed, to the first of that seed.

        Without a seed a random one is used: `np_random_seed`.
        """
        super().reset(seed=seed, options=options)
        if seed is not None or self._now is None:
            self._table = self._table_of(int(self.np_random_seed or 0) % _SEEDS)
            self._now = self._table.reset()
        else:
            self._now = self._table.reset(onward=True)
        return self._observation(self._now), self._places(self._now)

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Take the actions, by index [num_envs], and advance to each table's next decision.

        Raises ValueError, with nothing done, if one is illegal or before a reset.
        """
        if self._now is None:
            raise ValueError("reset() comes first")
        acted, played = self._now.seats.copy(), self._now.games.copy()
        now = self._now = self._table.step(actions)
        ended = now.dones.astype(np.bool_)
        scores = now.rewards.copy()
        infos = {**self._places(now), "scores": scores, "ended_game": played}
        infos.update({"_scores": ended, "_ended_game": ended})
        rewards = scores[np.arange(self.num_envs), acted]
        return self._observation(now), rewards, ended, np.zeros_like(ended), infos

    def choices(self, player: str) -> NDArray[np.int64]:
        """A native tactic's answers at each table, as a teacher or to compare.

        Raises ValueError if there is no such tactic, or before a reset.
        """
        return self._table.choices(player)

    def _observation(self, step: Step) -> Observation:
        arrays = (step.planes, step.scalars, step.masks.view(np.int8))
        if self._copy:
            arrays = (arrays[0].copy(), arrays[1].copy(), arrays[2].copy())
        return dict(zip(("observation", "scalars", "action_mask"), arrays, strict=True))

    def _places(self, step: Step) -> dict[str, Any]:
        return {"seat": step.seats.copy(), "game": step.games.copy()}

    def _table_of(self, seed: int) -> VectorTable:
        return VectorTable(self.num_envs, seed=seed, **self._options)
