"""The environment in PettingZoo's parallel form: all agents answer every event, as on Botzone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from mj_lab.env.aec import GuobiaoMahjong
from mj_lab.env.agent_table import AgentForm

_Observations = dict[str, dict[str, Any]]


class ParallelGuobiaoMahjong(AgentForm, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One game an episode; a step is an event, which every agent answers, most with PASS.

    If only decisions were steps, a step would reveal that another agent could claim. max_cycles:
    the most steps of an episode. The other options: docs/reference/environment.md.

    Raises ValueError for bad options.
    """

    metadata = {**GuobiaoMahjong.metadata, "is_parallelizable": True}

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[_Observations, dict[str, dict[str, Any]]]:
        """The next game at its first draw; with a seed the first of that seed.

        options: `wall` and `prevalent_wind` of this game. Raises ValueError for a bad wall, and for
        an opponent that cannot play.
        """
        self._table.deal(seed, options, to_decision=False)
        self._steps = 0
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        _Observations,
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take every agent's answer to the event, and advance to the next, or to the end."""
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"no action for {missing[0]}")
        added = {agent: self._table.act(agent, int(actions[agent])) for agent in self.agents}
        game = self._table.dealt.game
        game.go_on()
        self._steps += 1
        infos = self._infos()
        for agent, more in added.items():
            infos[agent].update(more)
        over, late = game.is_over, self._steps == self._max_cycles
        answer = (
            self._observations(),
            {agent: self._table.score(agent) for agent in self.agents},
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, late and not over),
            infos,
        )
        if over or late:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return answer

    def _observations(self) -> _Observations:
        return {agent: self._table.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self._table.info(agent) for agent in self.agents}
