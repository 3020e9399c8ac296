"""Route `all_types` (五门齐): a set or the pair of each suit, of winds and of dragons."""

from typing import List, NamedTuple, Sequence, Tuple

from mj_bot.routes.distance.difficulty import OUT_OF_REACH
from mj_bot.routes.families.route import Route
from mj_bot.routes.position import (
    NearestTarget,
    Outlook,
    Position,
    missing,
)
from mj_bot.tiles import FIRST_HONOUR, TILE_KINDS, TYPES

RATE = 0.107
# A type costs at most three tiles; this if no tile of it is held.
NOTHING_HELD = 3.0


class _Nearest(NamedTuple):
    cost: float
    set: Tuple[int, ...]


class AllTypes(Route):
    """One set of each type; of winds and dragons, one is only the pair."""

    key = "all_types"
    fans = (("五门齐", "All Types"),)

    def distance(self, position: Position, outlook: Outlook) -> float:
        """The cheapest set of each type that no meld has taken."""
        return _distance(_nearest(position, outlook))

    def nearest_target(self, position: Position, outlook: Outlook) -> NearestTarget:
        """The same with the tiles of the sets; here winds and dragons both count as a set."""
        nearest = _nearest(position, outlook)
        wanted = [0] * TILE_KINDS
        for cheapest in nearest:
            for tile in cheapest.set:
                wanted[tile] += 1
        return NearestTarget(
            _distance(nearest),
            self.fans[0][1],
            missing(wanted, position.hand),
            missing(position.hand, wanted),
        )


def _distance(nearest: Sequence[_Nearest]) -> float:
    """The sum over the types, less a tile for the pair; out of reach if a type is melded twice."""
    if not nearest:
        return OUT_OF_REACH
    first, second, third, winds, dragons = [cheapest.cost for cheapest in nearest]
    return first + second + third + max(0.0, winds + dragons - 1) - RATE


def _nearest(position: Position, outlook: Outlook) -> List[_Nearest]:
    """The cheapest set of each type; empty if two melds are of one type."""
    melded = [0] * len(TYPES)
    for meld in position.melds:
        for kind, (first, end) in enumerate(TYPES):
            if meld.tile is not None and first <= meld.tile < end:
                melded[kind] += 1
    if max(melded) > 1:
        return []
    return [
        _Nearest(0.0, ()) if taken else _of_type(kind, position.hand, outlook)
        for kind, taken in enumerate(melded)
    ]


def _of_type(kind: int, hand: Sequence[int], outlook: Outlook) -> _Nearest:
    first, end = TYPES[kind]
    held = tuple(hand[first:end])
    memo = outlook.memo("all_types")
    nearest = memo.get((kind, held))
    if nearest is None:
        nearest = memo[kind, held] = _cheapest(first, held, outlook.difficulty[first:end])
    return nearest


def _cheapest(first: int, held: Sequence[int], costs: Sequence[float]) -> _Nearest:
    best = _Nearest(NOTHING_HELD, ())
    if not any(held):
        return best
    for index, count in enumerate(held):
        lacking = 3 - count
        cost = lacking * costs[index] if lacking > 0 else 0.0
        if count and cost < best.cost:
            best = _Nearest(cost, (first + index,) * 3)
    if first >= FIRST_HONOUR:
        return best
    lacks = [0.0 if count else cost for count, cost in zip(held, costs)]
    for index in range(7):
        cost = lacks[index] + lacks[index + 1] + lacks[index + 2]
        if cost < best.cost:
            best = _Nearest(cost, (first + index, first + index + 1, first + index + 2))
    return best
