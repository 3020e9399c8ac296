"""Every win that a hand may draw, found by trying all tiles: what `look_ahead` is held against.

Nothing of `odds` is in here: a complete hand is divided into sets and a pair in every way, and
MahjongGB counts each division with all sets melded. Of special forms it knows Seven Pairs alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from mj_bot.events import CHI, PENG
from mj_bot.fan import WinContext, win
from mj_bot.melds import Meld
from mj_bot.tiles import CHOW_MIDDLES

_MELDED_HAND = 6
_SEVEN_PAIRS = 24

# The fan of a win that has none; whoever wins with it has a Chicken Hand.
CHICKEN = 0
LEAST_FANS = (6, 8, 12, 16, 24, 32, 48)


def fans_of(counts: Sequence[int], winds: tuple[int, int]) -> set[int]:
    """The fan of each way to read 14 tiles as a win, all sets melded; CHICKEN if it has none."""
    found = {melded_fan(sets, pair, winds) for sets, pair in divisions(list(counts))}
    if all(count % 2 == 0 for count in counts):
        found.add(_SEVEN_PAIRS)
    return found


def divisions(counts: list[int]) -> Iterator[tuple[tuple[Meld, ...], int]]:
    """All ways to part tiles into sets and a pair."""
    for pair, count in enumerate(counts):
        if count >= 2:
            counts[pair] -= 2
            for sets in _sets(counts):
                yield tuple(sets), pair
            counts[pair] += 2


def _sets(counts: list[int]) -> Iterator[list[Meld]]:
    first = next((tile for tile, count in enumerate(counts) if count), None)
    if first is None:
        yield []
        return
    chow = first + 1 in CHOW_MIDDLES and counts[first + 1] and counts[first + 2]
    for tiles, meld in (
        ((first,) * 3, Meld(PENG, first, 1) if counts[first] >= 3 else None),
        ((first, first + 1, first + 2), Meld(CHI, first + 1, 1) if chow else None),
    ):
        if meld is not None:
            for tile in tiles:
                counts[tile] -= 1
            yield from ([meld, *rest] for rest in _sets(counts))
            for tile in tiles:
                counts[tile] += 1


@cache
def melded_fan(sets: tuple[Meld, ...], pair: int, winds: tuple[int, int]) -> int:
    """What MahjongGB counts when all is melded, without Melded Hand; CHICKEN for nothing."""
    hand = [0] * 34
    hand[pair] = 1
    context = WinContext(seat_wind=winds[0], prevalent_wind=winds[1])
    found = win(hand, list(sets), pair, context)
    assert found is not None
    return found.fan - _MELDED_HAND if found.fan > _MELDED_HAND else CHICKEN


def ways_to_win(
    hand: Sequence[int], unseen: Sequence[int], winds: tuple[int, int], draws: int
) -> dict[int, list[int]]:
    """By discard how many draws of this many tiles it wins with, by class: CHICKEN and LEAST_FANS.

    hand: 14 tiles without melds. Only draws are counted of which a win needs every tile.
    """
    found: dict[int, list[int]] = {}
    held = [tile for tile in range(34) if hand[tile]]
    for discard in held:
        found[discard] = [0] * (1 + len(LEAST_FANS))
        rest = list(hand)
        rest[discard] -= 1
        for drawn in combinations_with_replacement(range(34), draws):
            ways = prod(comb(unseen[tile], drawn.count(tile)) for tile in set(drawn))
            if not ways:
                continue
            fans = set()
            for others in combinations_with_replacement(held, draws - 1):
                left = list(rest)
                for tile in others:
                    left[tile] -= 1
                if min(left) < 0 or set(drawn) & {discard, *others}:
                    continue
                for tile in drawn:
                    left[tile] += 1
                fans |= fans_of(left, winds)
            reached = [CHICKEN in fans, *(max(fans, default=0) >= least for least in LEAST_FANS)]
            found[discard] = [
                sum_ + ways * one for sum_, one in zip(found[discard], reached, strict=True)
            ]
    return found
