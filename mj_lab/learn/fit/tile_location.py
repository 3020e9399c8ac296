"""The rows of `mj learn fit tile-location`: is an unseen copy in the wall, is it discarded next?

One row for each tile with unseen copies, at each discard of a seat.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mj_bot.events import CHI, PENG, PLAY, SEATS, Event, parse_request
from mj_bot.odds.coefficient_types import TileLocationCoefficients
from mj_bot.odds.coefficients import TILE_LOCATION
from mj_bot.odds.opponents.deal_in import opponents, threat_of
from mj_bot.odds.opponents.tile_location import features_of, odds_in_wall
from mj_bot.state import GameState
from mj_bot.tiles import TILE_KINDS
from mj_lab.core.records.decisions import seats_by_turn
from mj_lab.core.records.match import Match
from mj_lab.learn.fit.curve import Curve, FittedModel, Numbers, Rows, together
from mj_lab.learn.fit.games import DecisionPlace, own_discards

# How many discards of the other seats count after a decision: two of each.
_NEXT = 6


def model() -> FittedModel:
    """The model of the tile location."""
    names, in_use = TileLocationCoefficients._fields, np.array(TILE_LOCATION)
    in_wall = Curve("is an unseen copy in the wall", names, in_use[:, 0])
    discarded = Curve("do the others discard it next", names, in_use[:, 1], poisson=True)
    return FittedModel(
        "TILE_LOCATION", (in_wall, discarded), own_discards, rows_of, coefficients_of
    )


def coefficients_of(curves: Sequence[Numbers]) -> TileLocationCoefficients:
    """The coefficients by the bot's names."""
    return TileLocationCoefficients(*zip(*(curve.tolist() for curve in curves), strict=True))


def rows_of(match: Match, places: frozenset[DecisionPlace], _seed: str) -> list[Rows]:
    """The rows of one match, for both curves."""
    discards = [discard_in(requests[0]) for requests in match.requests]
    nothing = Rows(np.zeros((0, len(TILE_LOCATION))), *(np.zeros(0),) * 3)
    parts_of_turns = [(nothing, nothing)]
    for turn, states in seats_by_turn(match):
        following = [
            tile_discarded for tile_discarded in discards[turn + 1 :] if tile_discarded is not None
        ]
        for seat in range(SEATS):
            if (seat, turn) in places:
                tiles = [tile for other, tile in following if other != seat][:_NEXT]
                if tiles and sum(states[seat].walls):
                    parts_of_turns.append(_seen_from(states, seat, tiles))
    return [together(part) for part in zip(*parts_of_turns, strict=True)]


def _seen_from(
    states: Sequence[GameState], seat: int, following: Sequence[int]
) -> tuple[Rows, Rows]:
    """The rows of one decision."""
    state = states[seat]
    features = np.array(features_of(state, threat_of(opponents(state))), float)
    others = [states[other].hand for other in range(SEATS) if other != seat]
    unseen = np.array(state.unseen, float)
    in_wall = np.maximum(unseen - np.sum(others, axis=0), 0)
    alike = odds_in_wall(np.zeros(TILE_KINDS), sum(state.walls) / unseen.sum())
    expected = len(following) * unseen / unseen.sum()
    came = np.bincount(following, minlength=TILE_KINDS).astype(float)
    there = unseen > 0
    places = Rows(features, in_wall, unseen, np.log(alike / (1 - alike)))
    next_ones = Rows(features, came, expected, np.zeros(TILE_KINDS))
    return places.chosen(there), next_ones.chosen(there)


def discard_in(request: str) -> tuple[int, int] | None:
    """The seat and the tile, if the request is about a discard.

    >>> discard_in("3 1 CHI W2 F1"), discard_in("3 1 DRAW")
    ((1, 27), None)
    """
    event = parse_request(request, -1)
    if isinstance(event, Event) and event.kind in (PLAY, CHI, PENG) and event.tile is not None:
        return event.seat, event.tile
    return None
