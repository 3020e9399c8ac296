"""Swiss pairing for tables of four: neighbours in the standing meet, but not too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

TABLE_SIZE = 4

# How many places below a table's best player the others may be.
_REACH = 8
# A repeated meeting of two players costs as much as this many places in the standing.
_AGAIN = 4


class Pairing(NamedTuple):
    """Tables of four players, that of the best first, and who has a bye."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...]


class History:
    """How often players have met, and how often each had a bye."""

    def __init__(self) -> None:
        self._met: Counter[frozenset[int]] = Counter()
        self._rested: Counter[int] = Counter()

    def add(self, pairing: Pairing) -> None:
        """Add a round."""
        for table in pairing.tables:
            self._met.update(frozenset(pair) for pair in combinations(table, 2))
        self._rested.update(pairing.resting)

    def meetings(self, players: Iterable[int]) -> int:
        """The number of earlier meetings between pairs of these players."""
        return sum(self._met[frozenset(pair)] for pair in combinations(players, 2))

    def rests(self, player: int) -> int:
        """The number of byes of this player."""
        return self._rested[player]


def pair(standing: Sequence[int], history: History) -> Pairing:
    """The tables of a round.

    standing: the players, the best first. Players beyond full tables of four get a bye: the lowest
    of those with the fewest byes. Raises ValueError for fewer than four players.

    >>> pair([4, 3, 2, 1, 0], History())
    Pairing(tables=((4, 3, 2, 1),), resting=(0,))
    """
    if len(standing) < TABLE_SIZE:
        raise ValueError(f"a league needs four players, not {len(standing)}")
    rank = {player: number for number, player in enumerate(standing)}
    by_rests = sorted(standing, key=lambda player: (history.rests(player), -rank[player]))
    resting = by_rests[: len(standing) % TABLE_SIZE]
    left = [player for player in standing if player not in resting]
    tables = []
    while left:
        best, others = left[0], left[1 : 1 + _REACH]
        company = min(
            combinations(others, TABLE_SIZE - 1),
            key=lambda three: (
                sum(left.index(player) for player in three)
                + _AGAIN * history.meetings((best, *three))
            ),
        )
        tables.append((best, *company))
        left = [player for player in left if player not in tables[-1]]
    return Pairing(tuple(tables), tuple(sorted(resting, key=rank.__getitem__)))
