"""The fans of all divisions: the greatest is MahjongGB's own answer, in hands of every kind."""

from random import Random

import pytest

from mj_bot.events import CHI, GANG, PENG
from mj_bot.fan import WinContext, win
from mj_bot.melds import Meld
from mj_bot.tiles import TILE_KINDS, counts_of, tile_of, tiles_of
from mj_lab.analysis.complete_hand.division_fans import division_fans

Asked = tuple[list[int], list[Meld], int, WinContext]


def random_hand(random: Random) -> Asked | None:
    """A complete hand of few kinds, often with two readings; None if it has five of a kind."""
    suits = random.choice([[0], [0], [0, 1], [0, 1, 2]])
    low = random.randrange(0, 6)
    high = random.randrange(low + 2, 9)
    parts = []
    for _ in range(4):
        base = 9 * random.choice(suits)
        if random.random() < 0.35:
            tile = base + random.randint(low, high) if random.random() < 0.9 else 31
            parts.append((PENG, [tile] * 3))
        else:
            middle = base + random.randint(max(1, low), min(7, high))
            parts.append((CHI, [middle - 1, middle, middle + 1]))
    melds = []
    open_sets = random.choice([0, 0, 0, 1, 1, 2])
    for kind, tiles in parts[:open_sets]:
        is_kong = kind == PENG and random.random() < 0.4
        offer = random.choice([0, 1]) if is_kong else 1
        melds.append(Meld(GANG if is_kong else kind, tiles[1], offer))
    counts = counts_of(tile for _, tiles in parts[open_sets:] for tile in tiles)
    counts[9 * random.choice(suits) + random.randint(low, high)] += 2
    held = [tile for meld in melds for tile in meld.tiles()]
    if any(counts[tile] + held.count(tile) > 4 for tile in range(TILE_KINDS)):
        return None
    last = random.choice([tile for tile in range(TILE_KINDS) if counts[tile]])
    counts[last] -= 1
    self_drawn, last_copy, about_kong, wall_last = (
        random.random() < share for share in (0.5, 0.1, 0.1, 0.1)
    )
    winds = (random.randrange(4), random.randrange(4))
    flowers = random.choice([0, 2])
    context = WinContext(self_drawn, last_copy, about_kong, wall_last, *winds, flowers)
    return counts, melds, last, context


def test_the_greatest_of_all_divisions_is_what_mahjonggb_counts() -> None:
    random = Random("divisions")
    seen = {"one": 0, "all told": 0, "in part": 0}
    for asked in filter(None, (random_hand(random) for _ in range(6000))):
        best = win(*asked)
        assert best is not None
        told = division_fans(*asked)
        wins = [one.win for one in told if one.win is not None]
        assert len(told) > 0
        assert all(found.fan <= best.fan for found in wins), asked
        if len(told) == 1:
            assert wins == [best]
            seen["one"] += 1
        elif len(wins) == len(told):
            assert wins[0].fan == best.fan, asked
            seen["all told"] += 1
        else:
            seen["in part"] += 1
    assert seen["one"] > 2000
    assert seen["all told"] > 100
    # Most hands that can be read in several ways are explained in full.
    assert seen["in part"] < seen["all told"]


@pytest.mark.parametrize(
    ("tiles", "last", "fans"),
    [
        # 111222333 as pungs and as chows.
        ("W1 W1 W1 W2 W2 W2 W3 W3 W3 W9 W9 B1 B2", "B3", [46, 35]),
        # A double dragon, which the rules read as chows; as pairs it is not named.
        ("W1 W1 W2 W2 W3 W3 W7 W7 W8 W8 W9 W9 W5", "W5", [67, None]),
    ],
)
def test_known_hands(tiles: str, last: str, fans: list[int | None]) -> None:
    hand = counts_of(tiles_of(tiles))
    told = division_fans(hand, [], tile_of(last), WinContext())
    assert [one.win and one.win.fan for one in told] == fans


def test_what_is_no_win_has_no_divisions() -> None:
    hand = counts_of(tiles_of("W1 W1 W1 W2 W2 W2 W3 W3 W3 W9 W9 B1 B2"))
    assert division_fans(hand, [], tile_of("B4"), WinContext()) == []


def test_the_other_reading_has_its_own_fans() -> None:
    """By the rule book: three equal chows of a suit, an outside hand of chows, an edge wait."""
    hand = counts_of(tiles_of("W1 W1 W1 W2 W2 W2 W3 W3 W3 W9 W9 B1 B2"))
    told = division_fans(hand, [], tile_of("B3"), WinContext(self_drawn=True))
    assert told[1].win is not None
    assert {(fan.english, fan.value * fan.times) for fan in told[1].win.fans} == {
        ("Pure Triple Chow", 24),
        ("Outside Hand", 4),
        ("Fully Concealed Hand", 4),
        ("All Chows", 2),
        ("Mixed Double Chow", 1),
        ("One Voided Suit", 1),
        ("Edge Wait", 1),
    }
