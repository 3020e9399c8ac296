"""Melds: the chows, pungs and kongs (CHI, PENG, GANG on the wire) that lie on the table."""

from typing import NamedTuple, Optional, Tuple

from mj_bot.events import CHI, GANG, PENG
from mj_bot.tiles import code_of


class Meld(NamedTuple):
    """One meld of one seat.

    tile: of a chow the middle tile; None for another seat's concealed kong. offer: as in MahjongGB.
    For a pung or kong the origin of its tile, seen from the owner: 1 the seat before (left), 2
    opposite, 3 the seat after (right), 0 a concealed kong. For a chow which of its three tiles was
    claimed, 1-3. added: whether the kong was a pung before (加杠).
    """

    kind: str
    tile: Optional[int]
    offer: int
    added: bool = False

    @property
    def concealed(self) -> bool:
        """Whether it is a concealed kong (暗杠)."""
        return self.kind == GANG and self.offer == 0

    @property
    def claimed(self) -> Optional[int]:
        """The tile claimed from a discard; None for a concealed kong."""
        if self.tile is None or self.concealed:
            return None
        return self.tile + self.offer - 2 if self.kind == CHI else self.tile

    def tiles(self) -> Tuple[int, ...]:
        """Its three or four tiles; empty if unknown.

        >>> Meld(CHI, 1, 1).tiles()
        (0, 1, 2)
        >>> Meld(GANG, None, 0).tiles()
        ()
        """
        if self.tile is None:
            return ()
        if self.kind == CHI:
            return (self.tile - 1, self.tile, self.tile + 1)
        return (self.tile,) * (3 if self.kind == PENG else 4)

    def pack(self) -> Tuple[str, str, int]:
        """The meld in MahjongGB's `pack` form.

        Raises ValueError if its tile is unknown.

        >>> Meld(PENG, 0, 2).pack()
        ('PENG', 'W1', 2)
        """
        if self.tile is None:
            raise ValueError("a concealed kong of another seat has no known tile")
        return (self.kind, code_of(self.tile), self.offer)


def offer_of(owner: int, giver: int) -> int:
    """Origin of a claimed tile: 1 the seat before the owner, 2 opposite, 3 the seat after.

    >>> offer_of(owner=1, giver=0), offer_of(owner=0, giver=1)
    (1, 3)
    """
    return (owner - giver) % 4
