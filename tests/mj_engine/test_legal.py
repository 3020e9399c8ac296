"""Legal actions and what a seat may know, against GameState and action_space."""

from typing import Any

import pytest

pytest.importorskip("mj_engine._core", reason="mj_engine is not built")
import mj_engine
from mj_bot.actions import action_space
from tests.mj_engine.python_side import Recorded, Seen, decisions, match_in, wall_in

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
    game = mj_engine.Game(wall_in(match), match["quan"])
    turn = 0
    for seen in decisions(match):
        while turn < seen.turn:
            game.submit(match["responses"][turn])
            turn += 1
        _check(seen, game.observation(seen.seat))


@pytest.mark.parametrize("name", ["botzone_matches", "judged_games"])
def test_recorded_decisions(recorded: Recorded, name: str) -> None:
    for match in recorded(name)[:150]:
        if len(wall_in(match)) == 136:  # GameState takes every wall for one of 136 tiles
            _walk(match)


def test_played_decisions() -> None:
    walls = [mj_engine.wall_of_seed(f"legal/{number}") for number in range(60)]
    for record in mj_engine.play(walls, "random", seed=2, records=True).records:
        _walk(match_in(record))


def test_the_kong_on_an_empty_own_wall_is_listed() -> None:
    """Seat 0 has drawn its wall out by kongs of its own when the kong is offered: searched for."""
    found = 0
    for number in range(4000):
        game = mj_engine.Game(mj_engine.wall_of_seed(f"kong/{number}")[:56])
        game.advance()
        while not game.over:
            seat = game.to_move
            assert seat is not None
            legal = game.legal()[seat]
            if "GANG" in legal and game.walls[seat] == 0:
                game.play("GANG")
                found += game.result is not None and game.result.action == "HUANG"
                break
            game.play(legal[-1] if "GANG" not in legal else "GANG")
        if found:
            break
    assert found
