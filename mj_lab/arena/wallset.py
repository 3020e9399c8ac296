"""Wall sets: the walls that all players of a run play on, made from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from mj_bot.events import SEATS
from mj_lab.game.walls import Wall, wall_of_seed


def walls_of_seed(seed: int | str, first: int = 0, flowers: bool = False) -> Iterator[Wall]:
    """The endless walls of a seed from this number on; the prevalent wind goes round.

    >>> walls = walls_of_seed(1)
    >>> [next(walls).prevalent_wind for _ in range(5)]
    [0, 1, 2, 3, 0]
    >>> next(walls) == next(walls_of_seed(1, first=5))
    True
    """
    for number in count(first):
        yield Wall(wall_of_seed(f"{seed}/{number}", flowers), number % SEATS)
