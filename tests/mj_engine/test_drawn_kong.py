"""The kong of a discard on an empty own wall: it ends the game drawn, and is valued as such."""

from collections.abc import Iterator

import pytest

import mj_engine
from mj_bot import tactics
from mj_bot.actions import action_space
from mj_engine.odds import Odds
from tests.mj_engine.odds import python_odds
from tests.mj_engine.python_side import states_of


def _offered() -> Iterator[tuple[mj_engine.Game, int]]:
    """Games of short walls, searched for such a kong, and the seat that may declare it."""
    for number in range(4000):
        game = mj_engine.Game(mj_engine.wall_of_seed(f"kong/{number}")[:56])
        game.advance()
        while (seat := game.to_move) is not None:
            legal = game.legal()[seat]
            if "GANG" in legal and game.walls[seat] == 0:
                yield game, seat
                break
            game.play("GANG" if "GANG" in legal else legal[-1])


def test_it_is_listed_and_the_game_ends_drawn() -> None:
    found = 0
    for game, seat in _offered():
        found += 1
        state = states_of(game)[seat]
        assert game.observation(seat).legal == [str(action) for action in action_space(state)]
        game.play("GANG")
        assert game.result is None or game.result.action in ("HUANG", "HU")
    assert found >= 3


def test_every_tactic_thinks_of_it_as_in_python() -> None:
    engine, evaluator = Odds(), python_odds.evaluator()
    theirs = {name: tactics.load(name) for name in ("random", "greedy", "odds")}
    for game, seat in _offered():
        state = states_of(game)[seat]
        wanted = python_odds.candidates(state, evaluator)
        found = engine.candidates(game.observation(seat))
        assert [one.action for one in found] == [one.action for one in wanted]
        values = {one.action: one.value for one in found}
        assert values == pytest.approx({one.action: one.value for one in wanted}, rel=1e-4)
        assert values["GANG"] == 0
        for name, tactic in theirs.items():
            assert mj_engine.tactic(name).choose(game, seat) == str(tactic(state)), name
