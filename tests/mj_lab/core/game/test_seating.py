"""Seats of a match, held against the rule in words."""

from mj_bot.events import SEATS
from mj_lab.core.game.seating import (
    HANDS,
    players_by_seat,
    prevalent_wind_of,
    seat_of_player,
    seed_of_hand,
)

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
        assert [wind_of[player] for player in players_by_seat(hand)] == list(range(SEATS))
        assert prevalent_wind_of(hand) == hand // SEATS
        wind_of = {player: (wind - 1) % SEATS for player, wind in wind_of.items()}
    assert len({seed_of_hand(7, hand) for hand in MATCH} - {7}) == len(MATCH) - 1
