"""The forecast of an action by the network."""

from typing import NamedTuple, Sequence

import numpy as np

from mj_bot.events import Action
from mj_bot.odds.forecast.features import HandLeft, TableSeen, discards, forecast_features
from mj_bot.odds.forecast.model import forecast_model
from mj_bot.odds.options import OddsOptions
from mj_bot.state import GameState


class Forecast(NamedTuple):
    """The forecast of an action.

    win_chance: that the game is won, 0 to 1. expected_score: points of the game. win_score: mean
    points of a win. other_score: mean points without a win and without dealing in now. features:
    the network's input, in the order of FORECAST_NAMES.
    """

    win_chance: float
    expected_score: float
    win_score: float
    other_score: float
    features: Sequence[float]


def forecast_of(
    state: GameState, action: Action, left: HandLeft, table: TableSeen, options: OddsOptions
) -> Forecast:
    """The forecast of an action that does not end the game."""
    model = forecast_model()
    row = forecast_features(state, action, left, table, options)
    deal_in = table.deal_in[action.tile] if discards(action) and action.tile is not None else 0.0
    chance, score, win_score, other_score = model.predict(np.array(row), np.float64(deal_in))
    return Forecast(float(chance), float(score), float(win_score), float(other_score), row)
