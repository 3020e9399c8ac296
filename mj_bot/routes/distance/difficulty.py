"""How hard a tile is to get, by its remaining copies."""

from typing import List, Sequence

# By remaining copies 0-4 (docs/reference/rule_based.md). A tile that cannot come any more counts as
# far away.
DIFFICULTY = (10.0, 1.1, 1.0, 0.9, 0.8)
OUT_OF_REACH = DIFFICULTY[0]

# In sums and minima a dead tile is infinite, so that it never wins.
DEAD = float("inf")


def difficulties(remain: Sequence[int]) -> List[float]:
    """The difficulty of each of 34 tiles by its remaining copies, DEAD where none is left.

    >>> difficulties([4, 1, 0] + [2] * 31)[:4]
    [0.8, 1.1, inf, 1.0]
    """
    return [DIFFICULTY[copies] if copies > 0 else DEAD for copies in remain]
