"""Finds where `odds` in Python and in C++ first differ, step by step through the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isclose
from typing import Any, NamedTuple

from mj_bot.events import Action
from mj_bot.odds.evaluator import OddsEvaluator
from mj_bot.odds.forecast.forecast import Forecast
from mj_bot.odds.forecast.model import FORECAST_NAMES
from mj_bot.odds.opponents import deal_in, tile_location
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.state import GameState
from mj_bot.tiles import CODES, codes_of
from mj_engine.odds import Odds, outlook

# The tolerance, relative and absolute: C++ sums in float32 and in a different order.
WITHIN = 1e-4
NEARLY_NOTHING = 1e-3


class Piece(NamedTuple):
    """One number or word of the search, from both."""

    name: str
    python: Any
    cpp: Any
    scale: float = NEARLY_NOTHING  # Differences that are small beside this are ignored.

    @property
    def same(self) -> bool:
        """Whether they are equal, except for rounding."""
        if not isinstance(self.python, float):
            return bool(self.python == self.cpp)
        return isclose(self.python, self.cpp, rel_tol=WITHIN, abs_tol=WITHIN * self.scale)


def pieces(state: GameState) -> Iterator[Piece]:
    """All pieces of a decision: the others, the target hands, the values, the choice."""
    engine = Odds()
    yield from _others(state, outlook(state))
    yield from _targets(state, engine.targets(state))
    here = list(OddsEvaluator(OddsOptions()).candidates(state))
    there = {candidate.action: candidate for candidate in engine.candidates(state)}
    for field in ("hand_value", "win_chance", "deal_in", "value"):
        for candidate in here:
            its = getattr(there.get(str(candidate.action)), field, None)
            scale = 1.0 if field == "value" else NEARLY_NOTHING
            yield Piece(f"{field} of {candidate.action}", getattr(candidate, field), its, scale)
    for candidate in OddsEvaluator(OddsOptions()).candidates(state, exact=True):
        if candidate.forecast is not None:
            yield from _forecast(
                candidate.action, candidate.forecast, engine.forecast(state, str(candidate.action))
            )


def _others(state: GameState, its: Sequence[Any]) -> Iterator[Piece]:
    opponents = deal_in.opponents(state)
    threat = deal_in.threat_of(opponents)
    where = tile_location.tile_location(state, threat)
    dangers = deal_in.deal_in_chances(opponents, state.unseen)
    its_threat, *its_rows = its
    yield Piece("threat", threat, its_threat)
    names = ("deal-in chance of", "chance to be drawn of", "chance to be discarded of")
    rows = zip(names, (dangers, where.drawn, where.discarded), its_rows, strict=True)
    for name, ours, others in rows:
        for tile, code in enumerate(CODES):
            yield Piece(f"{name} {code}", float(ours[tile]), others[tile])


def _targets(state: GameState, its: Sequence[Any]) -> Iterator[Piece]:
    winds = (state.seat, state.prevalent_wind)
    nearest = Nearest()(state.hand, state.unseen, state.own_melds, winds)
    ours = list(zip(*(column.tolist() for column in nearest), strict=True))
    yield Piece("target hands near the hand", len(ours), len(its))
    for number, (mine, other) in enumerate(zip(ours, its, strict=False)):
        yield Piece(f"target hand {number}", _words(mine), _words(other))


def _forecast(action: Action, ours: Forecast, its: Any) -> Iterator[Piece]:
    """The forecast of an action; its points are on the scale of a game."""
    for field in Forecast._fields[:-1]:
        scale = NEARLY_NOTHING if field == "win_chance" else 1.0
        yield Piece(
            f"forecast, {field} of {action}", getattr(ours, field), getattr(its, field), scale
        )
    for name, here, there in zip(FORECAST_NAMES, ours.features, its.features, strict=True):
        yield Piece(f"forecast, feature {name} of {action}", here, there)


def _words(target: Sequence[Any]) -> str:
    counts, fan, claimable, distance = target
    how = "claimable" if claimable else "not claimable"
    tiles = [tile for tile, count in enumerate(counts) for _ in range(count)]
    return f"{codes_of(tiles)}: {fan} fan, {how}, {distance} missing"
