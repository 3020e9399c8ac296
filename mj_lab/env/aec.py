"""The environment in PettingZoo's AEC form: agents act one by one, when they must decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import AECEnv

from mj_lab.env.agent_table import AgentForm
from mj_lab.env.showing import RENDER_MODES


class GuobiaoMahjong(AgentForm, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One game an episode, at the referee in Python; an agent acts only when it has a choice.

    max_cycles: how often an agent acts at most; then it is truncated, and its seat passes and
    discards its draws. The other options: docs/reference/environment.md.

    Raises ValueError for bad options.
    """

    metadata = {  # as PettingZoo declares it
        "name": "guobiao_mahjong_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """The next game; with a seed the first of that seed.

        options: `wall` and `prevalent_wind` of this game. Raises ValueError for a bad wall, and for
        an opponent that cannot play.
        """
        dealt = self._table.deal(seed, options, to_decision=True)
        self.agents = list(self.possible_agents)
        self._agent_of = {seat: agent for agent, seat in dealt.seats.items()}
        self._acted = dict.fromkeys(self.agents, 0)
        self._skip_agent_selection = None
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._table.info(agent) for agent in self.agents}
        self.agent_selection = self._agent_of[dealt.game.deciding[0]]

    def step(self, action: int | None) -> None:
        """Take the selected agent's action, None if it is terminated or truncated."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to decide: None is no action")
        added = self._table.act(agent, int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._acted[agent] += 1
        if self._acted[agent] == self._max_cycles:
            self.truncations[agent] = True
        self._go_on()
        self.infos[agent].update(added)
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        return self._table.observe(agent)

    def _go_on(self) -> None:
        """Advance to the next agent that must decide, or to the end."""
        game = self._table.dealt.game
        alive = [agent for agent in self.agents if not self.truncations[agent]]
        while alive:
            game.next_decision()
            if game.is_over:
                break
            agent = self._agent_of[game.deciding[0]]
            if agent in alive:
                self.agent_selection = agent
                break
            self._table.let_go(agent)
        for agent in self.agents:
            self.infos[agent] = self._table.info(agent)
        if game.is_over:
            self.terminations.update(dict.fromkeys(alive, True))
            self.rewards.update({agent: self._table.score(agent) for agent in alive})
