"""The players' seats and the prevalent wind in each hand of a match.

As in matches by the official rules (国标麻将竞赛规则): four rounds, East to North, of four hands
each. The deal passes after every hand, whoever won; after a round the players change seats.
"""

from __future__ import annotations

from collections.abc import Sequence

from mj_bot.events import SEATS
from mj_bot.state import Standing

# Stands for a human in lists of players.
PERSON = "human"

# How many hands a match may have: one game, one round, all four rounds.
HANDS = (1, SEATS, SEATS * SEATS)

# By round: the seats in its first hand of those who began as East, South, West and North.
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


def seed_of_hand(seed: int, hand: int) -> int | str:
    """The seed of a hand's wall, derived from the match's; the first hand uses the match's own.

    >>> seed_of_hand(7, 0), seed_of_hand(7, 3)
    (7, '7-3')
    """
    return f"{seed}-{hand}" if hand else seed


def standing_before(hand: int, hands: int, totals: Sequence[int]) -> Standing | None:
    """The standing of a match of `hands` hands before this one; None for a single game.

    totals: by player, the sum of the hands before it.

    >>> standing_before(1, 4, (24, -8, -8, -8)).totals
    (-8, -8, -8, 24)
    """
    if hands == 1:
        return None
    east, south, west, north = (totals[player] for player in players_by_seat(hand))
    return Standing(hand, hands, (east, south, west, north))
