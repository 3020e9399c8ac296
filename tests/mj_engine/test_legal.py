"""Legal actions and what a seat may know, against GameState and action_space."""

from typing import Any

import pytest

import mj_engine
from mj_bot.actions import action_space
from tests.mj_engine.python_side import match_in, wall_in, wall_with_flowers
from tests.recorded import Recorded, Seen, decisions

FIELDS = (
    "seat",
    "prevalent_wind",
    "hand",
    "unseen",
    "shown",
    "drawn",
    "offered",
    "turn",
    "decision",
    "replacing",
    "walls",
    "common_wall",
    "flowers",
)


def _check(seen: Seen, observation: mj_engine.Observation) -> None:
    state = seen.state
    for field in FIELDS:
        assert getattr(observation, field) == getattr(state, field), field
    for seat in range(4):
        assert observation.melds[seat] == tuple(map(tuple, state.melds[seat]))
        assert observation.discards[seat] == tuple(map(tuple, state.discards[seat]))
    assert observation.legal == [str(action) for action in action_space(state)]
    assert observation.mask.sum() == len(observation.legal)
    assert all(observation.mask[mj_engine.action_index(text)] for text in observation.legal)


def _walk(match: dict[str, Any]) -> None:
    wall = wall_in(match)
    game = mj_engine.Game(wall, match["quan"], match.get("common_wall", False))
    turn = 0
    for seen in decisions(match):
        while turn < seen.turn:
            game.submit(match["responses"][turn])
            turn += 1
        _check(seen, game.observation(seen.seat))


@pytest.mark.parametrize("name", ["botzone_matches", "judged_games"])
def test_recorded_decisions(recorded: Recorded, name: str) -> None:
    for match in recorded(name)[:150]:
        _walk(match)


@pytest.mark.parametrize("common_wall", [False, True])
def test_played_decisions(common_wall: bool) -> None:
    walls = [mj_engine.wall_of_seed(f"legal/{number}") for number in range(60)]
    walls += [tuple(wall_with_flowers(seed)) for seed in range(10)]
    played = mj_engine.play(walls, "random", seed=2, common_wall=common_wall, records=True)
    for record in played.records:
        _walk(match_in(record))
