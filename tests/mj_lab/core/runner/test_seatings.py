from collections import Counter
from itertools import combinations, permutations

import pytest

from mj_lab.core.runner.seatings import league_seatings, seatings_of


def test_2v2_is_every_way_to_seat_two_and_two() -> None:
    wanted = {
        tuple(int(seat not in pair) for seat in range(4)) for pair in combinations(range(4), 2)
    }
    assert set(seatings_of("2v2")) == wanted
    assert len(seatings_of("2v2")) == 6


@pytest.mark.parametrize(("mode", "quick"), [("2v2", False), ("2v2", True), ("1v3", False)])
def test_every_side_has_every_seat_as_often_as_any_other(mode: str, quick: bool) -> None:
    seatings = seatings_of(mode, quick)
    for side in (0, 1):
        seats = Counter(seat for s in seatings for seat in range(4) if s[seat] == side)
        assert len(set(seats.values())) == 1
        assert set(seats) == {0, 1, 2, 3}


def test_quick_alternates() -> None:
    assert set(seatings_of("2v2", quick=True)) == {(0, 1, 0, 1), (1, 0, 1, 0)}


def test_there_are_no_other_modes() -> None:
    with pytest.raises(ValueError, match="no such mode"):
        seatings_of("3v1")
    with pytest.raises(ValueError, match="quick"):
        seatings_of("1v3", quick=True)


def test_a_league_has_all_seatings_or_every_player_once_on_every_seat() -> None:
    assert set(league_seatings(24)) == set(permutations(range(4)))
    assert len(league_seatings(4)) == 4
    for seat in range(4):
        assert {seating[seat] for seating in league_seatings(4)} == {0, 1, 2, 3}
    with pytest.raises(ValueError, match="24 seatings or 4"):
        league_seatings(6)
