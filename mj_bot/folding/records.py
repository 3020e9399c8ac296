"""The small records and numbers of a state, besides tiles and melds."""

from typing import List, NamedTuple, Optional, Tuple

from mj_bot.events import SEATS

WALL_SIZE = 34
WALL_SIZE_WITH_FLOWERS = 36

# What the last event asks of this seat.
NOTHING = 0
OWN_DRAW = 1
CLAIM = 2
ROB = 3


class Discard(NamedTuple):
    """One discarded tile and the seat that claimed it, None while nobody has."""

    tile: int
    claimed_by: Optional[int] = None


class Standing(NamedTuple):
    """The standing of a match before a hand.

    hand: hands played before this one. hands: hands of the whole match. totals: the points so far
    of each seat of this hand.

    >>> Standing(3, 16, (40, 8, -8, -40)).hands_left
    13
    """

    hand: int
    hands: int
    totals: Tuple[int, int, int, int]

    @property
    def hands_left(self) -> int:
        """Hands left to play, this one included."""
        return self.hands - self.hand


def draws_in_turn(tiles: int, first: int) -> List[int]:
    """How many of these tiles each seat draws in turn from `first` on: 6, 3 is 2 1 1 2."""
    return [(tiles + SEATS - 1 - (seat - first) % SEATS) // SEATS for seat in range(SEATS)]
