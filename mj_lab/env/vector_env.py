"""The vector environment: hundreds of games in one call, at the fast table in C++."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
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
# Made anew for a copy: the bounds for 4,096 tables take 17 MB.
_MADE_ANEW = ("single_observation_space", "observation_space")

Observation = dict[str, NDArray[Any]]


class VectorEnv(GymnasiumVectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Games side by side, each stopped at a learner's decision; after one ends, the next begins.

    num_envs: how many tables. opponents: tactics of the fast table with options, not cnn; one
    name, or three for the seats after the learner's. seat: the learner's, 0-3, `rotate` or `all`;
    or one of these for each table. walls: used in turn, bare tiles or `Wall`s; else they come from
    the seed. duplicate: each wall is played four times, so that a rotating learner has every seat
    once. history: how many own discards back planes are kept, 0-6. threads: how many share a step,
    if it is long enough for that. copy: whether returned arrays are the caller's; if not, the next
    step overwrites them. docs/reference/environment.md has the arrays.

    It can be copied and pickled, and goes on as the original does.

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
            "keep": copy,
        }
        self._table = self._table_of(0)
        self._tables = np.arange(num_envs)
        self.single_action_space = spaces.Discrete(ACTION_COUNT)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._make_spaces()

    def _make_spaces(self) -> None:
        self.single_observation_space = observation_space(self._options["history"])
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Advance all tables to their next game; with a seed, to the first of that seed.

        Without a seed a random one is used: `np_random_seed`.
        """
        super().reset(seed=seed, options=options)
        if seed is not None or self._table.now is None:
            self._table = self._table_of(int(self.np_random_seed or 0) % _SEEDS)
            return self._seen(self._table.reset())
        return self._seen(self._table.reset(onward=True))

    def save(self, tables: ArrayLike | None = None) -> NDArray[np.uint8]:
        """The states [tables, size] of these tables, by default of all, for `restore`.

        Raises ValueError if there is no such table, or before a reset.
        """
        return self._table.save(tables)

    def restore(
        self, states: ArrayLike, tables: ArrayLike | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Put these tables, by default all, into saved states; as `reset` returns it.

        A state may be another table's, so that one position is played on at many tables. Its game
        goes on as it would have there, and the next one is this table's own.

        Raises ValueError, with nothing done, for a state that is damaged, of other options or of
        another version of mj_engine.
        """
        return self._seen(self._table.restore(states, tables))

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Take the actions, by index [num_envs], and advance to each table's next decision.

        Raises ValueError, with nothing done, if one is illegal or before a reset.
        """
        before = self._table.now
        if before is None:
            raise ValueError("reset() comes first")
        acted, played = before.seats.copy(), before.games.copy()
        now = self._table.step(actions)
        observation, infos = self._seen(now)
        ended, scores = now.dones.astype(np.bool_), now.rewards.copy()
        infos.update({"scores": scores, "ended_game": played})
        infos.update({"_scores": ended, "_ended_game": ended})
        rewards = scores[self._tables, acted]
        return observation, rewards, ended, np.zeros_like(ended), infos

    def choices(self, player: str) -> NDArray[np.int64]:
        """A native tactic's answers at each table, as a teacher or to compare.

        Raises ValueError if there is no such tactic, or before a reset.
        """
        return self._table.choices(player)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _MADE_ANEW}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._make_spaces()

    def __copy__(self) -> VectorEnv:
        return deepcopy(self)  # two with one table would play each other's games

    def _seen(self, step: Step) -> tuple[Observation, dict[str, Any]]:
        arrays = (step.planes, step.scalars, step.masks.view(np.int8))
        observation = dict(zip(("observation", "scalars", "action_mask"), arrays, strict=True))
        return observation, {"seat": step.seats.copy(), "game": step.games.copy()}

    def _table_of(self, seed: int) -> VectorTable:
        return VectorTable(self.num_envs, seed=seed, **self._options)
