"""basic_shanten: how far tiles are from sets and a pair, weighted by the copies left.

The search is that of docs/reference/rule_based.md: complete sets are taken first, then partial
ones. No set spans two suits, so each suit is searched alone and the results are added. The minimum
is that of one search over all tiles, and most suits are the same for all actions of a decision.
"""

from typing import Dict, List, NamedTuple, Sequence, Tuple

from mj_bot.routes.distance.difficulty import DEAD, difficulties
from mj_bot.tiles import MOST_SETS

SuitCounts = Tuple[int, ...]

# The cost of a set or pair with no tile held (docs/reference/rule_based.md, rules 1 and 4).
NO_SET = 2.0
NO_PAIR = 1.0
WORST_PAIR = 2.0
# The discount on an open wait's easier side when both sides are live.
BOTH_SIDES = 0.1

HONOUR_SUIT = 3


class Waits(NamedTuple):
    """What one suit's tiles cost, by place: DEAD where no copy is left.

    single: the tile itself (makes a pair a pung, or a tile a pair). next_to: what makes places i
    and i + 1 a chow. around: the same for places i and i + 2.
    """

    single: Tuple[float, ...]
    next_to: Tuple[float, ...]
    around: Tuple[float, ...]


class Reach(NamedTuple):
    """What one suit can give, by number of sets 0-4; DEAD where it cannot.

    done: only complete sets, the cost of the cheapest pair in the rest. most: the number of
    complete sets. least: the cheapest way to that many sets, complete ones first. paired: the same
    with a pair from the rest. stuck: the same where no partial set with a live wait is left.
    """

    done: List[float]
    most: int
    least: List[float]
    paired: List[float]
    stuck: List[float]


class OneSet(NamedTuple):
    """What one suit can give to one set and a pair.

    pair: the cheapest pair without a set. complete: whether there is a complete set. done: then the
    cheapest pair beside it. least: else the cheapest partial set. paired: the same with a pair
    beside it.
    """

    pair: float
    complete: bool
    done: float
    least: float
    paired: float


def split(counts: Sequence[int]) -> Tuple[SuitCounts, SuitCounts, SuitCounts, SuitCounts]:
    """34 counts by suit: characters, dots, bamboos (9 each), honours (7).

    >>> split([1] * 34)[3]
    (1, 1, 1, 1, 1, 1, 1)
    """
    return tuple(counts[0:9]), tuple(counts[9:18]), tuple(counts[18:27]), tuple(counts[27:34])


def basic_shanten(
    counts: Sequence[int],
    remain: Sequence[int],
    pairs: int = 1,
    sets: int = 4,
    low: int = 1,
    high: int = 9,
) -> float:
    """The weighted distance of tiles (34 counts) to `sets` sets (0-4) and `pairs` pairs (0-1).

    remain: 34 counts of the copies that may still come. Chows lie within the numbers low-high.

    >>> from mj_bot.tiles import counts_of, tiles_of
    >>> basic_shanten(counts_of(tiles_of("W1 W2 W3 B5 B5 T7 T7")), [2] * 34, sets=2)
    1.0
    """
    return Search(difficulties(remain), low, high).distance(split(counts), pairs, sets)


