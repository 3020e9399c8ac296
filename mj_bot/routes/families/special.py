"""The routes to hands that are not four sets and a pair; any meld ends them."""

from typing import List, Sequence, Tuple

from mj_bot.routes.distance.difficulty import OUT_OF_REACH, total_cost
from mj_bot.routes.families.route import Route
from mj_bot.routes.position import (
    NearestTarget,
    Outlook,
    Position,
    missing,
)
from mj_bot.tiles import HONOURS, KNITTED_STRAIGHTS, ORPHANS, counts_of

# The cost of pairing a tile, by its remaining copies (docs/reference/rule_based.md).
PAIRING = (2.0, 1.6, 1.4, 1.2, 1.0)
KNITTED_SIZE = 14

# The tiles that may be the pair, by the recorded numbers: all orphans but W9
# (docs/reference/rule_based.md).
PAIR_CHOICES = tuple([tile for tile in ORPHANS if tile != 8])

# The six arrangements of 16 tiles; a hand has 14 of them.
_ARRANGEMENTS = tuple([straight + HONOURS for straight in KNITTED_STRAIGHTS])


class SevenPairs(Route):
    """Half the cost of all tiles held once or three times."""

    key = "seven_pairs"
    fans = (("七对", "Seven Pairs"),)

    def distance(self, position: Position, outlook: Outlook) -> float:
        """Half the sum, because a tile that comes pairs one and another is discarded."""
        if position.melds:
            return OUT_OF_REACH
        remain = outlook.remain
        return total_cost([PAIRING[remain[tile]] for tile in _odd(position.hand)]) / 2

    def nearest_target(self, position: Position, outlook: Outlook) -> NearestTarget:
        """The same; every tile that would pair is needed, and the hardest half is spare."""
        distance = self.distance(position, outlook)
        if position.melds:
            return NearestTarget(distance, self.fans[0][1], (), ())
        odd = sorted(_odd(position.hand), key=lambda tile: (-outlook.remain[tile], tile))
        lacking = (len(odd) + 1) // 2
        return NearestTarget(
            distance, self.fans[0][1], tuple(sorted(odd)), tuple(sorted(odd[lacking:]))
        )


def _odd(hand: Sequence[int]) -> List[int]:
    return [tile for tile, count in enumerate(hand) if count % 2]


class ThirteenOrphans(Route):
    """One of each terminal and honour, and one of them twice."""

    key = "thirteen_orphans"
    fans = (("十三幺", "Thirteen Orphans"),)

    def distance(self, position: Position, outlook: Outlook) -> float:
        """The missing ones, with the cheapest choice of the pair."""
        return self._nearest(position, outlook)[0]

    def nearest_target(self, position: Position, outlook: Outlook) -> NearestTarget:
        """The same with the tiles of that choice."""
        distance, pair = self._nearest(position, outlook)
        wanted = counts_of(ORPHANS + (pair,))
        return NearestTarget(
            distance,
            self.fans[0][1],
            missing(wanted, position.hand) if distance < OUT_OF_REACH else (),
            missing(position.hand, wanted) if distance < OUT_OF_REACH else (),
        )

    @staticmethod
    def _nearest(position: Position, outlook: Outlook) -> Tuple[float, int]:
        if position.melds:
            return OUT_OF_REACH, ORPHANS[0]
        hand, difficulty = position.hand, outlook.difficulty
        lacking = total_cost([difficulty[tile] for tile in ORPHANS if not hand[tile]])
        if lacking >= OUT_OF_REACH:
            return OUT_OF_REACH, ORPHANS[0]
        cost, pair = min(
            [(0.0 if hand[tile] > 1 else difficulty[tile], tile) for tile in PAIR_CHOICES]
        )
        return min(OUT_OF_REACH, lacking + cost), pair


class HonorsAndKnitted(Route):
    """14 of the 16 tiles of a knitted arrangement: 147, 258, 369 of three suits, the honours."""

    key = "honors_and_knitted"
    fans = (("全不靠", "Lesser Honors and Knitted Tiles"),)

    def distance(self, position: Position, outlook: Outlook) -> float:
        """The missing tiles of the best arrangement, without the two hardest."""
        return self._nearest(position, outlook)[0]

    def nearest_target(self, position: Position, outlook: Outlook) -> NearestTarget:
        """The same with all missing tiles of that arrangement."""
        distance, wanted = self._nearest(position, outlook)
        if distance >= OUT_OF_REACH:
            return NearestTarget(distance, self.fans[0][1], (), ())
        counts = counts_of(wanted)
        return NearestTarget(
            distance,
            self.fans[0][1],
            missing(counts, position.hand),
            missing(position.hand, counts),
        )

    def _nearest(self, position: Position, outlook: Outlook) -> Tuple[float, Tuple[int, ...]]:
        best = OUT_OF_REACH
        wanted: Tuple[int, ...] = ()
        if position.melds:
            return best, wanted
        hand, difficulty = position.hand, outlook.difficulty
        costs = [0.0 if held else cost for held, cost in zip(hand, difficulty)]
        for tiles in _ARRANGEMENTS:
            lacking = [costs[tile] for tile in tiles]
            lacking.sort()
            # An arrangement with a dead tile is given up, as the recorded numbers show.
            if lacking[-1] < OUT_OF_REACH:
                cost = total_cost(lacking[:KNITTED_SIZE])
                if cost < best:
                    best, wanted = cost, tiles
        return best, wanted
