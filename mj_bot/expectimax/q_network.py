"""The Q network of a weights file: expected points after each discard of a hand.

The file (`mj_bot.nets.weights_file`) has one network, `q`, over the feature `q_rows`. Its output
`q` has a number for each of the 34 tiles: points divided by the header's `points`. Numbers of tiles
not in the hand mean nothing.
"""

from typing import Dict, List, Sequence

import numpy as np

from mj_bot.expectimax.own_hand import DrawnHand
from mj_bot.expectimax.q_features import Q_FEATURES, rows_in_tree
from mj_bot.nets.network import Network
from mj_bot.nets.weights_file import Weights, WeightsError
from mj_bot.odds.hand_context import Array
from mj_bot.tiles import TILE_KINDS

Q_KIND = "q_network"
Q_NETWORK = Q_OUTPUT = "q"

# Largest batch of hands.
_BATCH = 128


class QNetwork:
    """The network of some weights.

    Raises WeightsError if they are of another kind or were trained on other features.
    """

    def __init__(self, weights: Weights) -> None:
        header = weights.header
        try:
            (seen,) = header["features"]
            feature = seen["name"], seen["version"], tuple(seen["shape"])
            self._points = float(header["points"])
        except (KeyError, TypeError, ValueError):
            raise WeightsError("no Q network in the weights") from None
        if feature != (Q_FEATURES.name, Q_FEATURES.version, Q_FEATURES.shape):
            wanted = "the weights were trained on {} of version {}, not {} of version {}"
            raise WeightsError(wanted.format(*feature[:2], Q_FEATURES.name, Q_FEATURES.version))
        self._network = Network(weights, Q_NETWORK)
        try:
            values = self.values(np.zeros((1,) + Q_FEATURES.shape, np.uint8))
        except Exception as error:
            raise WeightsError("the Q network does not run: {!r}".format(error)) from None
        if values.shape != (1, TILE_KINDS) or not self._points > 0:
            raise WeightsError("the Q network does not give points for 34 tiles")

    def values(self, rows: Array) -> Array:
        """Points of each discard, float32 [hand, 34], from `q_rows` [hand, 21, 34]."""
        parts = [
            self._network({Q_FEATURES.name: rows[first : first + _BATCH]})[Q_OUTPUT]
            for first in range(0, len(rows), _BATCH)
        ]
        return np.concatenate(parts) * np.float32(self._points)


class ByQ:
    """The network's values of hands in the tree below a state; each hand is evaluated once."""

    def __init__(self, network: QNetwork, root: Array) -> None:
        self._network, self._root = network, root
        self._known: Dict[DrawnHand, List[float]] = {}

    def ranking(self, drawn: Sequence[DrawnHand]) -> List[List[float]]:
        """The points of each discard of each hand, by tile."""
        new = [drawn_hand for drawn_hand in drawn if drawn_hand not in self._known]
        if new:
            values = self._network.values(rows_in_tree(self._root, new))
            self._known.update(zip(new, values.tolist()))
        return [self._known[drawn_hand] for drawn_hand in drawn]

    def leaf_values(self, drawn: Sequence[DrawnHand]) -> List[float]:
        """The points of the best discard of each hand."""
        return [
            max([points for points, held in zip(values, drawn_hand.hand) if held])
            for drawn_hand, values in zip(drawn, self.ranking(drawn))
        ]
