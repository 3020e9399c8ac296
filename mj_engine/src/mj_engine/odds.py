"""The tactic `odds` in C++: equal to mj_bot's, decision for decision."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from mj_engine import _core
from mj_engine._mj_bot import (
    GameState,
    action_space,
    load_json,
    odds_coefficients,
    odds_options,
    target_columns,
)

# What the table shows a seat, a state of mj_bot's, or what Botzone sends: an object with requests
# and responses, or its text.
Asked: TypeAlias = "_core.Observation | GameState | str | bytes | dict[str, Any]"


class Candidate(NamedTuple):
    """One legal action.

    value: by which it is chosen, in points of the game. hand_value: of the hand
    that it leaves, on a scale of its own. win_chance: that the game is won. deal_in: that another
    seat wins with its discard.
    """

    action: str
    value: float
    hand_value: float
    win_chance: float
    deal_in: float


class Forecast(NamedTuple):
    """What an action brings, as `mj_bot.odds.forecast.Forecast` has it."""

    win_chance: float
    expected_score: float
    win_score: float
    other_score: float
    features: list[float]


@lru_cache(maxsize=1)
def tables() -> _core.OddsTables:
    """The target table and all coefficients, one for the process; 12 MB, 0.2 s."""
    return _core.OddsTables(target_columns(), odds_coefficients())


class Odds:
    """Values what every action leaves and takes the best; one serves one player."""

    name = "odds"

    def __init__(self, **options: float) -> None:
        """Options as mj_bot's tactic has them.

        Raises ValueError if there is no such option, or it cannot be that number.
        """
        self._core = _core.Odds(tables(), odds_options(options))

    def choose(self, observation: Asked) -> str:
        """The best action as it is sent.

        Raises ValueError if the observation is no game.
        """
        return self._core.choose(*asked(observation))

    def candidates(self, observation: Asked) -> list[Candidate]:
        """Every legal action with its value, in the order in which they are compared.

        Raises ValueError if the observation is no game.
        """
        return [Candidate(*row) for row in self._core.candidates(*asked(observation))]

    def explain(self, observation: Asked) -> list[dict[str, Any]]:
        """Every legal action, best first, as `explain` of the tactic in mj_bot shows it.

        Raises ValueError if the observation is no game.
        """
        return self._core.explain(*asked(observation))

    def forecast(self, state: GameState, action: str) -> Forecast:
        """What a legal action brings that does not end the game.

        features: before anything is assumed of a table that is not known. Raises ValueError if the
        state is no game's, or the action no answer.
        """
        (chance, score, win_score, other_score), features = self._core.forecast(state, action)
        return Forecast(chance, score, win_score, other_score, features)

    def targets(self, state: GameState) -> list[tuple[list[int], int, bool, int]]:
        """The target hands near the own hand, the nearest first.

        Each is its counts, its fan, whether its sets may be claimed, and the tiles missing. Raises
        ValueError if the state is no game's.
        """
        return self._core.targets(state)


def asked(observation: Asked) -> tuple[Any, ...]:
    """What the core is handed of an observation.

    Raises ValueError if it is no game.
    """
    if isinstance(observation, _core.Observation):
        return (observation,)
    state = observation if isinstance(observation, GameState) else load_json(observation)
    return state, action_space(state)