class Search:
    """basic_shanten for many hands over the same remaining copies, with a cache."""

    def __init__(self, difficulty: Sequence[float], low: int = 1, high: int = 9) -> None:
        """`difficulty` of each tile, DEAD where none is left; chows within the numbers low-high."""
        self.waits = [
            _suit_waits(difficulty[first : first + 9], low, high) for first in (0, 9, 18)
        ] + [_honour_waits(difficulty[27:34])]
        suited = range(low - 1, high - 2)
        self._chows = (suited, suited, suited, range(0))  # By suit, where a chow may begin.
        self._reach: Tuple[Dict[SuitCounts, Reach], ...] = ({}, {}, {}, {})
        self._partial: Tuple[Dict[SuitCounts, Reach], ...] = ({}, {}, {}, {})
        self._one_set: Tuple[Dict[SuitCounts, OneSet], ...] = ({}, {}, {}, {})
        self._two_suits: Dict[Tuple[int, SuitCounts, SuitCounts], _Sums] = {}

    # -- whole hands ------------------------------------------------------------------------

    def distance(self, suits: Sequence[SuitCounts], pairs: int = 1, sets: int = MOST_SETS) -> float:
        """The weighted distance of tiles by suit (see `split`) to sets (0-4) and pairs (0-1)."""
        if sets == 0:
            return self.pair(suits) if pairs else 0.0
        if sets == 1 and pairs:
            return self.one_set([self.one(suit, tiles) for suit, tiles in enumerate(suits)])
        reaches = [self.reach(suit, tiles) for suit, tiles in enumerate(suits)]
        best = DEAD
        if sum([reach.most for reach in reaches]) >= sets:
            best = _complete(reaches, pairs, sets)
        front = self._sums(0, suits[0], suits[1])
        back = self._sums(2, suits[2], suits[3])
        return min(best, _join(front, back, pairs, sets))

    def partial_distance(self, suits: Sequence[SuitCounts], pairs: int, sets: int) -> float:
        """The same after partial sets were taken, so that complete ones no longer are."""
        if sets == 0:
            return self.pair(suits) if pairs else 0.0
        parts = [self._partials(suit, tiles)[2:] for suit, tiles in enumerate(suits)]
        return _join(_add(*parts[:2]), _add(*parts[2:]), pairs, sets)

    def pair(self, suits: Sequence[SuitCounts]) -> float:
        """The cost of a pair from these tiles."""
        pairs = [_pair(tiles, self.waits[suit]) for suit, tiles in enumerate(suits)]
        return min(WORST_PAIR, *pairs)

    @staticmethod
    def one_set(parts: Sequence[OneSet]) -> float:
        """The cost of one set and a pair, from those of the four suits."""
        first = second = WORST_PAIR
        for part in parts:
            pair = part[0]
            if pair < first:
                first, second = pair, first
            elif pair < second:
                second = pair
        done = partial = DEAD
        for pair, complete, with_pair, least, paired in parts:
            other = second if pair == first else first
            if complete:
                done = min(done, with_pair, other)
            elif least + other < partial or paired < partial:
                partial = min(least + other, paired)
        if done < DEAD:
            return done
        return partial if partial < DEAD else NO_SET + NO_PAIR

    # -- one suit ---------------------------------------------------------------------------

    def one(self, suit: int, tiles: SuitCounts) -> OneSet:
        """What these tiles of one suit can give to one set and a pair."""
        memo = self._one_set[suit]
        one_set = memo.get(tiles)
        if one_set is None:
            one_set = memo[tiles] = _one_set_of(tiles, self.waits[suit], self._chows[suit])
        return one_set

    def reach(self, suit: int, tiles: SuitCounts) -> Reach:
        """What these tiles of one suit can give to any number of sets."""
        memo = self._reach[suit]
        reach = memo.get(tiles)
        if reach is not None:
            return reach
        pair = _pair(tiles, self.waits[suit])
        rests = _without_complete(tiles, self._chows[suit])
        if not rests:
            partial = self._partials(suit, tiles)
            reach = Reach([pair, DEAD, DEAD, DEAD, DEAD], 0, *partial[2:])
        else:
            reach = _one_more([self.reach(suit, rest) for rest in rests], pair)
        memo[tiles] = reach
        return reach

    def _partials(self, suit: int, tiles: SuitCounts) -> Reach:
        """The same for tiles without a complete set, or when none may be taken any more."""
        memo = self._partial[suit]
        partial = memo.get(tiles)
        if partial is not None:
            return partial
        waits = self.waits[suit]
        least, stuck = [0.0] + [DEAD] * MOST_SETS, [0.0] + [DEAD] * MOST_SETS
        paired = [_pair(tiles, waits)] + [DEAD] * MOST_SETS
        for cost, rest in _without_partial(tiles, waits, suit != HONOUR_SUIT):
            stuck[0] = DEAD
            below = self._partials(suit, rest)
            for sets in range(MOST_SETS):
                if below.least[sets] == DEAD:
                    break
                least[sets + 1] = min(least[sets + 1], cost + below.least[sets])
                paired[sets + 1] = min(paired[sets + 1], cost + below.paired[sets])
                stuck[sets + 1] = min(stuck[sets + 1], cost + below.stuck[sets])
        partial = memo[tiles] = Reach([], 0, least, paired, stuck)
        return partial

    # -- suits together -----------------------------------------------------------------------

    def _sums(self, suit: int, tiles: SuitCounts, others: SuitCounts) -> "_Sums":
        """What a suit and the next one give together, by number of sets."""
        key = (suit, tiles, others)
        sums = self._two_suits.get(key)
        if sums is None:
            one, other = self.reach(suit, tiles), self.reach(suit + 1, others)
            sums = self._two_suits[key] = _add(one[2:], other[2:])
        return sums


_Sums = Tuple[List[float], List[float], List[float]]


def _suit_waits(difficulty: Sequence[float], low: int, high: int) -> Waits:
    first, last = low - 1, high - 1
    next_to, around = [DEAD] * 9, [DEAD] * 9
    for rank in range(first, last):
        below = difficulty[rank - 1] if rank > first else DEAD
        above = difficulty[rank + 2] if rank + 2 <= last else DEAD
        next_to[rank] = min(below, above)
        if max(below, above) < DEAD:
            next_to[rank] -= BOTH_SIDES
        if rank + 2 <= last:
            around[rank] = difficulty[rank + 1]
    return Waits(tuple(difficulty), tuple(next_to), tuple(around))


