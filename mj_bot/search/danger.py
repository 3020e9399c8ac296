"""How likely a discard is to deal in: a logistic model of what others win with.

Fitted to self-play (docs/odds.md has the figures and how to fit it anew). Nobody knows the others'
hands; what tells most is that a seat does not want what it has discarded itself, that few win
early, and that honours and terminals are seldom waited for.
"""

from math import exp
from typing import List, NamedTuple, Sequence

from mj_bot.events import SEATS
from mj_bot.melds import Meld
from mj_bot.state import GameState
from mj_bot.tiles import HONOURS, TILE_KINDS, rank_kind

# What each sign adds to the log-odds that one seat wins with the tile.
_BASE = -9.34
_TURN, _TURN_SQUARED = 0.689, -0.0166
_MELD, _MELD_AND_TURN = 0.915, -0.0452
_KIND = (-0.892, -0.537, 0.0, -1.100)  # See `rank_kind`.
_TWO_UNSEEN, _FEWER_UNSEEN = -0.43, -0.80  # Copies that may be in hands and walls.
_OWN_DISCARD = -2.591
_LET_GO = -0.667  # Another seat has discarded it lately, and it was let go.
_NEAR_OWN_DISCARD = -0.121  # For each discard of that seat within two numbers.

# Of each other seat's discards the newest that count as let go.
_LATELY = 4
_MOST_TURNS = 20


class _Seat(NamedTuple):
    """Another seat: its discards, the log-odds that it wins at all now, what was let go."""

    discards: Sequence[int]
    odds: float
    let_go: Sequence[int]


def dangers(state: GameState) -> List[float]:
    """The odds, by tile, that a discard of it now is won with by another seat: 34 numbers."""
    seats = [_seat(state, seat) for seat in range(SEATS) if seat != state.seat]
    return [_danger(tile, state.unseen[tile], seats) for tile in range(TILE_KINDS)]


def _seat(state: GameState, seat: int) -> _Seat:
    discards = [discard.tile for discard in state.discards[seat]]
    melds: Sequence[Meld] = state.melds[seat]
    turn = min(len(discards), _MOST_TURNS)
    odds = _BASE + _TURN * turn + _TURN_SQUARED * turn * turn
    odds += (_MELD + _MELD_AND_TURN * turn) * len(melds)
    let_go = [
        discard.tile
        for other in range(SEATS)
        if other != seat
        for discard in state.discards[other][-_LATELY:]
    ]
    return _Seat(discards, odds, let_go)


def _danger(tile: int, unseen: int, seats: Sequence[_Seat]) -> float:
    kind = _KIND[rank_kind(tile)]
    if unseen <= 2:
        kind += _TWO_UNSEEN if unseen == 2 else _FEWER_UNSEEN
    safe = 1.0
    for seat in seats:
        odds = seat.odds + kind
        if tile in seat.discards:
            odds += _OWN_DISCARD
        if tile in seat.let_go:
            odds += _LET_GO
        odds += _NEAR_OWN_DISCARD * _near(tile, seat.discards)
        safe *= 1 - 1 / (1 + exp(-odds))
    return 1 - safe


def _near(tile: int, discards: Sequence[int]) -> int:
    """How many of the discards are other tiles of the suit within two numbers."""
    if tile >= HONOURS[0]:
        return 0
    return sum([other // 9 == tile // 9 and 0 < abs(other - tile) <= 2 for other in discards])
