"""The mahjong of one suit in the form that the expectimax search takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.expectimax.search import ComesTo, Coming, SearchedGame
from mj_lab.research import one_suit


class Waiting(NamedTuple):
    """Four tiles, the rest, draws to come."""

    hand: one_suit.RankCounts
    left: one_suit.RankCounts
    draws: int


class OneSuitSearched(SearchedGame):
    """The game; waiting nodes are `Waiting`, drawn ones `one_suit.FiveTiles`."""

    def coming(self, waiting: Waiting) -> Coming:
        """Each rank, with its probability by copies left."""
        hand, left, draws = waiting
        outcomes: list[tuple[float, ComesTo]] = []
        for rank, copies in enumerate(left):
            if copies and draws:
                five = one_suit.changed(hand, rank, 1)
                won: ComesTo = float(one_suit.points(five))
                if not won and draws > 1:
                    won = one_suit.FiveTiles(five, one_suit.changed(left, rank, -1), draws - 1)
                outcomes.append((copies / sum(left), won))
        return Coming(outcomes or [(1.0, 0.0)])

    def discards(self, drawn: one_suit.FiveTiles) -> Sequence[tuple[int, Waiting]]:
        """Each rank that is held."""
        hand, left, draws = drawn
        return [
            (rank, Waiting(one_suit.changed(hand, rank, -1), left, draws))
            for rank in one_suit.held_ranks(hand)
        ]

    def tiles(self, drawn: one_suit.FiveTiles) -> int:
        """See `SearchedGame`: always five."""
        return sum(drawn.hand)
