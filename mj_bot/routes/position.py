"""The routes' input: a hand after an action, and what one decision knows about the tiles."""

from typing import Any, Dict, List, NamedTuple, Sequence, Tuple

from mj_bot.events import CHI
from mj_bot.melds import Meld
from mj_bot.routes.distance.basic_shanten import Search, SuitCounts, split
from mj_bot.routes.distance.difficulty import DIFFICULTY, difficulties
from mj_bot.tiles import tiles_from_counts

SET_COUNT = 4


class Position(NamedTuple):
    """A hand and its melds after an action; `position_of` makes it.

    hand: 34 counts of the concealed tiles. suits: the same by suit (see `split`). chows: the middle
    tiles of the open chows, sorted. pungs: the number of pungs and kongs.
    """

    hand: List[int]
    suits: Tuple[SuitCounts, SuitCounts, SuitCounts, SuitCounts]
    melds: Tuple[Meld, ...]
    chows: Tuple[int, ...]
    pungs: int

    @property
    def open_sets(self) -> int:
        """How many sets lie on the table, 0-4."""
        return len(self.melds)


class NearestTarget(NamedTuple):
    """The nearest target of a route.

    distance: the route's. fan: its English name. needs: the tiles still needed, a tile twice if two
    are. spare: the tiles of the hand outside the target.
    """

    distance: float
    fan: str
    needs: Tuple[int, ...]
    spare: Tuple[int, ...]


class Outlook:
    """What one decision knows: the copies left, and a cache of searches for its actions.

    remain: 34 counts of the copies that may still come. difficulty: of each tile, DEAD where none
    is left, from the table `by_copies`.
    """

    def __init__(self, remain: Sequence[int], by_copies: Sequence[float] = DIFFICULTY) -> None:
        self.remain = remain
        self.difficulty = difficulties(remain, by_copies)
        self.search = Search(self.difficulty)
        self._memos: Dict[object, Any] = {}

    def memo(self, key: object) -> Dict[Any, Any]:
        """A dict in which a route caches results within this decision."""
        memo = self._memos.get(key)
        if memo is None:
            memo = self._memos[key] = {}
        return memo

    def search_within(self, low: int, high: int) -> Search:
        """The search whose chows lie within the numbers low-high."""
        memo = self.memo("search")
        search = memo.get(low)
        if search is None:
            search = memo[low] = Search(self.difficulty, low, high)
        return search


def position_of(hand: Sequence[int], melds: Sequence[Meld] = ()) -> Position:
    """The position of a hand (34 counts) and the own melds.

    >>> from mj_bot.tiles import counts_of
    >>> position_of(counts_of([0, 0]), [Meld(CHI, 10, 1)]).chows
    (10,)
    """
    chows = sorted([meld.tile for meld in melds if meld.kind == CHI and meld.tile is not None])
    return Position(list(hand), split(hand), tuple(melds), tuple(chows), len(melds) - len(chows))


def missing(wanted: Sequence[int], hand: Sequence[int]) -> Tuple[int, ...]:
    """The tiles of one count vector that another lacks.

    >>> missing([2, 1, 1], [1, 1, 0])
    (0, 2)
    """
    return tuple(tiles_from_counts([max(0, want - held) for want, held in zip(wanted, hand)]))
