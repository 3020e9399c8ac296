"""How likely a discard is to deal in: a logistic model of what others win with.

Fitted to self-play (docs/odds.md has the figures and how to fit it anew). Nobody knows the others'
hands; what tells most is how far they are, what they have discarded themselves or let go, and what
their melds are made for: a flush, pungs, the same chow or a shifted one in several suits.
"""

from math import exp, log
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.events import CHI, SEATS
from mj_bot.melds import Meld
from mj_bot.odds.opponents.discard_ages import ages, tens_of
from mj_bot.state import GameState
from mj_bot.tiles import FIRST_DRAGON, FIRST_HONOUR, TILE_KINDS, rank_kind

# What each feature adds to the log-odds that one seat wins with the tile. Of the seat: turns in tens,
# melds up to three, and which of its first or newest discards are middle tiles or honours.
_BASE = -9.604
_TURN, _TURN_SQUARED = 6.604, -1.573
_MELD, _MELD_AND_TURN = 0.861, -0.432
_NEW_MIDDLE, _NEW_HONOUR = 0.191, -0.134  # For each of the newest three.
_FIRST_MIDDLE, _FIRST_MIDDLE_AND_HONOUR = 0.047, 0.228  # For each of the first four.
# Of the tile: honours by the copies that may be in hands and walls, terminals, next to them, middle
# ones (see `rank_kind`).
_HONOUR = (-3.117, -2.335, -1.502, -1.227)
_DRAGON = 0.414
_SUITED = (-0.331, -0.141, 0.0)
_FEW_UNSEEN = -0.134  # A suited tile of which at most one copy is left.
# Of both: the seat has discarded it; another has, by turns since, and it was let go.
_OWN_DISCARD = -2.905
_LET_GO = ((0, -0.868), (1, -0.425), (3, -0.385), (7, -0.175), (99, -0.368))
_NEXT_TO_EARLY, _NEAR_EARLY, _NEAR_LATE = -0.519, -0.317, -0.044  # Its discards, one or two off.
_HONOUR_SHARE = -0.374  # Times the logarithm of the share of honours in its discards.
# Two or more melds of one suit: in the suit, out of it, honours; by whether there are more.
_FLUSH = ((0.382, -0.183, 0.405), (1.065, -0.652, 1.179))
_PUNGS = 0.457  # Two or more melds, none a chow, and two copies left.
# Its chows, for a tile of theirs by number in another suit; two such; one beside; a third of a
# straight; in the very chow.
_SAME_NUMBER, _SAME_NUMBER_TWICE, _SHIFTED = 0.525, 0.504, 0.393
_STRAIGHT, _IN_CHOW = 0.122, -0.705

_MOST_MELDS = 3
_NEW, _FIRST = 3, 4
_EARLY = 5
_FLUSH_MELDS = 2
_STRAIGHT_MIDDLES = (1, 4, 7)


class Opponent(NamedTuple):
    """Another seat as its discards and melds tell of it.

    near: the log-odds that it wins at all now. newest: the place of each of its discards among
    them, the last if there are more. let_go: how many discards ago another seat discarded a tile.
    honours: what an honour adds. chows: their middle tiles. flush: the only suit of two melds or
    more, None if there are several; more: whether there are three. pungs: whether there are two
    melds or more and no chow.
    """

    near: float
    newest: Dict[int, int]
    let_go: Dict[int, int]
    honours: float
    chows: Sequence[int]
    flush: Optional[int]
    pungs: bool
    more: bool


def opponents(state: GameState) -> List[Opponent]:
    """The three other seats."""
    return [_opponent(state, seat) for seat in range(SEATS) if seat != state.seat]


def deal_in_chances(others: Sequence[Opponent], unseen: Sequence[int]) -> List[float]:
    """The odds, by tile, that a discard of it now is won with by another seat: 34 numbers.

    unseen: copies of each tile that this seat does not see.
    """
    return [_deal_in(tile, unseen[tile], others) for tile in range(TILE_KINDS)]


def threat_of(others: Sequence[Opponent]) -> float:
    """How near the others are together, as the logarithm of their odds."""
    return log(sum([exp(other.near) for other in others]))


