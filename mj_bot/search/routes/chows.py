"""Route `chows`: the table of target patterns, one fan of three chows and a free set."""

from typing import List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.search.basic_shanten import HONOUR_SUIT, OneSet, Search, Suit
from mj_bot.search.connection import suit_bonus
from mj_bot.search.difficulty import FAR
from mj_bot.search.position import SET_COUNT, Aim, Outlook, Position, missing
from mj_bot.search.routes.route import Route
from mj_bot.search.targets import FANS, Entry, TargetTable
from mj_bot.tiles import TILE_KINDS

# Over this a distance is lessened by the rate of its fan.
RATED_OVER = 3.0
# For every target that is at most so much further than the nearest, the route is a little shorter.
BACKUP_WITHIN = 1.0
BACKUP = 0.01

# What a distance can be less than the difficulties of its needed tiles: the highest rate, and the
# bonus of four triplets, which no 13 tiles surpass.
_SLACK = 0.236 + 0.2
# Sums of tenths are not exact: 1.0000000000000002 is still 1.
_ROUNDING = 1e-9


class _Rest(NamedTuple):
    """One suit's tiles outside a target: their bonus, and what they give to a set and a pair."""

    bonus: float
    gives: OneSet


class _Way(NamedTuple):
    """One way to fit the open chows: those that are part of the target, and what is free.

    entries: the targets that hold them. free: sets (0-1) the hand has to make besides.
    """

    entries: List[Entry]
    chows: Tuple[int, ...]
    free: int


class _Near(NamedTuple):
    distance: float
    way: _Way
    entry: Entry


class Chows(Route):
    """The nearest of 88 targets, each nine tiles that make a fan."""

    key = "chows"
    fans = FANS

    def __init__(self) -> None:
        self._table: Optional[TargetTable] = None

    @property
    def table(self) -> TargetTable:
        """The table of targets, built when first asked for."""
        if self._table is None:
            self._table = TargetTable()
        return self._table

    def distance(self, position: Position, outlook: Outlook) -> float:
        """The nearest target, less a little for every other one near it."""
        near = self._near(position, outlook)
        return _route_distance([found.distance for found in near])

    def aim(self, position: Position, outlook: Outlook) -> Aim:
        """The same with the nearest target."""
        near = self._near(position, outlook)
        if not near:
            return Aim(FAR, self.fans[0][1], (), ())
        best = min(near, key=lambda found: found.distance)
        table = self.table
        wanted = [count for part in best.entry.parts for count in table.parts[part]]
        wanted += [0] * (TILE_KINDS - len(wanted))
        return Aim(
            _route_distance([found.distance for found in near]),
            table.targets[best.entry.target].fan,
            missing(wanted, position.hand),
            missing(position.hand, wanted),
        )

    # -- the search ---------------------------------------------------------------------------

    def _near(self, position: Position, outlook: Outlook) -> List[_Near]:
        """The nearest target and all others that can be backups, some further ones too."""
        table = self.table
        ways = _ways(position, table)
        first, second, third = [
            _needs(suit, position.suits[suit], table, outlook) for suit in range(HONOUR_SUIT)
        ]
        open_to: List[Tuple[float, int, _Way, Entry]] = []
        for way in ways:
            for entry in way.entries:
                one, two, three = entry.parts
                need = first[one] + second[two] + third[three]
                if need < FAR:
                    open_to.append((need, len(open_to), way, entry))
        open_to.sort()
        found: List[_Near] = []
        least = FAR
        for need, _, way, entry in open_to:
            if need - _SLACK > least + BACKUP_WITHIN:
                break
            distance = need + self._beside(position, outlook, way, entry)
            if distance > RATED_OVER:
                distance -= entry.rate
            least = min(least, distance)
            found.append(_Near(distance, way, entry))
        return found

    def _beside(self, position: Position, outlook: Outlook, way: _Way, entry: Entry) -> float:
        """What the rest of the hand adds: the free set, the pair, less the connection bonus."""
        memo = outlook.memo(self.key)
        gives, bonus = [], 0.0
        parts = entry.parts
        for suit, tiles in enumerate(position.suits):
            part = parts[suit] if suit < HONOUR_SUIT else 0
            key = (suit, tiles, part)
            rest = memo.get(key)
            if rest is None:
                rest = memo[key] = _rest(suit, tiles, self.table.parts[part], outlook.search)
            bonus += rest.bonus
            gives.append(rest.gives)
        if way.free:
            return Search.one_set(gives) - bonus
        return min(2.0, gives[0].pair, gives[1].pair, gives[2].pair, gives[3].pair) - bonus


def _ways(position: Position, table: TargetTable) -> List[_Way]:
    """Every way to let the open chows be part of the target, or one open set be the free one."""
    chows, pungs = position.chows, position.pungs
    if pungs > 1:
        return []
    if pungs:
        return [_Way(table.entries(chows), chows, 0)]
    ways = [_Way(table.entries(chows), chows, 1)] if len(chows) < SET_COUNT else []
    for place, chow in enumerate(chows):
        if chow not in chows[:place]:
            others = chows[:place] + chows[place + 1 :]
            ways.append(_Way(table.entries(others), others, 0))
    return ways


def _needs(suit: int, tiles: Suit, table: TargetTable, outlook: Outlook) -> List[float]:
    """What the tiles that each part of the table lacks in this suit cost; DEAD if one is not left.

    A part asks for at most three of a kind; that fewer may be left is not looked at.
    """
    memo = outlook.memo("needs")
    found = memo.get((suit, tiles))
    if found is None or len(found) < len(table.parts):
        costs = outlook.difficulty[9 * suit : 9 * suit + 9]
        found = memo[suit, tiles] = [
            sum(
                [
                    (want - held) * cost
                    for want, held, cost in zip(part, tiles, costs)
                    if want > held
                ]
            )
            for part in table.parts
        ]
    return found


def _rest(suit: int, tiles: Suit, part: Sequence[int], search: Search) -> _Rest:
    if suit != HONOUR_SUIT and any(part):
        tiles = tuple([held - want if held > want else 0 for held, want in zip(tiles, part)])
    return _Rest(suit_bonus(suit, tiles), search.one(suit, tiles))


def _route_distance(distances: Sequence[float]) -> float:
    if not distances:
        return FAR
    least = min(distances)
    limit = least + BACKUP_WITHIN + _ROUNDING
    return least - BACKUP * sum([distance <= limit for distance in distances])
