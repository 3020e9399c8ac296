"""One common wall: who draws what is left of it, and what its last tile forbids and is worth."""

import json
from itertools import cycle, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.actions import action_space
from mj_bot.events import CHI, GANG, HU, PASS, PENG, PLAY, Action
from mj_bot.fan import win_of
from mj_bot.history import fold, load_json
from mj_bot.odds.evaluator import Candidate, OddsEvaluator
from mj_bot.odds.forecast.model import FORECAST_NAMES
from mj_bot.odds.last_draws import is_ready
from mj_bot.state import GameState, draws_in_turn
from mj_bot.successor import ends_drawn, walls_after

FOUR_LEFT = 14  # A quarter of the wall: 13 tiles are dealt to each.
FAR = "W1 W1 W1 W4 W5 B2 B6 B9 T1 T4 T8 F1 F3"


def folded(
    *events: str, hand: str = FAR, seat: int = 2, size: int = FOUR_LEFT, common: bool = True
) -> GameState:
    state = GameState(size, common_wall=common)
    for request in (f"0 {seat} 0", f"1 0 0 0 0 {hand}", *events):
        fold(state, request)
    return state


def kinds(state: GameState) -> set[str]:
    return {action.kind for action in action_space(state)}


@given(st.integers(0, 92), st.integers(0, 3))
def test_all_draw_in_turn(tiles: int, first: int) -> None:
    drawers = list(islice(cycle([(first + step) % 4 for step in range(4)]), tiles))
    assert draws_in_turn(tiles, first) == [drawers.count(seat) for seat in range(4)]


def test_whose_the_rest_is_changes_with_the_turn() -> None:
    state = folded()
    assert state.walls == [1, 1, 1, 1]
    for event, walls in (
        ("3 0 DRAW", [0, 1, 1, 1]),
        ("3 0 PLAY B1", [0, 1, 1, 1]),
        ("3 3 PENG F4", [1, 1, 1, 0]),  # South and West are passed over.
        ("3 0 DRAW", [0, 1, 1, 0]),
        ("3 0 GANG", [1, 1, 0, 0]),  # It draws again.
        ("3 0 DRAW", [0, 1, 0, 0]),
    ):
        fold(state, event)
        assert state.walls == walls, event
        assert state.drawn_from(3) == sum(walls)
    assert not state.wall_last
    fold(state, "3 0 PLAY J1")
    fold(state, "3 1 DRAW")
    assert state.wall_last


def test_flowers_come_from_it_and_make_it_longer() -> None:
    state = GameState(common_wall=True)
    for request in ("0 2 0", f"1 2 0 1 0 {FAR} H1 H2 H3"):
        fold(state, request)
    assert sum(state.walls) == 144 - 52 - 3
    fold(state, "3 0 BUHUA H4")
    assert sum(state.walls) == 144 - 52 - 4
    assert state.walls == [22, 22, 22, 22], "who replaces the flower draws first"
    unknown = folded("3 0 BUHUA H4", size=34)
    assert sum(unknown.walls) == 144 - 52 - 1


def test_without_the_fact_each_seat_has_its_own() -> None:
    state = folded("3 0 DRAW", "3 0 PLAY B1", "3 3 PENG F4", common=False)
    assert state.walls == [0, 1, 1, 1]
    assert walls_after(state, Action(PENG, 3)) is state.walls
    assert not state.copy().common_wall and folded().copy().common_wall


def test_the_fact_stands_beside_the_requests() -> None:
    requests = ["0 2 0", f"1 0 0 0 0 {FAR}", "3 0 DRAW", "3 0 PLAY B1", "3 3 PENG F4"]
    record = {"requests": requests, "responses": []}
    assert load_json(record, wall_size=FOUR_LEFT).walls == [0, 1, 1, 1]
    told = load_json(json.dumps({**record, "common_wall": True}), wall_size=FOUR_LEFT)
    assert told.common_wall and told.walls == [1, 1, 1, 0]


LATE = ("3 0 DRAW", "3 0 PLAY B1", "3 1 DRAW", "3 1 PLAY W1")


def test_a_discard_is_claimed_while_a_tile_is_left() -> None:
    state = folded(*LATE)
    assert sum(state.walls) == 2
    assert kinds(state) == {PASS, PENG, GANG}
    # Its own draw would be the next; claimed as a pung it is the last in turn.
    assert [walls_after(state, Action(kind))[2] for kind in (PASS, GANG, PENG)] == [1, 1, 0]
    assert folded("3 0 DRAW", "3 0 PLAY W1").walls == [0, 1, 1, 1]
    last = folded(*LATE[:3], "3 1 PLAY B1", "2 W9", "3 2 PLAY W9", "3 3 DRAW", "3 3 PLAY W1")
    assert last.wall_last and kinds(last) == {PASS}


