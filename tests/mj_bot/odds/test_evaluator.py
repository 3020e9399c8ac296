"""Every action's exact value is that of the hand it leaves, asked alone."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path

import pytest

from mj_bot.actions import action_space
from mj_bot.events import CHI, HU, PASSING, PENG, PLAY, SEATS, Action
from mj_bot.odds.coefficients import DEAL_IN_POINTS, WIN_POINTS
from mj_bot.odds.evaluator import WIN_VALUE, Candidate, OddsEvaluator
from mj_bot.odds.hand_context import hand_context_of, tiles_held
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
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.matches import read_matches
from mj_lab.core.records.sources import read_sources
from mj_lab.core.text.hands import parse_hand
from mj_lab.explain.analysis.state_from_hand import situation, state_after_draw
from tests.mj_bot.odds.golden import CANDIDATES, candidates, decisions
from tests.recorded import Recorded, asked_of

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


def score(one: Candidate) -> float:
    """What a candidate with a discard is worth by its chances."""
    deals_in: float = OddsOptions().defence * one.deal_in
    return (1 - deals_in) * WIN_POINTS * one.win_chance - deals_in * DEAL_IN_POINTS - 8


def hold_to_it(states: Iterator[GameState]) -> int:
    """Compare all exact values of these decisions; how many actions that were."""
    evaluator, nearest, compared = OddsEvaluator(), Nearest(), 0
    for state in states:
        for one in list(evaluator.candidates(state, exact=True)):
            if one.action.kind in DISCARDING:
                expected = alone(nearest, state, one.action)
                within = max(LEAST, PART * expected)
                assert one.win_chance == pytest.approx(expected, abs=within), one.action
                assert one.value == pytest.approx(score(one))
                assert evaluator.foresee(state, one.action).forecast == one.forecast
                compared += 1
    return compared


def test_an_exact_value_is_what_the_hand_left_is_worth(recorded: Recorded) -> None:
    assert hold_to_it(asked_of(recorded, 250)) > 60


def test_every_action_is_worth_what_it_was() -> None:
    """After a change of play that is meant: python tests/mj_bot/odds/golden.py."""
    for row, (_, state) in zip(json.loads(CANDIDATES.read_text()), decisions(), strict=True):
        found = candidates(state, OddsOptions())
        assert list(found) == list(row["candidates"])
        for action, values in found.items():
            # Sums of float32, which numpy may add up in another order.
            assert values == pytest.approx(row["candidates"][action], rel=1e-5), action
        wins = [one for one in OddsEvaluator().candidates(state) if one.action.kind == HU]
        assert all(one[2:] == (WIN_VALUE, 0.0, 1.0, 0.0, None, None) for one in wins)


def test_a_seat_that_passes_twice_is_told_what_has_gone_since(data_folder: Path) -> None:
    """The same hand, some tiles less: its targets are looked up anew."""
    asked = 0
    for match in islice(read_matches(data_folder / "botzone_matches.jsonl.gz"), 2):
        for seat in range(SEATS):
            states = [one.state.copy() for one in decisions_of_seat(match, seat)]
            for before, now in pairwise(states):
                if (before.hand, before.own_melds) == (now.hand, now.own_melds):
                    evaluator, anew = OddsEvaluator(), OddsEvaluator()
                    list(evaluator.candidates(before))
                    values = [one.value for one in evaluator.candidates(now)]
                    assert values == [one.value for one in anew.candidates(now)]
                    asked += 1
    assert asked


def test_the_quick_answer_passes_or_spares_the_near_targets(recorded: Recorded) -> None:
    evaluator, nearest = OddsEvaluator(), Nearest()
    for state in asked_of(recorded, 40):
        quick, actions = evaluator.quick(state), action_space(state)
        winds = (state.seat, state.prevalent_wind)
        have = tiles_held(state.hand, state.own_melds)
        targets = nearest(state.hand, state.unseen, state.own_melds, winds).counts.tolist()
        spared: Counter[int | None] = Counter()
        for one in targets:
            spared.update(tile for tile in range(34) if one[tile] < have[tile])
        plays = [spared[play.tile] for play in actions if play.kind == PLAY]
        assert quick == PASSING if PASSING in actions else spared[quick.tile] == max(plays)


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
