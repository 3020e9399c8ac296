"""The player in self-play: a network of a weights file, and its view of the hidden inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.nets.weights_file import Weights
from mj_lab.learn.training.networks.written.hidden_inputs import HIDDEN_INPUTS, masked
from mj_lab.learn.training.networks.written.net_model import FOR_ALL, net_of
from mj_lab.learn.training.networks.written.written_net import WrittenNet
from mj_lab.learn.training.parts.part import Batch


class NetworkPlayer:
    """Plays by a network alone, at many tables at once.

    features: the names of its features. shown: the share of the hidden inputs that it is shown,
    each at random, and that its decisions keep; None if it sees only what its seat sees. rng: for
    this sampling.

    Raises WeightsError as `WrittenNet` does, or as `net_of` without hidden inputs.
    """

    def __init__(
        self, weights: Weights, device: torch.device, rng: np.random.Generator,
        shown: float | None = None,
    ) -> None:  # fmt: skip
        network = net_of(weights) if shown is None else WrittenNet(weights, FOR_ALL)
        self._network, self._device = network.to(device).eval(), device
        self._shown, self._rng = shown, rng
        self.features: Sequence[str] = [
            name for name in network.features if name != HIDDEN_INPUTS.name
        ]

    @property
    def sees(self) -> list[str]:
        """The names of what it gets from the table, all hidden inputs included."""
        return [*self.features, *([] if self._shown is None else [HIDDEN_INPUTS.name])]

    def inputs(self, seen: Batch) -> Batch:
        """Its features, and the hidden inputs that it is shown."""
        inputs = {name: seen[name] for name in self.sees}
        if self._shown is not None:
            name = HIDDEN_INPUTS.name
            inputs[name] = masked(inputs[name], self._shown, self._rng)
        return inputs

    def logits(self, inputs: Mapping[str, NDArray[np.generic]]) -> NDArray[np.float32]:
        """The logits of all moves [N, 109], from features and hidden inputs, [N, ...] each."""
        names = self._network.features
        taken = {name: torch.from_numpy(inputs[name]).to(self._device) for name in names}
        with torch.no_grad():
            logits = self._network(taken)["policy"]
        return np.asarray(logits.float().cpu().numpy())
