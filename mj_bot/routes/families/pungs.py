"""The routes of pungs: all pungs, three concealed pungs."""

from itertools import combinations
from typing import Iterator, List, NamedTuple, Sequence, Tuple

from mj_bot.routes.distance.basic_shanten import HONOUR_SUIT, Search, split
from mj_bot.routes.distance.difficulty import DEAD, OUT_OF_REACH, total_cost
from mj_bot.routes.families.route import Route
from mj_bot.routes.position import (
    SET_COUNT,
    NearestTarget,
    Outlook,
    Position,
)
from mj_bot.tiles import FIRST_HONOUR, tiles_from_counts

PUNG = 3


class _Pung(NamedTuple):
    """A tile that may become a pung: the cost of its missing copies, copies held, the tile."""

    cost: float
    held: int
    tile: int


def _pungs(position: Position, outlook: Outlook) -> List[_Pung]:
    """All possible pungs that the hand has a tile of, the cheapest first."""
    difficulty = outlook.difficulty
    pungs = []
    for tile, held in enumerate(position.hand):
        if held >= PUNG:
            pungs.append(_Pung(0.0, held, tile))
        elif held and difficulty[tile] < DEAD:
            pungs.append(_Pung((PUNG - held) * difficulty[tile], held, tile))
    pungs.sort()
    return pungs


def _needs(pungs: Sequence[_Pung]) -> List[int]:
    return [pung.tile for pung in pungs for _ in range(PUNG - pung.held)]


class AllPungs(Route):
    """Four pungs and a pair."""

    key = "all_pungs"
    fans = (("碰碰和", "All Pungs"),)

    def distance(self, position: Position, outlook: Outlook) -> float:
        """The cheapest pungs, and a pair from the rest."""
        return self.nearest_target(position, outlook).distance

    def nearest_target(self, position: Position, outlook: Outlook) -> NearestTarget:
        """The same with the tiles of the pungs; the pair is one of the spare tiles."""
        open_to = [] if position.chows else _pungs(position, outlook)
        wanted = SET_COUNT - position.open_sets
        if position.chows or len(open_to) < wanted:
            return NearestTarget(OUT_OF_REACH, self.fans[0][1], (), ())
        chosen = open_to[:wanted]
        rest = list(position.hand)
        for pung in chosen:
            rest[pung.tile] = max(0, pung.held - PUNG)
        distance = total_cost([pung.cost for pung in chosen]) + outlook.search.pair(split(rest))
        return NearestTarget(
            min(OUT_OF_REACH, distance),
            self.fans[0][1],
            tuple(sorted(_needs(chosen))),
            tuple(tiles_from_counts(rest)),
        )


class ThreeConcealedPungs(Route):
    """Three pungs, any set and a pair; open pungs count, open chows end it."""

    key = "three_concealed_pungs"
    fans = (("三暗刻", "Three Concealed Pungs"),)

    def distance(self, position: Position, outlook: Outlook) -> float:
        """The three cheapest pungs; among equally cheap ones those with the best rest."""
        return self._nearest(position, outlook)[0]

    def nearest_target(self, position: Position, outlook: Outlook) -> NearestTarget:
        """The same with the tiles of the pungs; the set and the pair come from the spare tiles."""
        distance, chosen = self._nearest(position, outlook)
        if distance >= OUT_OF_REACH:
            return NearestTarget(OUT_OF_REACH, self.fans[0][1], (), ())
        return NearestTarget(
            distance,
            self.fans[0][1],
            tuple(sorted(_needs(chosen))),
            tuple(tiles_from_counts(_without(position.hand, chosen))),
        )

    @staticmethod
    def _nearest(position: Position, outlook: Outlook) -> Tuple[float, Sequence[_Pung]]:
        open_to = [] if position.chows else _pungs(position, outlook)
        wanted = max(0, SET_COUNT - 1 - position.open_sets)
        if position.chows or len(open_to) < wanted:
            return OUT_OF_REACH, ()
        sure, open_ones, choose = _sure_and_open(open_to, wanted)
        hand = _without(position.hand, sure)
        if position.open_sets == SET_COUNT:
            return outlook.search.pair(split(hand)), ()
        best = OUT_OF_REACH
        chosen: Tuple[_Pung, ...] = ()
        for choice in _choices(hand, open_ones, choose):
            rest = _besides(hand, choice, outlook.search)
            if rest < best:
                best, chosen = rest, choice
        pungs = tuple(sure) + chosen
        return min(OUT_OF_REACH, best + total_cost([pung.cost for pung in pungs])), pungs


def _sure_and_open(pungs: Sequence[_Pung], wanted: int) -> Tuple[List[_Pung], List[_Pung], int]:
    """The pungs cheaper than the last one wanted, those equal to it, and how many of these."""
    if not wanted:
        return [], [], 0
    limit = pungs[wanted - 1].cost
    sure = [pung for pung in pungs if pung.cost < limit]
    return sure, [pung for pung in pungs if pung.cost == limit], wanted - len(sure)


def _choices(
    hand: Sequence[int], pungs: Sequence[_Pung], wanted: int
) -> Iterator[Tuple[_Pung, ...]]:
    """The choices among equally cheap pungs that can leave different rests.

    Isolated tiles leave the same rest, so one choice of them is enough.
    """
    if len(pungs) == wanted:
        yield tuple(pungs)
        return
    alike = [pung for pung in pungs if pung.held < PUNG and _is_isolated(pung.tile, hand)]
    others = [pung for pung in pungs if pung not in alike]
    for count in range(max(0, wanted - len(alike)), min(wanted, len(others)) + 1):
        for choice in combinations(others, count):
            yield choice + tuple(alike[: wanted - count])


def _is_isolated(tile: int, hand: Sequence[int]) -> bool:
    """Whether no other tile is within two numbers.

    >>> _is_isolated(3, [1, 0, 0, 1, 0, 0, 0]), _is_isolated(3, [0, 1, 0, 1, 0, 0, 0])
    (True, False)
    """
    if tile >= FIRST_HONOUR:
        return True
    first = tile - tile % 9
    return sum(hand[max(first, tile - 2) : min(first + 9, tile + 3)]) == hand[tile]


def _without(hand: Sequence[int], pungs: Sequence[_Pung]) -> List[int]:
    rest = list(hand)
    for pung in pungs:
        rest[pung.tile] = max(0, pung.held - PUNG)
    return rest


def _besides(hand: Sequence[int], pungs: Sequence[_Pung], search: Search) -> float:
    suits = split(_without(hand, pungs))
    return search.one_set([search.one(suit, suits[suit]) for suit in range(HONOUR_SUIT + 1)])
