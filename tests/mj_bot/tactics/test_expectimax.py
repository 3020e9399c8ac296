"""Tactic `expectimax`: legal and deterministic, in its time, with a network and without."""

from itertools import count, islice
from typing import Any

import pytest

from mj_bot.actions import action_space
from mj_bot.events import PASSING, PLAY
from mj_bot.expectimax.q_features import q_features
from mj_bot.expectimax.q_network import QNetwork
from mj_bot.nets.weights_file import WeightsError, pack_weights
from mj_bot.shanten.shanten import least_distance
from mj_bot.state import GameState
from mj_bot.successor import hand_after
from mj_bot.tactics import expectimax, load
from mj_bot.tactics.expectimax import Expectimax
from mj_lab.core.records.decisions import decisions_of_seat
from mj_lab.core.records.matches import read_matches
from tests.mj_bot.expectimax.trees import own_turn, q_weights
from tests.mj_bot.nets.layers import columns_net
from tests.mj_bot.odds.golden import MATCHES
from tests.recorded import Recorded, asked_of

DEAL = "W1 W2 W3 W4 W5 W6 W7 W8 B1 B1 B4 B5 F2"


@pytest.fixture(scope="module")
def states(recorded: Recorded) -> list[GameState]:
    states = asked_of(recorded, 160, 9)
    return [state for state in states if len(action_space(state)) > 1]


def test_it_answers_every_decision_with_a_legal_action(states: list[GameState]) -> None:
    by_network = Expectimax(weights=q_weights(1), depth=1, alpha=0.4, seconds=0)
    by_shanten = Expectimax(network=0, hand_value=0, depth=1, seconds=0)
    for state in states:
        legal = action_space(state)
        for tactic in (by_network, by_shanten):
            action = tactic(state)
            assert action in legal and action == tactic.best
            if tactic.valued:
                assert {one.action for one in tactic.valued} <= set(legal)
                assert max(one.value for one in tactic.valued) == next(
                    one.value for one in tactic.valued if one.action == action
                )
            assert tactic(state) == action


def test_only_the_best_by_q_are_searched() -> None:
    state = own_turn(DEAL, "T5")
    weights = q_weights(2)
    tactic = Expectimax(weights=weights, depth=1, alpha=0.25, seconds=0)
    tactic(state)
    values = QNetwork(weights).values(q_features(state)[None])[0]
    held = [tile for tile, copies in enumerate(state.hand) if copies]
    best = sorted(held, key=lambda tile: -values[tile])[:4]  # of 13 kinds a quarter, rounded up
    assert len(held) == 13
    assert {one.action.tile for one in tactic.valued} == set(best)


def test_without_layers_it_plays_by_q_alone() -> None:
    weights, state = q_weights(5), own_turn(DEAL, "T5")
    tactic = Expectimax(weights=weights, depth=0)
    values = QNetwork(weights).values(q_features(state)[None])[0]
    held = [tile for tile, copies in enumerate(state.hand) if copies]
    assert tactic(state).tile == max(held, key=lambda tile: float(values[tile]))
    assert {one.action.tile: one.value for one in tactic.valued} == pytest.approx(
        {tile: float(values[tile]) for tile in held}, abs=1e-4
    )


def test_the_package_has_a_network_that_learned_from_odds() -> None:
    """Of what `odds` discarded in recorded games it discards more than half, by its Q alone."""
    tactic, same, asked = Expectimax(depth=0), 0, 0
    for match in islice(read_matches(MATCHES), 4):
        for seat in range(4):
            for one in decisions_of_seat(match, seat):
                if one.chosen is None or one.chosen.kind != PLAY:
                    continue
                same += tactic(one.state) == one.chosen
                asked += 1
    assert asked > 100
    assert same > asked / 2


def test_a_win_is_taken_and_a_ready_hand_waits_for_most() -> None:
    tactic = Expectimax(network=0, depth=1, hand_value=0, seconds=0)
    assert str(tactic(own_turn(DEAL.replace("F2", "W9"), "B6"))) == "HU"
    # A straight with B1 B1: B3 or B6 wins for F2, nothing for another discard.
    assert str(tactic(own_turn(DEAL.replace("F2", "W9"), "F2"))) == "PLAY F2"


