"""The rows of `mj learn fit deal-in`: can this seat win with that tile from another?

A record has all hands, so this is known for every discard after a draw, every other seat and every
possible tile. Few of these tiles win; one in eight of the others is sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import HU, PLAY, SEATS, Event
from mj_bot.odds.coefficient_types import DealInCoefficients
from mj_bot.odds.coefficients import DEAL_IN
from mj_bot.odds.opponents.deal_in import opponents, seat_win_logit
from mj_bot.state import GameState
from mj_bot.tiles import TILE_KINDS
from mj_bot.winning_shape import is_winning_shape
from mj_lab.core.records.decisions import seats_by_turn
from mj_lab.core.records.match import Match
from mj_lab.learn.fit.curve import Curve, FittedModel, Numbers, Rows, rows_from, unit_coefficients
from mj_lab.learn.fit.games import DecisionPlace, own_discards

_ONE_IN = 8


def model() -> FittedModel:
    """The model of the deal-in chance."""
    curve = Curve(
        "would this seat win with that tile",
        DealInCoefficients._fields,
        np.array(DEAL_IN),
        one_in=_ONE_IN,
    )
    return FittedModel("DEAL_IN", (curve,), own_discards, rows_of, coefficients_of)


def coefficients_of(curves: Sequence[Numbers]) -> DealInCoefficients:
    """The coefficients by the bot's names."""
    return DealInCoefficients(*curves[0].tolist())


def rows_of(match: Match, places: frozenset[DecisionPlace], seed: str) -> list[Rows]:
    """The rows of one match."""
    chance = Random(f"{seed} {match.wall} {match.responses}")
    units = unit_coefficients(DealInCoefficients)
    features, won = [], []
    for turn, states in seats_by_turn(match):
        for seat, state in enumerate(states):
            if (seat, turn) not in places:
                continue
            others = [other for other in range(SEATS) if other != seat]
            for other, opponent in zip(others, opponents(state, units), strict=True):
                for tile in (tile for tile in range(TILE_KINDS) if state.hand[tile]):
                    wins = _wins(states[other], seat, tile)
                    if wins or not chance.randrange(_ONE_IN):
                        row = seat_win_logit(tile, state.unseen[tile], opponent, units)
                        features.append(row)
                        won.append(float(wins))
    ones, nothing = [1.0] * len(won), [0.0] * len(won)
    return [rows_from(features, won, ones, nothing, len(units))]


def _wins(state: GameState, seat: int, tile: int) -> bool:
    """Whether the state's own seat could win with the tile if that seat discarded it now."""
    if not is_winning_shape(state.hand, tile):
        return False
    after = state.copy()
    after.apply(Event(PLAY, seat, tile))
    return any(action.kind == HU for action in action_space(after))
