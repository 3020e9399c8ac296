"""Legal actions and what a seat may know, against GameState and action_space."""

import pytest

pytest.importorskip("mj_engine._core", reason="mj_engine is not built")
import mj_engine
from tests.mj_engine.python_side import decisions, legal_of

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


def _check(seen, observation):
    state = seen.state
    for field in FIELDS:
        assert getattr(observation, field) == getattr(state, field), field
    for seat in range(4):
        assert observation.melds[seat] == tuple(map(tuple, state.melds[seat]))
        assert observation.discards[seat] == tuple(map(tuple, state.discards[seat]))
    actions = legal_of(state)
    if actions is not None:
        assert observation.legal == [str(action) for action in actions]
    assert observation.mask.sum() == len(observation.legal)
    assert all(observation.mask[mj_engine.action_index(text)] for text in observation.legal)


def _walk(match):
    game = mj_engine.Game(match["wall"], match["quan"])
    turn = 0
    for seen in decisions(match):
        while turn < seen.turn:
            game.submit(match["responses"][turn])
            turn += 1
        _check(seen, game.observation(seen.seat))


def _with_tiles(match):
    from mj_bot.tiles import tiles_of

    wall = match["wall"] if isinstance(match["wall"], str) else " ".join(match["wall"])
    return {**match, "wall": tiles_of(wall)}


@pytest.mark.parametrize("name", ["botzone_matches", "judged_games"])
def test_recorded_decisions(recorded, name):
    for match in recorded(name)[:150]:
        found = _with_tiles(match)
        if len(found["wall"]) == 136:  # GameState takes every wall for one of 136 tiles
            _walk(found)


def test_played_decisions():
    import json

    walls = [mj_engine.wall_of_seed(f"legal/{number}") for number in range(60)]
    for record in mj_engine.play(walls, "random", seed=2, records=True).records:
        _walk(_with_tiles(json.loads(record)))


def test_the_kong_on_an_empty_own_wall_is_listed():
    """Seat 0 has drawn its wall out by kongs of its own when the kong is offered: searched for."""
    found = 0
    for number in range(4000):
        game = mj_engine.Game(mj_engine.wall_of_seed(f"kong/{number}")[:56])
        game.advance()
        while not game.over:
            seat = game.to_move
            legal = game.legal()[seat]
            if "GANG" in legal and game.walls[seat] == 0:
                game.play("GANG")
                found += game.over and game.result.action == "HUANG"
                break
            game.play(legal[-1] if "GANG" not in legal else "GANG")
        if found:
            break
    assert found
