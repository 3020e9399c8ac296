"""Tactic `greedy`: its shanten against MahjongGB's, its claims against what may still be won."""

from collections import Counter

import pytest

from mj_bot.actions import action_space
from mj_bot.events import CHI, GANG, HU, PENG, PLAY
from mj_bot.history import load_json
from mj_bot.melds import Meld
from mj_bot.state import CLAIM, GameState
from mj_bot.tactics.greedy import Greedy, eight_fan_stays
from mj_bot.tiles import CODES, TILE_KINDS, counts_of, tiles_of
from tests.recorded import Recorded, after, dealt

mahjong_gb = pytest.importorskip("MahjongGB")


def shanten_by_mahjong_gb(hand: list[int], melds: list[Meld]) -> int:
    codes = tuple(CODES[tile] for tile, count in enumerate(hand) for _ in range(count))
    found: int = mahjong_gb.MahjongShanten(tuple(meld.pack() for meld in melds), codes)
    return found


def test_its_discards_leave_the_least_shanten(recorded: Recorded) -> None:
    tactic = Greedy()
    discards = 0
    for decision in recorded("reference_decisions")[::4]:
        state = load_json(decision)
        chosen = tactic(state)
        if chosen.kind != PLAY:
            continue
        left = {
            action: shanten_by_mahjong_gb(after(state, action).hand, state.own_melds)
            for action in action_space(state)
            if action.kind == PLAY
        }
        assert left[chosen] == min(left.values()), decision["id"]
        discards += 1
    assert discards > 300


def test_its_claims_lower_the_shanten_or_draw_again(recorded: Recorded) -> None:
    tactic = Greedy()
    kinds: Counter[str] = Counter()
    for decision in recorded("reference_decisions"):
        state = load_json(decision)
        if state.decision != CLAIM:
            continue
        chosen = tactic(state)
        kinds[chosen.kind] += 1
        if chosen.kind in (PENG, CHI, GANG):
            echoed = after(state, chosen)
            before = shanten_by_mahjong_gb(state.hand, state.own_melds)
            least = before if chosen.kind == GANG else before - 1
            assert shanten_by_mahjong_gb(echoed.hand, echoed.own_melds) <= least, decision["id"]
            assert eight_fan_stays(state, echoed.hand, echoed.own_melds)
    assert kinds[PENG] > 10 and kinds[CHI] > 10


def test_it_is_legal_and_wins_when_it_can(recorded: Recorded) -> None:
    for match in recorded("botzone_matches")[::5]:
        for seat in range(4):
            state, tactic = GameState(), Greedy()
            for asked in match["requests"]:
                state.apply(asked[seat])
                legal = action_space(state)
                chosen = tactic(state)
                assert chosen in legal
                assert (chosen.kind == HU) is (legal[0].kind == HU)


def drawn(hand: str, tile: str, *requests: str) -> GameState:
    return dealt(hand, *requests, "2 " + tile)


@pytest.mark.parametrize(
    ("hand", "tile", "answer"),
    [
        # Only F4 brings the hand nearer to nothing.
        ("W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 T2 T3", "F4", "PLAY F4"),
        # Two ways to be ready: T1 and T4 have more copies than F1 or T2.
        ("W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 T2 T3", "T2", "PLAY T2"),
        # A kong that costs nothing draws again.
        ("J1 J1 J1 B4 B5 B6 T7 T8 T9 F1 F1 T2 T3", "J1", "GANG J1"),
        # A kong out of a chow would cost the chow.
        ("B3 B3 B3 B4 B5 W7 W8 W9 F1 F1 T2 T3 T9", "B3", "PLAY T9"),
    ],
)
def test_cases_to_check_by_eye(hand: str, tile: str, answer: str) -> None:
    assert str(Greedy()(drawn(hand, tile))) == answer


