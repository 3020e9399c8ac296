"""What the discards show at a glance."""

from mj_bot.odds.opponents.discard_ages import ages, tens_of
from mj_bot.tiles import tile_of
from tests.recorded import dealt


def test_ages_are_of_the_seat_that_discarded_last() -> None:
    first = ["3 1 DRAW", "3 1 PLAY F1", "3 2 DRAW", "3 2 PLAY F2", "3 3 DRAW", "3 3 PLAY F3"]
    second = ["2 F4", "3 0 PLAY F4", "3 1 DRAW", "3 1 PLAY F2"]
    state = dealt("W1 W2 W4 W5 W7 W8 B2 B5 B8 T2 T5 T8 J1", *first, *second)
    east, south, west, north = (tile_of(code) for code in ("F1", "F2", "F3", "F4"))
    assert ages(state) == {east: 1, south: 0, west: 0, north: 0}
    assert ages(state, but=1) == {south: 0, west: 0, north: 0}
    assert ages(state, but=0) == {east: 1, south: 0, west: 0}


def test_turns_are_counted_in_tens_up_to_two() -> None:
    assert [tens_of(turns) for turns in (0, 5, 20, 30)] == [0.0, 0.5, 2.0, 2.0]
