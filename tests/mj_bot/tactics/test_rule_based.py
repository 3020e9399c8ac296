"""Tactic `rule_based`, and v1_1 and v1_2: legal, steady, and they say why."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, GANG, HU, PLAY
from mj_bot.history import load_json
from mj_bot.routes.blocks import LONE_HONOUR, LONE_SUITED, Blocks
from mj_bot.routes.evaluator import DISTANCE_TOLERANCE, RouteCandidate, RouteEvaluator
from mj_bot.routes.position import position_of
from mj_bot.state import GameState
from mj_bot.tactics import load
from mj_bot.tactics.rule_based import RuleBased
from mj_bot.tiles import TILE_KINDS, counts_of, tile_of, tiles_of

Recorded = Callable[[str], tuple[dict[str, Any], ...]]

NAMES = ["rule_based", "v1_1", "v1_2"]

DRAWN = {
    "requests": ["0 0 0", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 B5", "2 F1"],
    "responses": ["PASS", "PASS"],
}
WINNING = {**DRAWN, "requests": [*DRAWN["requests"][:2], "2 B6"]}
FIRST = {"requests": ["0 0 0"], "responses": []}


def best_of(candidates: Sequence[RouteCandidate]) -> RouteCandidate:
    """The choice written out once more: the first of those within the tolerance of the best."""
    best = max([candidate.value for candidate in candidates]) - DISTANCE_TOLERANCE
    return next(candidate for candidate in candidates if candidate.value >= best)


@pytest.mark.parametrize("name", NAMES)
def test_takes_a_win(name: str) -> None:
    assert load(name)(load_json(WINNING)).kind == HU


@pytest.mark.parametrize("name", NAMES)
def test_passes_where_nothing_is_asked(name: str) -> None:
    assert str(load(name)(load_json(FIRST))) == "PASS"


@pytest.mark.parametrize("name", NAMES)
def test_lets_the_lone_honour_go(name: str) -> None:
    assert str(load(name)(load_json(DRAWN))) == "PLAY F1"


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
            for slot in GameState.__slots__
            if slot != "legal"
        )


def test_rule_based_takes_the_best_candidate(recorded: Recorded) -> None:
    tactic = RuleBased()
    for decision in recorded("reference_decisions")[1::50]:
        state = load_json(decision)
        chosen = tactic(state)
        assert tactic.best == chosen
        if chosen.kind != HU:
            assert chosen == best_of(list(RouteEvaluator().candidates(state))).action


def test_has_a_best_action_while_it_decides() -> None:
    """The clock may cut it after any candidate."""
    seen = []

    class Cut(RouteEvaluator):
        def candidates(self, state: GameState) -> Any:
            for candidate in super().candidates(state):
                yield candidate
                seen.append(tactic.best)
                if len(seen) == 2:
                    raise TimeoutError

    tactic = RuleBased()
    tactic._evaluator = Cut()
    with pytest.raises(TimeoutError):
        tactic(load_json(DRAWN))
    assert all(action is not None and action.kind == PLAY for action in seen)
    assert tactic.best == seen[-1]


def test_debug_says_why_in_one_line(recorded: Recorded) -> None:
    tactic = RuleBased()
    heads = len(RouteEvaluator().routes)
    for decision in recorded("reference_decisions")[::100]:
        state = load_json(decision)
        chosen = tactic(state)
        if chosen.kind == HU:
            continue
        line = tactic.debug
        assert "\n" not in line and len(json.dumps(line)) <= 1000
        head, *candidates = line.split(" | ")
        assert len(head.split()) == heads
        assert len(candidates) == len(action_space(state)) or len(line) > 700
        assert all(len(text.split()) >= heads + 2 for text in candidates)
        value = max(found.value for found in RouteEvaluator().candidates(state))
        assert candidates[0].split()[-1] == f"{value:.2f}"


def test_debug_is_about_the_last_decision_alone() -> None:
    tactic = RuleBased()
    assert tactic.debug == ""
    tactic(load_json(DRAWN))
    assert "PLAY F1" in tactic.debug
    tactic(load_json(FIRST))
    assert tactic.debug == ""


def test_explains_as_plain_data() -> None:
    found = RuleBased().explain(load_json(DRAWN))
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
    best = RuleBased().explain(load_json(WINNING))[0]
    assert (best["action"], best["distances"]) == ("HU", {})
    assert best["value"] > 1000


def test_survives_another_seats_concealed_kong() -> None:
    """After one the recorded program crashed at every decision."""
    requests = ["0 1 0", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 B5", "3 0 DRAW", "3 0 GANG"]
    requests += ["3 0 DRAW", "3 0 PLAY F1", "2 F2"]
    state = load_json({"requests": requests, "responses": ["PASS"] * 6})
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


# -- the earlier versions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "value"),
    [
        ("W1 W2 W3 B4 B4 B4 T7 T8 T9 F1 F1 F1 J1 J1", 9),
        ("W1 W2 B5 B7 T9 T9 F1", 3),
        ("W1 W2 W3 W4", 2),
        ("F1 F2 F3 J1 J2 J3", 0),
        ("W2 W2 W3 W3 W4 W4 W5", 4),
    ],
)
def test_blocks_are_counted(tiles: str, value: float) -> None:
    assert Blocks().value(position_of(counts_of(tiles_of(tiles)))) == value


def test_lone_tiles_break_ties_from_the_edge() -> None:
    lone = Blocks(LONE_SUITED, LONE_HONOUR)
    worth = [
        lone.value(position_of([int(kind == tile) for kind in range(TILE_KINDS)]))
        for tile in range(TILE_KINDS)
    ]
    by_code = {code: worth[tile_of(code)] for code in ("F1", "J1", "W1", "B9", "T2", "W8", "B5")}
    assert by_code["F1"] < by_code["J1"] < by_code["W1"] == by_code["B9"]
    assert by_code["W1"] < by_code["T2"] == by_code["W8"] < by_code["B5"] < 0.1


def test_v1_2_lets_honours_go_first() -> None:
    hand = "W1 W5 W9 B1 B5 B9 T1 T5 T9 F1 F2 J1 J2"
    requests = ["0 0 0", f"1 0 0 0 0 {hand}", "2 J3"]
    state = load_json({"requests": requests, "responses": ["PASS", "PASS"]})
    assert str(load("v1_1")(state)) == "PLAY W1"
    assert str(load("v1_2")(state)) == "PLAY F1"
