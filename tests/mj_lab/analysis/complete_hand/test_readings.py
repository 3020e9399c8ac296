"""The fans of all readings, held against MahjongGB, which counts the greatest alone."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from mj_bot.events import CHI, GANG, PENG
from mj_bot.fan import WAIT_FANS, Fan, WinContext, win
from mj_bot.melds import Meld
from mj_bot.tiles import TILE_KINDS, counts_of, tile_of, tiles_of
from mj_engine.fans import Reading, readings
from mj_lab.analysis.complete_hand.divisions import divisions_of

Asked = tuple[list[int], list[Meld], int, WinContext]

# What changes if chows of a concealed hand lie open.
_OF_THE_WHOLE = {*WAIT_FANS, "Concealed Hand", "Fully Concealed Hand", "Self-Drawn", "Melded Hand"}
_OF_THE_WHOLE |= {"Last Tile", "Chicken Hand"}


def read(asked: Asked) -> list[Reading]:
    hand, melds, tile, context = asked
    return readings(hand, tile, melds, context)


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


def of_its_sets(fans: Any) -> Counter[Fan]:
    return Counter(fan for fan in fans if fan.english not in _OF_THE_WHOLE)


def laid_open(asked: Asked, reading: Reading) -> Counter[Fan] | None:
    """MahjongGB's fans of the sets with the chows laid open; None if that leaves it a choice."""
    hand, melds, tile, context = asked
    completed = {part for part in reading.parts if tile in part[1]}
    if reading.form != "regular" or len(completed) != 1:
        return None
    (last,) = completed
    chows = [part for part in reading.parts if part[0] == CHI]
    if last in chows:
        chows.remove(last)
    left = list(hand)
    left[tile] += 1
    for _, tiles in chows:
        for one in tiles:
            left[one] -= 1
    laid = [*melds, *(Meld(CHI, tiles[1], 1) for _, tiles in chows)]
    if len(divisions_of(left, len(laid))) != 1:
        return None
    left[tile] -= 1
    found = win(left, laid, tile, context)
    assert found is not None
    return of_its_sets(found.fans)


def test_every_reading_is_counted_as_mahjonggb_counts_it_alone() -> None:
    """The greatest is MahjongGB's answer; each that it can be held to has its fans."""
    random = Random("divisions")
    seen: Counter[str] = Counter()
    for asked in filter(None, (random_hand(random) for _ in range(6000))):
        best, found = win(*asked), read(asked)
        assert best is not None
        whole = list(asked[0])
        whole[asked[2]] += 1
        divisions = {(one.form, one.parts) for one in divisions_of(whole, len(asked[1]))}
        assert {(one.form, tuple(one.parts)) for one in found} == divisions
        counts = [one.win.fan for one in found]
        assert counts == sorted(counts, reverse=True) and counts[0] == best.fan, asked
        for one in found:
            expected = laid_open(asked, one)
            assert expected in (None, of_its_sets(one.win.fans)), (asked, one)
            seen["held" if expected is not None else "unheld"] += len(found) > 1
        seen["several"] += len(found) > 1
        seen["level"] += counts[1:2] == counts[:1]
    assert seen["several"] > 200 and seen["held"] > 200 and seen["level"] > 10, seen


@pytest.mark.parametrize(
    ("tiles", "last", "fans"),
    [
        # 111222333 as pungs and as chows.
        ("W1 W1 W1 W2 W2 W2 W3 W3 W3 W9 W9 B1 B2", "B3", [46, 35]),
        # A double dragon, which the rules read as chows; as seven pairs a full flush, 24 + 24.
        ("W1 W1 W2 W2 W3 W3 W7 W7 W8 W8 W9 W9 W5", "W5", [67, 48]),
        # Two readings with the most fan.
        ("T2 T2 T2 T3 T3 T3 T3 T4 T4 T4 T5 T5 T5", "T4", [72, 72, 58, 58]),
    ],
)
def test_known_hands(tiles: str, last: str, fans: list[int]) -> None:
    asked: Asked = (counts_of(tiles_of(tiles)), [], tile_of(last), WinContext())
    assert [one.win.fan for one in read(asked)] == fans


def test_the_other_reading_has_its_own_fans() -> None:
    """By the rule book: three equal chows of a suit, an outside hand of chows, an edge wait."""
    hand = counts_of(tiles_of("W1 W1 W1 W2 W2 W2 W3 W3 W3 W9 W9 B1 B2"))
    _, other = read((hand, [], tile_of("B3"), WinContext(self_drawn=True)))
    assert {(fan.english, fan.value * fan.times) for fan in other.win.fans} == {
        ("Pure Triple Chow", 24),
        ("Outside Hand", 4),
        ("Fully Concealed Hand", 4),
        ("All Chows", 2),
        ("Mixed Double Chow", 1),
        ("One Voided Suit", 1),
        ("Edge Wait", 1),
    }
