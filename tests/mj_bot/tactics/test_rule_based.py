"""Tactic `rule_based` and its earlier versions: legal, steady, and they say why."""

import json
import re
from ast import literal_eval
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, GANG, HU, PLAY
from mj_bot.folding.folded_state import FoldedState
from mj_bot.history import load_json
from mj_bot.routes.evaluator import RouteEvaluator
from mj_bot.state import GameState
from mj_bot.tactics import load
from mj_bot.tactics.rule_based import RuleBased
from mj_bot.tiles import tile_of
from tests.mj_bot.routes.test_evaluator import best_of
from tests.recorded import Recorded, asked_of, dealt

FIRST = load_json({"requests": ["0 0 0"]})


def drawn(tile: str) -> GameState:
    return dealt("W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 B5", "2 " + tile)


NAMES = ["rule_based", "v1_1", "v1_2", "v2_1", "v2_2"]


@pytest.mark.parametrize("name", NAMES)
def test_what_it_answers(name: str) -> None:
    for state, answer in ((drawn("B6"), "HU"), (FIRST, "PASS"), (drawn("F1"), "PLAY F1")):
        assert str(load(name)(state)) == answer


@pytest.mark.parametrize("name", NAMES)
def test_an_added_kong_is_always_taken(name: str, recorded: Recorded) -> None:
    for decision in recorded("reference_decisions"):
        kongs = [action for action in decision["legal"] if action.startswith("BUGANG")]
        if kongs and "HU" not in decision["legal"]:
            assert load(name)(load_json(decision)).kind == BUGANG


@pytest.mark.parametrize("name", NAMES)
def test_is_legal_steady_and_leaves_the_state_alone(name: str, recorded: Recorded) -> None:
    tactic, other = load(name), load(name)
    for decision in recorded("reference_decisions")[::40]:
        state = load_json(decision)
        before = state.copy()
        action = tactic(state)
        assert action in action_space(state)
        assert other(load_json(decision)) == action
        assert all(
            getattr(state, slot) == getattr(before, slot)
            for slot in FoldedState.__slots__
            if slot != "legal"
        )


def test_rule_based_takes_the_best_candidate(recorded: Recorded) -> None:
    tactic = RuleBased()
    for state in asked_of(recorded, 50, 1):
        chosen = tactic(state)
        assert tactic.best == chosen
        if chosen.kind != HU:
            assert chosen == best_of(list(RouteEvaluator().candidates(state))).action


def test_has_a_best_action_while_it_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock may cut it after any candidate."""
    seen = []

    class Cut(RouteEvaluator):
        def candidates(self, state: GameState) -> Any:
            for candidate in super().candidates(state):
                yield candidate
                seen.append(tactic.best)
                if len(seen) == 2:
                    raise TimeoutError

    monkeypatch.setattr("mj_bot.tactics.rule_based.RouteEvaluator", Cut)
    tactic = RuleBased()
    with pytest.raises(TimeoutError):
        tactic(drawn("F1"))
    assert all(action is not None and action.kind == PLAY for action in seen)
    assert tactic.best == seen[-1]


def test_debug_says_why_in_one_line(recorded: Recorded) -> None:
    """As in the report: the eleven distances in its order, the action, and the mixed distance."""
    tactic = RuleBased()
    order = [
        "顺子",
        "五门齐",
        "碰碰和",
        "混一色",
        "全求人",
        "七对",
        "十三幺",
        "全不靠",
        "大于五",
        "小于五",
        "三暗刻",
    ]
    shown = 0
    for state in asked_of(recorded, 100):
        chosen = tactic(state)
        if chosen.kind == HU:
            continue
        line = tactic.debug
        assert "\n" not in line and len(json.dumps(line)) <= 1000
        best_first = [row["action"] for row in tactic.explain(state)]
        texts = line.split(" | ")
        assert len(texts) == min(3, len(best_first))
        for text, action in zip(texts, best_first, strict=False):
            distances, said, total = re.split(" 动作: | 上听数: ", text)
            names, figures = zip(*(part.split(":") for part in distances.split()), strict=True)
            assert list(names) == order
            assert literal_eval(said) == tuple(action.split())
            first, second, third = sorted(map(float, figures))[:3]
            mixed = first if first <= 2 else first + 0.01 * second + 0.005 * third
            assert re.fullmatch(r"\d+\.\d{3}", total)
            assert float(total) == pytest.approx(mixed, abs=0.006)
            shown += 1
    assert shown > 50


def test_debug_is_about_the_last_decision_alone() -> None:
    tactic = RuleBased()
    assert tactic.debug == ""
    tactic(drawn("F1"))
    assert "('PLAY', 'F1')" in tactic.debug
    tactic(FIRST)
    assert tactic.debug == ""


def test_explains_as_plain_data() -> None:
    found = RuleBased().explain(drawn("F1"))
    assert json.loads(json.dumps(found)) == found
    best = found[0]
    assert best["action"] == "PLAY F1"
    assert best["route"] == "chows"
    assert list(best["distances"])[:2] == ["chows", "all_types"]
    assert best["targets"][0]["fans"] == ["Pure Straight"]
    assert best["targets"][0]["missing"] == {}
    assert best["targets"][0]["spare"] == "B1 B1 B4 B5"
    assert [one["value"] for one in found] == sorted((one["value"] for one in found), reverse=True)


def test_explains_a_win_without_distances() -> None:
    best = RuleBased().explain(drawn("B6"))[0]
    assert (best["action"], best["distances"]) == ("HU", {})
    assert best["value"] > 1000


def test_survives_another_seats_concealed_kong() -> None:
    """After one the recorded program crashed at every decision."""
    requests = ["3 0 DRAW", "3 0 GANG", "3 0 DRAW", "3 0 PLAY F1", "2 F2"]
    state = dealt("W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 B5", *requests, seat=1)
    assert str(RuleBased()(state)) == "PLAY F2"


def test_can_win_after_its_own_concealed_kong() -> None:
    """The recorded program kept a phantom tile and could not win any more."""
    requests = ["0 0 0", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 F1 F1 F1 J1", "2 F1"]
    state = load_json({"requests": requests, "responses": ["PASS", "PASS"]})
    action = RuleBased()(state)
    assert (action.kind, action.tile) == (GANG, tile_of("F1"))
    requests += ["3 0 GANG", "2 J1"]
    responses = ["PASS", "PASS", "GANG F1", "PASS"]
    state = load_json({"requests": requests, "responses": responses})
    assert RuleBased()(state).kind == HU
