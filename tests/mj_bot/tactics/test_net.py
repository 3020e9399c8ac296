"""Tactic net: the likeliest legal move, a win always, and the discard after a claim."""

from typing import Any

import numpy as np
import pytest

from mj_bot.actions import action_space
from mj_bot.events import CHI, HU, PENG, Action
from mj_bot.features.columns import columns
from mj_bot.nets.moves import HU_MOVE, PASS_MOVE, PUNG_MOVE
from mj_bot.nets.network import Network
from mj_bot.nets.weights_file import Weights, WeightsError
from mj_bot.state import GameState
from mj_bot.successor import after_claim
from mj_bot.tactics.net import Net
from mj_bot.tiles import tile_of
from tests.mj_bot.nets.layers import header_of, tiny_weights
from tests.mj_bot.tactics.rigged import decisions, rigged
from tests.recorded import Recorded, dealt


def by_hand(network: Network, state: GameState) -> Action:
    """The choice written down once more, move by move as text."""

    def asked(of: GameState) -> Any:
        return network({"columns": columns(of)[None]})["policy"][0]

    legal = action_space(state)
    if legal[0].kind == HU:
        return legal[0]
    policy = asked(state)
    claims: dict[float, list[Action]] = {}
    for action in legal:
        if action.kind == PENG:
            move = 105
        elif action.kind == CHI:
            assert state.offered is not None and action.chow is not None
            move = 106 + {1: 0, 0: 1, -1: 2}[action.chow - state.offered]
        elif action.tile is None:
            move = {"PASS": 102, "GANG": 104}[action.kind]
        else:
            move = {"PLAY": 0, "GANG": 34, "BUGANG": 68}[action.kind] + action.tile
        claims.setdefault(float(policy[move]), []).append(action)
    wanted = claims[max(claims)]
    if wanted[0].kind not in (CHI, PENG):
        return wanted[0]
    discards = asked(after_claim(state, wanted[0]))
    return max(wanted, key=lambda action: discards[action.tile])


@pytest.mark.parametrize("name", ["judged_games", "rare_games"])
def test_it_plays_what_its_network_says(recorded: Recorded, name: str) -> None:
    weights = tiny_weights("net", seed=3)
    tactic, network = Net(weights), Network(weights, "all")
    kinds = set()
    for match in recorded(name)[:12]:
        for state in decisions(match):
            action = tactic(state)
            assert action == tactic.best == by_hand(network, state), match["id"]
            assert action in action_space(state)
            kinds.add(action.kind)
    assert kinds >= {"PASS", "PLAY", "CHI", "PENG", "HU"}


def asked(*requests: str) -> GameState:
    return dealt("W1 W1 W4 W7 B2 B5 B8 T3 T4 T9 F1 F2 J1", *requests)


@pytest.mark.parametrize(
    ("said", "request_", "answer"),
    [
        ({5: 9.0, tile_of("J1"): 1.0}, "2 W9", "PLAY J1"),
        ({PUNG_MOVE: 2.0, PASS_MOVE: 1.0, tile_of("F2"): 3.0}, "3 2 PLAY W1", "PENG F2"),
        ({PUNG_MOVE: 1.0, PASS_MOVE: 2.0}, "3 2 PLAY W1", "PASS"),
        ({PUNG_MOVE: 9.0, 106: 1.0, tile_of("T9"): 1.0}, "3 3 PLAY T2", "CHI T3 T9"),
        ({107: 9.0, 108: 1.0, tile_of("T3"): 2.0}, "3 3 PLAY T5", "CHI T4 B8"),
        ({107: 9.0, PASS_MOVE: 1.0}, "3 2 PLAY T5", "PASS"),
    ],
)
def test_what_is_not_legal_does_not_count(
    said: dict[int, float], request_: str, answer: str
) -> None:
    said = {**said, tile_of("B8"): 0.5}
    assert str(Net(rigged("net", {"all": said}))(asked(request_))) == answer


