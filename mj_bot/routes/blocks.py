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
        found = memo.get(tiles)
        if found is None:
            found = memo[tiles] = self._best(suit, tiles)
        return found

    def _best(self, suit: int, tiles: SuitCounts) -> float:
        place = next((place for place, count in enumerate(tiles) if count), None)
        if place is None:
            return 0.0
        chows = suit != HONOUR_SUIT
        best = self._lone[0 if chows else 1][place] + self.suit(suit, _less(tiles, [place]))
        for gain, used in _blocks(tiles, place, chows):
            best = max(best, gain + self.suit(suit, _less(tiles, used)))
        return best


def _blocks(tiles: SuitCounts, place: int, chows: bool) -> List[Tuple[float, List[int]]]:
    """The blocks that can hold the lowest tile: the value and the places of each."""
    count = tiles[place]
    found = []
    if count >= 3:
        found.append((SET, [place] * 3))
    if count >= 2:
        found.append((PARTIAL, [place] * 2))
    if not chows:
        return found
    first = place < 8 and tiles[place + 1]
    second = place < 7 and tiles[place + 2]
    if first and second:
        found.append((SET, [place, place + 1, place + 2]))
    if first:
        found.append((PARTIAL, [place, place + 1]))
    if second:
        found.append((PARTIAL, [place, place + 2]))
    return found


def _less(tiles: SuitCounts, places: Sequence[int]) -> SuitCounts:
    rest = list(tiles)
    for place in places:
        rest[place] -= 1
    return tuple(rest)
