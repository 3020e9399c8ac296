"""The native tactics choose what Python's choose, decision for decision."""

import pytest

pytest.importorskip("mj_engine._core", reason="mj_engine is not built")
import mj_engine
from mj_bot import tactics
from tests.mj_engine.python_side import decisions, legal_of, state_of_decision

FILES = ("botzone_matches", "judged_games", "rare_games", "faulty_games")


def _differences(states, name, seed=0):
    theirs, ours = tactics.load(name, seed=seed), mj_engine.tactic(name)
    asked, different = 0, []
    for state in states:
        legal = legal_of(state)
        if legal is None or len(legal) < 2:
            continue
        asked += 1
        chosen, expected = ours.choose_for(state, legal, seed), str(theirs(state))
        if chosen != expected:
            different.append((expected, chosen))
    return asked, different


def _states(recorded, files):
    for name in files:
        for match in recorded(name):
            for seen in decisions(match):
                yield seen.state


@pytest.mark.parametrize("seed", [0, 1, 4_000_000_000])
def test_random_is_the_same(recorded, seed):
    asked, different = _differences(_states(recorded, FILES), "random", seed)
    assert (asked > 20_000, different) == (True, [])


def test_greedy_is_the_same(recorded):
    asked, different = _differences(_states(recorded, FILES), "greedy")
    assert (asked > 20_000, different) == (True, [])


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_on_reference_decisions(recorded, name):
    states = map(state_of_decision, recorded("reference_decisions"))
    asked, different = _differences(states, name)
    assert (asked > 2_000, different) == (True, [])


def test_an_option_that_is_none():
    with pytest.raises(ValueError, match="greedy has no options"):
        mj_engine.tactic("greedy@a=1")
    with pytest.raises(ValueError, match="no native tactic 'rule_based'; there are: greedy"):
        mj_engine.tactic("rule_based")
    with pytest.raises(ValueError, match="KEY=NUMBER"):
        mj_engine.tactic("odds@patience")