def _opponent(state: GameState, seat: int) -> Opponent:
    discards = [discard.tile for discard in state.discards[seat]]
    melds: Sequence[Meld] = state.melds[seat]
    turns, count = tens_of(len(discards)), min(len(melds), _MOST_MELDS)
    near = _BASE + _TURN * turns + _TURN_SQUARED * turns * turns
    near += (_MELD + _MELD_AND_TURN * turns) * count
    near += _NEW_MIDDLE * _middles(discards[-_NEW:]) + _NEW_HONOUR * _honours(discards[-_NEW:])
    first = _middles(discards[:_FIRST])
    share = log((_honours(discards) + 0.5) / (len(discards) + 2))
    known = [meld.tile for meld in melds if meld.tile is not None and not meld.concealed]
    suits = {tile // 9 for tile in known if tile < FIRST_HONOUR}
    chows = [meld.tile for meld in melds if meld.kind == CHI and meld.tile is not None]
    return Opponent(
        near=near + _FIRST_MIDDLE * first,
        newest={tile: place for place, tile in enumerate(discards)},
        let_go=ages(state, but=seat),
        honours=_FIRST_MIDDLE_AND_HONOUR * first + _HONOUR_SHARE * share,
        chows=chows,
        flush=suits.pop() if len(suits) == 1 and count >= _FLUSH_MELDS else None,
        pungs=count >= _FLUSH_MELDS and not chows,
        more=count > _FLUSH_MELDS,
    )


def _deal_in(tile: int, unseen: int, others: Sequence[Opponent]) -> float:
    if tile >= FIRST_HONOUR:
        alone = _HONOUR[min(unseen, 3)] + (_DRAGON if tile >= FIRST_DRAGON else 0)
    else:
        alone = _SUITED[rank_kind(tile)] + (_FEW_UNSEEN if unseen < 2 else 0)
    safe = 1.0
    for other in others:
        odds = other.near + alone + _by_discards(tile, other) + _by_melds(tile, unseen, other)
        safe *= 1 - 1 / (1 + exp(-odds))
    return 1 - safe


def _by_discards(tile: int, other: Opponent) -> float:
    odds = _OWN_DISCARD if tile in other.newest else 0.0
    if tile in other.let_go:
        age = other.let_go[tile]
        odds += sum([feature for most, feature in _LET_GO if age <= most])
    if tile >= FIRST_HONOUR:
        return odds + other.honours
    for beside, early in _beside(tile):
        place = other.newest.get(beside)
        if place is not None:
            odds += early if place < _EARLY else _NEAR_LATE
    return odds


def _beside(tile: int) -> List[Tuple[int, float]]:
    """The tiles of the suit within two numbers, and what an early discard of each says."""
    steps = ((-2, _NEAR_EARLY), (-1, _NEXT_TO_EARLY), (1, _NEXT_TO_EARLY), (2, _NEAR_EARLY))
    return [(tile + step, feature) for step, feature in steps if (tile + step) // 9 == tile // 9]


def _by_melds(tile: int, unseen: int, other: Opponent) -> float:
    odds = _PUNGS if other.pungs and unseen >= 2 else 0.0
    honour = tile >= FIRST_HONOUR
    if other.flush is not None:
        inside, outside, with_honours = _FLUSH[other.more]
        suited = inside if tile // 9 == other.flush else outside
        odds += with_honours if honour else suited
    if not honour:
        odds += _by_chows(tile, other.chows)
    return odds


def _by_chows(tile: int, chows: Sequence[int]) -> float:
    suit, number = divmod(tile, 9)
    same_number = 0
    shifted = straight = inside = False
    for chow in chows:
        away = abs(number - chow % 9)
        if chow // 9 != suit:
            same_number += away <= 1
            shifted |= away == 2
        else:
            inside |= away <= 1
        straight |= chow % 9 in _STRAIGHT_MIDDLES and number // 3 != chow % 9 // 3
    odds = _SHIFTED * shifted + _STRAIGHT * straight + _IN_CHOW * inside
    if same_number:
        odds += _SAME_NUMBER + (_SAME_NUMBER_TWICE if same_number > 1 else 0)
    return odds


def _middles(tiles: Sequence[int]) -> int:
    """How many of the tiles are 3 to 7 of a suit."""
    return sum([tile < FIRST_HONOUR and 2 <= tile % 9 <= 6 for tile in tiles])


def _honours(tiles: Sequence[int]) -> int:
    return sum([tile >= FIRST_HONOUR for tile in tiles])