def test_a_win_is_always_taken() -> None:
    state = dealt("W1 W1 W1 W2 W3 W4 W5 W6 W7 W8 W9 W9 W9", "2 W5")
    tactic = Net(rigged("net", {"all": {HU_MOVE: -9.0, 0: 9.0}}))
    assert tactic(state).kind == HU
    rows = tactic.explain(state)
    assert rows[0]["action"] == "HU" and rows[0]["fan"] >= 88
    assert rows[0]["probability"] < 0.001


def test_it_tells_the_probability_of_every_action(recorded: Recorded) -> None:
    tactic = Net(tiny_weights("net", seed=5))
    for state in list(decisions(recorded("judged_games")[0]))[:60]:
        rows = tactic.explain(state)
        assert sorted(row["action"] for row in rows) == sorted(map(str, action_space(state)))
        chances = [row["probability"] for row in rows if "fan" not in row]
        assert chances == sorted(chances, reverse=True)
        assert sum(row["probability"] for row in rows) == pytest.approx(1, abs=1e-5)
    state = asked("2 W9")
    assert str(tactic(state)) == tactic.explain(state)[0]["action"]
    assert tactic.debug.startswith(str(tactic(state)) + " 0.")


def test_a_network_for_each_kind_of_decision() -> None:
    one = rigged("net", {"all": {tile_of("J1"): 1.0, PUNG_MOVE: 1.0, PASS_MOVE: 0.0}})
    other = rigged("net", {"all": {tile_of("F1"): 1.0, PUNG_MOVE: 0.0, PASS_MOVE: 1.0}})
    networks = {}
    tensors = {}
    for kind, weights in (("discard", one), ("claim", other), ("rob", other)):
        layers = [dict(layer) for layer in weights.header["networks"]["all"]["layers"]]
        layers[2].update(weight=kind, bias=kind + " bias")
        networks[kind] = {"layers": layers, "outputs": {"policy": "policy"}}
        tensors[kind] = weights.tensors["all"]
        tensors[kind + " bias"] = weights.tensors["all bias"]
    tactic = Net(Weights({**header_of("columns"), "networks": networks}, tensors))
    assert str(tactic(asked("2 W9"))) == "PLAY J1"
    assert str(tactic(asked("3 2 PLAY W1"))) == "PASS"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"features": [{"name": "columns", "version": 0}]}, "columns of version 0, this bot has"),
        ({"features": [{"name": "smells", "version": 1}]}, "'smells', unknown here"),
        ({"features": None}, "do not name their features"),
        ({"networks": {}}, "no network 'all'"),
        ({"networks": None}, "no network 'all'"),
    ],
)
def test_weights_of_another_make_are_refused(change: dict[str, Any], words: str) -> None:
    weights = tiny_weights("net")
    with pytest.raises(WeightsError, match=words):
        Net(Weights({**weights.header, **change}, weights.tensors))


def test_weights_of_another_size_are_refused() -> None:
    weights = tiny_weights("net")
    smaller = {name: tensor[..., :-1] for name, tensor in weights.tensors.items()}
    with pytest.raises(WeightsError, match="does not run"):
        Net(Weights(weights.header, smaller))
    with pytest.raises(WeightsError, match="no network 'all'"):
        Net(tiny_weights("cnn"))
    header = dict(weights.header)
    header["networks"] = {"all": {**header["networks"]["all"], "outputs": {"policy": "value"}}}
    with pytest.raises(WeightsError, match="no output 'policy' of 109 numbers"):
        Net(Weights(header, weights.tensors))


def test_weights_that_are_no_numbers_still_play_legally() -> None:
    weights = tiny_weights("net")
    broken = {name: np.full_like(tensor, np.nan) for name, tensor in weights.tensors.items()}
    tactic = Net(Weights(weights.header, broken))
    for request in ("2 W9", "3 2 PLAY W1", "3 3 PLAY T2"):
        assert tactic(asked(request)) in action_space(asked(request))
