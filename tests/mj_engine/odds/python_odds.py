"""What `odds` in C++ is held against: mj_bot's search and its pieces, gathered in one place."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from mj_bot.search import danger, finish, lattice, nearest, whereabouts
from mj_bot.search.odds import EQUAL_WITHIN, Settings
from mj_bot.search.odds import Odds as Search

from mj_bot.state import GameState


class Candidate(NamedTuple):
    """One legal action, with the fields of the engine's."""

    action: str
    value: float
    hand_value: float
    win_chance: float
    deal_in: float


class Target(NamedTuple):
    """A shape near a hand."""

    counts: tuple[int, ...]
    fan: int
    claimable: bool
    distance: int


class Outlook(NamedTuple):
    """What a seat sees of the others: threat, and by tile danger and odds to come."""

    threat: float
    deal_in: list[float]
    drawn: list[float]
    discarded: list[float]


def candidates(state: GameState, search: Search | None = None) -> list[Candidate]:
    """Every legal action, in the order in which they are compared."""
    found = (Search() if search is None else search).candidates(state)
    return [Candidate(str(one.action), *map(float, one[1:5])) for one in found]


def searcher(**options: Any) -> Search:
    """A search with these settings and rates, by their names."""
    rates = {name: options.pop(name) for name in finish.Rates._fields if name in options}
    return Search(Settings(finish.Rates(**rates), **options))


def chosen(found: list[Candidate]) -> Candidate:
    """The first of the best."""
    best = found[0]
    for one in found:
        if one.value > best.value + EQUAL_WITHIN:
            best = one
    return best


def targets(state: GameState) -> list[Target]:
    """The shapes near the hand as it is, in their order."""
    winds = (state.seat, state.prevalent_wind)
    found = nearest.Nearest()(state.hand, state.unseen, state.own_melds, winds)
    return [
        Target(tuple(counts), fan, claimable, distance)
        for counts, fan, claimable, distance in zip(
            found.counts.tolist(),
            found.fan.tolist(),
            found.melds.tolist(),
            found.distance.tolist(),
            strict=True,
        )
    ]


def outlook(state: GameState) -> Outlook:
    """Of the seat that the state is of."""
    others = danger.opponents(state)
    threat = danger.threat(others)
    where = whereabouts.whereabouts(state, threat)
    return Outlook(threat, danger.dangers(others, state.unseen), where.drawn, where.discarded)


def lattice_sizes(state: GameState, discarding: bool) -> list[tuple[int, int]]:
    """States and edges by level, of the hand as it is."""
    winds = (state.seat, state.prevalent_wind)
    shapes = nearest.Nearest()(state.hand, state.unseen, state.own_melds, winds)
    if discarding:
        shapes = shapes.chosen(shapes.distance > 0)
    have = np.array(nearest.tiles_held(state.hand, state.own_melds))
    missing = np.unique(np.maximum(shapes.counts - have, 0), axis=0)
    levels = lattice.lattice_of(missing.astype(np.int16))
    return [(len(level.tiles), len(level.tile)) for level in levels]
