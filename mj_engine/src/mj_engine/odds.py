"""The tactic `odds` in C++: equal to mj_bot's, decision for decision."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from mj_engine import _core
from mj_engine._mj_bot import (
    HU,
    GameState,
    action_space,
    load_json,
    odds_options,
    target_bytes,
)

# The table's observation, a state of mj_bot, or Botzone's input: an object with requests and
# responses, or its text.
Asked: TypeAlias = "_core.Observation | GameState | str | bytes | dict[str, Any]"
# A smaller difference in points needs no reason.
EQUAL = _core.EQUAL_POINTS
# For a state: threat; by tile: deal_in, chance to be drawn next, chance to be discarded next.
outlook = _core.outlook


class Candidate(NamedTuple):
    """One legal action.

    value: in points of the game; decides between actions. hand_value: of the hand it leaves, only
    for comparison. win_chance: of winning the game. deal_in: the chance that another seat wins with
    its discard.
    """

    action: str
    value: float
    hand_value: float
    win_chance: float
    deal_in: float


class Forecast(NamedTuple):
    """The forecast of an action, as in `mj_bot.odds.forecast.Forecast`."""

    win_chance: float
    expected_score: float
    win_score: float
    other_score: float
    features: list[float]


@lru_cache(maxsize=1)
def tables() -> _core.OddsTables:
    """The target table, loaded once per process: 15 MB, 0.2 s."""
    return _core.OddsTables(target_bytes())


class Odds:
    """Values the hand that each action leaves and takes the best. Use one per player."""

    name = "odds"

    def __init__(self, **options: float) -> None:
        """Takes the options of mj_bot's tactic.

        Raises ValueError for an unknown option, or a number out of range.
        """
        self._core = _core.Odds(tables(), odds_options(options))

    def choose(self, observation: Asked) -> str:
        """The best action, as it is sent.

        Raises ValueError if the observation is not a game.
        """
        return self._core.choose(*asked(observation))

    __call__ = choose

    def candidates(self, observation: Asked) -> list[Candidate]:
        """Every legal action with its value, in the order in which they are compared.

        Raises ValueError if the observation is not a game.
        """
        return [Candidate(*row) for row in self._core.candidates(*asked(observation))]

    def explain(self, observation: Asked) -> list[dict[str, Any]]:
        """Every legal action, best first, as in `explain` of mj_bot's tactic.

        Raises ValueError if the observation is not a game.
        """
        return self._core.explain(*asked(observation))

    def forecast(self, state: GameState, action: str) -> Forecast:
        """The forecast of a legal action that does not end the game.

        Raises ValueError if the state is not a game's, or the action not a legal answer.
        """
        passes = action_space(state)[0].kind == HU
        (chance, score, win_score, other_score), features = self._core.forecast(
            state, action, passes
        )
        return Forecast(chance, score, win_score, other_score, features)

    def targets(self, state: GameState) -> list[tuple[list[int], int, bool, int]]:
        """The target hands near the own hand, the nearest first.

        Each has its counts, its fan, whether its sets may be claimed, and the number of missing
        tiles. Raises ValueError if the state is not a game's.
        """
        return self._core.targets(state)


def effective_tiles(state: GameState) -> list[dict[str, Any]]:
    """The effective tiles of a hand; with a tile too many, of the hand after each discard.

    tile: the discard's code, None with 13 tiles; shanten; effective: copies left by code; copies:
    their sum; eight: the same three towards 8 fan, None if no such hand is possible. A target's fan
    counts its tiles and the winds, not concealment, wait or self-draw. Only discards with the least
    shanten, or the least distance to 8 fan, are listed: the nearest to 8 fan first, then by most
    copies. Raises ValueError if the state is not a game's.
    """
    given = _core.effective_tiles(state, action_space(state), tables(), odds_options({}))
    rows: list[dict[str, Any]] = json.loads(given)
    return rows


def reason(
    state: GameState, rows: Sequence[Mapping[str, Any]], better: int = 0, than: int | None = None
) -> dict[str, Any] | None:
    """Why one row is better than another; None if there is no other row.

    rows: any tactic's candidates, best first: `action`, and any of `expected_score`, `win_chance`,
    `deal_in`, `learned`, `probability`, `fan` and `targets`.
    than: if None, the row said to be worth most above a win, else a win on offer, else the first
    other row that is worse by `EQUAL` points, else the first other row.

    The result has the actions `better` and `than`, the figures that both have, and `facts`, the
    strongest first: each has a `kind`, named figures, and `against` if it favours the other action.
    """
    legal, read = action_space(state), [dict(row) for row in rows]
    parsed: dict[str, Any] | None = json.loads(_core.reason(state, legal, read, better, than))
    return parsed


def asked(observation: Asked) -> tuple[Any, ...]:
    """Converts an observation to the input of the core.

    Raises ValueError if it is not a game.
    """
    if isinstance(observation, _core.Observation):
        return (observation,)
    state = observation if isinstance(observation, GameState) else load_json(observation)
    return state, action_space(state)
