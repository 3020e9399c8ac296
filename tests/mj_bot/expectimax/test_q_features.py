"""What the network sees in the tree is what it would see had the game gone there."""

from typing import Any

import numpy as np
import pytest

from mj_bot.actions import action_space
from mj_bot.expectimax.choices import drawn_hands
from mj_bot.expectimax.own_hand import DrawnHand, OwnHand
from mj_bot.expectimax.q_features import DISCARDS, Q_FEATURES, SCALES, q_features, rows_in_tree
from mj_bot.expectimax.q_network import ByQ, QNetwork
from mj_bot.features.columns import columns, first_channels
from mj_bot.nets.weights_file import Weights, WeightsError
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.successor import after_claim
from tests.mj_bot.expectimax.trees import own_turn, q_weights
from tests.recorded import Recorded, asked_of


@pytest.fixture(scope="module")
def states(recorded: Recorded) -> list[GameState]:
    states = asked_of(recorded, 50, 7)
    return [state for state in states if len(action_space(state)) > 1]


def test_the_rows_are_those_of_columns_put_together(states: list[GameState]) -> None:
    """`columns` says the same at greater length, and the fast table proves it."""
    at = first_channels()
    for state in states:
        rows, cells = q_features(state), columns(state).astype(int)
        assert rows.shape == Q_FEATURES.shape and len(SCALES) == len(rows)
        assert (rows[0:4] == cells[at["hand"] : at["hand"] + 4]).all()
        assert (rows[4:8].sum(axis=0) == 4 - cells[at["seen"] : at["seen"] + 4].sum(axis=0)).all()
        for step in range(4):
            melds = cells[at["melds"] + 16 * step : at["melds"] + 16 * step + 16]
            shown = np.where(melds.min(axis=1, keepdims=True) == 1, 0, melds)
            assert (rows[8 + step] == shown.sum(axis=0)).all()
            first = at["discards"] + 27 * step
            assert (rows[12 + step] == cells[first : first + 27].sum(axis=0)).all()
        winds = [cells[at[name] : at[name] + 4, 0] for name in ("seat_wind", "prevalent_wind")]
        assert (rows[16:18, 27:31] == winds).all() and rows[16:18].sum() == 2
        told = [len(state.own_melds), len(state.discards[state.seat]), state.walls[state.seat]]
        assert (rows[18:21] == np.array(told)[:, None]).all()


def test_in_the_tree_they_are_those_of_the_game_gone_there() -> None:
    deal = "W1 W2 W3 W4 W5 W6 W7 W8 B2 B2 B5 B6 F1"
    state = own_turn(deal, "F2")
    root = q_features(state)
    for discard, tile in (("F1", "B7"), ("F2", "W9"), ("B7", "J1")):
        state.apply(f"3 0 PLAY {discard}")
        state.apply(f"2 {tile}")
        node = DrawnHand(bytes(state.hand), bytes(state.unseen), (), state.walls[0])
        (found,), wanted = rows_in_tree(root, [node]), q_features(state)
        wanted[DISCARDS] = root[DISCARDS]
        assert (found == wanted).all()


def test_behind_a_claim_they_are_those_of_the_state_after_it(states: list[GameState]) -> None:
    seen = 0
    for state in states:
        hands = drawn_hands(state, OwnHand(state))
        for (kind, chow), node in hands.items():
            if kind == "PLAY":
                wanted = q_features(state)
            else:
                claim = next(
                    one for one in action_space(state) if (one.kind, one.chow) == (kind, chow)
                )
                wanted = q_features(after_claim(state, claim))
                seen += 1
            (found,) = rows_in_tree(q_features(state), [node])
            assert (found == wanted).all()
    assert seen > 5


def test_leaves_are_worth_the_greatest_q_of_what_is_held(states: list[GameState]) -> None:
    network = QNetwork(q_weights(1))
    for state in [one for one in states if one.decision == OWN_DRAW][:10]:
        root, own = q_features(state), OwnHand(state)
        by_q = ByQ(network, root)
        nodes = [own.drawn(state.hand, state.own_melds)]
        held = [tile for tile, count in enumerate(state.hand) if count]
        values = network.values(root[None])[0]
        assert by_q.leaf_values(nodes) == pytest.approx([max(values[held])], abs=1e-4)
        assert by_q.ranking(nodes)[0] == pytest.approx(values.tolist(), abs=1e-4)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {"features": [{"name": "columns", "version": 1, "shape": [246, 34]}]},
            "trained on columns",
        ),
        ({"features": []}, "no Q network"),
        ({"networks": {}}, "no network 'q'"),
        ({"points": 0.0}, "points for 34"),
    ],
)
def test_other_weights_are_refused(change: dict[str, Any], why: str) -> None:
    weights = q_weights(1)
    with pytest.raises(WeightsError, match=why):
        QNetwork(Weights({**weights.header, **change}, weights.tensors))
