"""Who sits where in which hand of a match, and under which prevalent wind.

As in matches by the official rules (国标麻将竞赛规则): four rounds, East to North, of four hands
each. The deal passes after every hand, whoever won; after a round the players change seats.
"""

from __future__ import annotations

from mj_bot.events import SEATS

# What stands for a person where players are named.
PERSON = "human"

# How many hands a match may have: a game, a round, all four rounds.
HANDS = (1, SEATS, SEATS * SEATS)

# By round: the seat in its first hand of the players who began as East, South, West and North.
_FIRST_SEATS = ((0, 1, 2, 3), (1, 0, 3, 2), (3, 2, 0, 1), (2, 3, 1, 0))


def prevalent_wind_of(hand: int) -> int:
    """The prevalent wind (0-3) of a hand, counted from 0.

    >>> [prevalent_wind_of(hand) for hand in (0, 3, 4, 15)]
    [0, 0, 1, 3]
    """
    return hand // SEATS


def seat_of_player(player: int, hand: int) -> int:
    """The seat (0-3) of a player in a hand, counted from 0; the first East is player 0.

    >>> [[seat_of_player(player, hand) for player in range(4)] for hand in (0, 1)]
    [[0, 1, 2, 3], [3, 0, 1, 2]]
    >>> [seat_of_player(0, hand) for hand in range(16)]
    [0, 3, 2, 1, 1, 0, 3, 2, 3, 2, 1, 0, 2, 1, 0, 3]
    """
    return (_FIRST_SEATS[hand // SEATS][player] - hand) % SEATS


def players_by_seat(hand: int) -> list[int]:
    """The player at each seat of a hand.

    >>> players_by_seat(1)
    [1, 2, 3, 0]
    """
    return sorted(range(SEATS), key=lambda player: seat_of_player(player, hand))
