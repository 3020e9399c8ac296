"""Every way to read a complete hand: four sets and a pair, or a special form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mj_bot.events import CHI, PENG
from mj_bot.tiles import IS_CHOW_MIDDLE, KNITTED_STRAIGHTS, MOST_SETS, ORPHANS, TILE_KINDS

_PAIR = "PAIR"
KNITTED = "KNITTED"

_REGULAR = "regular"
_SEVEN_PAIRS = "seven_pairs"
_THIRTEEN_ORPHANS = "thirteen_orphans"
_HONORS_AND_KNITTED = "honors_and_knitted"
_KNITTED_STRAIGHT = "knitted_straight"


class HandPart(NamedTuple):
    """Tiles of a concealed hand that belong together: a CHI, PENG or PAIR, or all KNITTED tiles."""

    kind: str
    tiles: tuple[int, ...]


class Division(NamedTuple):
    """One way to read the concealed tiles, without the melds on the table."""

    form: str
    parts: tuple[HandPart, ...]


def divisions_of(counts: Sequence[int], melds: int) -> list[Division]:
    """All divisions of a complete hand; empty if it is not complete.

    counts: 34 counts of the concealed tiles with the winning one. melds: how many are on the table.

    >>> from mj_bot.tiles import counts_of, tiles_of
    >>> hand = counts_of(tiles_of("W1 W1 W1 W2 W2 W2 W3 W3 W3 J1 J1"))
    >>> [[part.kind for part in one.parts] for one in divisions_of(hand, 1)]
    [['PAIR', 'PENG', 'PENG', 'PENG'], ['PAIR', 'CHI', 'CHI', 'CHI']]
    """
    found = [Division(_REGULAR, parts) for parts in _regular(counts, MOST_SETS - melds)]
    if melds <= 1:
        found += _knitted_straights(counts, melds)
    if melds == 0:
        found += _without_sets(counts)
    return found


def _regular(counts: Sequence[int], sets: int) -> Iterator[tuple[HandPart, ...]]:
    """A pair and that many sets, each division once."""
    if sum(counts) != 3 * sets + 2:
        return
    for pair in range(TILE_KINDS):
        if counts[pair] >= 2:
            left = list(counts)
            left[pair] -= 2
            for parts in _sets(left, 0):
                yield (HandPart(_PAIR, (pair, pair)), *parts)


def _sets(left: list[int], start: int) -> Iterator[tuple[HandPart, ...]]:
    """Pungs and chows that use all tiles from `start` on, the set with the lowest tile first."""
    tile = next((tile for tile in range(start, TILE_KINDS) if left[tile]), None)
    if tile is None:
        yield ()
        return
    if left[tile] >= 3:
        left[tile] -= 3
        for parts in _sets(left, tile):
            yield (HandPart(PENG, (tile,) * 3), *parts)
        left[tile] += 3
    chow = (tile, tile + 1, tile + 2)
    if tile + 2 < TILE_KINDS and IS_CHOW_MIDDLE[tile + 1] and all(left[part] for part in chow):
        for part in chow:
            left[part] -= 1
        # Chow then pung of the same tile would repeat pung then chow.
        for parts in _sets(left, tile):
            if not any(one == HandPart(PENG, (tile,) * 3) for one in parts):
                yield (HandPart(CHI, chow), *parts)
        for part in chow:
            left[part] += 1


def _knitted_straights(counts: Sequence[int], melds: int) -> Iterator[Division]:
    for nine in KNITTED_STRAIGHTS:
        if all(counts[tile] for tile in nine):
            left = list(counts)
            for tile in nine:
                left[tile] -= 1
            for parts in _regular(left, 1 - melds):
                yield Division(_KNITTED_STRAIGHT, (HandPart(KNITTED, nine), *parts))


def _without_sets(counts: Sequence[int]) -> Iterator[Division]:
    """Seven Pairs, Thirteen Orphans, Honors and Knitted Tiles."""
    held = tuple(tile for tile in range(TILE_KINDS) if counts[tile])
    if sum(counts) != 14:
        return
    if all(count % 2 == 0 for count in counts):
        pairs = [HandPart(_PAIR, (tile, tile)) for tile in held for _ in range(counts[tile] // 2)]
        yield Division(_SEVEN_PAIRS, tuple(pairs))
    if set(held) == set(ORPHANS):
        pair = next(tile for tile in held if counts[tile] == 2)
        rest = tuple(tile for tile in held if tile != pair)
        yield Division(_THIRTEEN_ORPHANS, (HandPart(KNITTED, rest), HandPart(_PAIR, (pair, pair))))
    if len(held) == 14 and any(
        all(tile in nine for tile in held if tile < 27) for nine in KNITTED_STRAIGHTS
    ):
        yield Division(_HONORS_AND_KNITTED, (HandPart(KNITTED, held),))
