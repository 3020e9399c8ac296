"""Route `chows`: the table of target patterns, one fan of three chows and a free set."""

from typing import List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.routes.distance.basic_shanten import (
    HONOUR_SUIT,
    WORST_PAIR,
    OneSet,
    Search,
    SuitCounts,
)
from mj_bot.routes.distance.connection import suit_bonus
from mj_bot.routes.distance.difficulty import OUT_OF_REACH
from mj_bot.routes.families.patterns import FANS, Entry, TargetTable
from mj_bot.routes.families.route import Route
from mj_bot.routes.position import (
    SET_COUNT,
    NearestTarget,
    Outlook,
    Position,
    missing,
)
from mj_bot.tiles import TILE_KINDS

# Beyond this distance the rate of its fan is subtracted.
RATED_OVER = 3.0
# Every target at most BACKUP_WITHIN farther than the nearest, itself included, shortens the route
# by BACKUP.
BACKUP_WITHIN = 1.0
BACKUP = 0.01

# How far a distance can be below the difficulties of its needed tiles: the highest rate, and the
# highest bonus of 13 tiles, that of four triplets.
NEED_SLACK = 0.236 + 0.2
# Sums of tenths are not exact: 1.0000000000000002 is still 1.
NEED_ROUNDING = 1e-9


class _Rest(NamedTuple):
    """One suit's tiles outside a target: their bonus, and what they give to a set and a pair."""

    bonus: float
    gives: OneSet


class _Held:
    """One suit's tiles. For each part of the table: what is missing, and the rest beside it.

    needs: by part the cost of the missing tiles, DEAD if no copy of one is left. A part may need
    three of a kind; whether enough copies are left is not checked. rests: by part the rest of the
    tiles, None until needed.
    """

    def __init__(self, suit: int, tiles: SuitCounts, table: TargetTable, outlook: Outlook) -> None:
        self._suit = suit
        self._tiles = tiles
        self._search = outlook.search
        costs = outlook.difficulty[9 * suit : 9 * suit + 9]
        self.needs = [_need(wanted, tiles, costs) for wanted in table.wanted]
        self.rests: List[Optional[_Rest]] = [None] * len(self.needs)

    def rest(self, part: int, wanted: Sequence[Tuple[int, int]]) -> _Rest:
        """The rest of the tiles beside a part. wanted: (place, count) of the part's tiles."""
        tiles = self._tiles
        if wanted:
            rest = list(tiles)
            for rank, want in wanted:
                rest[rank] = max(0, rest[rank] - want)
            tiles = tuple(rest)
        rest_of_part = self.rests[part] = _rest(self._suit, tiles, self._search)
        return rest_of_part


class _Way(NamedTuple):
    """One way to use the open chows: those that are part of the target, and the free set.

    entries: the targets that have these chows. free: sets (0-1) that the hand must still make.
    """

    entries: List[Entry]
    chows: Tuple[int, ...]
    free: int


class _Near(NamedTuple):
    distance: float
    way: _Way
    entry: Entry


