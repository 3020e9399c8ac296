"""A seat's own hand as the search sees it: unseen copies come at random, wins end it.

Of the others only discards are in the tree, to be claimed: three between two own draws, every
unseen copy equally likely. A win or a pung can be claimed from all three, a chow from one.
"""

from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.events import CHI, PENG, SEATS
from mj_bot.expectimax.search import ComesTo, Coming, SearchedGame
from mj_bot.fan import MIN_FAN, WinContext, points_of_win, win
from mj_bot.melds import Meld
from mj_bot.state import GameState
from mj_bot.tiles import COPIES, FIRST_HONOUR, TILE_KINDS
from mj_bot.winning_shape import is_winning_shape

# The points of a game that nobody wins.
NOBODY_WINS = 0.0

_OTHERS = SEATS - 1
# A pung whose giver is unknown: no fan depends on the giver.
_SOME_GIVER = 1
_TILES_OF_CHOW = 3
_SUIT_SIZE = 9


class WaitingHand(NamedTuple):
    """A hand after its discard.

    hand, unseen: 34 counts, a byte each. left: tiles in the own wall. replacing: whether the next
    tile is the replacement of a kong, drawn at once.
    """

    hand: bytes
    unseen: bytes
    melds: Tuple[Meld, ...]
    left: int
    replacing: bool = False


class DrawnHand(NamedTuple):
    """A hand with the tile that it drew or claimed; fields as in `WaitingHand`."""

    hand: bytes
    unseen: bytes
    melds: Tuple[Meld, ...]
    left: int


class OwnHand(SearchedGame):
    """The own hand of a state.

    claims: whether chows and pungs are in the tree; wins on a discard always are.
    """

    def __init__(self, state: GameState, claims: bool = True) -> None:
        self._state, self._claims = state, claims
        self._wins: Dict[Tuple[bytes, Tuple[Meld, ...], int, bool, bool], Optional[float]] = {}

    def waiting(
        self, hand: Sequence[int], melds: Sequence[Meld], replacing: bool = False
    ) -> WaitingHand:
        """The node of a hand of 13 - 3 x melds tiles in this state."""
        state = self._state
        left = state.walls[state.seat]
        return WaitingHand(bytes(hand), bytes(state.unseen), tuple(melds), left, replacing)

    def drawn(self, hand: Sequence[int], melds: Sequence[Meld]) -> DrawnHand:
        """The node of a hand with one tile more in this state."""
        state = self._state
        return DrawnHand(bytes(hand), bytes(state.unseen), tuple(melds), state.walls[state.seat])

    def discards(self, drawn: DrawnHand) -> List[Tuple[int, WaitingHand]]:
        """See `SearchedGame`."""
        hand, unseen, melds, left = drawn
        return [
            (tile, WaitingHand(_changed(hand, tile, -1), unseen, melds, left))
            for tile in range(TILE_KINDS)
            if hand[tile]
        ]

    def tiles(self, drawn: DrawnHand) -> int:
        """See `SearchedGame`."""
        return sum(drawn.hand)

    def coming(self, waiting: WaitingHand) -> Coming:
        """See `SearchedGame`. With no tile left to draw, only a discard can win."""
        hand, unseen, melds, left, replacing = waiting
        total = sum(unseen)
        draws: List[Tuple[float, ComesTo]] = []
        claims: List[Tuple[float, Sequence[ComesTo]]] = []
        for tile in range(TILE_KINDS):
            if not unseen[tile]:
                continue
            chance = unseen[tile] / total
            if left:
                draws.append((chance, self._after_draw(waiting, tile)))
            if not replacing:
                claims += self._claims_of(waiting, tile, chance)
        return Coming(draws or [(1.0, NOBODY_WINS)], claims)

    def _after_draw(self, waiting: WaitingHand, tile: int) -> ComesTo:
        hand, unseen, melds, left, replacing = waiting
        won = self._points(hand, melds, tile, True, replacing)
        if won is not None:
            return won
        if left == 1:
            return NOBODY_WINS
        return DrawnHand(_changed(hand, tile, 1), _changed(unseen, tile, -1), melds, left - 1)

    def _claims_of(
        self, waiting: WaitingHand, tile: int, chance: float
    ) -> List[Tuple[float, Sequence[ComesTo]]]:
        hand, unseen, melds, left, _ = waiting
        won = self._points(hand, melds, tile, False, False)
        if won is not None:
            return [(_OTHERS * chance, [won])]
        if not self._claims or not left:
            return []
        after = _changed(unseen, tile, -1)
        claims: List[Tuple[float, Sequence[ComesTo]]] = []
        if hand[tile] >= COPIES - 2:
            pung = Meld(PENG, tile, _SOME_GIVER)
            node = DrawnHand(_changed(hand, tile, -2), after, melds + (pung,), left)
            claims.append((_OTHERS * chance, [node]))
        chows = [
            DrawnHand(used, after, melds + (meld,), left) for used, meld in _chows_with(hand, tile)
        ]
        if chows:
            claims.append((chance, chows))
        return claims

    def _points(
        self, hand: bytes, melds: Tuple[Meld, ...], tile: int, self_drawn: bool, kong: bool
    ) -> Optional[float]:
        """The points of a win with the tile; None if it does not win."""
        if not is_winning_shape(hand, tile):
            return None
        key = (hand, melds, tile, self_drawn, kong)
        if key not in self._wins:
            state = self._state
            context = WinContext(
                self_drawn=self_drawn,
                fourth_tile=state.shown[tile] == COPIES - 1,
                about_kong=kong,
                seat_wind=state.seat,
                prevalent_wind=state.prevalent_wind,
                flowers=state.flowers[state.seat],
            )
            won = win(hand, melds, tile, context)
            points = None
            if won is not None and won.fan >= MIN_FAN:
                points = float(points_of_win(won.fan + context.flowers, self_drawn))
            self._wins[key] = points
        return self._wins[key]


def _changed(counts: bytes, tile: int, by: int) -> bytes:
    changed = bytearray(counts)
    changed[tile] += by
    return bytes(changed)


def _chows_with(hand: bytes, tile: int) -> List[Tuple[bytes, Meld]]:
    """The chows that a hand can make with a tile, each with the rest of the hand."""
    if tile >= FIRST_HONOUR:
        return []
    chows = []
    rank = tile % _SUIT_SIZE
    for first in range(rank - _TILES_OF_CHOW + 1, rank + 1):
        if first < 0 or first + _TILES_OF_CHOW > _SUIT_SIZE:
            continue
        start = tile - rank + first
        others = [other for other in range(start, start + _TILES_OF_CHOW) if other != tile]
        if hand[others[0]] and hand[others[1]]:
            left = _changed(_changed(hand, others[0], -1), others[1], -1)
            chows.append((left, Meld(CHI, start + 1, tile - start + 1)))
    return chows
