"""The network of the forecast, read from its file."""

import json
import pkgutil
from functools import lru_cache
from typing import Any, NamedTuple, Sequence, Tuple

import numpy as np

from mj_bot.odds.hand_context import Array
from mj_bot.odds.win_chance import DEAL_IN_COSTS

FORECAST_FILE = "forecast.json"
# Its input, in this order; the package's docstring explains each.
_NAMES = (
    "size likely rate draws least threat ahead concealed melds rivals"
    " ready on_discard self_drawn wait_fan near near_full fan size_of_fan"
    " pungs flush seven_pairs thirteen_orphans knitted knitted_straight danger safest last"
    " known ways useful comes unpaid first first_fan second second_fan third third_fan"
    " ways_beyond useful_beyond nearest_share behind passes"
)
FORECAST_NAMES: Tuple[str, ...] = tuple(_NAMES.split())
_FAN = FORECAST_NAMES.index("fan")
# Scores and fan are in tens.
_TENS = 10.0


class ForecastModel(NamedTuple):
    """The network: features are shifted and scaled, then dense layers with relu between them.

    mean, scale: float [feature]. layers: weight [out, in] and bias [out].
    """

    mean: Array
    scale: Array
    layers: Sequence[Tuple[Array, Array]]

    def predict(self, features: Array, deal_in: Array) -> Tuple[Array, Array, Array, Array]:
        """The forecasts of actions; see `Forecast`.

        features: float [..., feature]. deal_in: float [...], the deal-in chance of the discard.
        """
        activations = (features - self.mean) / self.scale
        for index, (weight, bias) in enumerate(self.layers):
            activations = (np.maximum(activations, 0) if index else activations).dot(
                weight.T
            ) + bias
        chance = 1 / (1 + np.exp(-activations[..., 0]))
        win_score = _TENS * (activations[..., 1] + features[..., _FAN] * activations[..., 2])
        other_score = _TENS * activations[..., 3]
        score = chance * win_score + (1 - chance) * other_score
        score = (1 - deal_in) * score - deal_in * DEAL_IN_COSTS
        return (1 - deal_in) * chance, score, win_score, other_score


@lru_cache(maxsize=1)
def forecast_model() -> ForecastModel:
    """The model in use."""
    data = pkgutil.get_data(__package__, FORECAST_FILE)
    assert data is not None
    return model_of_record(json.loads(data.decode("utf-8")))


def model_of_record(record: Any) -> ForecastModel:
    """The model of a file's JSON.

    Raises ValueError if it has other features than these.
    """
    if tuple(record["names"]) != FORECAST_NAMES:
        raise ValueError("a forecast by other features")
    layers = [(np.array(weight), np.array(bias)) for weight, bias in record["layers"]]
    return ForecastModel(np.array(record["mean"]), np.array(record["scale"]), layers)
