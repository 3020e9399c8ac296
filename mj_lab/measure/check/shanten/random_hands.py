"""Random legal hands of every size, with melds, of many kinds, for comparing shanten."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.events import CHI, GANG, PENG
from mj_bot.melds import Meld
from mj_bot.tiles import (
    CHOW_MIDDLES,
    COPIES,
    HONOURS,
    KNITS,
    KNITTED_STRAIGHTS,
    ORPHANS,
    TILE_KINDS,
    codes_of,
    counts_of,
    tiles_from_counts,
)

SIZES = (1, 4, 7, 10, 13)


class RandomHand(NamedTuple):
    """A hand of 13 - 3 x melds tiles and its melds."""

    hand: list[int]
    melds: list[Meld]

    def is_legal(self) -> bool:
        """Whether the tiles exist: at most four of a kind, melds included."""
        shown = counts_of([tile for meld in self.melds for tile in meld.tiles()])
        return all(held + out <= COPIES for held, out in zip(self.hand, shown, strict=True))

    def __str__(self) -> str:
        melds = [" ".join(map(str, meld.pack())) for meld in self.melds]
        return " | ".join([codes_of(tiles_from_counts(self.hand)), *melds])


def random_hand(size: int, chance: random.Random) -> RandomHand:
    """A random legal hand of this size, of a random kind."""
    left = [COPIES] * TILE_KINDS
    melds = [_meld(left, chance) for _ in range((13 - size) // 3)]
    kind = chance.choice(KINDS)
    hand = kind(size, left, chance)
    while sum(hand) < size:
        _take(hand, left, range(TILE_KINDS), chance)
    at = RandomHand(hand, melds)
    assert at.is_legal(), str(at)
    return at


def _meld(left: list[int], chance: random.Random) -> Meld:
    while True:
        kind = chance.choice([CHI, CHI, PENG, GANG])
        tile = chance.choice(CHOW_MIDDLES) if kind == CHI else chance.randrange(TILE_KINDS)
        meld = Meld(kind, tile, 1)
        if _remove(meld.tiles(), left):
            return meld


def _remove(tiles: Sequence[int], left: list[int]) -> bool:
    needed = Counter(tiles)
    if any(left[tile] < count for tile, count in needed.items()):
        return False
    for tile in tiles:
        left[tile] -= 1
    return True


def _take(hand: list[int], left: list[int], tiles: Sequence[int], chance: random.Random) -> None:
    tile = chance.choice(tiles)
    if left[tile]:
        left[tile] -= 1
        hand[tile] += 1


def _mostly(tiles: Sequence[int], size: int, left: list[int], chance: random.Random) -> list[int]:
    """A hand of these tiles, except for some random ones."""
    hand = [0] * TILE_KINDS
    for _ in range(size - chance.randint(0, min(size, 4))):
        _take(hand, left, tiles, chance)
    return hand


def _even(size: int, left: list[int], chance: random.Random) -> list[int]:
    return _mostly(range(TILE_KINDS), size, left, chance)


def _one_suit(size: int, left: list[int], chance: random.Random) -> list[int]:
    first = chance.choice([0, 9, 18])
    return _mostly(range(first, first + 9), size, left, chance)


def _few_kinds(size: int, left: list[int], chance: random.Random) -> list[int]:
    kinds = chance.sample(range(TILE_KINDS), chance.randint(4, 8))
    return _mostly(kinds, size, left, chance)


def _pairs(size: int, left: list[int], chance: random.Random) -> list[int]:
    """Pairs, except for a tile or two."""
    pairs = [[tile, tile] for tile in chance.sample(range(TILE_KINDS), size // 2 + 1)]
    taken = [pair for pair in pairs if _remove(pair, left)]
    return _mostly_kept(sum(taken, []), size, left, chance)


def _each_once(
    tiles: Sequence[int], size: int, left: list[int], chance: random.Random
) -> list[int]:
    hand = [0] * TILE_KINDS
    for tile in chance.sample(tiles, min(len(tiles), size) - chance.randint(0, min(size, 3))):
        if left[tile]:
            left[tile] -= 1
            hand[tile] += 1
    return hand


def _orphans(size: int, left: list[int], chance: random.Random) -> list[int]:
    return _each_once(ORPHANS, size, left, chance)


def _knitted(size: int, left: list[int], chance: random.Random) -> list[int]:
    straight = chance.choice(KNITTED_STRAIGHTS)
    return _each_once(straight + chance.choice([(), HONOURS]), size, left, chance)


def _nearly(size: int, left: list[int], chance: random.Random) -> list[int]:
    """Sets and a pair, except for a tile or two; perhaps with a knitted straight, right or not."""
    tiles: list[int] = []
    if size >= 10 and chance.random() < 0.4:
        knits = chance.choices(KNITS, k=3)
        if chance.random() < 0.5:
            knits = chance.sample(KNITS, 3)
        straight = [9 * suit + rank for suit, knit in enumerate(knits) for rank in knit]
        tiles = straight if _remove(straight, left) else []
    while len(tiles) + 3 <= size:
        tiles += _set(left, chance)
    pair = [chance.choice([tile for tile in range(TILE_KINDS) if left[tile] > 1])] * 2
    _remove(pair, left)
    return _mostly_kept(tiles + pair, size, left, chance)


def _mostly_kept(taken: list[int], size: int, left: list[int], chance: random.Random) -> list[int]:
    """A hand from these tiles with the surplus, and a tile or two more, removed."""
    chance.shuffle(taken)
    size_kept = size - chance.randint(0, min(size, 2))
    for tile in taken[size_kept:]:
        left[tile] += 1
    return counts_of(taken[:size_kept])


def _set(left: list[int], chance: random.Random) -> list[int]:
    while True:
        tile = chance.choice([*CHOW_MIDDLES, *range(TILE_KINDS)])
        chow = tile in CHOW_MIDDLES and chance.random() < 0.7
        tiles = [tile - 1, tile, tile + 1] if chow else [tile] * 3
        if _remove(tiles, left):
            return tiles


KINDS = (_even, _one_suit, _few_kinds, _pairs, _orphans, _knitted, _nearly, _nearly)
