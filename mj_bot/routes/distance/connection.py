"""connection_bonus: the small value of tiles outside a target."""

from typing import Sequence

from mj_bot.routes.distance.basic_shanten import HONOUR_SUIT

# From docs/reference/rule_based.md. LONE is by place in the suit: edges go before the middle.
PAIR = 0.03
TRIPLET = 0.05
LONE_HONOUR_BONUS = -0.013
LONE = (-0.012, -0.011, -0.010, -0.010, -0.010, -0.010, -0.010, -0.011, -0.012)


def suit_bonus(suit: int, tiles: Sequence[int]) -> float:
    """The bonus of one suit's tiles (9 counts, honours 7).

    >>> suit_bonus(0, (1, 0, 0, 1, 0, 0, 0, 2, 0)), suit_bonus(0, (1, 0, 1, 0, 0, 0, 0, 0, 0))
    (0.008, 0.0)
    """
    bonus = 0.0
    for rank, count in enumerate(tiles):
        if count > 1:
            bonus += PAIR if count == 2 else TRIPLET
        elif count:
            if suit == HONOUR_SUIT:
                bonus += LONE_HONOUR_BONUS
            elif sum(tiles[max(0, rank - 2) : rank + 3]) == 1:
                bonus += LONE[rank]
    return bonus


def connection_bonus(suits: Sequence[Sequence[int]]) -> float:
    """The bonus of tiles by suit (see `split`)."""
    return sum([suit_bonus(suit, tiles) for suit, tiles in enumerate(suits)])
