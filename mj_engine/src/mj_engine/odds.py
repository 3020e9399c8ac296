"""The tactic `odds` in C++: equal to mj_bot's, decision for decision."""

from functools import lru_cache
from typing import Any, Dict, List, NamedTuple, Union

from mj_engine import _core
from mj_engine._mj_bot import (
    GameState,
    action_space,
    load_json,
    odds_coefficients,
    odds_defaults,
    shape_table,
)

# A state of mj_bot's, or what Botzone sends: an object with requests and responses, or its text.
Observation = Union[GameState, str, bytes, Dict[str, Any]]


class Candidate(NamedTuple):
    """One legal action: fields as mj_bot's candidates have them."""

    action: str
    value: float
    worth: float
    chance: float
    danger: float


@lru_cache(maxsize=1)
def tables() -> "_core.OddsTables":
    """The shape table and all coefficients, one for the process; 12 MB, 0.2 s."""
    return _core.OddsTables(shape_table(), odds_coefficients())


def options_with(**options: float) -> Dict[str, Union[int, float]]:
    """All options of `odds`, with their defaults where none is given.

    Raises TypeError if there is no such option.
    """
    defaults = odds_defaults()
    unknown = sorted(set(options) - set(defaults))
    if unknown:
        raise TypeError("odds has no option {}; it has {}".format(unknown[0], ", ".join(defaults)))
    return {name: type(value)(options.get(name, value)) for name, value in defaults.items()}


class Odds:
    """Values what every action leaves and takes the best; one serves one player."""

    name = "odds"

    def __init__(self, **options: float) -> None:
        """Options as mj_bot's tactic has them, and `exact`, `slack`, `most_shapes`, `kong`.

        Raises TypeError if there is no such option.
        """
        self._core = _core.Odds(tables(), options_with(**options))

    def choose(self, observation: Observation) -> str:
        """The best action as it is sent.

        Raises ValueError if the observation is no game.
        """
        state = _state_of(observation)
        return self._core.choose(state, action_space(state))

    def candidates(self, observation: Observation) -> List[Candidate]:
        """Every legal action with its value, in the order in which they are compared.

        Raises ValueError if the observation is no game.
        """
        state = _state_of(observation)
        return [Candidate(*row) for row in self._core.candidates(state, action_space(state))]


def _state_of(observation: Observation) -> GameState:
    return observation if isinstance(observation, GameState) else load_json(observation)
