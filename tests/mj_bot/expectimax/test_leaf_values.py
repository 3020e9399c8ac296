"""Leaves without a network: by the evaluator of `odds`, and by the shanten."""

import pytest

from mj_bot.expectimax.leaf_values import ByHandValue, by_shanten
from mj_bot.expectimax.own_hand import OwnHand
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.odds.win_chance import expected_points
from mj_bot.shanten.shanten import least_distance
from mj_bot.state import OWN_DRAW
from tests.recorded import Recorded, asked_of


def test_the_hand_as_it_is_is_worth_what_odds_says(recorded: Recorded) -> None:
    """Where the search of odds has no more targets than a leaf has."""
    compared, nearest, odds = 0, Nearest(), OddsEvaluator()
    for state in asked_of(recorded, 120, 3):
        if state.decision != OWN_DRAW:
            continue
        found = [one for one in odds.candidates(state) if one.action.kind == "PLAY"]
        if found[0].valued is None or len(found[0].valued.targets) > 300:
            continue
        # What is asked first does not matter: targets are the state's.
        nodes = [
            OwnHand(state).drawn(hand, state.own_melds) for hand in (state.hand[::-1], state.hand)
        ]
        _, value = ByHandValue(state, nearest)(nodes)
        best = max(one.win_chance for one in found)
        assert value == pytest.approx(expected_points(best, 0.0), abs=1e-4)
        compared += 1
    assert compared > 5


def test_by_shanten_a_nearer_hand_is_worth_more(recorded: Recorded) -> None:
    told = {}
    for state in asked_of(recorded, 40, 3):
        if state.decision == OWN_DRAW:
            node = OwnHand(state).drawn(state.hand, state.own_melds)
            lacks = max(least_distance(state.hand, len(state.own_melds)), 0)
            (told[lacks],) = by_shanten([node])
    order = [told[lacks] for lacks in sorted(told)]
    assert len(order) > 3 and order == sorted(set(order), reverse=True)
    assert -8 < order[-1] < order[0] < 24
