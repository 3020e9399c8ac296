"""The environment in gymnasium's form: one agent at a table with three named players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from mj_lab.core.game.walls import Wall
from mj_lab.env.agent_table import AgentTable, Illegal
from mj_lab.env.dealing import AGENTS
from mj_lab.env.observation import Seen
from mj_lab.env.showing import RENDER_MODES

GYM_ID = "GuobiaoMahjong-v0"
_AGENT = AGENTS[0]


class SeatedGuobiaoMahjong(gymnasium.Env[Any, Any]):
    """One game an episode, at the referee in Python; a step is a decision of `player_0`.

    opponents: players by name, one for all three or three. The other options:
    docs/reference/environment.md.

    Raises ValueError for bad options.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # as gymnasium declares it

    def __init__(
        self,
        *,
        render_mode: str | None = None,
        opponents: str | Sequence[str] = "random",
        walls: Iterable[Wall | Sequence[int]] = (),
        duplicate: bool = False,
        history: int = 0,
        illegal: Illegal = "fallback",
    ) -> None:
        self._table = AgentTable(
            opponents=opponents,
            walls=walls,
            duplicate=duplicate,
            history=history,
            illegal=illegal,
            render_mode=render_mode,
        )
        self.render_mode = render_mode
        self.observation_space = self._table.observation_spaces[_AGENT]
        self.action_space = self._table.action_spaces[_AGENT]

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """The next game at the first decision; with a seed the first of that seed.

        options: `wall` and `prevalent_wind` of this game. Raises ValueError for a bad wall, and for
        an opponent that cannot play.
        """
        super().reset(seed=seed)
        self._table.deal(seed, options, to_decision=True)
        return self._shown({})

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take the answer to a decision, and advance to the next, or to the end.

        Raises ValueError for a number that is not an action, and before and after a game.
        """
        game = self._table.dealt.game
        if game.is_over:
            raise ValueError("the game is over: reset() deals the next")
        added = self._table.act(_AGENT, int(action))
        game.next_decision()
        seen, info = self._shown(added)
        return seen, self._table.score(_AGENT), game.is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, bool [853]; called by sb3-contrib."""
        mask: NDArray[np.bool_] = self._table.observe(_AGENT)["action_mask"].astype(np.bool_)
        return mask

    def render(self) -> str | None:
        """The table as text, all hands shown."""
        return self._table.render()

    def close(self) -> None:
        """End the game."""
        self._table.close()

    def _shown(self, added: Mapping[str, Any]) -> tuple[Seen, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        return self._table.observe(_AGENT), {**self._table.info(_AGENT), **added}
