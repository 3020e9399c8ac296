"""Every action's exact value is that of the hand it leaves, asked alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mj_bot.events import CHI, PENG, PLAY, Action
from mj_bot.history import load_json
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.odds.hand_context import hand_context_of
from mj_bot.odds.last_draws import part_if_not_ready
from mj_bot.odds.opponents.deal_in import opponents, threat_of
from mj_bot.odds.opponents.tile_location import tile_location
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.odds.value.hand_value import hand_values
from mj_bot.odds.win_chance import chance_of, win_logit
from mj_bot.state import GameState
from mj_bot.successor import hand_after
from mj_bot.tactics.odds import Odds
from mj_lab.core.records.sources import read_sources
from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis.state_from_hand import situation, state_after_draw
from tests.recorded import Recorded

# How far a win chance may be from that of the hand alone: a part of it, or so much.
PART, LEAST = 0.02, 0.005
DISCARDING = (PLAY, CHI, PENG)


def alone(nearest: Nearest, state: GameState, action: Action) -> float:
    """The win chance of the hand that an action leaves, as if it were all that there is."""
    hand, melds = hand_after(state, action)
    winds = (state.seat, state.prevalent_wind)
    threat = threat_of(opponents(state))
    context = hand_context_of(hand, melds, state.unseen, winds, tile_location(state, threat))
    options = OddsOptions()
    targets = nearest(hand, state.unseen, melds, winds)
    found = hand_values(targets, context, options, discarding=False)
    turn = len(state.discards[state.seat])
    chance = chance_of(win_logit(found.values[0], found.rates[0], turn, threat))
    ready = 1 in targets.distance
    return chance if ready else chance * part_if_not_ready(state.walls[state.seat])


def hold_to_it(states: Iterator[GameState]) -> int:
    """Compare all exact values of these decisions; how many actions that were."""
    evaluator, nearest, compared = OddsEvaluator(), Nearest(), 0
    for state in states:
        for one in list(evaluator.candidates(state, exact=True)):
            if one.action.kind in DISCARDING:
                expected = alone(nearest, state, one.action)
                within = max(LEAST, PART * expected)
                assert one.win_chance == pytest.approx(expected, abs=within), one.action
                assert evaluator.foresee(state, one.action).forecast == one.forecast
                compared += 1
    return compared


def test_an_exact_value_is_what_the_hand_left_is_worth(recorded: Recorded) -> None:
    decisions = recorded("reference_decisions")[::250]
    assert hold_to_it(load_json(decision) for decision in decisions) > 60


@pytest.mark.slow
def test_the_exact_values_of_two_thousand_decisions(data_folder: Path) -> None:
    """pytest -m slow tests/mj_bot/odds/test_evaluator.py"""
    every = (
        decision.state
        for source in read_sources(data_folder / "botzone_matches.jsonl.gz")
        for decision in source.decisions(None)
    )
    states = [state.copy() for _, state in zip(range(2000), every, strict=False)]
    assert len(states) == 2000
    assert hold_to_it(iter(states)) > 10000


def test_a_discard_that_leads_away_is_shown_by_what_it_leaves() -> None:
    """A complete hand is broken up: it is ready again, which its near targets do not know of."""
    state = state_after_draw(situation(parse_hand("W123456789 B11 T123")))
    shown = {one["action"]: one for one in Odds().explain(state)}
    play = Action(PLAY, 0)
    exact = {str(one.action): one for one in OddsEvaluator().candidates(state, exact=True)}
    assert exact["PLAY W1"].win_chance == pytest.approx(alone(Nearest(), state, play))
    assert shown["PLAY W1"]["win_chance"] > 0.6
    fast = {str(one.action): one for one in OddsEvaluator().candidates(state)}
    assert fast["PLAY W1"].win_chance < 0.05
    first, *_ = shown["PLAY W1"]["targets"]
    assert first["missing"] == {"W1": 3} and "清龙" in first["fans"]
