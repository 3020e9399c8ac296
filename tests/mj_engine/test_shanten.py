"""The engine's own shanten against mj_bot's, hand for hand."""

import pytest

import mj_engine
from tests.mj_bot.shanten.test_shanten import hands
from tests.mj_engine.python_side import shanten


@pytest.mark.parametrize("melds", range(5))
@pytest.mark.parametrize("drawn", [0, 1])
def test_distance_and_useful_tiles(melds: int, drawn: int) -> None:
    for hand in hands(13 - 3 * melds + drawn, 3_000):
        assert mj_engine.shanten(hand, melds) == shanten(hand, melds), hand


@pytest.mark.parametrize(("hand", "melds"), [([1] * 34, 0), ([0] * 34, 4), ([5] + [0] * 33, 3)])
def test_what_is_no_hand(hand: list[int], melds: int) -> None:
    with pytest.raises(ValueError, match="no hand|four copies"):
        mj_engine.shanten(hand, melds)
