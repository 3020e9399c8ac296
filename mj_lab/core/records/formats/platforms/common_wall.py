"""Converts a common wall between its layout on the table and the order of draws.

On the table, from the front: 13 tiles for each seat from East on, the dealer's fourteenth, then the
draws in turn. Replacements for flowers and kongs come from the back. A `Match` has one wall in our
judge's order: all tiles come from its end, replacements of dealt flowers with the seat's deal,
every other replacement when it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mj_bot.events import BUGANG, DRAW, GANG, HAND_SIZE, SEATS
from mj_bot.tiles import is_flower
from mj_lab.core.records.hand import FALSE_WIN, HandError, Step

DEALT = SEATS * HAND_SIZE + 1


def replacing_places(size: int) -> Iterator[int]:
    """The places of replacements in a common wall, in order. size: tiles of the wall.

    They come from the back in stacks of two, upper tile first.

    >>> list(replacing_places(6))
    [4, 5, 2, 3, 0, 1]
    """
    for upper in range(size - 2, -1, -2):
        yield upper
        yield upper + 1


def drawn_places(replaced: Sequence[int], steps: Sequence[Step], size: int) -> Iterator[int]:
    """Places on the table in the order of our judge's draws, up to the last draw.

    replaced: by seat, how many dealt tiles were replaced. steps: from the dealer's first draw on.
    Raises HandError if more tiles are drawn than there are.
    """
    back = replacing_places(size)
    taken = set(range(DEALT))
    for seat, count in enumerate(replaced):
        yield from range(seat * HAND_SIZE, (seat + 1) * HAND_SIZE)
        for _ in range(count):
            index = next(back)
            taken.add(index)
            yield index
    yield DEALT - 1
    front = iter(range(DEALT, size))
    replaces = False
    for step in steps[1:]:
        if step.kind == DRAW:
            places = back if replaces else front
            index = next((position for position in places if position not in taken), -1)
            if index < DEALT:
                raise HandError("more is drawn than the wall holds")
            taken.add(index)
            yield index
        if step.kind != FALSE_WIN:
            is_drawn_flower = step.kind == DRAW and is_flower(step.tile or 0)
            replaces = step.kind in (GANG, BUGANG) or is_drawn_flower


def replaced_in(wall: Sequence[int]) -> list[int]:
    """By seat, the number of dealt flowers in a match's wall."""
    order = reversed(wall)
    counts = []
    for _ in range(SEATS):
        plain = count = 0
        while plain < HAND_SIZE:
            is_one = is_flower(next(order))
            plain, count = plain + (not is_one), count + is_one
        counts.append(count)
    return counts


def on_the_table(wall: Sequence[int], steps: Sequence[Step]) -> list[int]:
    """From a match's wall to the layout on the table; undrawn tiles keep their order."""
    order = iter(reversed(wall))
    lies: dict[int, int] = {}
    for index in drawn_places(replaced_in(wall), steps, len(wall)):
        lies[index] = next(order)
    return [lies[index] if index in lies else next(order) for index in range(len(wall))]


def as_drawn(table: Sequence[int], replaced: Sequence[int], steps: Sequence[Step]) -> list[int]:
    """The inverse of `on_the_table`."""
    places = list(drawn_places(replaced, steps, len(table)))
    rest = sorted(set(range(len(table))) - set(places))
    return [table[index] for index in reversed([*places, *rest])]
