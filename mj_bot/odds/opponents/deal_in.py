"""How likely a discard is to deal in: a logistic model of what the other seats win with.

The others' hands are hidden. The strongest signs are how late it is, what they have discarded and
not claimed, and what their melds point to: a flush, pungs, the same chow or a shifted one in
several suits. `mj learn fit deal-in` fits the coefficients (docs/guide/fitting.md);
docs/results/odds.md has the figures. Every sum here is linear in the coefficients: given unit
vectors instead, `seat_win_logit` returns the feature vector. So nothing here may add in place.
"""

from math import exp, log
from typing import Dict, List, NamedTuple, Optional, Sequence

from mj_bot.events import CHI, SEATS
from mj_bot.melds import Meld
from mj_bot.odds.coefficient_types import DealInCoefficients
from mj_bot.odds.coefficients import DEAL_IN
from mj_bot.odds.opponents.discard_ages import ages, tens_of
from mj_bot.state import GameState
from mj_bot.tiles import FIRST_DRAGON, FIRST_HONOUR, TILE_KINDS, rank_kind

NEWEST_DISCARDS, FIRST_DISCARDS = (
    3,
    4,
)  # How many of a seat's newest and first discards count.
MOST_MELDS = 3
EARLY_DISCARD = 5
FLUSH_MELDS = 2
STRAIGHT_MIDDLES = (1, 4, 7)
EVER = 99


class Opponent(NamedTuple):
    """What another seat's discards and melds say about its hand."""

    near: float  # What the seat adds to the log-odds that it wins with any tile.
    newest: Dict[int, int]  # By tile: the index of its last discard by this seat.
    # By tile: age, in discards, of the last discard by a third seat that this seat did not win
    # with.
    let_go: Dict[int, int]
    honours: float  # What an honour adds to the log-odds.
    chows: Sequence[int]  # The middle tiles of its chows.
    flush: Optional[int]  # The suit, if at least two melds share one.
    pungs: bool  # Whether it has at least two melds and none is a chow.
    three_melds: bool  # Whether it has at least three melds.


def opponents(state: GameState, coefficients: DealInCoefficients = DEAL_IN) -> List[Opponent]:
    """The three other seats."""
    seats = [seat for seat in range(SEATS) if seat != state.seat]
    return [_opponent(state, seat, coefficients) for seat in seats]


def deal_in_chances(
    others: Sequence[Opponent],
    unseen: Sequence[int],
    coefficients: DealInCoefficients = DEAL_IN,
) -> List[float]:
    """For each of the 34 tiles, the chance that another seat wins if it is discarded now.

    unseen: copies of each tile that this seat does not see.
    """
    return [_deal_in(tile, unseen[tile], others, coefficients) for tile in range(TILE_KINDS)]


def threat_of(others: Sequence[Opponent]) -> float:
    """How near the others are to winning: the log of the sum of their odds (`near`)."""
    return log(sum([exp(other.near) for other in others]))


def seat_win_logit(
    tile: int, unseen: int, other: Opponent, coefficients: DealInCoefficients = DEAL_IN
) -> float:
    """The log-odds that one seat wins if the tile is discarded now.

    unseen: its copies that the discarding seat does not see.
    """
    return _logit(tile, unseen, _of_tile(tile, unseen, coefficients), other, coefficients)


