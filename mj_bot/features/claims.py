"""The claims that a discard allows, by place, and the hand each leaves before its discard."""

from typing import Iterator, List, NamedTuple, Tuple

from mj_bot.events import CHI, GANG, PENG, SEATS
from mj_bot.melds import Meld, offer_of
from mj_bot.state import CLAIM, GameState
from mj_bot.tiles import COPIES, IS_CHOW_MIDDLE, MOST_SETS, TILE_KINDS

# Places: a chow with the claimed tile first, second, third in the run; a pung; a kong.
CLAIM_PLACES = 5
KONG_PLACE = 4

_CHOWS = 3


class PossibleClaim(NamedTuple):
    """A claim: its place (0-4), the hand it leaves (34 counts), the meld it makes."""

    place: int
    hand: List[int]
    meld: Meld


def possible_claims(state: GameState) -> Iterator[PossibleClaim]:
    """Every claim but the win that is legal in the state."""
    tile = state.offered
    if tile is None or state.decision != CLAIM or state.wall_last:
        return
    if len(state.own_melds) == MOST_SETS:
        return
    for place, meld in _melds_with(state, tile):
        left = list(state.hand)
        left[tile] += 1
        for used in meld.tiles():
            left[used] -= 1
        if min(left) >= 0:
            yield PossibleClaim(place, left, meld)


def _melds_with(state: GameState, tile: int) -> Iterator[Tuple[int, Meld]]:
    offer = offer_of(state.seat, state.turn)
    if (state.turn + 1) % SEATS == state.seat:
        for place in range(_CHOWS):
            middle = tile + 1 - place
            if 0 <= middle < TILE_KINDS and IS_CHOW_MIDDLE[middle] and middle // 9 == tile // 9:
                yield place, Meld(CHI, middle, place + 1)
    held = state.hand[tile]
    if held >= COPIES - 2:
        yield _CHOWS, Meld(PENG, tile, offer)
    if held == COPIES - 1:
        yield KONG_PLACE, Meld(GANG, tile, offer)
