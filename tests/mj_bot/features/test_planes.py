"""The planes of a state, read off by hand, and the history of own discards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mj_bot.features.planes import PLANES, PlaneHistory, planes, rows_seen
from mj_bot.state import GameState
from mj_bot.tiles import counts_of, tiles_of
from tests.mj_bot.features.games import SMALL_GAME, asked, small_state
from tests.mj_bot.features.symmetries import SYMMETRIES, other_tiles
from tests.recorded import Recorded

NOTHING = [0] * 34


def rows_of_codes(*lines: str) -> list[list[int]]:
    return [counts_of(tiles_of(line)) for line in lines]


def test_nine_rows_read_off_by_hand() -> None:
    assert rows_seen(small_state()).tolist() == rows_of_codes(
        "W1 W1 W2 W3 W4 F1 F1 J1 B5 B5 B5 T1 T9", "", "", "", "", "T5", "B9", "J2", "W1"
    )


def test_what_was_seen_at_the_own_discard_comes_next() -> None:
    history = PlaneHistory()
    state = GameState()
    for request in SMALL_GAME:
        state.apply(request)
        if state.decision:
            found = planes(state, history)
            history.see(state)
            assert (planes(state, history) == found).all()
    assert found.shape == PLANES.shape
    rows = found.sum(axis=2)
    assert (found == (rows[..., None] > np.arange(4))).all()
    assert rows[:9].tolist() == rows_seen(state).tolist()
    drawn = "W1 W1 W2 W3 W4 F1 F1 J1 B5 B5 B5 T1 T9 T5"
    assert rows[9:18].tolist() == rows_of_codes(drawn, *[""] * 8)
    assert not rows[18:].any()


def test_six_discards_are_kept(recorded: Recorded) -> None:
    """Each nine planes are a decision's own at which the seat then discarded."""
    own: dict[int, list[Any]] = {seat: [] for seat in range(4)}
    decided = dict.fromkeys(range(4), np.zeros((9, 34, 4), np.uint8))
    discards = dict.fromkeys(range(4), 0)
    for state, history in asked(recorded("botzone_matches")[5]):
        seat = state.seat
        found = planes(state, history).reshape(7, 9, 34, 4)
        if len(state.discards[seat]) > discards[seat]:
            own[seat].insert(0, decided[seat])
            discards[seat] = len(state.discards[seat])
        wanted = own[seat][:6]
        assert (found[1 : 1 + len(wanted)] == np.array(wanted).reshape(-1, 9, 34, 4)).all()
        assert not found[1 + len(wanted) :].any()
        if state.legal is None or state.offered is not None or state.drawn is not None:
            decided[seat] = found[0]  # Not between a claim and its discard.
    assert min(discards.values()) > 6


def test_a_shorter_history() -> None:
    assert planes(small_state(), PlaneHistory(0)).shape == (9, 34, 4)
    assert planes(small_state(), PlaneHistory(2)).shape == (27, 34, 4)


@pytest.mark.parametrize("name", SYMMETRIES)
def test_other_tiles_move_their_places(name: str) -> None:
    tiles, _ = symmetry = SYMMETRIES[name]
    state, history, other = small_state(3), PlaneHistory(), PlaneHistory()
    history.see(state)
    other.see(other_tiles(state, symmetry))
    later = small_state()
    moved = planes(other_tiles(later, symmetry), other)
    assert (moved[:, tiles] == planes(later, history)).all()
