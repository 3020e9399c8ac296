from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_lab.measure.arena.swiss import History, Pairing, pair


@given(st.permutations(range(11)), st.integers(4, 11), st.integers(1, 6))
def test_everybody_plays_once_a_round_and_rests_are_shared(
    order: list[int], count: int, rounds: int
) -> None:
    players = [player for player in order if player < count]
    history = History()
    for _ in range(rounds):
        pairing = pair(players, history)
        history.add(pairing)
        seated = [player for table in pairing.tables for player in table]
        assert sorted([*seated, *pairing.resting]) == list(range(count))
        assert all(len(table) == 4 for table in pairing.tables)
        assert len(pairing.resting) == count % 4
        players.reverse()
    rests = [history.rests(player) for player in range(count)]
    assert max(rests) - min(rests) <= 1


def test_at_first_neighbours_in_the_standing_meet() -> None:
    assert pair(range(8), History()).tables == ((0, 1, 2, 3), (4, 5, 6, 7))


def test_the_last_of_the_standing_rests_first() -> None:
    history = History()
    assert pair([3, 1, 4, 0, 2], history).resting == (2,)
    history.add(Pairing((), (2,)))
    assert pair([3, 1, 4, 0, 2], history).resting == (0,)


def test_those_who_have_met_part_if_others_are_near() -> None:
    history, seen = History(), set[frozenset[int]]()
    for _ in range(3):
        pairing = pair(range(16), history)
        history.add(pairing)
        assert not seen & {frozenset(table) for table in pairing.tables}
        seen |= {frozenset(table) for table in pairing.tables}
    assert history.meetings(range(16)) == 3 * 4 * 6
    # Without looking at who has met, the first four would have met three times each: 18.
    assert sum(history.meetings(two) for two in combinations(range(4), 2)) <= 12


def test_the_best_still_meet_each_other_sooner_than_the_worst() -> None:
    history = History()
    for _ in range(5):
        history.add(pair(range(16), history))
    near = sum(history.meetings((0, other)) for other in range(1, 8))
    far = sum(history.meetings((0, other)) for other in range(8, 16))
    assert near > 3 * far


def test_the_same_standing_and_history_give_the_same_tables() -> None:
    assert pair([5, 3, 1, 0, 2, 4], History()) == pair((5, 3, 1, 0, 2, 4), History())


def test_three_are_no_league() -> None:
    with pytest.raises(ValueError, match="needs four players, not 3"):
        pair([0, 1, 2], History())
