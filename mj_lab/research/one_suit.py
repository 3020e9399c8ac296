"""A mahjong of one suit and 18 tiles, for one player: small enough for exact expectimax.

Ranks 1-6, three of each. Four tiles are dealt; each turn one of the rest is drawn, and one
discarded. Five tiles that are a set and a pair win: 1 point with a chow, 2 with a pung. After the
last draw the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

RANKS, RANK_COPIES, FIRST_TILES, DRAWS = 6, 3, 4, 4
CHOW_POINTS, PUNG_POINTS = 1, 2

RankCounts = tuple[int, ...]


class FiveTiles(NamedTuple):
    """Five tiles, one to be discarded. left: the wall in any order. draws: the remaining ones."""

    hand: RankCounts
    left: RankCounts
    draws: int


# A function from five tiles to the rank to discard.
Discarder = Callable[[FiveTiles], int]


def points(hand: RankCounts) -> int:
    """The points of five tiles; 0 if they do not win."""
    best = 0
    for pair in range(RANKS):
        if hand[pair] >= 2:
            rest = changed(hand, pair, -2)
            if max(rest) == 3:
                best = PUNG_POINTS
            elif any(rest[rank : rank + 3] == (1, 1, 1) for rank in range(RANKS - 2)):
                best = max(best, CHOW_POINTS)
    return best


def changed(counts: RankCounts, rank: int, by: int) -> RankCounts:
    """The counts with more of one rank."""
    return (*counts[:rank], counts[rank] + by, *counts[rank + 1 :])


def held_ranks(hand: RankCounts) -> Iterator[int]:
    """The ranks that can be discarded."""
    return (rank for rank in range(RANKS) if hand[rank])


@cache
def value_after(hand: RankCounts, left: RankCounts, draws: int) -> float:
    """The expected points of four tiles with this many draws left, played perfectly."""
    if not draws:
        return 0.0
    total = sum(left)
    expected = 0.0
    for rank in range(RANKS):
        if left[rank]:
            drawn = FiveTiles(changed(hand, rank, 1), changed(left, rank, -1), draws - 1)
            expected += left[rank] / total * (points(drawn.hand) or best_value(drawn))
    return expected


def best_value(position: FiveTiles) -> float:
    """The expected points of the best discard."""
    return max(value_of(position, rank) for rank in held_ranks(position.hand))


def value_of(position: FiveTiles, rank: int) -> float:
    """The expected points of a discard."""
    return value_after(changed(position.hand, rank, -1), position.left, position.draws)


def optimum() -> float:
    """The expected points of a game, played perfectly.

    >>> round(optimum(), 4), exploitability(best_discard)
    (0.8124, 0.0)
    """
    return sum(chance * value_after(hand, left, DRAWS) for chance, hand, left in deals())


def best_discard(position: FiveTiles) -> int:
    """The rank that perfect play discards; the lowest among equals."""
    return max(held_ranks(position.hand), key=lambda rank: value_of(position, rank))


def exploitability(policy: Discarder) -> float:
    """How many points a game a policy is below perfect play, exactly; never below 0."""

    @cache
    def after(hand: RankCounts, left: RankCounts, draws: int) -> float:
        expected, total = 0.0, sum(left)
        for rank in range(RANKS) if draws else ():
            if left[rank]:
                drawn = FiveTiles(changed(hand, rank, 1), changed(left, rank, -1), draws - 1)
                won: float = points(drawn.hand)
                if not won:
                    won = after(changed(drawn.hand, policy(drawn), -1), *drawn[1:])
                expected += left[rank] / total * won
        return expected

    return optimum() - sum(chance * after(hand, left, DRAWS) for chance, hand, left in deals())


def deals() -> Iterator[tuple[float, RankCounts, RankCounts]]:
    """Every first hand: its probability, its counts, and the rest."""
    whole = comb(RANKS * RANK_COPIES, FIRST_TILES)
    for hand in product(range(RANK_COPIES + 1), repeat=RANKS):
        if sum(hand) == FIRST_TILES:
            ways = prod(comb(RANK_COPIES, count) for count in hand)
            yield ways / whole, hand, tuple(RANK_COPIES - count for count in hand)


def dealt(wall: list[int]) -> tuple[RankCounts, RankCounts]:
    """The first hand of a wall, which is dealt from its end, and the rest."""
    hand, left = (0,) * RANKS, (0,) * RANKS
    for rank in wall[-FIRST_TILES:]:
        hand = changed(hand, rank, 1)
    for rank in wall[:-FIRST_TILES]:
        left = changed(left, rank, 1)
    return hand, left


def whole_wall() -> list[int]:
    """All 18 tiles."""
    return [rank for rank in range(RANKS) for _ in range(RANK_COPIES)]
