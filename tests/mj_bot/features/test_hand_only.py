"""The four rows of `hand_only`, read off by hand and by the fan that MahjongGB counts."""

from __future__ import annotations

import pytest

from mj_bot.events import PENG
from mj_bot.fan import WinContext, win
from mj_bot.features.hand_only import HAND_ONLY, hand_only
from mj_bot.melds import Meld
from mj_bot.tiles import counts_of, tile_of, tiles_of
from tests.mj_bot.features.games import asked, small_state
from tests.mj_bot.features.symmetries import SYMMETRIES, other_tiles
from tests.recorded import Recorded


def test_read_off_by_hand() -> None:
    found = hand_only(small_state())
    assert found.shape == HAND_ONLY.shape
    unseen, hand, may_come, held = (
        {tile: int(n) for tile, n in enumerate(row) if n} for row in found
    )
    assert hand == {tile: n for tile, n in enumerate(small_state().hand) if n}
    assert unseen[tile_of("W1")] == 1 and unseen[tile_of("B1")] == 4
    # East is the wind of the seat and of the round: 4 fan. One green dragon was seen.
    assert held == {tile_of("F1"): 8, tile_of("J1"): 2}
    winds = {tile_of("F1"): 8, tile_of("F2"): 4, tile_of("F3"): 4, tile_of("F4"): 4}
    assert may_come == {**winds, tile_of("J1"): 6, tile_of("J2"): 6, tile_of("J3"): 8}


@pytest.mark.parametrize("seat, prevalent", [(0, 0), (0, 1), (2, 3)])
def test_fan_of_pungs_as_they_are_counted(seat: int, prevalent: int) -> None:
    state = small_state()
    state.seat, state.prevalent_wind = seat, prevalent
    state.hand = [1] * 34
    held = hand_only(state)[3]
    for tile in range(27, 34):
        hand = counts_of(tiles_of("W2 W3 W4 T3 T4 T5 T5 T6 T7 B8"))
        counted = win(
            hand,
            [Meld(PENG, tile, 1)],
            tile_of("B8"),
            WinContext(False, seat_wind=seat, prevalent_wind=prevalent),
        )
        assert counted is not None
        pungs = [fan for fan in counted.fans if "Pung" in fan.english or "Wind" in fan.english]
        assert sum(fan.value * fan.times for fan in pungs) == held[tile]


@pytest.mark.parametrize("name", SYMMETRIES)
def test_other_tiles_move_their_columns(recorded: Recorded, name: str) -> None:
    tiles, _ = symmetry = SYMMETRIES[name]
    for state, _history in asked(recorded("botzone_matches")[7]):
        assert (hand_only(other_tiles(state, symmetry))[:, tiles] == hand_only(state)).all()
