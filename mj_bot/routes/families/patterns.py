"""The table of target patterns: the nine tiles that make each fan of three chows.

A line of `PATTERNS` reads like the fan's definition: letters are different suits, digits the
numbers of the tiles. The letters may stand for any suits, and all numbers may go up together as far
as 9.
"""

from itertools import permutations
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.routes.distance.basic_shanten import SuitCounts

# Chinese and English name, pattern, how often the fan is won (docs/reference/rule_based.md).
PATTERNS = (
    ("清龙", "Pure Straight", "a123 a456 a789", 0.08),
    ("花龙", "Mixed Straight", "a123 b456 c789", 0.105),
    ("三色三同顺", "Mixed Triple Chow", "a123 b123 c123", 0.106),
    ("三色三步高", "Mixed Shifted Chows", "a123 b234 c345", 0.236),
    ("一色三步高", "Pure Shifted Chows", "a123 a234 a345", 0.041),
    ("一色三同顺", "Pure Triple Chow", "a123 a123 a123", 0.01),
    ("组合龙", "Knitted Straight", "a147 b258 c369", 0.017),
)
FANS = tuple([(chinese, english) for chinese, english, _, _ in PATTERNS])

_Set = Tuple[int, int, int]


class Target(NamedTuple):
    """Nine tiles that make a fan.

    fan: its English name. rate: how often it is won. sets: the tiles, three by three.
    """

    fan: str
    rate: float
    sets: Tuple[_Set, ...]


class Entry(NamedTuple):
    """The tiles of a target that the hand must have, beside the open chows in it.

    target: its index in the table. rate: of its fan. parts: by suit the index of its tiles in the
    table's `parts`.
    """

    target: int
    rate: float
    parts: Tuple[int, int, int]


class TargetTable:
    """The target patterns of some fans, by their Chinese names, or of all.

    targets: all of them. parts: the tiles that a target may need in one suit, 9 counts each; the
    first is empty. wanted: the same as places and counts, without the zeros.
    """

    def __init__(self, names: Optional[Sequence[str]] = None) -> None:
        lines = [line for line in PATTERNS if names is None or line[0] in names]
        self.targets = [target for line in lines for target in targets_of(*line[1:])]
        self.parts: List[SuitCounts] = [(0,) * 9]
        self.wanted: List[List[Tuple[int, int]]] = [[]]
        self._places: Dict[SuitCounts, int] = {self.parts[0]: 0}
        self._entries: Dict[Tuple[int, ...], List[Entry]] = {}

    def entries(self, chows: Tuple[int, ...] = ()) -> List[Entry]:
        """The targets with all these chows (given by middle tiles), and the rest of each.

        >>> len(TargetTable().entries()), len(TargetTable().entries((10, 20)))
        (88, 1)
        """
        entries = self._entries.get(chows)
        if entries is None:
            entries = self._entries[chows] = list(self._holding(chows))
        return entries

    def _holding(self, chows: Tuple[int, ...]) -> Iterator[Entry]:
        given = [(middle - 1, middle, middle + 1) for middle in chows]
        for index, target in enumerate(self.targets):
            sets = list(target.sets)
            for chow in given:
                if chow not in sets:
                    break
                sets.remove(chow)
            else:
                yield Entry(index, target.rate, self._parts(sets))

    def _parts(self, sets: List[_Set]) -> Tuple[int, int, int]:
        counts = [0] * 27
        for tiles in sets:
            for tile in tiles:
                counts[tile] += 1
        return self._place(counts[:9]), self._place(counts[9:18]), self._place(counts[18:])

    def _place(self, counts: List[int]) -> int:
        part = tuple(counts)
        index = self._places.get(part)
        if index is None:
            index = self._places[part] = len(self.parts)
            self.parts.append(part)
            self.wanted.append([(number, count) for number, count in enumerate(part) if count])
        return index


def targets_of(english: str, pattern: str, rate: float) -> List[Target]:
    """All targets of one pattern.

    >>> len(targets_of("", "a123 b234 c345", 0.0))
    30
    """
    words = pattern.split()
    highest = max([int(number) for word in words for number in word[1:]])
    all_sets: List[Tuple[_Set, ...]] = []
    for suits in permutations(range(3)):
        for shift in range(10 - highest):
            sets = tuple(sorted([_set(word, suits, shift) for word in words]))
            if sets not in all_sets:
                all_sets.append(sets)
    return [Target(english, rate, sets) for sets in all_sets]


def _set(word: str, suits: Tuple[int, ...], shift: int) -> _Set:
    suit = suits["abc".index(word[0])]
    first, second, third = [9 * suit + int(number) - 1 + shift for number in word[1:]]
    return first, second, third