class Chows(Route):
    """The nearest of 88 targets, each of nine tiles that make a fan; or those of some fans."""

    key = "chows"
    fans = FANS

    def __init__(self, names: Optional[Sequence[str]] = None) -> None:
        """`names`: the Chinese names of the fans; all of them if None."""
        if names is not None:
            self.fans = tuple([fan for fan in FANS if fan[0] in names])
        self._names = names
        self._table: Optional[TargetTable] = None

    @property
    def table(self) -> TargetTable:
        """The table of targets, built on first use."""
        if self._table is None:
            self._table = TargetTable(self._names)
        return self._table

    def distance(self, position: Position, outlook: Outlook) -> float:
        """The nearest target, less a little for it and for every other one near it."""
        near = self._near(position, outlook)
        return _route_distance([candidate.distance for candidate in near])

    def nearest_target(self, position: Position, outlook: Outlook) -> NearestTarget:
        """The same with the nearest target."""
        near = self._near(position, outlook)
        if not near:
            return NearestTarget(OUT_OF_REACH, self.fans[0][1], (), ())
        best = min(near, key=lambda candidate: candidate.distance)
        table = self.table
        wanted = [count for part in best.entry.parts for count in table.parts[part]]
        wanted += [0] * (TILE_KINDS - len(wanted))
        return NearestTarget(
            _route_distance([candidate.distance for candidate in near]),
            table.targets[best.entry.target].fan,
            missing(wanted, position.hand),
            missing(position.hand, wanted),
        )

    # -- the search ---------------------------------------------------------------------------

    def _near(self, position: Position, outlook: Outlook) -> List[_Near]:
        """The nearest target and all possible backups, with some farther ones."""
        ways = _ways(position, self.table)
        held = [self._held(suit, position, outlook) for suit in range(HONOUR_SUIT)]
        honours = _rest(HONOUR_SUIT, position.suits[HONOUR_SUIT], outlook.search)
        first, second, third = [suit.needs for suit in held]
        open_to: List[Tuple[float, int, _Way, Entry]] = []
        for way in ways:
            for entry in way.entries:
                one, two, three = entry.parts
                need = first[one] + second[two] + third[three]
                if need < OUT_OF_REACH:
                    open_to.append((need, len(open_to), way, entry))
        open_to.sort()
        candidates: List[_Near] = []
        least = OUT_OF_REACH
        for need, _, way, entry in open_to:
            if need - NEED_SLACK > least + BACKUP_WITHIN:
                break
            distance = need + self._beside(held, honours, way, entry)
            if distance > RATED_OVER:
                distance -= entry.rate
            least = min(least, distance)
            candidates.append(_Near(distance, way, entry))
        return candidates

    def _held(self, suit: int, position: Position, outlook: Outlook) -> _Held:
        memo, tiles = outlook.memo(self.key), position.suits[suit]
        held: Optional[_Held] = memo.get((suit, tiles))
        if held is None or len(held.needs) < len(self.table.parts):
            held = memo[suit, tiles] = _Held(suit, tiles, self.table, outlook)
        return held

    def _beside(self, held: List[_Held], honours: _Rest, way: _Way, entry: Entry) -> float:
        """What the rest of the hand costs: the free set and the pair, less the connection bonus."""
        bonus, gives = honours.bonus, [honours.gives]
        wanted = self.table.wanted
        for suit, part in zip(held, entry.parts):
            rest = suit.rests[part] or suit.rest(part, wanted[part])
            bonus += rest.bonus
            gives.append(rest.gives)
        if way.free:
            return Search.one_set(gives) - bonus
        return min(WORST_PAIR, *[pair for pair, _, _, _, _ in gives]) - bonus


def _ways(position: Position, table: TargetTable) -> List[_Way]:
    """Every way to fit the open chows into the target, or one open set as the free one."""
    chows, pungs = position.chows, position.pungs
    if pungs > 1:
        return []
    if pungs:
        return [_Way(table.entries(chows), chows, 0)]
    ways = [_Way(table.entries(chows), chows, 1)] if len(chows) < SET_COUNT else []
    for index, chow in enumerate(chows):
        if chow not in chows[:index]:
            others = chows[:index] + chows[index + 1 :]
            ways.append(_Way(table.entries(others), others, 0))
    return ways


def _need(wanted: Sequence[Tuple[int, int]], tiles: SuitCounts, costs: Sequence[float]) -> float:
    need = 0.0
    for rank, want in wanted:
        held = tiles[rank]
        if held < want:
            need += (want - held) * costs[rank]
    return need


def _rest(suit: int, tiles: SuitCounts, search: Search) -> _Rest:
    return _Rest(suit_bonus(suit, tiles), search.one(suit, tiles))


def _route_distance(distances: Sequence[float]) -> float:
    if not distances:
        return OUT_OF_REACH
    least = min(distances)
    limit = least + BACKUP_WITHIN + NEED_ROUNDING
    return min(OUT_OF_REACH, least - BACKUP * sum([distance <= limit for distance in distances]))
