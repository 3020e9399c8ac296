"""The table of target patterns against MahjongGB: all chows of a fan, and no others."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from MahjongGB import MahjongFanCalculator

from mj_bot.routes.families.patterns import TargetTable
from mj_bot.tiles import CHOW_MIDDLES, COPIES, code_of

COUNTS = {
    "Pure Straight": 3,
    "Mixed Straight": 6,
    "Mixed Triple Chow": 7,
    "Mixed Shifted Chows": 30,
    "Pure Shifted Chows": 15,
    "Pure Triple Chow": 21,
    "Knitted Straight": 6,
}


@pytest.fixture(scope="module")
def table() -> TargetTable:
    return TargetTable()


def fans(melds: tuple[tuple[str, str, int], ...], hand: list[str], win: str) -> set[str]:
    """English names of all fans, a discard of another seat winning."""
    found = MahjongFanCalculator(
        melds, tuple(hand), win, 0, False, False, False, False, 0, 0, verbose=True
    )
    return {english for _, _, _, english in found}


def test_as_many_as_designed(table: TargetTable) -> None:
    assert Counter(target.fan for target in table.targets) == COUNTS
    assert sum(COUNTS.values()) == len(table.entries()) == 88


def test_names_are_those_of_mahjong_gb(table: TargetTable) -> None:
    """Each target with a pung of east and a pair of white is won with its fan."""
    for target in table.targets:
        tiles = [code_of(tile) for tiles in target.sets for tile in tiles]
        if target.fan == "Knitted Straight":
            found = fans((), [*tiles, "F1", "F1", "F1", "J3"], "J3")
        else:
            melds = tuple(("CHI", code_of(tiles[1]), 1) for tiles in target.sets)
            found = fans(melds, ["F1", "F1", "F1", "J3"], "J3")
        assert target.fan in found, target


def test_no_three_chows_are_forgotten(table: TargetTable) -> None:
    """Of all three chows MahjongGB finds these fans in just those of the table.

    Pure Shifted Chows that go up by two (123 345 567) are left out by the design.
    """
    known = {(target.fan, tuple(sets[1] for sets in target.sets)) for target in table.targets}
    found = set()
    for middles in combinations_with_replacement(CHOW_MIDDLES, 3):
        tiles = Counter(middle + step for middle in middles for step in (-1, 0, 1))
        if max(tiles.values()) > COPIES:
            continue
        melds = tuple(("CHI", code_of(middle), 1) for middle in middles)
        for fan in fans(melds, ["F1", "F1", "F1", "J3"], "J3") & set(COUNTS):
            if fan != "Pure Shifted Chows" or middles[1] == middles[0] + 1:
                found.add((fan, middles))
    assert found == {pair for pair in known if pair[0] != "Knitted Straight"}


def test_entries_hold_the_open_chows(table: TargetTable) -> None:
    """With B123 (middle B2) on the table: what is left of each target is its other six tiles."""
    for entry in table.entries((10,)):
        target = table.targets[entry.target]
        assert (9, 10, 11) in target.sets
        assert sum(sum(table.parts[part]) for part in entry.parts) == 6
    assert len(table.entries((10,))) == sum((9, 10, 11) in target.sets for target in table.targets)


@pytest.mark.parametrize(
    ("chows", "fan_names"),
    [
        ((1, 4, 7), {"Pure Straight"}),
        ((1, 1, 1), {"Pure Triple Chow"}),
        ((1, 1), {"Pure Triple Chow"}),
        ((1, 10, 19), {"Mixed Triple Chow"}),
        ((1, 10, 20), set()),
    ],
)
def test_entries_of_several_chows(
    table: TargetTable, chows: tuple[int, ...], fan_names: set[str]
) -> None:
    entries = table.entries(chows)
    assert {table.targets[entry.target].fan for entry in entries} == fan_names
    for entry in entries:
        wanted = sum(sum(table.parts[part]) for part in entry.parts)
        assert wanted == 9 - 3 * len(chows)
