"""A mahjong of one suit and 18 tiles, for one: small enough for exact expectimax.

Ranks 1-6, three of each. Four tiles are dealt; each turn one is drawn from what is left, and one
discarded. Five tiles that are a set and a pair win: 1 point with a chow, 2 with a pung. After the
last draw it is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

RANKS, COPIES, HAND, DRAWS = 6, 3, 4, 4
CHOW_POINTS, PUNG_POINTS = 1, 2

Counts = tuple[int, ...]


class Position(NamedTuple):
    """Five tiles to discard one of. left: what is in the wall, in any order. draws: to come."""

    hand: Counts
    left: Counts
    draws: int


def points(hand: Counts) -> int:
    """What five tiles win; 0 for none."""
    best = 0
    for pair in range(RANKS):
        if hand[pair] >= 2:
            rest = changed(hand, pair, -2)
            if max(rest) == 3:
                best = PUNG_POINTS
            elif any(rest[rank : rank + 3] == (1, 1, 1) for rank in range(RANKS - 2)):
                best = max(best, CHOW_POINTS)
    return best


def changed(counts: Counts, rank: int, by: int) -> Counts:
    """The counts with some of one rank more."""
    return (*counts[:rank], counts[rank] + by, *counts[rank + 1 :])


def discards(hand: Counts) -> Iterator[int]:
    """The ranks that can be discarded."""
    return (rank for rank in range(RANKS) if hand[rank])


@cache
def value_after(hand: Counts, left: Counts, draws: int) -> float:
    """The points to be expected of four tiles with so many draws to come, played perfectly."""
    if not draws:
        return 0.0
    total = sum(left)
    found = 0.0
    for rank in range(RANKS):
        if left[rank]:
            drawn = Position(changed(hand, rank, 1), changed(left, rank, -1), draws - 1)
            found += left[rank] / total * (points(drawn.hand) or best_value(drawn))
    return found


def best_value(position: Position) -> float:
    """The points to be expected of the best discard."""
    return max(value_of(position, rank) for rank in discards(position.hand))


def value_of(position: Position, rank: int) -> float:
    """The points to be expected of a discard."""
    return value_after(changed(position.hand, rank, -1), position.left, position.draws)


def dealt(wall: list[int]) -> tuple[Counts, Counts]:
    """The first hand of a wall, which is dealt from its end, and what is left."""
    hand, left = (0,) * RANKS, (0,) * RANKS
    for rank in wall[-HAND:]:
        hand = changed(hand, rank, 1)
    for rank in wall[:-HAND]:
        left = changed(left, rank, 1)
    return hand, left


def whole_wall() -> list[int]:
    """All 18 tiles."""
    return [rank for rank in range(RANKS) for _ in range(COPIES)]
