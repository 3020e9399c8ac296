"""Seats of a match, held against the rule in words, and what the rule is there for."""

from itertools import permutations

from mj_bot.events import SEATS
from mj_lab.core.game.seating import HANDS, players_by_seat, prevalent_wind_of, seat_of_player

EAST, SOUTH, WEST, NORTH = range(SEATS)
# From where to where the players move when a round is over (competition rules, change of seats).
NEIGHBOURS = {EAST: SOUTH, SOUTH: EAST, WEST: NORTH, NORTH: WEST}
MOVES = (NEIGHBOURS, {EAST: WEST, SOUTH: NORTH, WEST: SOUTH, NORTH: EAST}, NEIGHBOURS)
MATCH = range(HANDS[-1])


def test_seats_are_as_the_rule_is_told() -> None:
    """The deal passes to the right after each hand; people get up only when a round is over."""
    wind_of = {player: player for player in range(SEATS)}
    for hand in MATCH:
        if hand and hand % SEATS == 0:
            wind_of = {player: MOVES[hand // SEATS - 1][wind] for player, wind in wind_of.items()}
        assert {player: seat_of_player(player, hand) for player in range(SEATS)} == wind_of
        wind_of = {player: (wind - 1) % SEATS for player, wind in wind_of.items()}


def test_everybody_has_every_wind_under_every_prevalent_wind_once() -> None:
    for player in range(SEATS):
        winds = {(prevalent_wind_of(hand), seat_of_player(player, hand)) for hand in MATCH}
        assert len(winds) == len(MATCH)


def test_everybody_feeds_whom_they_are_fed_by() -> None:
    """Of each two rounds after each other the second goes round the other way: chows are even."""

    def fed(first: int) -> set[tuple[int, int]]:
        seated = players_by_seat(first)
        return {(seated[seat], seated[(seat + 1) % SEATS]) for seat in range(SEATS)}

    for first in (0, 2 * SEATS):
        assert fed(first) == {(feeds, is_fed) for is_fed, feeds in fed(first + SEATS)}
    pairs = {pair for first in range(0, len(MATCH), SEATS) for pair in fed(first)}
    opposite = set(permutations(range(SEATS), 2)) - pairs
    assert opposite == set()
