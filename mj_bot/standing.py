"""Standing: how a match of several hands stands before one of them; the same for all seats."""

from typing import NamedTuple, Tuple


class Standing(NamedTuple):
    """What is known at the table before a hand.

    hand: how many hands were played before this one. hands: of the whole match. totals: what each
    seat of this hand has won by now, in points.

    >>> Standing(3, 16, (40, 8, -8, -40)).hands_left
    13
    """

    hand: int
    hands: int
    totals: Tuple[int, int, int, int]

    @property
    def hands_left(self) -> int:
        """How many hands are to be played, this one too."""
        return self.hands - self.hand
