"""What `odds` in C++ is held against: mj_bot's evaluator and its pieces, gathered in one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

import numpy as np
import pytest

from mj_bot.odds.evaluator import VALUE_TOLERANCE, OddsEvaluator
from mj_bot.odds.hand_context import tiles_held
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.odds.value import hand_value
from mj_bot.odds.value.lattice import lattice_of
from mj_bot.state import GameState
from mj_engine.odds import Candidate as EngineCandidate

# Relative; what is nearly nothing may differ by as little.
WITHIN = 1e-4
NEARLY_NOTHING = 1e-3
# What rounding may do to a value of float32 that sums hundreds of others.
ROUNDING = 1e-6


class Candidate(NamedTuple):
    action: str
    value: float
    hand_value: float
    win_chance: float
    deal_in: float


def evaluator(**options: Any) -> OddsEvaluator:
    return OddsEvaluator(OddsOptions(**options))


def candidates(state: GameState, by: OddsEvaluator) -> list[Candidate]:
    """Every legal action, in the order in which they are compared."""
    return [
        Candidate(str(one.action), one.value, one.hand_value, one.win_chance, one.deal_in)
        for one in by.candidates(state)
    ]


_Either = TypeVar("_Either", Candidate, EngineCandidate)


@contextmanager
def better_by(part: float) -> Iterator[None]:
    """A tile makes a hand better only where it does by so much more, as a part of the value."""
    clearly = np.float32(hand_value.CLEARLY * (1 + part))
    with patch.object(hand_value, "CLEARLY", clearly):
        yield


def chosen(found: Sequence[_Either]) -> _Either:
    best = found[0]
    for one in found:
        if one.value > best.value + VALUE_TOLERANCE:
            best = one
    return best


def turned_by_rounding(
    state: GameState, search: OddsEvaluator, found: Sequence[EngineCandidate]
) -> bool:
    """Whether Python has each of these values as it is or with a yes or no turned by rounding."""
    valued = [candidates(state, search)]
    for part in (-ROUNDING, ROUNDING):
        with better_by(part):
            valued.append(candidates(state, search))
    return all(
        any(alike(one, wanted) for wanted in others)
        for one, *others in zip(found, *valued, strict=True)
    )


def alike(found: EngineCandidate, wanted: Candidate) -> bool:
    """Whether two candidates have the same values, but for rounding.

    A value is a difference of two terms and may be much nearer to 0 than they are; the one that is
    not exact is the win chance times the points of a win, which are more than 1.
    """
    near_zero = WITHIN * max(NEARLY_NOTHING, wanted.win_chance)
    return found.value == pytest.approx(wanted.value, rel=WITHIN, abs=near_zero) and (
        found[2:] == pytest.approx(wanted[2:], rel=WITHIN, abs=WITHIN * NEARLY_NOTHING)
    )


def lattice_sizes(state: GameState, discarding: bool) -> list[tuple[int, int]]:
    """States and edges by level, of the hand as it is."""
    winds = (state.seat, state.prevalent_wind)
    near = Nearest()(state.hand, state.unseen, state.own_melds, winds)
    if discarding:
        near = near.chosen(near.distance > 0)
    have = np.array(tiles_held(state.hand, state.own_melds))
    missing = np.unique(np.maximum(near.counts - have, 0), axis=0)
    levels = lattice_of(missing.astype(np.int16))
    return [(len(level.tiles), len(level.tile)) for level in levels]
