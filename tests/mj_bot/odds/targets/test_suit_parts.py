import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mj_bot.events import CHI, GANG, PENG
from mj_bot.melds import Meld
from mj_bot.odds.targets.suit_parts import SuitParts, honour_parts, sets_of_code, suit_parts

SUIT = suit_parts()
HONOURS = honour_parts()


def test_how_many_there_are() -> None:
    assert (len(SUIT.code), len(HONOURS.code)) == (23533, 498)


@pytest.mark.parametrize("parts", [SUIT, HONOURS])
def test_no_two_are_the_same(parts: SuitParts) -> None:
    assert len(np.unique(np.stack([parts.code, parts.pair], axis=1), axis=0)) == len(parts.code)


@given(st.sampled_from([SUIT, HONOURS]), st.integers(0, 23532))
def test_counts_are_those_of_the_sets_and_the_pair(parts: SuitParts, place: int) -> None:
    place %= len(parts.code)
    counts = [0] * parts.counts.shape[1]
    sets = sets_of_code(int(parts.code[place]))
    for chow, tile in sets:
        for one in (tile - 1, tile, tile + 1) if chow else (tile,) * 3:
            counts[one] += 1
    if parts.pair[place] >= 0:
        counts[parts.pair[place]] += 2
    assert parts.counts[place].tolist() == counts
    assert parts.sets[place] == len(sets) <= 4
    assert max(counts) <= 4


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 8)), min_size=1, max_size=3))
def test_parts_that_hold_melds(chosen: list[tuple[bool, int]]) -> None:
    sets = [(chow, min(max(tile, 1), 7) if chow else tile) for chow, tile in chosen]
    melds = [Meld(CHI, tile, 1) if chow else Meld(PENG, tile, 1) for chow, tile in sets]
    held = SUIT.holding(melds)
    if len(set(sets)) < len(sets) and any(sets.count(one) > 1 for one in sets if not one[0]):
        return  # one pung twice: there is no such hand
    for place in np.random.RandomState(0).randint(0, len(held), 300):
        own = sets_of_code(int(SUIT.code[place]))
        assert held[place] == all(own.count(one) >= sets.count(one) for one in sets)
    assert held.any() == (np.array(_counts(sets)).max() <= 4)


def _counts(sets: list[tuple[bool, int]]) -> list[int]:
    counts = [0] * 9
    for chow, tile in sets:
        for one in (tile - 1, tile, tile + 1) if chow else (tile,) * 3:
            counts[one] += 1
    return counts


def test_a_kong_counts_as_a_pung() -> None:
    assert (HONOURS.holding([Meld(GANG, 27, 0)]) == HONOURS.holding([Meld(PENG, 27, 1)])).all()


def test_a_kong_of_an_unknown_tile_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown"):
        HONOURS.holding([Meld(GANG, None, 0)])
