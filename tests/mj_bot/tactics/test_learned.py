"""Tactic `learned`: odds where its model says nothing, another action only above the margin."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from mj_bot.actions import action_space
from mj_bot.learned.candidate_features import NAMES, candidate_features
from mj_bot.learned.model import model_of, weights_of
from mj_bot.nets.weights_file import Weights, pack_weights
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.state import GameState
from mj_bot.tactics import load
from mj_bot.tactics.learned import Learned
from mj_bot.tactics.odds import Odds
from tests.mj_bot.learned.models import made_up
from tests.recorded import Recorded, asked_of, dealt

HAND = "W1 W2 W3 W4 W5 W6 W7 W8 B1 B1 B4 B5 F2"
CHOW = dealt(HAND, "3 3 DRAW", "3 3 PLAY W9")
DISCARD = dealt(HAND, "2 F1")
WIN = dealt(HAND.replace("F2", "W9"), "2 B6")


def points_for(margin: float = 0.0, within: float = 100.0, **points: float) -> Weights:
    """A linear model that gives this many points for a feature, and nothing for the others."""
    weight = np.zeros((1, len(NAMES)))
    for name, number in points.items():
        weight[0, NAMES.index(name)] = number
    return weights_of([(weight, [0.0])], margin, within)


def values(state: GameState) -> dict[str, float]:
    return {str(one.action): one.value for one in OddsEvaluator().candidates(state)}


@pytest.fixture(scope="module")
def states(recorded: Recorded) -> list[GameState]:
    states = asked_of(recorded, 60, 5)
    return [state for state in states if len(action_space(state)) > 1]


def test_it_takes_what_is_worth_most_with_the_points(states: list[GameState]) -> None:
    """Against the same written down once more, margin and all."""
    weights = made_up(3, margin=0.3, within=5.0)
    tactic, odds, model = Learned(weights=weights), Odds(), model_of(weights)
    changed = 0
    for state in states:
        found = list(OddsEvaluator().candidates(state))
        of_odds = odds(state)
        chosen = tactic(state)
        assert chosen == tactic.best and chosen in action_space(state)
        best = next(one for one in found if one.action == of_odds)
        if best.valued is None:
            assert chosen == of_odds
            continue
        points = model.advantages(candidate_features(state, found))
        own = points[[one.action for one in found].index(of_odds)]
        sums = {
            one.action: one.value + told - own - 0.3 * (one is not best)
            for one, told in zip(found, points, strict=True)
            if best.value - one.value <= 5.0
        }
        assert sums[chosen] == pytest.approx(max(sums.values()), abs=1e-6)
        changed += chosen != of_odds
    assert 3 < changed < len(states)


def test_a_model_without_opinions_is_odds(states: list[GameState]) -> None:
    tactic, odds = Learned(weights=points_for()), Odds()
    for state in states[::3]:
        assert tactic(state) == odds(state)
        assert tactic.debug == odds.debug


def test_a_claim_that_costs_points_is_left_and_one_that_brings_them_taken() -> None:
    state = CHOW
    assert str(Odds()(state)) == "CHI W8 F2"
    lead = values(state)["CHI W8 F2"] - values(state)["PASS"]
    assert lead > 0
    for chow, margin, answer in (
        (-lead - 0.1, 0.0, "PASS"),
        (-lead + 0.1, 0.0, "CHI W8 F2"),
        (-lead - 0.1, 0.2, "CHI W8 F2"),
        (-lead - 0.3, 0.2, "PASS"),
    ):
        assert str(Learned(weights=points_for(chow=chow), margin=margin)(state)) == answer
    assert str(Learned(weights=points_for(chow=-99), within=lead / 2)(state)) == "CHI W8 F2"


def test_debug_tells_what_was_changed_and_by_how_much() -> None:
    state = CHOW
    lead = values(state)["CHI W8 F2"] - values(state)["PASS"]
    tactic = Learned(weights=points_for(chow=-lead - 1), margin=0.2)
    assert str(tactic(state)) == "PASS"
    assert tactic.debug.startswith(f"PASS, not CHI W8 F2: {lead + 0.8:+.2f} | PASS ")
    assert str(tactic(DISCARD)) == str(Odds()(DISCARD))
    assert ", not " not in tactic.debug
    # A win is no choice of the model's, whatever was changed before.
    assert str(tactic(state)) == "PASS"
    tactic(WIN)
    assert ", not " not in tactic.debug


def test_a_win_is_always_taken() -> None:
    tactic = Learned(weights=points_for(honour=1e6, win=1e6), temperature=1000.0)
    assert str(tactic(WIN)) == "HU"
    assert [row["action"] for row in tactic.explain(WIN)][0] == "HU"


def test_explain_is_the_choice_and_how_far_the_others_are_from_it(states: list[GameState]) -> None:
    tactic, odds = Learned(weights=made_up(3)), Odds()
    beyond = bounds = 0
    for state in states[:4]:
        of_odds = {row["action"]: row for row in odds.explain(state)}
        choice = str(tactic(state))
        plain = list(OddsEvaluator().candidates(state))
        values = {str(one.action): one.value for one in tactic.marked(state, iter(plain))}
        best = max(one.value for one in plain)
        near = [one for one in plain if one.valued and best - one.value <= tactic.within]
        rows = tactic.explain(state)
        assert {row["action"] for row in rows} == set(of_odds) and rows[0]["action"] == choice
        scores = [row["expected_score"] for row in rows]
        assert scores == sorted(scores, reverse=True)
        forecast = of_odds[choice]["expected_score"]
        for row in rows:
            theirs = of_odds[row["action"]]
            behind = values[choice] - values[row["action"]]
            if row["action"] not in {str(one.action) for one in near}:
                # A quick value that is only a bound says nothing.
                exact = max(0.0, of_odds[choice]["value"] - theirs["value"])
                bounds += abs(exact - behind) > 1
                behind = exact
            assert row.pop("value") == pytest.approx(values[choice] - behind, abs=1e-9)
            expected = forecast - behind
            assert row.pop("expected_score") == pytest.approx(expected, abs=1e-9)
            beyond += abs(row["learned"]) > 0.01
            own = theirs.pop("expected_score") + row.pop("learned")
            assert own == pytest.approx(expected, abs=1e-9)
            assert row == {key: said for key, said in theirs.items() if key != "value"}
    assert beyond and bounds


def test_explain_of_a_win_has_what_is_played_without_it() -> None:
    tactic, odds = Learned(weights=made_up(3)), Odds()
    win, best, *others = tactic.explain(WIN)
    of_odds = {row["action"]: row for row in odds.explain(WIN)}
    assert win == {**of_odds["HU"], "learned": 0.0}
    assert best["expected_score"] == of_odds[best["action"]]["expected_score"]
    assert best["value"] == max(row["value"] for row in (best, *others))
    assert {row["action"] for row in others} == set(of_odds) - {"HU", best["action"]}


def test_actions_are_drawn_by_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    state = DISCARD
    weights = points_for(within=2.0, dragon=1.0)
    valued = values(state)
    best = max(valued.values())
    near = {action: value for action, value in valued.items() if best - value <= 2.0}
    assert len(near) > 1
    # What it remembers makes it quicker, never other.
    evaluator = OddsEvaluator()
    monkeypatch.setattr("mj_bot.tactics.odds.OddsEvaluator", lambda _: evaluator)
    drawn: Counter[str] = Counter()
    times = 100
    for seed in range(times):
        tactic = Learned(weights=weights, temperature=1.0, seed=seed)
        drawn[str(tactic(state))] += 1
    total = sum(np.exp(value) for value in near.values())
    assert set(drawn) <= set(near)
    for action, value in near.items():
        part = np.exp(value) / total
        spread = 5 * (part * (1 - part) / times) ** 0.5
        assert drawn[action] / times == pytest.approx(part, abs=spread)


def test_the_same_seed_and_state_draw_the_same() -> None:
    state = DISCARD
    tactic = Learned(weights=points_for(), temperature=5.0, seed=4)
    first = tactic(state)
    assert tactic(state) == first
    assert Learned(weights=points_for(), temperature=5.0, seed=4)(state) == first


def test_it_has_an_answer_before_it_is_through() -> None:
    state = DISCARD
    tactic = Learned(weights=made_up(1))
    next(tactic.marked(state, OddsEvaluator().candidates(state)))
    assert str(tactic.best) == str(Odds()(state))


def test_options_where_it_is_named(tmp_path: Any) -> None:
    path = tmp_path / "one.mjw"
    weights = points_for(margin=0.5, within=70.0, chow=-99)
    path.write_bytes(pack_weights(weights.header, weights.tensors, "float32"))
    made: Any = load(f"learned@weights={path},margin=0,temperature=0.5", seed=9)
    assert (made.margin, made.within, made.temperature) == (0, 70.0, 0.5)
    assert str(load(f"learned@weights={path}")(CHOW)) == "PASS"
    for options, words in (
        ("margin=-1", "margin, within and temperature are 0 or more"),
        ("temperature=-0.1", "margin, within and temperature are 0 or more"),
        ("margin=nan", "KEY=NUMBER"),
        ("weights=none.mjw", "none.mjw: No such file"),
        ("weights=", "KEY=NUMBER"),
        ("defence=1", "no option 'defence'"),
    ):
        with pytest.raises(ValueError, match=words) as raised:
            load("learned@" + options)
        assert len(str(raised.value).splitlines()) == 1