def _opponent(state: GameState, seat: int, by: DealInCoefficients) -> Opponent:
    discards = [discard.tile for discard in state.discards[seat]]
    melds: Sequence[Meld] = state.melds[seat]
    turns, count = tens_of(len(discards)), min(len(melds), MOST_MELDS)
    near = by.base + by.turn * turns + by.turn_squared * turns * turns
    near = near + (by.meld + by.meld_by_turn * turns) * count
    newest = discards[-NEWEST_DISCARDS:]
    near = near + (by.new_middle * _middles(newest) + by.new_honour * _honours(newest))
    first = _middles(discards[:FIRST_DISCARDS])
    share = log((_honours(discards) + 0.5) / (len(discards) + 2))
    known = [meld.tile for meld in melds if meld.tile is not None and not meld.concealed]
    suits = {tile // 9 for tile in known if tile < FIRST_HONOUR}
    chows = [meld.tile for meld in melds if meld.kind == CHI and meld.tile is not None]
    return Opponent(
        near=near + by.first_middle * first,
        newest={tile: index for index, tile in enumerate(discards)},
        let_go=ages(state, but=seat),
        honours=by.first_middle_and_honour * first + by.honour_share * share,
        chows=chows,
        flush=suits.pop() if len(suits) == 1 and count >= FLUSH_MELDS else None,
        pungs=count >= FLUSH_MELDS and not chows,
        three_melds=count > FLUSH_MELDS,
    )


def _deal_in(tile: int, unseen: int, others: Sequence[Opponent], by: DealInCoefficients) -> float:
    alone = _of_tile(tile, unseen, by)
    safe = 1.0
    for other in others:
        safe *= 1 - 1 / (1 + exp(-_logit(tile, unseen, alone, other, by)))
    return 1 - safe


def _logit(tile: int, unseen: int, alone: float, other: Opponent, by: DealInCoefficients) -> float:
    """As `seat_win_logit`. alone: what the tile adds for every seat."""
    return other.near + alone + _by_discards(tile, other, by) + _by_melds(tile, unseen, other, by)


def _of_tile(tile: int, unseen: int, by: DealInCoefficients) -> float:
    if tile >= FIRST_HONOUR:
        honour = (by.honour_0_unseen, by.honour_1_unseen, by.honour_2_unseen, by.honour_3_unseen)
        return honour[min(unseen, 3)] + (by.dragon if tile >= FIRST_DRAGON else 0)
    suited = (by.terminal, by.next_to_terminal, 0.0)
    return suited[rank_kind(tile)] + (by.few_unseen if unseen < 2 else 0)


def _by_discards(tile: int, other: Opponent, by: DealInCoefficients) -> float:
    logit = by.own_discard if tile in other.newest else 0.0
    if tile in other.let_go:
        age = other.let_go[tile]
        let_go = (
            (0, by.let_go_0),
            (1, by.let_go_1),
            (3, by.let_go_3),
            (7, by.let_go_7),
            (EVER, by.let_go_ever),
        )
        logit = logit + sum([added for most, added in let_go if age <= most])
    if tile >= FIRST_HONOUR:
        return logit + other.honours
    for step, early in (
        (-2, by.two_off_early),
        (-1, by.next_early),
        (1, by.next_early),
        (2, by.two_off_early),
    ):
        beside = tile + step
        if beside // 9 == tile // 9 and beside in other.newest:
            logit = logit + (early if other.newest[beside] < EARLY_DISCARD else by.near_late)
    return logit


def _by_melds(tile: int, unseen: int, other: Opponent, by: DealInCoefficients) -> float:
    logit = by.pungs if other.pungs and unseen >= 2 else 0.0
    if other.flush is not None:
        logit = logit + _by_flush(tile, other, by)
    if tile < FIRST_HONOUR:
        logit = logit + _by_chows(tile, other.chows, by)
    return logit


def _by_flush(tile: int, other: Opponent, by: DealInCoefficients) -> float:
    if tile >= FIRST_HONOUR:
        return by.flush_3_honour if other.three_melds else by.flush_2_honour
    if tile // 9 == other.flush:
        return by.flush_3_inside if other.three_melds else by.flush_2_inside
    return by.flush_3_outside if other.three_melds else by.flush_2_outside


def _by_chows(tile: int, chows: Sequence[int], by: DealInCoefficients) -> float:
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
        straight |= chow % 9 in STRAIGHT_MIDDLES and number // 3 != chow % 9 // 3
    logit = by.shifted * shifted + by.straight * straight + by.in_chow * inside
    if same_number:
        logit = logit + (by.same_number + (by.same_number_twice if same_number > 1 else 0))
    return logit


def _middles(tiles: Sequence[int]) -> int:
    """How many of the tiles are 3 to 7 of a suit."""
    return sum([tile < FIRST_HONOUR and 2 <= tile % 9 <= 6 for tile in tiles])


def _honours(tiles: Sequence[int]) -> int:
    return sum([tile >= FIRST_HONOUR for tile in tiles])
