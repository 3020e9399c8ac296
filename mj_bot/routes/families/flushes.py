"""The routes that allow only some tiles: one suit and honours, upper four, lower four."""

from typing import List, Sequence, Tuple

from mj_bot.events import HAND_SIZE
from mj_bot.routes.distance.basic_shanten import HONOUR_SUIT, SuitCounts
from mj_bot.routes.distance.difficulty import OUT_OF_REACH
from mj_bot.routes.families.route import Route
from mj_bot.routes.position import (
    SET_COUNT,
    NearestTarget,
    Outlook,
    Position,
)
from mj_bot.tiles import FIRST_HONOUR, tiles_from_counts

# Tiles that must go. Up to MOST_OTHERS each costs OTHERS_BESIDE on top of the shanten; beyond that
# each costs OTHERS_ALONE and nothing else counts.
MOST_OTHERS = 3
OTHERS_ALONE = 2.0
OTHERS_BESIDE = 0.2
SHANTEN_PART = 0.8

_NO_SUIT = (0,) * 9
_NO_HONOURS = (0,) * 7
Suits = Tuple[SuitCounts, SuitCounts, SuitCounts, SuitCounts]


class _Confined(Route):
    """The distance of the tiles that may stay, and a cost for the others."""

    rate = 0.0
    low = 1
    high = 9

    def distance(self, position: Position, outlook: Outlook) -> float:
        """The basic_shanten of the tiles that may stay, plus the cost of the others."""
        return min(
            [self._to(kept, position, outlook) for kept in self._kept(position)] or [OUT_OF_REACH]
        )

    def nearest_target(self, position: Position, outlook: Outlook) -> NearestTarget:
        """The same; the other tiles are spare, and any tile of the kind is needed."""
        kept = self._kept(position)
        if not kept:
            return NearestTarget(OUT_OF_REACH, self.fans[0][1], (), ())
        best = min(kept, key=lambda suits: self._to(suits, position, outlook))
        staying = [count for suit in best for count in suit]
        others = [held - stays for held, stays in zip(position.hand, staying)]
        return NearestTarget(
            self._to(best, position, outlook),
            self._fan(position, best),
            (),
            tuple(tiles_from_counts(others)),
        )

    def _kept(self, position: Position) -> List[Suits]:
        """Every choice of the tiles that may stay."""
        raise NotImplementedError

    def _fan(self, position: Position, kept: Suits) -> str:
        return self.fans[0][1]

    def _to(self, kept: Suits, position: Position, outlook: Outlook) -> float:
        melds = position.open_sets
        others = HAND_SIZE - 3 * melds - sum([sum(suit) for suit in kept])
        if others > MOST_OTHERS:
            return OTHERS_ALONE * others
        if (self.low, self.high) == (1, 9):
            search = outlook.search
        else:
            search = outlook.search_within(self.low, self.high)
        shanten = search.distance(kept, 1, SET_COUNT - melds)
        return SHANTEN_PART * shanten + OTHERS_BESIDE * others - self.rate


class HalfFlush(_Confined):
    """One suit and honours: the suit of the melds, else the longest."""

    key = "half_flush"
    fans: Tuple[Tuple[str, str], ...] = (("混一色", "Half Flush"), ("清一色", "Full Flush"))
    rate = 0.06

    def _kept(self, position: Position) -> List[Suits]:
        suits = position.suits
        melded = {
            meld.tile // 9
            for meld in position.melds
            if meld.tile is not None and meld.tile < FIRST_HONOUR
        }
        if len(melded) > 1:
            return []
        if not melded:
            sizes = [sum(suit) for suit in suits[:HONOUR_SUIT]]
            melded = {suit for suit, size in enumerate(sizes) if size == max(sizes)}
        return [_only(suits, suit) for suit in sorted(melded)]

    def _fan(self, position: Position, kept: Suits) -> str:
        return self.fans[0 if _has_honours(position) else 1][1]


class HalfFlushAlone(HalfFlush):
    """Half Flush without Full Flush: out of reach without an honour."""

    fans = HalfFlush.fans[:1]

    def _kept(self, position: Position) -> List[Suits]:
        return super()._kept(position) if _has_honours(position) else []


def _has_honours(position: Position) -> bool:
    return any(position.suits[HONOUR_SUIT]) or any(
        meld.tile is not None and meld.tile >= FIRST_HONOUR for meld in position.melds
    )


def _only(suits: Sequence[SuitCounts], suit: int) -> Suits:
    first, second, third = [
        tiles if index == suit else _NO_SUIT for index, tiles in enumerate(suits[:HONOUR_SUIT])
    ]
    return first, second, third, suits[HONOUR_SUIT]


class _Range(_Confined):
    """Tiles of some numbers only."""

    def _kept(self, position: Position) -> List[Suits]:
        low, high = self.low - 1, self.high - 1
        for meld in position.melds:
            for tile in meld.tiles():
                if tile >= FIRST_HONOUR or not low <= tile % 9 <= high:
                    return []
        first, second, third = [
            _NO_SUIT[:low] + tiles[low : high + 1] + _NO_SUIT[high + 1 :]
            for tiles in position.suits[:HONOUR_SUIT]
        ]
        return [(first, second, third, _NO_HONOURS)]


class UpperFour(_Range):
    """Tiles 6-9 only."""

    key = "upper_four"
    fans = (("大于五", "Upper Four"),)
    rate = 0.014
    low = 6


class LowerFour(_Range):
    """Tiles 1-4 only."""

    key = "lower_four"
    fans = (("小于五", "Lower Four"),)
    rate = 0.013
    high = 4
