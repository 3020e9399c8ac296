"""Values of states after actions: against the fold of these, and the recorded numbers."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from operator import attrgetter

import pytest

from mj_bot.actions import action_space
from mj_bot.events import CHI, GANG, HU, PASS, PASSING, PENG, PLAY, Action
from mj_bot.history import load_json
from mj_bot.melds import Meld
from mj_bot.routes.evaluator import (
    DISTANCE_TOLERANCE,
    RouteCandidate,
    RouteEvaluator,
    in_order,
    mixed,
    position_after,
)
from mj_bot.routes.families.route import Route
from mj_bot.routes.position import Outlook, Position, position_of
from mj_bot.state import GameState
from mj_bot.tiles import CODES, counts_of, tile_of, tiles_of
from tests.recorded import Recorded, after, asked_of, dealt, decisions

# Equal to the recorded distances in at least this share of candidates: the bars of issue 3, and
# for the routes without one a floor under the shares of docs/reference/rule_based.md.
EXACT = {
    "all_types": 0.99,
    "seven_pairs": 1.0,
    "thirteen_orphans": 0.99,
    "honors_and_knitted": 0.99,
    "half_flush": 0.97,
    "upper_four": 0.99,
    "lower_four": 0.99,
    "all_pungs": 0.93,
    # These go by open waits, which the recorded program looks at from one side only.
    "chows": 0.72,
    "three_concealed_pungs": 0.66,
    "melded_hand": 0.38,
}


def best_of(candidates: Sequence[RouteCandidate]) -> RouteCandidate:
    """The choice written out once more: the first of those within the tolerance of the best."""
    best = max([candidate.value for candidate in candidates]) - DISTANCE_TOLERANCE
    return next(candidate for candidate in candidates if candidate.value >= best)


@pytest.mark.parametrize("name", ["reference_decisions", "judged_games", "rare_games"])
def test_positions_are_what_the_fold_makes_of_the_action(recorded: Recorded, name: str) -> None:
    kinds: Counter[str] = Counter()
    for record in recorded(name)[::8]:
        if "wall" in record:
            states = map(attrgetter("state"), islice(decisions(record), 0, None, 3))
        else:
            states = map(load_json, [record])
        for state in states:
            for action in action_space(state):
                if action.kind in (HU, PASS):
                    continue
                kinds[action.kind] += 1
                position, echoed = position_after(state, action), after(state, action)
                assert position.hand == echoed.hand, (action, record["id"])
                assert list(position.melds) == echoed.own_melds, (action, record["id"])
    assert set(kinds) >= {PLAY, PENG, CHI, GANG}


def test_a_pass_leaves_all_as_it_is() -> None:
    state = GameState()
    state.hand = counts_of(tiles_of("W1 W2 W3 J1"))
    assert position_after(state, PASSING) == position_of(state.hand)


def test_there_is_no_position_after_a_win() -> None:
    with pytest.raises(ValueError, match="win"):
        position_after(GameState(), Action(HU))


@pytest.mark.parametrize(
    ("distances", "distance"),
    [
        ([3.0, 5.0, 4.0, 10.0], 3.0 + 0.04 + 0.025),
        ([2.0, 5.0, 4.0, 10.0], 2.0),
        ([2.01, 2.01, 2.01], 2.01 * 1.015),
        ([-0.04, 0.0, 0.0], -0.04),
    ],
)
def test_mixed(distances: list[float], distance: float) -> None:
    assert mixed(distances) == pytest.approx(distance)


class Fixed(Route):
    def __init__(self, key: str, tile: str) -> None:
        self.key = key
        self.fans = ((key, key),)
        self.tile = tile_of(tile)

    def distance(self, position: Position, outlook: Outlook) -> float:
        return 1.0 + position.hand[self.tile]


def claim(hand: str, discard: str) -> GameState:
    """Seat 1, asked about seat 0's discard."""
    return dealt(hand, "3 0 DRAW", f"3 0 PLAY {discard}", seat=1)


def draw(hand: str, tile: str) -> GameState:
    return dealt(hand, f"2 {tile}")


HAND = "W1 W1 W1 W5 W9 B3 B5 B9 T2 T4 T7 F1 F2"


def values(state: GameState) -> dict[str, float]:
    valuation = RouteEvaluator([Fixed(key, "J3") for key in "abc"])
    return {str(found.action): found.value for found in valuation.candidates(state)}


