"""The game for OpenSpiel: a chance node deals the wall, then the deciding players act.

    python examples/open_spiel_mahjong.py --games 3

OpenSpiel's own random bots play it here. Needs pip install -e '.[env]' open_spiel.
"""

import argparse
import sys
from typing import Any

try:
    import numpy as np
    import pyspiel

    from mj_lab import env as mahjong
except ImportError as missing:
    sys.exit(f"{missing}: pip install -e '.[env]' open_spiel")

SEATS, WALLS, MOST_ACTIONS = 4, 1_000, 600
BEST, LEAST = 1_000, -1_000  # Bounds: a win of all fans together pays less.
TYPE = pyspiel.GameType(
    short_name="mj_guobiao",
    long_name="Guobiao Mahjong",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=SEATS,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
INFO = pyspiel.GameInfo(mahjong.ACTION_COUNT, WALLS, SEATS, LEAST, BEST, 0.0, MOST_ACTIONS)


class MahjongGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The rules; a wall is one of WALLS of a seed."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self) -> "MahjongState":
        """Before the wall is dealt."""
        return MahjongState(self)


class MahjongState(pyspiel.State):  # type: ignore[misc]
    """A running game in the PettingZoo environment; a copy is replayed up to the same point."""

    def __init__(self, game: MahjongGame) -> None:
        super().__init__(game)
        self._env: Any = None

    def current_player(self) -> int:
        """Chance, the seat to decide, or the terminal marker."""
        if self._env is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self._env.agent_selection[-1])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The walls, equally likely."""
        return [(wall, 1 / WALLS) for wall in range(WALLS)]

    def _legal_actions(self, player: int) -> list[int]:
        mask = self._env.observe(f"player_{player}")["action_mask"]
        return [int(index) for index in np.flatnonzero(mask)]

    def _apply_action(self, action: int) -> None:
        if self._env is None:
            self._env = mahjong.raw_env(illegal="raise")
            self._env.reset(seed=action)
        else:
            self._env.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"wall {action}" if player < 0 else mahjong.action_name(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._env is not None and any(self._env.terminations.values())

    def returns(self) -> list[float]:
        """The scores by seat; 0 during the game."""
        if not self.is_terminal():
            return [0.0] * SEATS
        return [self._env.rewards[f"player_{seat}"] for seat in range(SEATS)]

    def __deepcopy__(self, memo: Any) -> "MahjongState":
        copy = MahjongState(self.get_game())
        for action in self.history():
            copy.apply_action(action)
        return copy

    def __str__(self) -> str:
        return ", ".join(map(str, self.history()))


def main() -> None:
    """Plays with OpenSpiel's random bots, prints the scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    given = parser.parse_args()
    pyspiel.register_game(TYPE, MahjongGame)
    game = pyspiel.load_game("mj_guobiao")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(SEATS)]
    for number in range(given.games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, number)
        print(f"game {number}: {state.returns()}")


if __name__ == "__main__":
    main()
