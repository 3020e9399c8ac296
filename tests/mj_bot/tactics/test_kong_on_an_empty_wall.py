"""A kong of a discard on an empty own wall ends the game drawn: who takes it, and at what value."""

import pytest

from mj_bot.actions import action_space
from mj_bot.events import GANG, PASS, Action
from mj_bot.history import load_json
from mj_bot.nets.moves import KONG_MOVE, PASS_MOVE
from mj_bot.state import GameState
from mj_bot.successor import ends_drawn
from mj_bot.tactics import load
from mj_bot.tactics.net import Net
from tests.mj_bot.tactics.rigged import rigged

KONG = Action(GANG)
HOPELESS = "J1 J1 J1 W1 W4 W9 B2 B6 B9 T1 T4 F1 F3"
READY = "J1 J1 J1 W1 W2 W3 W4 W5 W6 W7 W8 B2 B2"  # Pure Straight with W9, in the middle of a game.


def on_its_last_tile(hand: str, wall_size: int = 14) -> GameState:
    """East drew the last tile of its wall; South offers the fourth red dragon, West still draws."""
    events = ["2 F2", "3 0 PLAY F2", "3 1 DRAW", "3 1 PLAY J1"]
    requests = ["0 0 0", "1 0 0 0 0 " + hand, *events]
    answers = ["PASS", "PASS", "PLAY F2", "PASS", "PASS"]
    return load_json({"requests": requests, "responses": answers}, wall_size=wall_size)


def test_it_is_legal_and_known_for_what_it_is() -> None:
    state = on_its_last_tile(HOPELESS)
    assert KONG in action_space(state)
    assert ends_drawn(state, KONG)
    assert not any(ends_drawn(state, a) for a in action_space(state) if a != KONG)
    assert not ends_drawn(on_its_last_tile(HOPELESS, 34), KONG)


@pytest.mark.parametrize("name", ["greedy", "rule_based", "v1_1", "v1_2", "v2_1", "v2_2"])
@pytest.mark.parametrize("hand", [HOPELESS, READY])
def test_the_plain_tactics_play_on(name: str, hand: str) -> None:
    assert load(name)(on_its_last_tile(hand)) != KONG
    # The same kong with a tile to draw is one that they take, or weigh.
    assert load(name)(on_its_last_tile(hand, 34)) in action_space(on_its_last_tile(hand, 34))


def test_greedy_and_rule_based_take_it_with_a_tile_to_draw() -> None:
    for name in ("greedy", "rule_based"):
        hand = "J1 J1 J1 W9 W9 W9 B2 B2 T4 T4 T4 F1 F3"
        assert load(name)(on_its_last_tile(hand, 34)).kind == GANG
        assert load(name)(on_its_last_tile(hand)).kind != GANG


def test_net_does_not_make_it_however_likely() -> None:
    tactic = Net(rigged("net", {"all": {KONG_MOVE: 9.0, PASS_MOVE: 1.0}}))
    assert tactic(on_its_last_tile(READY)).kind == PASS
    assert tactic(on_its_last_tile(READY, 34)) == KONG


def test_odds_value_it_as_a_drawn_game() -> None:
    tactic = load("odds")
    for hand, best in ((HOPELESS, GANG), (READY, PASS)):
        state = on_its_last_tile(hand)
        assert tactic(state).kind == best
        told = {one["action"]: one for one in tactic.explain(state)}  # type: ignore[attr-defined]
        assert set(told) == set(map(str, action_space(state)))
        kong = told["GANG"]
        assert (kong["value"], kong["expected_score"], kong["win_chance"]) == (0, 0, 0)
