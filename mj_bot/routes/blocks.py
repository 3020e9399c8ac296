"""The block count of a hand: the value that the tactics v1_1 and v1_2 maximise."""

from typing import Dict, List, Sequence, Tuple

from mj_bot.routes.distance.basic_shanten import HONOUR_SUIT, SuitCounts
from mj_bot.routes.position import Position

# As in shanten: a set counts two, a partial set or a pair one.
SET = 2.0
PARTIAL = 1.0

# Values of lone tiles by place in the suit; the least goes first: honours, 1 and 9, 2, 8.
NO_LONE = (0.0,) * 9
LONE_SUITED = (0.02, 0.03, 0.04, 0.04, 0.04, 0.04, 0.04, 0.03, 0.02)
LONE_HONOUR = (0.01, 0.01, 0.01, 0.01, 0.015, 0.015, 0.015)


class Blocks:
    """The best count of sets, partial sets and pairs, and of lone tiles if they have values."""

    def __init__(
        self, lone_suited: Sequence[float] = NO_LONE, lone_honour: Sequence[float] = NO_LONE
    ) -> None:
        self._lone = (lone_suited, lone_honour)
        self._memo: Tuple[Dict[SuitCounts, float], Dict[SuitCounts, float]] = ({}, {})

    def value(self, position: Position) -> float:
        """The value of a hand and its melds, the higher the better.

        >>> from mj_bot.routes.position import position_of
        >>> from mj_bot.tiles import counts_of, tiles_of
        >>> Blocks().value(position_of(counts_of(tiles_of("W1 W2 W3 B5 B7 T9 T9 F1"))))
        4.0
        """
        hand = sum([self.suit(suit, tiles) for suit, tiles in enumerate(position.suits)])
        return SET * position.open_sets + hand

    def suit(self, suit: int, tiles: SuitCounts) -> float:
        """The value of one suit's tiles (9 counts, honours 7)."""
        chows = suit != HONOUR_SUIT
        memo = self._memo[0 if chows else 1]
        best = memo.get(tiles)
        if best is None:
            best = memo[tiles] = self._best(suit, tiles)
        return best

    def _best(self, suit: int, tiles: SuitCounts) -> float:
        rank = next((rank for rank, count in enumerate(tiles) if count), None)
        if rank is None:
            return 0.0
        chows = suit != HONOUR_SUIT
        best = self._lone[0 if chows else 1][rank] + self.suit(suit, _less(tiles, [rank]))
        for gain, used in _blocks(tiles, rank, chows):
            best = max(best, gain + self.suit(suit, _less(tiles, used)))
        return best


def _blocks(tiles: SuitCounts, rank: int, chows: bool) -> List[Tuple[float, List[int]]]:
    """The blocks that can hold the lowest tile: the value and the places of each."""
    count = tiles[rank]
    blocks = []
    if count >= 3:
        blocks.append((SET, [rank] * 3))
    if count >= 2:
        blocks.append((PARTIAL, [rank] * 2))
    if not chows:
        return blocks
    first = rank < 8 and tiles[rank + 1]
    second = rank < 7 and tiles[rank + 2]
    if first and second:
        blocks.append((SET, [rank, rank + 1, rank + 2]))
    if first:
        blocks.append((PARTIAL, [rank, rank + 1]))
    if second:
        blocks.append((PARTIAL, [rank, rank + 2]))
    return blocks


def _less(tiles: SuitCounts, places: Sequence[int]) -> SuitCounts:
    rest = list(tiles)
    for rank in places:
        rest[rank] -= 1
    return tuple(rest)
