"""Whether a hand and one more tile have the form of a win, whatever its fan."""

from functools import lru_cache
from typing import List, Optional, Sequence, Tuple

from mj_bot.tiles import FIRST_HONOUR, KNITS, KNITTED_STRAIGHTS, ORPHANS, without_knit

_MANY = 1 << 14


def is_winning_shape(hand: Sequence[int], tile: int) -> bool:
    """Whether MahjongGB would find a form of win in a hand (34 counts) and the winning tile.

    The hand is the concealed one, 13 - 3 x melds tiles without the winning tile; this is not
    checked. It is called at every draw and discard, so it rejects quickly.

    >>> from mj_bot.tiles import counts_of, tile_of, tiles_of
    >>> is_winning_shape(counts_of(tiles_of("W1 W1 B2 B3")), tile_of("B4"))
    True
    >>> is_winning_shape(counts_of(tiles_of("W1 W1 B2 B3")), tile_of("B5"))
    False
    """
    honours = hand[27:34]
    if tile > 26:
        honours = list(honours)
        honours[tile - 27] += 1
    if 1 not in honours:
        if _is_divided(hand, tile, honours):
            return True
    elif honours.count(0) < 3 and _is_orphans_or_knitted(hand, tile):
        return True
    # 13 tiles of seven kinds are six pairs and one, unless two kinds have three tiles or more.
    return hand[tile] % 2 == 1 and hand.count(0) > 26 and _is_six_pairs_and_one(hand)


def _is_divided(hand: Sequence[int], tile: int, honours: Sequence[int]) -> bool:
    """Whether it is sets and a pair; a knitted straight counts as three sets.

    One suit (the honours are one) has the pair beside its sets, so its tile count is 2 modulo 3;
    the others' are 0.
    """
    first = sum(hand[0:9]) + (tile < 9)
    if first % 3 == 1:
        return False
    second = sum(hand[9:18]) + (8 < tile < 18)
    if (first + second) % 3 == 1 or second % 3 == 1:
        return False
    third = sum(hand[18:27]) + (17 < tile < 27)
    if (first + second + third) % 3 == 1 or third % 3 == 1:
        return False
    if 4 in honours or honours.count(2) > 1:
        return False
    whole = list(hand)
    whole[tile] += 1
    suits = (tuple(whole[0:9]), tuple(whole[9:18]), tuple(whole[18:27]))
    if _is_whole_suit(suits[0]) and _is_whole_suit(suits[1]) and _is_whole_suit(suits[2]):
        return True
    return _is_knitted_straight(suits)


def _is_knitted_straight(suits: Sequence[Tuple[int, ...]]) -> bool:
    """Whether the suits have a knitted straight and the rest is sets and perhaps the pair."""
    knits = []
    for counts in suits:
        knit = _knit_in(counts)
        if knit is None or knit in knits:
            return False
        knits.append(knit)
    return all(_is_whole_suit(without_knit(counts, knit)) for counts, knit in zip(suits, knits))


def _knit_in(counts: Sequence[int]) -> Optional[int]:
    """Which of 147, 258 and 369 a suit has whole; a hand with two of them does not win."""
    for knit, (low, middle, high) in enumerate(KNITS):
        if counts[low] and counts[middle] and counts[high]:
            return knit
    return None


@lru_cache(maxsize=_MANY)
def _is_whole_suit(counts: Tuple[int, ...]) -> bool:
    """Whether a suit's tiles are sets only, or sets and a pair."""
    if sum(counts) % 3 == 0:
        return _are_sets(list(counts))
    for rank, count in enumerate(counts):
        if count < 2:
            continue
        left = list(counts)
        left[rank] -= 2
        if _are_sets(left):
            return True
    return False


def _are_sets(left: List[int]) -> bool:
    """Whether a suit's tiles are sets only; empties the list.

    The lowest tile is in a pung or in one or two chows: three equal chows are three pungs.
    """
    for rank in range(7):
        chows = left[rank] % 3
        left[rank + 1] -= chows
        left[rank + 2] -= chows
        if left[rank + 1] < 0 or left[rank + 2] < 0:
            return False
    return left[7] % 3 == 0 and left[8] % 3 == 0


def _is_six_pairs_and_one(hand: Sequence[int]) -> bool:
    """Whether it has 13 tiles and one odd count (four of a kind are two pairs)."""
    return sum(hand) == 13 and sum([count % 2 for count in hand]) == 1


def _is_orphans_or_knitted(hand: Sequence[int], tile: int) -> bool:
    whole = list(hand)
    whole[tile] += 1
    if sum([whole[orphan] for orphan in ORPHANS]) == 14:
        return all(whole[orphan] for orphan in ORPHANS)
    if max(whole) > 1:
        return False
    honours = sum(whole[FIRST_HONOUR:])
    return any(
        honours + sum([whole[part] for part in straight]) == 14 for straight in KNITTED_STRAIGHTS
    )
