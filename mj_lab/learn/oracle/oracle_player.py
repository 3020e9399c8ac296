"""What plays in oracle guiding: a network that is shown a share of what its seat cannot see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.nets.weights_file import Weights, unpack_weights
from mj_lab.learn.networks.written_net import WrittenNet
from mj_lab.learn.oracle.guiding import masked
from mj_lab.learn.oracle.sight import HIDDEN_INPUTS
from mj_lab.learn.selfplay.network_player import FOR_ALL, NetworkPlayer

if TYPE_CHECKING:
    from mj_engine import Game


class OraclePlayer(NetworkPlayer):
    """Plays by a network with hidden inputs, or by one without, whose decisions keep them.

    share: of the hidden inputs that is shown, each by its own lot.
    """

    def __init__(
        self, weights: Weights, device: torch.device, share: float, rng: np.random.Generator
    ) -> None:
        super().__init__(weights, device)
        self.features = [name for name in self.features if name != HIDDEN_INPUTS.name]
        self._share, self._rng = share, rng

    def hidden(self, game: Game, seat: int) -> Mapping[str, NDArray[Any]]:
        """The share of it, as the decision keeps it."""
        return {HIDDEN_INPUTS.name: masked(game.hidden(seat), self._share, self._rng)}

    def _made(self, weights: Weights) -> WrittenNet:
        return WrittenNet(weights, FOR_ALL)


def oracle_player(
    weights: bytes, device: torch.device, rng: np.random.Generator, share: float
) -> OraclePlayer:
    """Who plays by a weights file, shown a share of what is hidden."""
    return OraclePlayer(unpack_weights(weights), device, share, rng)