def test_an_added_kong_is_taken_when_it_costs_nothing() -> None:
    hand = "J1 J1 B4 B5 B6 B7 B8 B9 F1 F1 B2 B3 T9"
    state = drawn(hand, "J1", "3 1 DRAW", "3 1 PLAY J1", "3 0 PENG T9", "3 1 DRAW", "3 1 PLAY W1")
    assert str(Greedy()(state)) == "BUGANG J1"


def test_it_passes_a_chow_that_leaves_nothing_to_win_with() -> None:
    # Two pungs of winds: with the chow there is no fan of pungs, types or three chows left.
    state = dealt("F1 F1 F1 F2 F2 F2 W1 W2 B9 B9 T9 T9 T8", "3 3 DRAW", "3 3 PLAY W3")
    assert len(action_space(state)) > 1
    assert str(Greedy()(state)) == "PASS"


def meld(text: str) -> Meld:
    tiles = tiles_of(text)
    if tiles[0] == tiles[-1]:
        return Meld(PENG if len(tiles) == 3 else GANG, tiles[0], 1)
    return Meld(CHI, tiles[1], 1)


@pytest.mark.parametrize(
    ("hand", "melds", "stays"),
    [
        # All Pungs
        ("W1 W1 B5 B5 T9 T9 F1 F1 J2 J2", ["W5 W5 W5"], True),
        ("W1 W1 B5 B5 T9 T9 F1 F2 J1 J2", ["W5 W5 W5"], False),
        # Half Flush
        ("W1 W2 W5 W7 W9 F1 F1 B5 B8 T2", ["W5 W6 W7"], True),
        ("W1 W1 W7 W9 F1 F1 B5 B8 T2 T2", ["W5 W6 W7"], False),
        ("F1 F2 J1 J2 J3 W9 W8", ["W5 W6 W7", "B1 B2 B3"], False),
        # All Types
        ("B5 B6 T2 T2 F1 F1 J1 J2 W1 W1", ["W5 W6 W7"], True),
        ("B5 B6 T2 T2 F1 F1 B1 B9 W1 W1", ["W5 W6 W7"], False),
        ("B5 B6 T2 T2 F1 F1 J1", ["W5 W6 W7", "W1 W1 W1"], False),
        # Mixed Straight, one of its chows melded
        ("B4 B5 B6 T7 T8 F1 F1 W1 W9 B1", ["W1 W2 W3"], True),
        # the same with two melds that are no part of it
        ("B4 B5 T7 T8 J2 J3 J3", ["W2 W3 W4", "J1 J1 J1"], False),
        # Pure Straight, Pure Shifted Chows, Mixed Shifted Chows, Mixed Triple Chow
        ("T4 T5 T7 T9 B1 B3 F1", ["T1 T2 T3", "J1 J1 J1"], True),
        ("T3 T4 T5 T5 T7 B1 F1", ["T1 T2 T3", "J1 J1 J1"], True),
        ("B2 B3 T3 T5 W8 W9 J2", ["W1 W2 W3", "J1 J1 J1"], True),
        ("B1 B2 T1 T3 W8 W9 F1", ["W1 W2 W3", "J1 J1 J1"], True),
    ],
)
def test_ways_to_eight_fan(hand: str, melds: list[str], stays: bool) -> None:
    state = GameState()
    assert eight_fan_stays(state, counts_of(tiles_of(hand)), [meld(m) for m in melds]) is stays


def test_a_way_whose_tiles_are_gone_is_none() -> None:
    hand, melds = counts_of(tiles_of("B2 B3 T3 T5 W8 W9 J2")), [meld("W1 W2 W3"), meld("J1 J1 J1")]
    state = GameState()
    assert eight_fan_stays(state, hand, melds)
    state.unseen = [0] * TILE_KINDS
    assert not eight_fan_stays(state, hand, melds)


def test_its_debug_says_how_far_it_is() -> None:
    tactic = Greedy()
    tactic(drawn("W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 T2 T3", "F4"))
    assert tactic.debug == "shanten 0, 8 tiles lower it"