def test_a_kong_needs_a_tile_of_the_common_wall() -> None:
    """Whoever's turn it is draws last in turn, but the kong's own tile comes at once."""
    events = (*LATE[:3], "3 1 PLAY B1", "2 W1")
    state = folded(*events)
    assert state.walls == [0, 0, 0, 1]
    assert Action(GANG, 0) in action_space(state)
    assert walls_after(state, Action(GANG, 0)) == [0, 0, 1, 0]
    last = folded(
        *("3 0 DRAW", "3 0 PLAY B1", "3 1 DRAW", "3 1 PLAY W2", "3 0 PENG F4"),
        *("3 1 DRAW", "3 1 PLAY W2", "2 W1"),
    )
    assert last.wall_last and kinds(last) == {PLAY}


def test_a_claimed_kong_with_the_last_tile_is_no_drawn_game() -> None:
    state = folded(*LATE[:3], "3 1 PLAY B1", "3 0 PENG F4", "3 1 DRAW", "3 1 PLAY W1")
    assert sum(state.walls) == 1
    kong = Action(GANG)
    assert kong in action_space(state) and not ends_drawn(state, kong)
    assert walls_after(state, kong) == [0, 0, 1, 0]


def test_a_robbed_kong_is_never_the_last_tile() -> None:
    """It needs a tile to replace it, which is left even if the next seat would find none."""
    state = folded(
        *("3 0 DRAW", "3 0 PLAY W9", "3 3 PENG F2", "3 0 DRAW", "3 0 PLAY F4", "3 3 PENG J1"),
        *("3 0 DRAW", "3 0 PLAY J2", "3 3 PENG T9", "3 0 DRAW", "3 0 PLAY B9", "3 1 DRAW"),
        *("3 1 PLAY J3", "2 F1", "3 2 PLAY F1", "3 3 DRAW", "3 3 BUGANG W9"),
        hand="W1 W2 W3 W4 W5 W6 W7 W8 T1 T2 T3 B2 B2",
        size=15,
    )
    assert state.walls == [0, 0, 0, 1]
    assert not state.wall_last and state.about_kong
    assert kinds(state) == {PASS, HU}


def test_the_last_tile_counts_for_a_win() -> None:
    hand = "W1 W2 W3 W4 W5 W6 W7 W8 T1 T2 T3 B2 B2"
    events = (*LATE[:3], "3 1 PLAY B1", "3 0 PENG F4", "3 1 DRAW", "3 1 PLAY F1")
    fans = {}
    for name, own in (("own wall", False), ("common wall", True)):
        found = win_of(folded(*events, "2 W9", hand=hand, common=own), 8)
        assert found is not None
        fans[name] = {name for fan in found.fans for name in fan if isinstance(name, str)}
    assert any("妙手回春" in name for name in fans["common wall"])
    assert not any("妙手回春" in name for name in fans["own wall"])


def candidates_of(state: GameState) -> dict[Action, tuple[Candidate, bool]]:
    """Each candidate of `odds`, and whether what it leaves lacks one tile."""
    found = {}
    for one in OddsEvaluator().candidates(state):
        if one.valued is not None:
            discard = one.action.tile if one.action.kind in (PLAY, CHI, PENG) else None
            ready = is_ready(one.valued.targets, one.valued.context.have, discard)
            found[one.action] = one, ready
    return found


def test_odds_count_the_own_draws_that_an_action_leaves() -> None:
    """With 2 tiles left the next seat draws one of them, but none once it has made a pung."""
    found = candidates_of(folded(*LATE))
    passing, ready = found[Action(PASS)]
    assert not ready and passing.win_chance > 0
    pungs = [one for one, ready in found.values() if one.action.kind == PENG and not ready]
    assert pungs and not any(one.win_chance for one in pungs)
    own = folded(*LATE, common=False)
    assert own.walls == [0, 0, 1, 1]
    assert any(one.win_chance for one, ready in candidates_of(own).values() if not ready)


@pytest.mark.parametrize("kind", [PASS, GANG, PENG])
def test_the_forecast_goes_by_the_same_draws(kind: str) -> None:
    state = folded(*LATE)
    evaluator = OddsEvaluator()
    action = next(one for one in action_space(state) if one.kind == kind)
    forecast = evaluator.foresee(state, action).forecast
    assert forecast is not None
    walls = walls_after(state, action)
    draws, least = forecast.features[3:5]
    assert draws * 10 == pytest.approx(walls[2])
    assert least * 10 == pytest.approx(min(walls[:2] + walls[3:]))
    assert forecast.features[FORECAST_NAMES.index("last")] == pytest.approx(1 / (1 + walls[2]))
