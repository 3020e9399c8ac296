"""The table as one seat, or a spectator, sees it: made only from the requests it was sent.

A frame is made from the seat's own `GameState`, so a tile that the seat does not know cannot be in
it. A frame is plain data that a page or a terminal draws: everything on the table after its event.
Tiles are ints (`mj_bot.tiles`). In a seat's view, None is a tile that lies face down, and FACE_DOWN
one that another seat just drew.

    kind       DEAL, DRAW, BUHUA, PLAY, CHI, PENG, GANG, BUGANG; of a whole match also END
    seat       who acted; of the end who won or was at fault, null if nobody
    tile       drawn, discarded, added, melded as a kong, or won with
    claimed    of CHI, PENG and a GANG of a discard: the tile taken; giver: who had discarded it
    hands      by seat: the concealed tiles in order, without the one just drawn
    drawn      the tile just drawn by `seat`, else null
    melds      by seat: [kind, tiles as they lie, place of the turned tile or -1, concealed, added]
    discards   by seat, in order: [tile, seat that claimed it or -1]
    walls      by seat: tiles left. flowers: by seat, the flower tiles laid out
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mj_bot.events import (
    BUHUA,
    CHI,
    DRAW,
    GANG,
    HAND_SIZE,
    PENG,
    SEATS,
    Deal,
    Event,
    Request,
)
from mj_bot.melds import Meld
from mj_bot.state import GameState
from mj_bot.tiles import tiles_from_counts

Frame = dict[str, Any]

DEAL = "DEAL"
# A tile that another seat just drew.
FACE_DOWN = -1

# A wall of 144 tiles cannot last longer: at most a draw, a discard and a kong for each tile.
MOST_TURNS = 3 * 144


class SeatTable:
    """A seat's knowledge (`state`) and its view. flowers: by seat, as laid out."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.flowers: list[list[int]] = [[] for _ in range(SEATS)]
        self._claimed: dict[str, int] = {}

    def fold(self, request: Request) -> None:
        """Take in one request.

        Raises ValueError or IndexError if it is not possible here.
        """
        offered, giver = self.state.offered, self.state.turn
        self.take_in(request)
        self._claimed = {}
        if isinstance(request, Event):
            if request.kind == BUHUA and request.tile is not None:
                self.flowers[request.seat].append(request.tile)
            if request.kind in (CHI, PENG, GANG) and offered is not None:
                self._claimed = {"claimed": offered, "giver": giver}
        elif isinstance(request, Deal):
            self._lay_dealt(request)

    def take_in(self, request: Request) -> None:
        """Update the state by a request."""
        self.state.apply(request)

    def _lay_dealt(self, deal: Deal) -> None:
        """Lay out the dealt flowers: of all seats, or in older records the seat's own only."""
        listed = iter(deal.flowers)
        full = len(deal.flowers) == sum(deal.flower_counts)
        for seat in range(SEATS) if full else (self.state.seat,):
            self.flowers[seat] = [next(listed) for _ in range(deal.flower_counts[seat])]

    def frame(self) -> Frame:
        """The table after the newest request."""
        event = self.state.last
        drawn: int | None = None
        if isinstance(event, Event) and event.kind == DRAW:
            drawn = FACE_DOWN if event.tile is None else event.tile
        return {
            **self.event_part(),
            "hands": [self._hand(seat, drawn) for seat in range(SEATS)],
            "drawn": drawn,
            **open_part(self.state, self.state.melds, self.flowers),
        }

    def event_part(self) -> Frame:
        """The event: kind, seat and tile; for a claim also the tile taken and its giver."""
        event = self.state.last
        if not isinstance(event, Event):
            return {"kind": DEAL, "seat": None, "tile": None}
        tile = self.state.melds[event.seat][-1].tile if event.kind == GANG else event.tile
        return {"kind": event.kind, "seat": event.seat, "tile": tile, **self._claimed}

    def own_hand(self, drawn: int | None) -> list[int]:
        """The own concealed tiles in order, without the one just drawn."""
        tiles = tiles_from_counts(self.state.hand)
        if drawn is not None and drawn != FACE_DOWN:
            tiles.remove(drawn)
        return tiles

    def _hand(self, seat: int, drawn: int | None) -> Sequence[int | None]:
        if seat == self.state.seat:
            return self.own_hand(drawn)
        return [None] * (HAND_SIZE - 3 * len(self.state.melds[seat]))


def open_part(
    state: GameState, melds: Sequence[Sequence[Meld]], flowers: Sequence[Sequence[int]]
) -> Frame:
    """The view of a seat without hands. melds: by seat; one without a tile lies face down."""
    return {
        "melds": [[lying(meld) for meld in row] for row in melds],
        "discards": [
            [[d.tile, -1 if d.claimed_by is None else d.claimed_by] for d in discards]
            for discards in state.discards
        ],
        "walls": list(state.walls),
        "flowers": [list(laid) for laid in flowers],
    }


def lying(meld: Meld) -> list[Any]:
    """A meld as it lies: [kind, tiles left to right, place of the turned one, concealed, added].

    The claimed tile is turned and points at the seat it came from: the first of a meld from the
    seat before, the second from opposite, the last from the seat after. An added fourth tile lies
    on the turned one and is not in the row.

    >>> lying(Meld("CHI", 1, 3)), lying(Meld("PENG", 27, 2))
    (['CHI', [2, 0, 1], 0, 0, 0], ['PENG', [27, 27, 27], 1, 0, 0])
    >>> lying(Meld("GANG", 27, 3))
    ['GANG', [27, 27, 27, 27], 3, 0, 0]
    """
    tiles = list(meld.tiles())
    if meld.concealed:
        return [meld.kind, tiles, -1, 1, 0]
    if meld.added:
        return [meld.kind, tiles[:3], meld.offer - 1, 0, 1]
    if meld.kind == CHI:
        claimed = meld.claimed
        assert claimed is not None
        tiles.remove(claimed)
        return [meld.kind, [claimed, *tiles], 0, 0, 0]
    turned = meld.offer - 1 if meld.offer < 3 else len(tiles) - 1
    return [meld.kind, tiles, turned, 0, 0]
