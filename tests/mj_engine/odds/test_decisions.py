"""`odds` in C++ values every action as Python does and chooses the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.history import load_json
from mj_bot.state import GameState
from mj_engine.odds import Odds
from tests.mj_engine.odds import python_odds
from tests.mj_engine.python_side import begun, states_of_games
from tests.recorded import Recorded, decisions


def compare(states: Iterable[GameState], **options: Any) -> int:
    """Compares all that have a choice; returns how many.

    In one decision of a thousand rounding may turn whether a tile makes a hand better: then Python
    must have the values, too, where the tile has to be better by a millionth more, or less. Of two
    actions that are valued alike to within the same limit either may be chosen.
    """
    engine, search = Odds(**options), python_odds.evaluator(**options)
    compared = 0
    apart: list[object] = []
    for state in states:
        if len(action_space(state)) == 1:
            continue
        compared += 1
        wanted = python_odds.candidates(state, search)
        found = engine.candidates(state)
        assert [one.action for one in found] == [one.action for one in wanted]
        best, choice = python_odds.chosen(wanted), engine.choose(state)
        assert choice == python_odds.chosen(found).action
        differ = [pair for pair in zip(found, wanted, strict=True) if not python_odds.alike(*pair)]
        if differ or choice != best.action:
            apart.append((choice, best, differ))
        if differ:
            assert python_odds.turned_by_rounding(state, search, found), (choice, best, differ)
            continue
        taken = next(one for one in wanted if one.action == choice)
        assert taken.value == pytest.approx(best.value, rel=python_odds.WITHIN)
    assert len(apart) <= compared // 1000, apart
    return compared


@pytest.mark.parametrize(
    ("first", "step"),
    [*((16 * part, 80) for part in range(5)), pytest.param(0, 1, marks=pytest.mark.slow)],
)
def test_recorded_decisions(recorded: Recorded, first: int, step: int) -> None:
    some = recorded("reference_decisions")[first::step]
    assert compare(map(load_json, some)) >= (30 if step > 1 else 2500)


@pytest.mark.foreign
def test_what_rounding_turns_is_told_from_what_is_wrong(recorded: Recorded) -> None:
    """A claim that is better by just the least part, to the last bit, here but not there."""
    match = next(one for one in recorded("rare_games") if one["id"] == "judge-2002615")
    state = next(islice(decisions(match), 4, None)).state
    search = python_odds.evaluator()
    assert python_odds.turned_by_rounding(state, search, Odds().candidates(state))
    assert not python_odds.turned_by_rounding(
        state, search, Odds(rival_win_rate=0.1).candidates(state)
    )


@pytest.mark.parametrize(
    ("file", "games"),
    [
        ("botzone_matches", 1),
        *(
            pytest.param(file, None, marks=pytest.mark.slow)
            for file in ("botzone_matches", "judged_games", "rare_games", "faulty_games")
        ),
    ],
)
def test_recorded_games(recorded: Recorded, file: str, games: int | None) -> None:
    states = (seen.state for match in recorded(file)[:games] for seen in decisions(match))
    least = 50 if games else 2000 if file == "botzone_matches" else 1000
    assert compare(states) > least


@pytest.mark.parametrize(
    "walls", [[7], pytest.param(range(100, 200), marks=pytest.mark.slow)], ids=len
)
def test_games_of_its_own(walls: Sequence[int]) -> None:
    assert compare(states_of_games(walls, "odds")) > (20 if len(walls) == 1 else 4000)


OPTIONS: list[dict[str, Any]] = [
    {"rival_win_rate": 0.5},
    {"rival_discard_weight": 0.7},
    {"seven_fan_weight": 0.0, "six_fan_weight": 0.0},
    {"seven_fan_weight": 1.0, "six_fan_weight": 0.5},
    {"pass_bonus": 0.4},
    {"next_draw_bonus": -0.3},
    {"defence": 2.0},
    {"max_chicken_hands": 0},
    {"max_chicken_hands": 5},
    {"kong_cost": -1.0},
    {"fan_value": 3.0},
    {"slack": 0},
    {"slack": 2},
    {"max_targets": 40},
    {"exact_distance": 0},
    {"exact_distance": 3},
]


@pytest.mark.parametrize("options", OPTIONS, ids=",".join)
def test_options(recorded: Recorded, options: dict[str, Any]) -> None:
    some = recorded("reference_decisions")[7::250]
    assert compare(map(load_json, some), **options) == 10


def test_the_choice_does_not_depend_on_what_is_remembered(recorded: Recorded) -> None:
    states = [load_json(line) for line in recorded("reference_decisions")[3::100]]
    one = Odds()
    forwards = [one.candidates(state) for state in states]
    backwards = [one.candidates(state) for state in reversed(states)]
    assert backwards[::-1] == forwards
    assert [Odds().candidates(state) for state in states] == forwards


def test_texts_and_observations(recorded: Recorded) -> None:
    line = recorded("reference_decisions")[11]
    record = {"requests": line["requests"], "responses": line["responses"]}
    wanted = Odds().choose(load_json(line))
    assert Odds().choose(record) == Odds().choose(json.dumps(record)) == wanted
    game, seat = begun(5)
    seen = game.observation(seat)
    found = Odds().candidates(seen)
    assert [one.action for one in found] == [str(action) for action in seen.legal]
    assert Odds().choose(seen) == python_odds.chosen(found).action
