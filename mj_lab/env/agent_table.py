"""The table behind both PettingZoo forms: agents by name, their observations, answers, scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from mj_bot.events import HU
from mj_bot.features.planes import PLANE_ROWS
from mj_bot.features.scalars import SCALARS
from mj_bot.nets.action_index import ACTION_COUNT, action_name, indexed_actions
from mj_bot.tiles import COPIES, TILE_KINDS
from mj_lab.core.game.walls import Wall
from mj_lab.env.dealing import Dealer, Dealt, Opponents
from mj_lab.env.showing import check_mode

Illegal = Literal["fallback", "fault", "raise"]
_ILLEGAL = ("fallback", "fault", "raise")


class AgentTable:
    """Deals games and takes the agents' answers.

    illegal: what happens to an illegal action. fallback: PASS or the drawn tile is played instead,
    and the agent's info says so. fault: the referee gets it and ends the game. raise: ValueError.

    Raises ValueError for bad options.
    """

    def __init__(
        self,
        *,
        opponents: Opponents,
        walls: Iterable[Wall | Sequence[int]],
        duplicate: bool,
        history: int,
        illegal: Illegal,
        render_mode: str | None,
    ) -> None:
        check_mode(render_mode)
        if illegal not in _ILLEGAL:
            raise ValueError(f"illegal is one of {', '.join(_ILLEGAL)}, not {illegal!r:.40}")
        self._dealer = Dealer(opponents, walls, duplicate, history)
        self._illegal = illegal
        self._render_mode = render_mode
        self._dealt: Dealt | None = None
        self.agents = self._dealer.agents
        self.observation_spaces = {agent: observation_space(history) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(ACTION_COUNT) for agent in self.agents}

    @property
    def dealt(self) -> Dealt:
        """The running game. Raises ValueError before a reset."""
        if self._dealt is None:
            raise ValueError("reset() comes first")
        return self._dealt

    def deal(self, seed: int | None, options: Mapping[str, Any] | None, to_decision: bool) -> Dealt:
        """The next game, or the first of a seed, at its first draw or an agent's first decision.

        A game that ends earlier is dropped for the next. Raises ValueError for a wall that cannot
        be dealt from, or an opponent that cannot play.
        """
        if seed is not None:
            self._dealer.restart(seed)
        while True:
            self.close()
            dealt = self._dealt = self._dealer.deal(options, self._render_mode is not None)
            game = dealt.game
            while not game.is_over and game.game.event is None:
                game.go_on()
            if to_decision:
                game.next_decision()
            if not game.is_over:
                return dealt
            _check_opponents(dealt)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; its mask allows only PASS when it is asked nothing."""
        return self.dealt.game.views[self.dealt.seats[agent]].observation()

    def act(self, agent: str, index: int) -> dict[str, Any]:
        """Take an agent's answer; returns additions to its info.

        Raises ValueError for a number that is not an action, or if it is not legal and `illegal` is
        raise.
        """
        game, seat = self.dealt.game, self.dealt.seats[agent]
        if not 0 <= index < ACTION_COUNT:
            raise ValueError(f"{agent}: actions are 0-{ACTION_COUNT - 1}, not {index}")
        action = indexed_actions()[index]
        if self._illegal == "fault" or game.allows(seat, action):
            game.answer(seat, action)
            return {}
        if self._illegal == "raise":
            raise ValueError(f"{agent}: {action_name(index)} is not legal")
        played = game.answer(seat, None)
        return {"illegal": action_name(index), "played": str(played)}

    def let_go(self, agent: str) -> None:
        """Answer with the fallback for an agent that no longer answers."""
        self.dealt.game.answer(self.dealt.seats[agent], None)

    def info(self, agent: str) -> dict[str, Any]:
        """An agent's info: its seat, the wall's number, and the result of a finished game."""
        number, seats, _, game = self.dealt
        info: dict[str, Any] = {"seat": seats[agent], "wall": number}
        if game.game.result is not None:
            info["result"] = game.game.result._asdict()
        return info

    def score(self, agent: str) -> float:
        """An agent's score of the game, 0 while it is running."""
        return float(self.dealt.game.game.scores[self.dealt.seats[agent]])

    def render(self) -> str | None:
        """The table in the render mode; None without one."""
        if self._render_mode is None or self.dealt.game.text is None:
            return None
        return self.dealt.game.text.show(self._render_mode)

    def close(self) -> None:
        """End the game: programs among the opponents are stopped."""
        if self._dealt is not None:
            self._dealt.game.close()


def _check_opponents(dealt: Dealt) -> None:
    """Raise ValueError if a fault ended the game before any agent has answered."""
    result = dealt.game.game.result
    if result is not None and result.player is not None and result.action != HU:
        name = dealt.names[result.player]
        raise ValueError(f"{name} cannot play: {result.action} {result.detail}")


def observation_space(history: int) -> spaces.Dict:
    """The observation space of one agent; docs/reference/environment.md has the layout."""
    planes = (PLANE_ROWS * (1 + history), TILE_KINDS, COPIES)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, planes, np.uint8),
            "scalars": spaces.Box(0, 255, SCALARS.shape, np.uint8),
            "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
        }
    )


class AgentForm:
    """What both forms share: their options, spaces and rendering.

    Raises ValueError for bad options.
    """

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
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"an agent acts at least once, not {max_cycles} times")
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

    def observation_space(self, agent: str) -> spaces.Dict:
        """The agent's observation space."""
        return self._table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The agent's action space."""
        return self._table.action_spaces[agent]

    def render(self) -> str | None:
        """The table as text, all hands shown."""
        return self._table.render()

    def close(self) -> None:
        """End the game."""
        self._table.close()