def _honour_waits(difficulty: Sequence[float]) -> Waits:
    return Waits(tuple(difficulty), (DEAD,) * 7, (DEAD,) * 7)


def _pair(tiles: Sequence[int], waits: Waits) -> float:
    """The cheapest pair from the tiles of one suit; DEAD if none is possible."""
    if max(tiles) > 1:
        return 0.0
    return min([cost for count, cost in zip(tiles, waits.single) if count] or [DEAD])


def _less(tiles: SuitCounts, *places: int) -> SuitCounts:
    rest = list(tiles)
    for rank in places:
        rest[rank] -= 1
    return tuple(rest)


def _without_complete(tiles: SuitCounts, chows: Sequence[int]) -> List[SuitCounts]:
    """The rest after taking one complete set, in every way; a pung only of exactly three tiles."""
    rests = [_less(tiles, rank, rank, rank) for rank, count in enumerate(tiles) if count == 3]
    rests += [
        _less(tiles, rank, rank + 1, rank + 2)
        for rank in chows
        if tiles[rank] and tiles[rank + 1] and tiles[rank + 2]
    ]
    return rests


def _without_partial(
    tiles: SuitCounts, waits: Waits, chows: bool
) -> List[Tuple[float, SuitCounts]]:
    """The cost and the rest of taking one partial set with a live wait, in every way."""
    single, next_to, around = waits
    rests = [
        (single[rank], _less(tiles, rank, rank))
        for rank, count in enumerate(tiles)
        if count > 1 and single[rank] < DEAD
    ]
    if not chows:
        return rests
    for rank in range(8):
        if not tiles[rank]:
            continue
        if tiles[rank + 1] and next_to[rank] < DEAD:
            rests.append((next_to[rank], _less(tiles, rank, rank + 1)))
        if rank < 7 and tiles[rank + 2] and around[rank] < DEAD:
            rests.append((around[rank], _less(tiles, rank, rank + 2)))
    return rests


def _one_set_of(tiles: SuitCounts, waits: Waits, chows: Sequence[int]) -> OneSet:
    pair = _pair(tiles, waits)
    rests = _without_complete(tiles, chows)
    if rests:
        return OneSet(pair, True, min([_pair(rest, waits) for rest in rests]), DEAD, DEAD)
    least = paired = DEAD
    for cost, rest in _without_partial(tiles, waits, bool(chows)):
        least = min(least, cost)
        paired = min(paired, cost + _pair(rest, waits))
    return OneSet(pair, False, DEAD, least, paired)


def _one_more(below: List[Reach], pair: float) -> Reach:
    """One complete set and the best result of the rest."""
    done = _shifted([reach.done for reach in below])
    done[0] = pair
    return Reach(
        done,
        1 + max([reach.most for reach in below]),
        _shifted([reach.least for reach in below]),
        _shifted([reach.paired for reach in below]),
        _shifted([reach.stuck for reach in below]),
    )


def _shifted(costs: List[List[float]]) -> List[float]:
    """The least costs by number of sets, shifted up by one set."""
    return [DEAD] + [min(values) for values in zip(*costs)][:-1]


def _complete(reaches: Sequence[Reach], pairs: int, sets: int) -> float:
    """The cost of the pair beside `sets` complete sets; the pair is in one suit, sets in all."""
    if not pairs:
        return 0.0
    total = sum([reach.most for reach in reaches])
    best = WORST_PAIR
    for reach in reaches:
        others = total - reach.most
        for taken in range(max(0, sets - others), min(reach.most, sets) + 1):
            best = min(best, reach.done[taken])
    return best


def _add(one: Sequence[List[float]], other: Sequence[List[float]]) -> _Sums:
    least, paired, stuck = _sum(one[0], other[0]), _sum(one[1], other[0]), _sum(one[2], other[2])
    return least, [min(pair) for pair in zip(paired, _sum(one[0], other[1]))], stuck


def _sum(one: List[float], other: List[float]) -> List[float]:
    total = [DEAD] * (MOST_SETS + 1)
    for sets, cost in enumerate(one):
        if cost < DEAD:
            for more in range(MOST_SETS + 1 - sets):
                total[sets + more] = min(total[sets + more], cost + other[more])
    return total


def _join(front: _Sums, back: _Sums, pairs: int, sets: int) -> float:
    best = DEAD
    for taken in range(sets + 1):
        least, rest = front[0][taken], back[0][sets - taken]
        if not pairs:
            best = min(best, least + rest)
        elif least < DEAD and rest < DEAD:
            best = min(
                best,
                least + rest + WORST_PAIR,
                front[1][taken] + rest,
                least + back[1][sets - taken],
            )
    stuck = _sum(front[2], back[2])
    for taken in range(sets):
        best = min(best, stuck[taken] + NO_SET * (sets - taken) + NO_PAIR * pairs)
    return best