def test_claims_are_in_the_tree_unless_there_is_a_network() -> None:
    """A network learned nothing of hands behind claims that nobody makes."""
    state = own_turn(DEAL, "T5")
    for weights, usual in ((q_weights(5), 0), (None, 1)):
        valued = []
        for claims in (None, usual, 1 - usual):
            tactic = Expectimax(
                weights=weights, network=0, hand_value=0, claims=claims, depth=1, seconds=0
            )
            tactic(state)
            valued.append(tactic.valued)
        assert valued[0] == valued[1] != valued[2]


class Ticking:
    """A clock that goes on by a tick whenever it is looked at."""

    def __init__(self, tick: float) -> None:
        self._times = count(step=tick)

    def __call__(self) -> float:
        return next(self._times)


@pytest.mark.parametrize("network", [True, False])
def test_when_the_time_is_over_it_plays_what_it_has_found(
    network: bool, monkeypatch: pytest.MonkeyPatch, states: list[GameState]
) -> None:
    state = own_turn(DEAL, "T5")
    claim = next(one for one in states if PASSING in action_space(one))
    weights = q_weights(3) if network else None
    depths = []
    for tick in (2.0, 0.2, 0.05):
        tactic = Expectimax(
            weights=weights, network=0, hand_value=0, claims=0, seconds=1.5, depth=2
        )
        monkeypatch.setattr(expectimax, "monotonic", Ticking(tick))
        action = tactic(state)
        assert action in action_space(state)
        depths.append(max((one.depth for one in tactic.valued), default=0))
        if not tactic.valued:
            values = [-least_distance(hand_after(state, one)[0], 0) for one in action_space(state)]
            if weights is not None:
                by_tile = QNetwork(weights).values(q_features(state)[None])[0]
                values = [by_tile[one.tile] for one in action_space(state)]
            assert values[action_space(state).index(action)] == max(values)
            assert tactic(claim) == PASSING
    assert depths[0] == 0 and depths[-1] >= 1 and depths == sorted(depths)


@pytest.mark.thorough
def test_a_deeper_layer_counts_only_for_what_it_has_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = own_turn(DEAL, "T5")
    first = Expectimax(network=0, hand_value=0, claims=0, depth=1, seconds=0)
    best = first(state)
    order = sorted(first.valued, key=lambda one: -one.value)
    seen = []
    for tick in (0.005, 0.01, 0.02):
        tactic = Expectimax(network=0, hand_value=0, claims=0, depth=2, seconds=1.0)
        monkeypatch.setattr(expectimax, "monotonic", Ticking(tick))
        tactic(state)
        deep = [one for one in tactic.valued if one.depth == 2]
        seen.append(len(deep))
        if len(deep) == 1:
            assert tactic.best == best
        assert {one.action for one in deep} == {one.action for one in order[: len(deep)]}
    assert any(0 < one < len(order) for one in seen), seen


def test_explain_tells_every_action_best_first(states: list[GameState]) -> None:
    tactic = Expectimax(weights=q_weights(4), depth=1, alpha=0.3, seconds=0)
    for state in [own_turn(DEAL.replace("F2", "W9"), "B6"), *states[:6]]:
        rows = tactic.explain(state)
        assert sorted(row["action"] for row in rows) == sorted(map(str, action_space(state)))
        searched = [row["value"] for row in rows if "fan" not in row]
        assert searched == sorted(searched, reverse=True)
        assert all(row["expected_score"] == row["value"] for row in rows)
    assert tactic.explain(own_turn(DEAL.replace("F2", "W9"), "B6"))[0]["action"] == "HU"


def test_options_that_are_none_are_refused(tmp_path: Any) -> None:
    for text in (
        "alpha=0",
        "alpha=1.5",
        "network=0,depth=0",
        "depth=1.5",
        "seconds=-1",
        "of_tiles=2",
        "within=-1",
    ):
        with pytest.raises(ValueError, match=text.rpartition(",")[2].partition("=")[0]):
            load(f"expectimax@{text}")
    other = columns_net(246, 4, 1).weights({"policy": "policy"}, features=[])
    path = tmp_path / "other.mjw"
    path.write_bytes(pack_weights(other.header, other.tensors))
    with pytest.raises(WeightsError, match="no Q network"):
        load(f"expectimax@weights={path}")
