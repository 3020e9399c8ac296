"""The pieces of `odds` in C++ one by one: near targets, the lattice, the others, the tiles."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.state import OWN_DRAW
from mj_engine import _core
from mj_engine._mj_bot import odds_options
from mj_engine.odds import outlook, tables
from tests.mj_engine.odds import python_odds
from tests.mj_engine.python_side import state_of_decision
from tests.recorded import Recorded, decisions


@pytest.fixture
def engine() -> Any:
    return _core.Odds(tables(), odds_options({}))


def test_near_targets_in_their_order(recorded: Recorded, engine: Any) -> None:
    for line in recorded("reference_decisions")[::40]:
        state = state_of_decision(line)
        wanted = python_odds.targets(state)
        found = [python_odds.Target(tuple(row[0]), *row[1:]) for row in engine.targets(state)]
        assert Counter(found) == Counter(wanted)
        assert found == wanted


def test_lattice_sizes(recorded: Recorded, engine: Any) -> None:
    compared = 0
    for line in recorded("reference_decisions")[1::40]:
        state = state_of_decision(line)
        actions = action_space(state)
        own = state.decision == OWN_DRAW and all(action.kind == "PLAY" for action in actions)
        only_pass = len(actions) == 1 and state.decision != OWN_DRAW
        if not own and not only_pass:
            continue  # the last hand value is not that of the hand as it is
        compared += 1
        engine.candidates(state, actions)
        assert engine.lattice() == python_odds.lattice_sizes(state, discarding=own)
    assert compared > 20


def test_outlook(recorded: Recorded) -> None:
    lines = recorded("reference_decisions")[::10]
    matches = recorded("botzone_matches")[::10]
    states = [state_of_decision(line) for line in lines]
    states += [seen.state.copy() for match in matches for seen in decisions(match)][::5]
    for state in states:
        wanted = python_odds.outlook(state)
        threat, deal_in, drawn, discarded = outlook(state)
        assert threat == pytest.approx(wanted.threat, abs=1e-9)
        assert deal_in == pytest.approx(wanted.deal_in, abs=1e-9)
        assert drawn == pytest.approx(wanted.drawn, abs=1e-6)
        assert discarded == pytest.approx(wanted.discarded, abs=1e-6)
