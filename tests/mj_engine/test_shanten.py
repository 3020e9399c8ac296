"""The engine's own shanten against mj_bot's, hand for hand."""

import random

import pytest

import mj_engine
from tests.mj_engine.python_side import shanten

_HANDS = 3_000
_WALL = [tile for tile in range(34) for _ in range(4)]


def _random_hand(lot: random.Random, size: int) -> list[int]:
    """Tiles at random; at times of few kinds, and at times near a knitted or an orphans' hand."""
    pool = lot.choice([_WALL, _WALL[:36], _WALL[36:72] + _WALL[108:], _WALL[::3] + _WALL[108:]])
    if lot.random() < 0.3:
        pool = [tile for tile in _WALL if tile >= 27 or tile % 9 in (0, 8)] + _WALL[:8]
    if lot.random() < 0.3:
        straight = [
            9 * suit + lot.randrange(3) + 3 * step for suit in range(3) for step in range(3)
        ]
        pool = straight * 4 + _WALL[108:]
    hand = [0] * 34
    for tile in lot.sample(pool, len(pool)):
        if sum(hand) < size and hand[tile] < 4:
            hand[tile] += 1
    return hand


@pytest.mark.parametrize("melds", range(5))
@pytest.mark.parametrize("drawn", [0, 1])
def test_distance_and_useful_tiles(melds: int, drawn: int) -> None:
    lot = random.Random(10 * melds + drawn)
    for _ in range(_HANDS):
        hand = _random_hand(lot, 13 - 3 * melds + drawn)
        if sum(hand) == 13 - 3 * melds + drawn:
            assert mj_engine.shanten(hand, melds) == shanten(hand, melds), hand


@pytest.mark.parametrize(("hand", "melds"), [([1] * 34, 0), ([0] * 34, 4), ([5] + [0] * 33, 3)])
def test_what_is_no_hand(hand: list[int], melds: int) -> None:
    with pytest.raises(ValueError, match="no hand|four copies"):
        mj_engine.shanten(hand, melds)
