"""Tactic cnn: its three networks, the order of claims, kongs by rule, what it saw before."""

import json

import numpy as np
import pytest

from mj_bot.actions import action_space
from mj_bot.botzone.bot import RESTART, Settings
from mj_bot.botzone.process import play_turns
from mj_bot.features.planes import PlaneHistory, planes
from mj_bot.history import load_json
from mj_bot.nets.network import Network
from mj_bot.state import GameState
from mj_bot.tactics import _by_network
from mj_bot.tactics.cnn import Cnn
from mj_bot.tactics.greedy import Greedy
from mj_bot.tiles import tile_of
from tests.mj_bot.nets.layers import tiny_weights
from tests.mj_bot.tactics.rigged import decisions, rigged
from tests.recorded import Recorded, dealt


def asked(*requests: str) -> GameState:
    return dealt("W1 W1 W4 W7 B2 B5 B8 T2 T3 T4 F1 F2 J1", *requests)


DISCARDS = {tile_of("J3"): 9.0, tile_of("J1"): 3.0, tile_of("B8"): 2.0}
YES, NO = {1: 1.0}, {0: 1.0}


@pytest.mark.parametrize(
    ("pung", "chow", "request_", "answer"),
    [
        (NO, NO, "2 W9", "PLAY J1"),
        (YES, NO, "3 3 PLAY W1", "PENG J1"),
        (NO, NO, "3 3 PLAY W1", "PASS"),
        (NO, {0: 1.0, 1: 2.0, 2: 3.0, 3: 4.0}, "3 3 PLAY T3", "CHI T3 J1"),  # T2 T4 are held
        (YES, {0: 1.0, 3: 4.0}, "3 3 PLAY T4", "CHI T3 J1"),
        # No chow from there, and no pair for a pung.
        (YES, {0: 1.0, 3: 4.0}, "3 2 PLAY T4", "PASS"),
        (YES, {0: 5.0, 3: 4.0}, "3 3 PLAY T4", "PASS"),
        (NO, {0: 1.0, 1: 3.0}, "3 3 PLAY T1", "CHI T2 J1"),
        (NO, {0: 1.0, 3: 3.0}, "3 3 PLAY T1", "PASS"),  # T1 cannot be the third of a run
    ],
)
def test_the_networks_decide(
    pung: dict[int, float], chow: dict[int, float], request_: str, answer: str
) -> None:
    tactic = Cnn(rigged("cnn", {"discard": DISCARDS, "pung": pung, "chow": chow}))
    state = asked(request_)
    assert str(tactic(state)) == answer
    chances = [row.get("probability") for row in tactic.explain(state)]
    assert sum(filter(None, chances)) == pytest.approx(1, abs=1e-5)


def test_a_pung_goes_before_a_chow() -> None:
    state = dealt("W1 W1 W4 W7 B2 B5 B8 T2 T3 T3 T4 F2 J1", "3 3 PLAY T3")
    for pung, answer in ((YES, "PENG J1"), (NO, "CHI T3 J1")):
        says = {"discard": DISCARDS, "pung": pung, "chow": {2: 9.0}}
        assert str(Cnn(rigged("cnn", says))(state)) == answer


@pytest.mark.parametrize(
    ("hand", "request_", "is_kong"),
    [
        ("W1 W1 W1 B4 B5 B6 B7 B8 T2 T3 T4 F1 F1", "2 W1", True),
        ("W1 W1 W1 W2 W3 W4 W5 W6 B2 B3 B4 F1 F1", "2 W1", False),  # it would break 123
    ],
)
def test_kongs_are_greedys(hand: str, request_: str, is_kong: bool) -> None:
    state = dealt(hand, request_)
    assert any(action.kind == "GANG" for action in action_space(state))
    wanted = Greedy()(state)
    played = Cnn(rigged("cnn", {"discard": DISCARDS, "pung": NO}))(state)
    assert (wanted.kind == "GANG", played.kind == "GANG") == (is_kong, is_kong)


def test_kongs_of_recorded_games(recorded: Recorded) -> None:
    tactic, greedy, kongs = Cnn(tiny_weights("cnn")), Greedy(), 0
    for match in recorded("rare_games")[:30]:
        for state in decisions(match):
            if any(action.kind in ("GANG", "BUGANG") for action in action_space(state)):
                wanted, played = greedy(state), tactic(state)
                kong = wanted.kind in ("GANG", "BUGANG", "HU")
                assert (played == wanted) if kong else played.kind not in ("GANG", "BUGANG")
                kongs += wanted.kind in ("GANG", "BUGANG")
    assert kongs > 5


@pytest.mark.thorough
def test_it_sees_its_last_discards(recorded: Recorded) -> None:
    """Its discards are its network's, which sees what it saw then; asked, or only shown them."""
    weights = tiny_weights("cnn", seed=2)
    network = Network(weights, "discard")
    moved = 0
    for match in recorded("judged_games")[:6]:
        for seat in range(4):
            asks, history = Cnn(weights), PlaneHistory()
            requests = [asked[seat] for asked in match["requests"]]
            answers = [answer[seat] for answer in match["responses"]]
            for length in range(3, len(requests)):
                record = {"requests": requests[:length], "responses": answers[: length - 1]}
                tells = Cnn(weights)
                state = load_json(record, loading=tells.loading)
                if not state.decision:
                    continue
                history.see(state)
                seen = {"planes": planes(state, history)[None]}
                action = asks(state)
                assert tells(state) == action
                if action.kind == "PLAY":
                    policy = network(seen)["policy"][0]
                    legal = [one.tile for one in action_space(state) if one.kind == "PLAY"]
                    assert action.tile == max(legal, key=lambda tile: policy[tile])
                    blind = network({"planes": planes(state, PlaneHistory())[None]})["policy"][0]
                    moved += not np.allclose(policy, blind)
    assert moved > 30


def test_restarted_every_turn_it_plays_the_same(
    recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In restart mode all it has of earlier turns is what it is shown while they are folded."""
    monkeypatch.setattr(_by_network, "own_weights", lambda made, _: tiny_weights(made.name, 2))
    _by_network._own_networks.cache_clear()
    match = recorded("judged_games")[3]
    requests = [asked[1] for asked in match["requests"]]
    answers = [answer[1] for answer in match["responses"]]
    tactic = Cnn(tiny_weights("cnn", seed=2))
    turns = 0
    try:
        for length in range(3, len(requests)):
            record = {"requests": requests[:length], "responses": answers[: length - 1]}
            state = load_json(record)
            if not state.decision:
                continue
            expected = str(tactic(state))
            sent = json.dumps(record).encode()
            (answer,) = play_turns([sent], Settings("cnn", RESTART, None))
            assert json.loads(answer)["response"] == expected
            turns += 1
    finally:
        _by_network._own_networks.cache_clear()
    assert turns > 10
