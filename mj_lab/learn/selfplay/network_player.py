"""What plays in self-play: a network of the tactic `net`, whose moves are drawn by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.nets.moves import MOVE_COUNT
from mj_bot.nets.packed import networks_of
from mj_bot.nets.weights_file import Weights, WeightsError
from mj_lab.learn.networks.written_net import WrittenNet

if TYPE_CHECKING:
    from mj_engine import Game

FOR_ALL = "all"
# What `net` plays by, where one network is for all kinds of decisions.
_NEEDS = (((FOR_ALL, "policy", MOVE_COUNT),),)


class BatchPlayer(Protocol):
    """Plays at many tables at once.

    features: the names of what it sees of a state.
    """

    features: Sequence[str]

    def hidden(self, game: Game, seat: int) -> Mapping[str, NDArray[Any]]:
        """What it is shown besides, that a player cannot see: arrays by name."""

    def logits(self, inputs: Mapping[str, NDArray[Any]]) -> NDArray[np.float32]:
        """The logits of all moves [N, 109], of features and what is hidden, [N, ...] each."""


class NetworkPlayer:
    """Plays by a network alone, and sees what its seat sees.

    Raises WeightsError as `net_of` does.
    """

    def __init__(self, weights: Weights, device: torch.device) -> None:
        self._network, self._device = self._made(weights).to(device).eval(), device
        self.features: Sequence[str] = self._network.features

    def hidden(self, game: Game, seat: int) -> Mapping[str, NDArray[Any]]:
        """Nothing."""
        return {}

    def _made(self, weights: Weights) -> WrittenNet:
        return net_of(weights)

    def logits(self, inputs: Mapping[str, NDArray[Any]]) -> NDArray[np.float32]:
        """See `BatchPlayer`."""
        names = self._network.features
        taken = {name: torch.from_numpy(inputs[name]).to(self._device) for name in names}
        with torch.no_grad():
            found = self._network(taken)["policy"]
        return np.asarray(found.float().cpu().numpy())


def net_of(weights: Weights) -> WrittenNet:
    """The network that the tactic `net` plays by, as it can be taught.

    Raises WeightsError if the weights have none for all kinds of decisions, have seen other
    features than this bot makes, or their layers cannot be taught.
    """
    if FOR_ALL not in weights.header.get("networks", {}):
        raise WeightsError(f"the weights have no network {FOR_ALL!r}, for all kinds of decisions")
    networks_of(weights, _NEEDS)
    return WrittenNet(weights, FOR_ALL)
