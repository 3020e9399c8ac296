"""The pieces of `odds` in C++ one by one: near targets, the lattice, the others, the tiles."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.history import load_json
from mj_bot.state import OWN_DRAW
from mj_engine import _core
from mj_engine.odds import tables
from mj_lab.measure.check.twins import pieces
from tests.mj_engine.odds import python_odds
from tests.mj_engine.python_side import PLAIN_ODDS
from tests.recorded import Recorded, decisions


@pytest.fixture
def engine() -> Any:
    return _core.Odds(tables(), PLAIN_ODDS)


def test_the_others_and_the_near_targets_in_their_order(recorded: Recorded) -> None:
    states = [load_json(line) for line in recorded("reference_decisions")[::40]]
    matches = recorded("botzone_matches")[::10]
    states += [seen.state.copy() for match in matches for seen in decisions(match)][::20]
    for state in states:
        for piece in takewhile(lambda one: not one.name.startswith("hand_value"), pieces(state)):
            within = 1e-6 if piece.name.startswith("chance to be") else 1e-9
            is_number = isinstance(piece.python, float)
            wanted = pytest.approx(piece.python, abs=within) if is_number else piece.python
            assert piece.cpp == wanted, piece.name


def test_lattice_sizes(recorded: Recorded, engine: Any) -> None:
    compared = 0
    for line in recorded("reference_decisions")[1::40]:
        state = load_json(line)
        actions = action_space(state)
        own = state.decision == OWN_DRAW and all(action.kind == "PLAY" for action in actions)
        only_pass = len(actions) == 1 and state.decision != OWN_DRAW
        if not own and not only_pass:
            continue  # the last hand value is not that of the hand as it is
        compared += 1
        engine.candidates(state, actions)
        assert engine.lattice() == python_odds.lattice_sizes(state, discarding=own)
    assert compared > 20
