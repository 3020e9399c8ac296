"""basic_shanten against its rules, case by case and as one plain search over all tiles."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from random import Random

import pytest

from mj_bot.routes.distance.basic_shanten import basic_shanten
from mj_bot.routes.distance.difficulty import DEAD, DIFFICULTY, difficulties
from mj_bot.tiles import TILE_KINDS, counts_of, tile_of, tiles_of

Counts = list[int]


def remaining(text: str = "", others: int = 4) -> Counts:
    """Copies left: "W1=0 W2=3", every tile not named has `others`."""
    copies = [others] * TILE_KINDS
    for word in text.split():
        code, count = word.split("=")
        copies[tile_of(code)] = int(count)
    return copies


CASES = [
    # tiles, copies left (4 of the others), pairs, sets, distance
    ("", "", 0, 0, 0.0),
    # Rule 1: the pair.
    ("F1 F1", "", 1, 0, 0.0),
    ("F1 J1", "F1=3 J1=1", 1, 0, 0.9),
    ("F1 J1", "F1=0 J1=1", 1, 0, 1.1),
    ("F1 J1", "F1=0 J1=0", 1, 0, 2.0),
    ("", "", 1, 0, 2.0),
    # Rule 2: complete sets, four sets and a pair.
    ("W1 W2 W3 B4 B4 B4 T7 T8 T9 F1 F1 F1 J2 J2", "", 1, 4, 0.0),
    ("W1 W2 W3 J2 J2", "", 1, 1, 0.0),
    # A pung of exactly three: of four a pair to become one is taken, and none can come.
    ("F1 F1 F1 F1", "F1=0", 1, 1, 3.0),
    # As long as there is a complete set nothing else is tried: 5 to be paired, not 55 and 67.
    ("W5 W5 W6 W7", "W5=2", 1, 1, 1.0),
    # Rule 3: closed, edge and open waits, a pair to become a pung.
    ("W1 W3 F1 F1", "W2=1", 1, 1, 1.1),
    ("W1 W2 F1 F1", "W3=2 F1=2", 1, 1, 1.0),
    ("W8 W9 F1 F1", "W7=3", 1, 1, 0.9),
    ("W2 W3 F1 F1", "W1=2 W4=3", 1, 1, 0.8),
    ("W2 W3 F1 F1", "W1=0 W4=3", 1, 1, 0.9),
    ("W2 W3 F1 F1", "W1=3 W4=0", 1, 1, 0.9),
    ("F1 F1 J1 J1", "F1=2 J1=1", 1, 1, 1.0),
    # A dead wait is none: neither set nor pair is seen then, though there is a pair.
    ("W1 W3 F1 F1", "W2=0 F1=0", 1, 1, 3.0),
    # Two waits, the pair left over.
    ("W2 W3 B5 B7 F1 F1", "B6=2 F1=2", 1, 2, 0.7 + 1.0),
    # Rule 4: 2 for a set, 1 for a pair.
    ("W1 B1 T1 F1", "", 1, 1, 3.0),
    ("W1 B1 T1 F1", "", 0, 1, 2.0),
    ("W1 B1 T1 F1", "", 1, 4, 9.0),
]


@pytest.mark.parametrize(("tiles", "left", "pairs", "sets", "distance"), CASES)
def test_cases(tiles: str, left: str, pairs: int, sets: int, distance: float) -> None:
    found = basic_shanten(counts_of(tiles_of(tiles)), remaining(left), pairs, sets)
    assert found == pytest.approx(distance)


@pytest.mark.parametrize(
    ("tiles", "left", "low", "high", "distance"),
    [
        ("W6 W7 B9 B9", "W8=2", 6, 9, 1.0),  # W5 does not count
        ("W6 W7 B9 B9", "W8=0 B9=0", 6, 9, 3.0),
        ("W3 W4 B1 B1", "W2=3", 1, 4, 0.9),
        ("W6 W8 B9 B9", "W7=2", 6, 9, 1.0),
    ],
)
def test_chows_within_numbers(tiles: str, left: str, low: int, high: int, distance: float) -> None:
    found = basic_shanten(counts_of(tiles_of(tiles)), remaining(left), 1, 1, low, high)
    assert found == pytest.approx(distance)


def test_difficulties() -> None:
    assert difficulties([0, 1, 2, 3, 4]) == [DEAD, 1.1, 1.0, 0.9, 0.8]
    assert DIFFICULTY[0] == 10.0


# -- against one plain search --------------------------------------------------------------------


def plain_search(
    counts: Sequence[int], remain: Sequence[int], pairs: int, sets: int, low: int, high: int
) -> float:
    """The four rules, one after the other, over all tiles at once."""

    def cost(tile: int) -> float:
        return DIFFICULTY[remain[tile]]

    def in_range(*tiles: int) -> bool:
        same_suit = len({tile // 9 for tile in tiles}) == 1
        return (
            min(tiles) >= 0
            and max(tiles) < 27
            and same_suit
            and all(low <= tile % 9 + 1 <= high for tile in tiles)
        )

    def without(tiles: tuple[int, ...], *used: int) -> tuple[int, ...] | None:
        rest = list(tiles)
        for tile in used:
            rest[tile] -= 1
        return tuple(rest) if min(rest) >= 0 else None

    def waits(tile: int) -> list[tuple[float, tuple[int, ...]]]:
        found: list[tuple[float, tuple[int, ...]]] = []
        if remain[tile]:
            found.append((cost(tile), (tile, tile)))
        if in_range(tile, tile + 1):
            sides = [
                cost(side) for side in (tile - 1, tile + 2) if in_range(tile, side) and remain[side]
            ]
            if sides:
                found.append((min(sides) - 0.1 * (len(sides) == 2), (tile, tile + 1)))
        if in_range(tile, tile + 1, tile + 2) and remain[tile + 1]:
            found.append((cost(tile + 1), (tile, tile + 2)))
        return found

    @cache
    def distance(tiles: tuple[int, ...], sets: int, partial: bool) -> float:
        if not sets:
            if not pairs or max(tiles) >= 2:
                return 0.0
            alive = [cost(tile) for tile, count in enumerate(tiles) if count and remain[tile]]
            return min([2.0, *alive])
        if not partial:
            complete = [
                distance(rest, sets - 1, False)
                for tile in range(TILE_KINDS)
                for used in ((tile,) * 3, (tile, tile + 1, tile + 2))
                if (tiles[tile] == 3 if len(set(used)) == 1 else in_range(*used))
                and (rest := without(tiles, *used)) is not None
            ]
            if complete:
                return min(complete)
        found = [
            price + distance(rest, sets - 1, True)
            for tile in range(TILE_KINDS)
            for price, used in waits(tile)
            if (rest := without(tiles, *used)) is not None
        ]
        return min(found) if found else 2.0 * sets + 1.0 * pairs

    return distance(tuple(counts), sets, False)


def dealt(chance: Random, kinds: int) -> tuple[Counts, Counts]:
    """Up to 14 of the first kinds, and of each kind what is left, at most what the hand leaves."""
    wall = [tile for tile in range(kinds) for _ in range(4)]
    counts = counts_of(chance.sample(wall, chance.randint(0, 14)))
    return counts, [chance.randint(0, 4 - count) for count in counts]


@pytest.mark.parametrize("kinds", [9, 27, TILE_KINDS])
def test_equals_one_plain_search(kinds: int) -> None:
    chance = Random(kinds)
    for _ in range(100):
        counts, remain = dealt(chance, kinds)
        pairs, sets = chance.randint(0, 1), chance.randint(0, 4)
        expected = plain_search(counts, remain, pairs, sets, 1, 9)
        assert basic_shanten(counts, remain, pairs, sets) == pytest.approx(expected)


@pytest.mark.parametrize(("low", "high"), [(6, 9), (1, 4)])
def test_equals_one_plain_search_within_numbers(low: int, high: int) -> None:
    chance = Random(low)
    for _ in range(100):
        hand, remain = dealt(chance, 27)
        counts = [count if low <= tile % 9 + 1 <= high else 0 for tile, count in enumerate(hand)]
        sets = chance.randint(0, 4)
        expected = plain_search(counts, remain, 1, sets, low, high)
        assert basic_shanten(counts, remain, 1, sets, low, high) == pytest.approx(expected)


def test_all_orders_of_three_suits_are_tried() -> None:
    """The property above draws orders; of these three tiles every order is the same."""
    found = set()
    for first, second, third in permutations("WBT"):
        tiles = f"{first}1 {first}2 {second}5 {second}5 {third}7 {third}9"
        found.add(round(basic_shanten(counts_of(tiles_of(tiles)), [2] * 34, 1, 2), 6))
    assert found == {2.0}
