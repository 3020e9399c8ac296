"""The environment in PettingZoo's AEC form: agents are asked one by one, when they must decide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from mj_lab.env.agent_table import AgentTable, Illegal
from mj_lab.env.dealing import Opponents
from mj_lab.env.showing import RENDER_MODES
from mj_lab.game.walls import Wall


class GuobiaoMahjong(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One game an episode, at the referee in Python; an agent is asked only when it has a choice.

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

    def __init__(
        self,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        opponents: Opponents = None,
        walls: Iterable[Wall | Sequence[int]] = (),
        duplicate: bool = False,
        history: int = 0,
        illegal: Illegal = "fallback",
    ) -> None:
        super().__init__()
        check_cycles(max_cycles)
        self._table = AgentTable(
            opponents=opponents,
            walls=walls,
            duplicate=duplicate,
            history=history,
            illegal=illegal,
            render_mode=render_mode,
        )
        self.render_mode = render_mode
        self.possible_agents = list(self._table.agents)
        self.agents: list[str] = []
        self._max_cycles = max_cycles
        self._acted: dict[str, int] = {}
        self._agent_of: dict[int, str] = {}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The agent's observation space."""
        return self._table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The agent's action space."""
        return self._table.action_spaces[agent]

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
        """The selected agent's action, None if it is terminated or truncated."""
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

    def render(self) -> str | None:
        """The table as text, all hands shown."""
        return self._table.render()

    def close(self) -> None:
        """No more games."""
        self._table.close()

    def _go_on(self) -> None:
        """To the next agent that has to decide, or to the end."""
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


def check_cycles(max_cycles: int | None) -> None:
    """Raises ValueError if agents could never act."""
    if max_cycles is not None and max_cycles < 1:
        raise ValueError(f"an agent acts at least once, not {max_cycles} times")
