"""Speed of the features in numpy and in C++: states per second and core, by CPU time.

python -m tools.benchmarks.features
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

import mj_engine
from mj_bot.features.columns import columns
from mj_bot.features.hand_only import hand_only
from mj_bot.features.look_ahead import look_ahead
from mj_bot.features.planes import PlaneHistory, planes
from mj_bot.history import load_json
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.state import GameState
from mj_engine import features

GAMES = 8
LEAST_SECONDS = 2.0


def speed() -> None:
    """Prints the figures of every decision of some games of `greedy`."""
    observations, states = _decisions(GAMES)
    nearest, history = Nearest(), PlaneHistory()
    engine, engine_history = features.LookAhead(), features.PlaneHistory()
    print(f"{len(states)} decisions           numpy       C++")
    for name, ours, theirs in (
        (
            "planes",
            lambda state: planes(state, history),
            lambda state: _planes(state, engine_history),
        ),
        ("columns", columns, features.columns),
        ("hand_only", hand_only, features.hand_only),
        ("look_ahead", lambda state: look_ahead(state, nearest), engine),
    ):
        print(f"{name:<15}{_rate(ours, states):>13.0f}{_rate(theirs, observations):>10.0f}")


def _planes(seen: mj_engine.Observation, history: features.PlaneHistory) -> Any:
    return features.planes(seen, history)


def _decisions(games: int) -> tuple[list[mj_engine.Observation], list[GameState]]:
    observations: list[mj_engine.Observation] = []
    states: list[GameState] = []
    greedy = mj_engine.tactic("greedy")
    for number in range(games):
        game = mj_engine.Game(mj_engine.wall_of_seed(f"features/{number}"), number % 4)
        game.advance()
        while (seat := game.to_move) is not None:
            observations.append(game.observation(seat))
            of_seat = [requests[seat] for requests, _ in game.turns] + [game.request_for(seat)]
            answers = [replies[seat] for _, replies in game.turns]
            states.append(load_json({"requests": of_seat, "responses": answers}))
            game.play(greedy.choose(game, seat))
    return observations, states


def _rate(function: Callable[[Any], Any], states: Sequence[Any]) -> float:
    began, calls = time.process_time(), 0
    while time.process_time() < began + LEAST_SECONDS:
        for state in states:
            function(state)
        calls += len(states)
    return calls / (time.process_time() - began)


if __name__ == "__main__":
    speed()
