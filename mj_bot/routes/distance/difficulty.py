"""How hard a tile is to get, by its remaining copies."""

from typing import Iterable, List, Sequence

# By remaining copies 0-4 (docs/reference/rule_based.md). A dead tile counts as far away.
DIFFICULTY = (10.0, 1.1, 1.0, 0.9, 0.8)
OUT_OF_REACH = DIFFICULTY[0]

# Every copy alike: only whether one is left counts (`v2_1`).
ALIKE = (OUT_OF_REACH, 1.0, 1.0, 1.0, 1.0)

# In sums and minima a dead tile is infinite, so that it never wins.
DEAD = float("inf")


def difficulties(remain: Sequence[int], by_copies: Sequence[float] = DIFFICULTY) -> List[float]:
    """The difficulty of each of 34 tiles by its remaining copies, DEAD where none is left.

    >>> difficulties([4, 1, 0] + [2] * 31)[:4]
    [0.8, 1.1, inf, 1.0]
    """
    return [by_copies[copies] if copies > 0 else DEAD for copies in remain]


def total_cost(costs: Iterable[float]) -> float:
    """The sum in order: `sum` of Python 3.12 and later rounds differently.

    A distance that is 2 in one Python must not be 2.0000000000000004 in another (`evaluator.NEAR`).

    >>> total_cost([0.1] * 10)
    0.9999999999999999
    """
    total = 0.0
    for cost in costs:
        total += cost
    return total
