"""The lattice against all multisets written out."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mj_bot.odds.value.lattice import Level, lattice_of
from mj_bot.tiles import TILE_KINDS, counts_of

State = tuple[int, ...]

# Few tiles, so that groups overlap; the first and the last among them.
TILES = st.sampled_from([0, 1, 2, 8, 9, 27, 33])
MULTISETS = st.lists(TILES, max_size=5).map(lambda tiles: tuple(sorted(tiles)))
GROUPS = st.lists(MULTISETS, max_size=8, unique=True)


def lattice(groups: list[State]) -> list[Level]:
    missing = np.array([counts_of(group) for group in groups], np.int16).reshape(-1, TILE_KINDS)
    return lattice_of(missing)


def within(group: State) -> set[State]:
    return {chosen for size in range(len(group) + 1) for chosen in combinations(group, size)}


def states_of(level: Level) -> list[State]:
    return [tuple(tiles) for tiles in level.tiles.tolist()]


@given(GROUPS)
@example([])
@example([()])
@example([(), (0,)])
@example([(0, 0, 0, 0), (0, 0), (33, 33)])
@example([(0, 1, 2), (0, 1), (1, 2), (1,), (0, 2)])
@example([(9, 9, 27, 27, 27), (9, 9, 9, 27, 27)])
def test_states_and_edges_are_those_of_brute_force(groups: list[State]) -> None:
    levels = lattice(groups)
    states = {state for group in groups for state in within(group)}
    assert len(levels) == max(map(len, groups), default=0) + 1
    edges: Counter[tuple[State, int, State]] = Counter()
    for size, level in enumerate(levels):
        own = states_of(level)
        assert level.tiles.shape == (len(own), size)
        assert Counter(own) == Counter(state for state in states if len(state) == size)
        above = states_of(levels[size + 1]) if size + 1 < len(levels) else []
        for parent, child, tile in zip(level.parent, level.child, level.tile, strict=True):
            edges[own[parent], int(tile), above[child]] += 1
    expected = {
        (state, tile, more)
        for state in states
        for tile in range(TILE_KINDS)
        if (more := tuple(sorted((*state, tile)))) in states
    }
    assert edges == Counter(expected)


@given(GROUPS)
@example([()])
@example([(0, 0, 0, 0), (0, 0), (33, 33)])
def test_groups_are_marked_where_they_are_complete(groups: list[State]) -> None:
    marked = {}
    for level in lattice(groups):
        for state, group in zip(states_of(level), level.group.tolist(), strict=True):
            if group != -1:
                assert state not in marked
                marked[state] = group
    assert marked == {group: place for place, group in enumerate(groups)}


@given(GROUPS)
def test_edges_of_a_state_lie_together(groups: list[State]) -> None:
    for level in lattice(groups):
        parents = level.parent.tolist()
        assert parents == sorted(parents)
        assert level.inner.tolist() == sorted(set(parents))
        assert level.begins.tolist() == [parents.index(state) for state in level.inner.tolist()]


@given(GROUPS)
def test_only_whole_groups_lead_nowhere(groups: list[State]) -> None:
    """Every other state lies below a group, so that every way ends in a win."""
    for level in lattice(groups):
        ends = set(range(len(level.tiles))) - set(level.inner.tolist())
        assert all(level.group[state] != -1 for state in ends)


@pytest.mark.parametrize("seed", range(3))
def test_as_large_as_in_play(seed: int) -> None:
    """Hundreds of groups of up to 8 tiles: every state once, none by a hash that two share."""
    random = np.random.RandomState(seed)
    draws = [random.randint(0, TILE_KINDS, 1 + size % 8) for size in range(400)]
    groups = sorted({tuple(sorted(map(int, draw))) for draw in draws})
    states = {state for group in groups for state in within(group)}
    found = [state for level in lattice(groups) for state in states_of(level)]
    assert len(found) == len(states)
    assert set(found) == states


def test_the_columns_are_as_documented() -> None:
    for level in lattice([(0, 1), (1, 33, 33)]):
        kinds = [column.dtype for column in level]
        assert kinds == [np.int16] + [np.intp] * 6
