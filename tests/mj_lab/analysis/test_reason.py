"""Why A and not B: the facts are those of the two actions, and the line says them in words."""

from collections.abc import Callable
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import PLAY
from mj_bot.history import load_json
from mj_bot.shanten import shanten
from mj_bot.tactics import load
from mj_bot.tiles import code_of, tile_of
from mj_lab.analysis.opinion import explain
from mj_lab.analysis.reason import reason
from mj_lab.analysis.situation import situation, state_after_draw
from mj_lab.text.hands import parse_hand

Recorded = Callable[[str], tuple[dict[str, Any], ...]]


def told(action: str, **more: Any) -> dict[str, Any]:
    return {"action": action, "win_chance": 0.2, "expected_score": 1.0, "deal_in": 0.01, **more}


def test_effective_tiles_are_those_that_one_discard_has_and_the_other_has_not() -> None:
    state = state_after_draw(situation(parse_hand("W123456789 B11 T123")))
    why = reason(state, told("PLAY T1"), told("PLAY B1"))
    assert why["shanten"] == [0, 0]
    assert why["effective"] == {
        "gained": {"T1": 3, "T4": 4},
        "lost": {"B1": 2},
        "copies": [7, 2],
    }
    assert why["english"] == "7 effective copies, not 2 (gains T1 T4, loses B1)"
    assert why["chinese"] == "有效牌7张，而非2张（多一条四条，少一饼）"


def test_a_discard_that_leads_away_is_said_to() -> None:
    state = state_after_draw(situation(parse_hand("W123456789 B11 T12 F1")))
    why = reason(state, told("PLAY F1"), told("PLAY W5"))
    assert why["shanten"] == [0, 1] and "effective" not in why
    assert why["english"] == "ready, not 1 from ready"
    assert why["chinese"] == "听牌，而非1向听"


def test_what_speaks_against_comes_last() -> None:
    state = state_after_draw(situation(parse_hand("W123456789 B11 T12 F1")))
    better = told("PLAY W1", win_chance=0.3, deal_in=0.2)
    why = reason(state, better, told("PLAY W9"))
    assert why["english"].startswith("wins 30.0% of the time, not 20.0%; ")
    assert why["english"].endswith("although danger 20.0%, not 1.0%")
    assert why["chinese"].endswith("不过放炮率20.0%，而非1.0%")


def test_what_was_learned_is_told_where_it_matters() -> None:
    state = state_after_draw(situation(parse_hand("W123456789 B11 T12 F1")))
    why = reason(state, told("PLAY W1", learned=0.84), told("PLAY W9", learned=0.0))
    assert why["learned"] == [0.84, 0.0]
    assert why["english"].endswith("what was learned adds +0.8 points, not +0.0")
    assert why["chinese"].endswith("所学修正+0.8分，而非+0.0分")
    why = reason(state, told("PLAY W1", learned=-0.5), told("PLAY W9", learned=0.0))
    assert "although what was learned adds -0.5 points" in why["english"]
    for rows in (({"learned": 0.02}, {"learned": 0.0}), ({}, {"learned": 3.0})):
        why = reason(
            state, *(told(f"PLAY W{n}", **row) for n, row in zip((1, 9), rows, strict=True))
        )
        assert "learned" not in why["english"]


def test_a_win_is_told_in_points() -> None:
    state = state_after_draw(situation(parse_hand("W123456789 T456 F11")))
    found = explain(load("odds"), state, others_known=False)
    assert found.choice == "HU" and found.reason is not None
    fan = action_space(state)[0].fan
    assert found.reason["points"] == found.candidates[0]["expected_score"] == 3 * (8 + fan)
    assert found.reason["english"] == f"wins {fan} fan, {3 * (8 + fan)} points"


def test_the_facts_of_recorded_decisions_are_the_candidates(recorded: Recorded) -> None:
    compared = 0
    for decision in recorded("reference_decisions")[::250]:
        state = load_json(decision)
        found = explain(load("odds"), state)
        why = found.reason
        assert why is not None and why["english"] and why["chinese"]
        rows = {row["action"]: row for row in found.candidates}
        assert why["better"] == found.choice
        assert why["than"] == next(a for a in rows if a != found.choice)
        pair = rows[why["better"]], rows[why["than"]]
        if why["better"] == "HU":
            continue
        assert why["win_chance"] == [row["win_chance"] for row in pair]
        if all(row["targets"] for row in pair):
            assert why["fan"] == [row["targets"][0]["fan"] for row in pair]
        kinds = {row["action"].split()[0] for row in pair}
        if kinds == {PLAY}:
            least = []
            for row in pair:
                hand = list(state.hand)
                hand[tile_of(row["action"].split()[1])] -= 1
                least.append(shanten.least(hand, len(state.own_melds)))
            assert why["shanten"] == [one.distance for one in least]
            if "effective" in why:
                mine, other = ({code_of(t) for t in one.effective} for one in least)
                assert set(why["effective"]["gained"]) <= mine - other
                assert set(why["effective"]["lost"]) <= other - mine
            compared += 1
    assert compared >= 3


def test_nothing_is_said_of_what_is_not_told() -> None:
    state = state_after_draw(situation(parse_hand("W123456789 B11 T12 F1")))
    why = reason(state, {"action": "PLAY T1"}, {"action": "PLAY T2", "deal_in": None})
    assert set(why) == {"better", "than", "shanten", "effective", "english", "chinese"}
    assert reason(state, {"action": "X"}, {"action": "Y"})["english"] == "no difference that shows"


@pytest.mark.parametrize("fans", [[], None, [{"fans": ["花龙"], "missing": {}}]])
def test_without_targets_no_fan_is_compared(fans: Any) -> None:
    state = state_after_draw(situation(parse_hand("W123456789 B11 T12 F1")))
    assert "fan" not in reason(state, told("PLAY T1", targets=fans), told("PLAY T2", targets=fans))
