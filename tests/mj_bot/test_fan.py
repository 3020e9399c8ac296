"""The fan of wins: every recorded one, the judge's flags one by one, and MahjongGB missing."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot import fan as fan_module
from mj_bot.actions import action_space
from mj_bot.events import GANG, HU, PENG
from mj_bot.fan import Win, WinContext, calculator, points_of_win, win, win_context_of, win_of
from mj_bot.history import load_json
from mj_bot.melds import Meld
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import CHOW_MIDDLES, HONOURS, ORPHANS, TILE_KINDS, counts_of, tile_of, tiles_of
from mj_bot.winning_shape import is_winning_shape
from tests.recorded import Match, Recorded, dealt, sent_to

# Little fan, and none by the wait, which is on both sides of B2 B3.
PLAIN = "W1 W2 W3 W7 W8 W9 B2 B3 T4 T5 T6 T8 T8"


def last_state(match: Match, seat: int) -> GameState:
    """What a seat knows when the match is about to end."""
    return load_json(sent_to(match, seat), wall_size=len(match["wall"].split()) // 4)


def won(state: GameState) -> Win | None:
    tile = state.drawn if state.decision == OWN_DRAW else state.offered
    assert tile is not None
    return win_of(state, tile)


@pytest.mark.parametrize(
    ("context", "brings"),
    [
        (WinContext(self_drawn=True), "Fully Concealed Hand"),
        (WinContext(fourth_tile=True), "Last Tile"),
        (WinContext(about_kong=True), "Robbing The Kong"),
        (WinContext(wall_last=True), "Last Tile Claim"),
        (WinContext(wall_last=True, self_drawn=True), "Last Tile Draw"),
    ],
)
def test_each_flag_brings_its_fan(context: WinContext, brings: str) -> None:
    with_it, without = (
        win(counts_of(tiles_of(PLAIN)), (), tile_of("B4"), given)
        for given in (context, WinContext())
    )
    assert with_it is not None and brings in {fan.english for fan in with_it.fans}
    assert without is not None and brings not in {fan.english for fan in without.fans}


@pytest.mark.parametrize("name", ["botzone_matches", "judged_games", "rare_games"])
def test_recorded_wins_are_worth_what_the_judge_said(recorded: Recorded, name: str) -> None:
    for match in recorded(name):
        result = match["result"]
        if result["action"] != "HU":
            continue
        state = last_state(match, result["player"])
        found = won(state)
        assert found is not None, match["id"]
        paid = points_of_win(result["fan_total"], state.decision == OWN_DRAW)
        assert paid == match["scores"][result["player"]]
        # The judge's calculator has one name for 独听・边张 and 边张, and has 单钓将 for 单钓.
        fans = sorted((fan.name.split("・")[-1][:2], fan.times, fan.value) for fan in found.fans)
        assert fans == sorted((name[:2], *rest) for name, *rest in result["fans"]), match["id"]
        assert sum(fan.times * fan.value for fan in found.fans) == result["fan_total"]
        assert found.fan >= 8


@pytest.mark.parametrize("name", ["judged_games", "rare_games"])
def test_recorded_wrong_wins_are_none_of_ours(recorded: Recorded, name: str) -> None:
    for match in recorded(name):
        result = match["result"]
        if result["action"] != "WH":
            continue
        state = last_state(match, result["player"])
        found = won(state)
        if result["fan_total"] < 0:
            assert found is None, match["id"]
        else:
            assert found is not None and found.fan == result["fan_total"] < 8, match["id"]
        assert HU not in [action.kind for action in action_space(state)]


# -- flags ----------------------------------------------------------------------------------


def names(
    win_context: WinContext, hand: str = PLAIN, tile: str = "B4", melds: tuple[Meld, ...] = ()
) -> set[str]:
    found = win(counts_of(tiles_of(hand)), melds, tile_of(tile), win_context)
    assert found is not None
    return {fan.english for fan in found.fans}


def test_flowers_are_listed_but_do_not_count() -> None:
    hand = counts_of(tiles_of(PLAIN))
    bare = win(hand, (), tile_of("B4"), WinContext())
    flowered = win(hand, (), tile_of("B4"), WinContext(flowers=3))
    assert bare is not None and flowered is not None
    assert flowered.fan == bare.fan
    assert sum(fan.times * fan.value for fan in flowered.fans) == bare.fan + 3


def test_the_state_sets_the_flags() -> None:
    assert win_context_of(dealt(PLAIN, "2 B4")) == WinContext(self_drawn=True)
    assert win_context_of(dealt(PLAIN, "3 1 DRAW", "3 1 PLAY B4")) == WinContext()
    shown = ["3 1 DRAW", "3 1 PLAY B4", "3 2 PENG F1"]
    assert win_context_of(dealt(PLAIN, *shown, "2 B4")) == WinContext(
        self_drawn=True, fourth_tile=True
    )
    robbed = win_context_of(dealt(PLAIN, *shown, "3 2 DRAW", "3 2 BUGANG B4"))
    assert robbed == WinContext(about_kong=True)
    last = dealt(PLAIN, "3 3 DRAW", "3 3 PLAY B4", wall_size=13)
    last.walls = [0, 1, 1, 1]
    assert win_context_of(last) == WinContext(wall_last=True)


# -- what is no win -------------------------------------------------------------------------


def test_a_wrong_number_of_tiles_never_reaches_the_calculator() -> None:
    pung = Meld(PENG, tile_of("W1"), 1)
    too_many = counts_of(tiles_of(PLAIN))
    for melds in ((pung,), (pung,) * 4, (pung,) * 6):
        assert win(too_many, melds, tile_of("B4"), WinContext()) is None
    assert win([0] * TILE_KINDS, (), tile_of("B4"), WinContext()) is None
    assert win([4] * TILE_KINDS, (), tile_of("B4"), WinContext()) is None


def test_a_meld_without_a_tile_is_no_win() -> None:
    hand = counts_of(tiles_of("W1 W2 W3 W7 W8 W9 B2 B3 T8 T8"))
    assert win(hand, (Meld(GANG, None, 0),), tile_of("B4"), WinContext()) is None


def test_no_win_without_mahjong_gb(monkeypatch: pytest.MonkeyPatch) -> None:
    state = dealt(PLAIN, "3 1 DRAW", "3 1 PLAY B4", "3 2 PENG F1", "3 2 DRAW", "3 2 BUGANG B4")
    assert action_space(state)[0].kind == HU
    monkeypatch.setitem(sys.modules, "MahjongGB", None)  # an import of it now fails
    calculator.cache_clear()
    try:
        assert calculator() is None
        state.legal = None
        assert [action.kind for action in action_space(state)] == ["PASS"]
    finally:
        calculator.cache_clear()


# -- Knitted Straight -----------------------------------------------------------------------

KNITTED = "W1 W4 W7 B2 B5 B8 T3 T6 T9"


@pytest.mark.parametrize(
    ("hand", "tile", "has_wait"),
    [
        # A tile of the straight: only PyMahjongGB sees a wait there, so it does not count.
        ("W1 W4 W7 B2 B5 B8 T3 T6 W2 W3 W4 F1 F1", "T9", False),
        # A tile beside it: an edge wait by both.
        (KNITTED + " W1 W2 F1 F1", "W3", True),
        (KNITTED + " W2 W3 W4 F1", "F1", True),
        (KNITTED + " W2 W3 F1 F1", "W1", False),
    ],
)
def test_a_wait_within_a_knitted_straight_does_not_count(
    hand: str, tile: str, has_wait: bool
) -> None:
    waits = names(WinContext(), hand, tile) & set(fan_module.WAIT_FANS)
    assert bool(waits) is has_wait


# -- the quick test before the calculator ---------------------------------------------------

chows = st.sampled_from(CHOW_MIDDLES).map(lambda middle: [middle - 1, middle, middle + 1])
pungs = st.integers(0, TILE_KINDS - 1).map(lambda tile: [tile] * 3)
pairs = st.integers(0, TILE_KINDS - 1).map(lambda tile: [tile] * 2)
knits = st.permutations(range(3)).map(
    lambda order: [
        9 * suit + place + step for suit, place in enumerate(order) for step in (0, 3, 6)
    ]
)


@st.composite
def winning_hands(draw: st.DrawFn) -> list[int]:
    """The tiles of a winning hand without melds, of any form; now and then a tile too often."""
    form = draw(st.sampled_from(["regular", "pairs", "orphans", "knitted", "straight"]))
    if form == "regular":
        sets = draw(st.lists(st.one_of(chows, pungs), min_size=4, max_size=4))
        return sum(sets, draw(pairs))
    if form == "pairs":
        return sum(draw(st.lists(pairs, min_size=7, max_size=7)), [])
    if form == "orphans":
        return [*ORPHANS, draw(st.sampled_from(ORPHANS))]
    if form == "straight":
        return draw(knits) + draw(st.one_of(chows, pungs)) + draw(pairs)
    return draw(st.permutations(draw(knits) + list(HONOURS)))[:14]


def _each_last_tile(tiles: list[int]) -> Iterator[tuple[list[int], int]]:
    for tile in set(tiles):
        hand = counts_of(tiles)
        hand[tile] -= 1
        yield hand, tile


@given(winning_hands(), st.lists(st.integers(0, TILE_KINDS - 1), min_size=14, max_size=14))
def test_only_what_is_no_win_is_ruled_out(complete: list[int], random: list[int]) -> None:
    for tiles in (complete, random):
        for hand, tile in _each_last_tile(tiles) if max(counts_of(tiles)) <= 4 else ():
            found = win(hand, (), tile, WinContext())
            assert found is None or is_winning_shape(hand, tile)
            assert found is not None or tiles is random
