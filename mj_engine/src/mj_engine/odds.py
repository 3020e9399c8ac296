"""The tactic `odds` in C++: equal to mj_bot's, decision for decision."""

from functools import lru_cache
from typing import Any, Dict, List, NamedTuple, Tuple, Union

from mj_engine import _core
from mj_engine._mj_bot import (
    GameState,
    action_space,
    load_json,
    odds_coefficients,
    odds_defaults,
    shape_table,
)

# What the table shows a seat, a state of mj_bot's, or what Botzone sends: an object with requests
# and responses, or its text.
Asked = Union["_core.Observation", GameState, str, bytes, Dict[str, Any]]


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

    def choose(self, observation: Asked) -> str:
        """The best action as it is sent.

        Raises ValueError if the observation is no game.
        """
        return self._core.choose(*_asked(observation))

    def candidates(self, observation: Asked) -> List[Candidate]:
        """Every legal action with its value, in the order in which they are compared.

        Raises ValueError if the observation is no game.
        """
        return [Candidate(*row) for row in self._core.candidates(*_asked(observation))]


def native(name: str = "odds", **options: float) -> "_core.Tactic":
    """The tactic for games that the table plays by itself.

    Raises TypeError if there is no such option.
    """
    return _core.native_odds(tables(), options_with(**options), name)


def _asked(observation: Asked) -> Tuple[Any, ...]:
    if isinstance(observation, _core.Observation):
        return (observation,)
    state = observation if isinstance(observation, GameState) else load_json(observation)
    return state, action_space(state)
