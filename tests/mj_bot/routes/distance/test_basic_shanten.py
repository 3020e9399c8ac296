"""basic_shanten against its rules as one plain search over all tiles."""

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from mj_bot.routes.distance.basic_shanten import Search, basic_shanten, split
from mj_bot.routes.distance.difficulty import ALIKE, DEAD, DIFFICULTY, difficulties
from mj_bot.tiles import TILE_KINDS, counts_of, tile_of, tiles_of

Counts = list[int]


def test_difficulties() -> None:
    assert difficulties([0, 1, 2, 3, 4]) == [DEAD, 1.1, 1.0, 0.9, 0.8]
    assert difficulties([0, 1, 2, 3, 4], ALIKE) == [DEAD, 1, 1, 1, 1]
    assert DIFFICULTY[0] == 10.0


@pytest.mark.parametrize(
    ("tiles", "left", "distance"),
    [
        ("F1 J1 W1 W2 W3", {"F1": 0, "J1": 1}, 1.1),  # The pair: the easier of both.
        ("F1 F1 F1 F1", {"F1": 0}, 3.0),  # A pung of exactly three.
        ("W5 W5 W6 W7", {"W5": 2}, 1.0),  # With a complete set nothing else is tried.
        ("W2 W3 F1 F1", {"W1": 0, "W4": 3}, 0.9),
        ("W1 W3 F1 F1", {"W2": 0, "F1": 0}, 3.0),  # A dead wait is none.
        ("W1 B1 T1 F1", {}, 3.0),
    ],
)
def test_a_set_and_a_pair(tiles: str, left: dict[str, int], distance: float) -> None:
    remain = [4] * TILE_KINDS
    for code, copies in left.items():
        remain[tile_of(code)] = copies
    assert basic_shanten(counts_of(tiles_of(tiles)), remain, 1, 1) == pytest.approx(distance)


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
    """With what is remembered of other hands, too."""
    chance, other = Random(kinds), dealt(Random(0), kinds)[0]
    for _ in range(150):
        counts, remain = dealt(chance, kinds)
        pairs, sets = chance.randint(0, 1), chance.randint(0, 4)
        expected = plain_search(counts, remain, pairs, sets, 1, 9)
        assert basic_shanten(counts, remain, pairs, sets) == pytest.approx(expected)
        search = Search(difficulties(remain))
        for other_sets in (1, sets):
            search.distance(split(other), 1, other_sets)
        other = counts
        assert search.distance(split(counts), pairs, sets) == pytest.approx(expected)


@pytest.mark.parametrize(("low", "high"), [(6, 9), (1, 4)])
def test_equals_one_plain_search_within_numbers(low: int, high: int) -> None:
    chance = Random(low)
    for _ in range(150):
        hand, remain = dealt(chance, 27)
        counts = [count if low <= tile % 9 + 1 <= high else 0 for tile, count in enumerate(hand)]
        sets = chance.randint(0, 4)
        expected = plain_search(counts, remain, 1, sets, low, high)
        assert basic_shanten(counts, remain, 1, sets, low, high) == pytest.approx(expected)