def test_a_chow_pays_and_a_kong_earns() -> None:
    found = values(claim(HAND, "W1"))
    assert found["PASS"] == found["PENG F1"] == pytest.approx(9.0)
    assert found["GANG"] == pytest.approx(9.0 + 1.5)
    assert values(claim(HAND, "T3"))["CHI T3 F1"] == pytest.approx(9.0 - 0.2)


def test_a_concealed_kong_earns_as_much() -> None:
    found = values(draw(HAND, "W1"))
    assert found["GANG W1"] == pytest.approx(found["PLAY F1"] + 1.5)


def test_an_added_kong_is_above_all() -> None:
    state = claim(HAND, "W1")
    for request in ["3 1 PENG F1", "3 2 DRAW", "3 2 PLAY J1", "3 3 DRAW", "3 3 PLAY J1"]:
        state.apply(request)
    for request in ["3 0 DRAW", "3 0 PLAY J2", "2 J2"]:
        state.apply(request)
    found = values(state)
    assert max(found, key=lambda action: found[action]) == "BUGANG W1"


def test_passing_comes_last_and_the_drawn_tile_before_it() -> None:
    actions = in_order(claim(HAND, "W1"), action_space(claim(HAND, "W1")))
    assert [action.kind for action in actions][-1] == PASS
    state = draw(HAND, "B9")
    plays = [action for action in in_order(state, action_space(state)) if action.kind == PLAY]
    assert str(plays[-1]) == "PLAY B9"
    assert [action.tile for action in plays[:-1]] == sorted(
        tile for tile in set(tiles_of(HAND)) if CODES[tile] != "B9"
    )


def test_remaining_copies_are_counted_before_the_action() -> None:
    """A tile that is discarded or claimed stays seen."""
    seen = []

    class Watching(Fixed):
        def distance(self, position: Position, outlook: Outlook) -> float:
            seen.append(list(outlook.remain))
            return 1.0

    state = claim(HAND, "W1")
    list(RouteEvaluator([Watching(key, "J3") for key in "abc"]).candidates(state))
    assert seen.count(state.unseen) == len(seen) > 3


def test_explanations_are_the_candidates_best_first(recorded: Recorded) -> None:
    valuation = RouteEvaluator()
    wins = draw("W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B4 B5", "B6")
    for state in (*asked_of(recorded, 250), wins):
        candidates = list(valuation.candidates(state))
        assert {found.action for found in candidates} == set(action_space(state))
        explained = valuation.explain(state)
        assert {found.action for found in explained} == {found.action for found in candidates}
        assert explained[0].action == best_of(candidates).action
        by_action = {found.action: found for found in candidates}
        for found in explained:
            candidate = by_action[found.action]
            assert found.value == candidate.value
            if found.action.kind == HU:
                assert found.nearest_target is None
                continue
            assert tuple(found.distances.values()) == candidate.distances
            assert found.route is not None and found.nearest_target is not None
            assert found.distances[found.route] == min(candidate.distances)
            assert found.nearest_target.distance == pytest.approx(min(candidate.distances))


def test_own_melds_are_the_only_ones_that_count() -> None:
    state = claim(HAND, "J1")
    state.melds[2].append(Meld(PENG, tile_of("J2"), 1))
    assert position_after(state, PASSING).melds == ()


@pytest.mark.foreign
def test_agrees_with_the_recorded_numbers(recorded: Recorded) -> None:
    """Every fourth recorded decision: the same choice, and route by route the same distance."""
    valuation = RouteEvaluator()
    same = decisions = candidates = 0
    equal: Counter[str] = Counter()
    for decision in recorded("reference_decisions")[::4]:
        found = list(valuation.candidates(load_json(decision)))
        decisions += 1
        same += str(best_of(found).action) == decision["chosen"]
        numbers = {one["action"]: one.get("distances") for one in decision["candidates"]}
        for candidate in found:
            recorded_distances = numbers.get(str(candidate.action))
            if not recorded_distances:
                continue
            candidates += 1
            for route, distance in zip(valuation.routes, candidate.distances, strict=True):
                equal[route.key] += abs(distance - recorded_distances[route.key]) <= 0.005
    assert same >= 0.85 * decisions
    shares = {key: equal[key] / candidates for key in EXACT}
    assert {key: share for key, share in shares.items() if share < EXACT[key]} == {}
